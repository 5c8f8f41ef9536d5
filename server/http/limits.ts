import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { CompiledQuery } from 'kysely'
import type { Logger } from 'pino'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { assertOutsideTransaction, type Database } from '../database/index.ts'
import { Refused } from './refused.ts'

/**
 * Every limit: so many points within so many seconds, for each key. A `client` key is a network address;
 * Nigerian networks put thousands of people behind one, so those are generous and the thing itself (a
 * meter, an order) is counted first.
 */
export const limitRules = {
  /** Lookups that a vendor is asked for: of one meter, by one client, by everybody together. */
  lookup_number: { points: 60, seconds: 600, by: 'thing' },
  lookup_client: { points: 1_200, seconds: 600, by: 'client' },
  lookup_everybody: { points: 12_000, seconds: 600, by: 'thing' },
  /** Checkouts opened at a gateway: for one order, by one client. */
  checkout_order: { points: 30, seconds: 3_600, by: 'thing' },
  checkout_client: { points: 1_200, seconds: 600, by: 'client' },
  /** Accounts named for the refunds of one order: each is asked about at the gateway. */
  refund_account: { points: 20, seconds: 3_600, by: 'thing' },
  /** Wrong guesses at the phone of a meter's history. */
  history_number: { points: 15, seconds: 900, by: 'thing' },
  history_client: { points: 60, seconds: 900, by: 'client' },
  /** Wrong guesses at references and access tokens. */
  receipt_client: { points: 60, seconds: 900, by: 'client' },
  order_client: { points: 120, seconds: 900, by: 'client' },
  /** Wrong passwords: for one account, known to us or not, and by one client. */
  sign_in_account: { points: 10, seconds: 900, by: 'thing' },
  sign_in_client: { points: 100, seconds: 900, by: 'client' },
  /** Wrong passwords of somebody who is signed in. */
  password_person: { points: 10, seconds: 900, by: 'thing' },
  /** Wrong e-mail codes and reset links. */
  code_client: { points: 60, seconds: 900, by: 'client' },
  /** Accounts made by one client. */
  register_client: { points: 300, seconds: 3_600, by: 'client' },
  /** Codes and links that are asked for: by one address, by one client. */
  mail_address: { points: 12, seconds: 3_600, by: 'thing' },
  mail_client: { points: 300, seconds: 3_600, by: 'client' },
  /** Problems reported: by one person, of one order, by one client. */
  ticket_person: { points: 30, seconds: 86_400, by: 'thing' },
  ticket_order: { points: 10, seconds: 86_400, by: 'thing' },
  ticket_client: { points: 300, seconds: 3_600, by: 'client' },
  /** Files of purchases checked, and what is looked up for them, by one company. */
  bulk_check: { points: 50, seconds: 86_400, by: 'thing' },
  bulk_lookup: { points: 12_000, seconds: 3_600, by: 'thing' },
  /** Questions about a BVN by one client; those of one person are counted by what was answered. */
  bvn_client: { points: 100, seconds: 3_600, by: 'client' },
  /** Bank accounts asked for by one person. */
  reserve_person: { points: 30, seconds: 3_600, by: 'thing' },
  /** Wishes to be told when a service is back: by one client, to one phone or address. */
  tell_client: { points: 120, seconds: 3_600, by: 'client' },
  tell_recipient: { points: 10, seconds: 3_600, by: 'thing' },
} as const satisfies Record<string, Rule>

interface Rule {
  points: number
  seconds: number
  by: 'thing' | 'client'
}
export type LimitName = keyof typeof limitRules

export interface Limits {
  /** Counts an action that costs us something. @throws Refused TOO_MANY once the points are spent */
  spend(name: LimitName, key: string, points?: number): Promise<void>
  /** Counts a wrong guess. */
  fail(name: LimitName, key: string): Promise<void>
  /** Asks before a guess is looked at. @throws Refused TOO_MANY after too many wrong ones */
  check(name: LimitName, key: string): Promise<void>
}

export interface LimitParts {
  db: Database
  log: Logger
  /** Points that stand in for the table's, as they are now. */
  pointsOf?: (name: LimitName) => Promise<number | undefined>
}

/** Limits counted in the database, for every process together; in memory while it cannot be asked. */
export function createLimits({ db, log, pointsOf }: LimitParts): Limits {
  const storeClient = countersIn(db)
  const limiters = Object.fromEntries(
    Object.entries(limitRules).map(([name, { points, seconds }], position) => {
      const common = { keyPrefix: name, points, duration: seconds }
      return [
        name,
        new RateLimiterPostgres({
          ...common,
          storeClient,
          storeType: 'pool',
          tableName: 'rate_limits',
          tableCreated: true,
          clearExpiredByTimeout: position === 0,
          insuranceLimiter: new RateLimiterMemory(common),
        }),
      ]
    }),
  ) as Record<LimitName, RateLimiterPostgres>

  const open = async (name: LimitName) => {
    assertOutsideTransaction('A limit was counted')
    const limiter = limiters[name]
    limiter.points = (await pointsOf?.(name)) ?? limitRules[name].points
    return limiter
  }
  return {
    async spend(name, key, points = 1) {
      const limiter = await open(name)
      try {
        await limiter.consume(keyOf(name, key), points)
      } catch (spent) {
        throw refusal(name, spent, log)
      }
    },
    async fail(name, key) {
      await (await open(name)).penalty(keyOf(name, key))
    },
    async check(name, key) {
      const limiter = await open(name)
      const found = await limiter.get(keyOf(name, key))
      if (found && found.consumedPoints >= limiter.points) throw refusal(name, found, log)
    },
  }
}

function refusal(name: LimitName, spent: unknown, log: Logger): unknown {
  if (!(spent instanceof RateLimiterRes)) return spent
  log.warn({ limit: name }, 'a limit was reached')
  return new Refused('TOO_MANY', { retryAfterSeconds: Math.max(1, Math.ceil(spent.msBeforeNext / 1000)) })
}

/** Meters, phones and addresses are not kept: their digests count as well. */
function keyOf(name: LimitName, key: string): string {
  const counted = limitRules[name].by === 'client' ? networkOf(key) : key
  return createHash('sha256').update(counted).digest('base64url').slice(0, 22)
}

/** One household has a whole /64 of IPv6: its first four groups. IPv4 stays as it is. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  if (!isIPv6(address)) return address
  const [head = '', tail = ''] = address.split('%')[0]!.split('::')
  const groups = head.split(':').filter(Boolean)
  const rest = tail.split(':').filter(Boolean)
  const middle = Array<string>(Math.max(0, 8 - groups.length - rest.length)).fill('0')
  return [...groups, ...middle, ...rest]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}

/** What the limiter asks of a database client: text and values in, rows out. */
function countersIn(db: Database) {
  return {
    async query({ text, values = [] }: { text: string; values?: unknown[] }) {
      const { rows } = await db.q.executeQuery<{ points: number; expire: bigint | null }>(
        CompiledQuery.raw(text, values),
      )
      const plain = rows.map(({ points, expire }) => ({
        points,
        expire: expire === null ? null : Number(expire),
      }))
      return { rows: plain, rowCount: plain.length }
    },
  }
}
