import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { type RawBuilder, sql } from 'kysely'
import type { Logger } from 'pino'
import { assertOutsideTransaction, type Database } from '../database/index.ts'
import { ApiError } from './api-error.ts'

/**
 * Rate limits: `points` may be consumed immediately and are restored over `seconds`, per key. A `client` key is an IP
 * address, of IPv6 its /64 prefix. Nigerian carriers put thousands of users behind one address, so those limits are
 * generous; the resource (a meter, an order) is limited first, and a correct secret is never rejected because of other
 * users' wrong ones. A `pair` is one IP address and one resource. The names are stored with the counts and in the
 * settings.
 */
export const rateLimitRules = {
  /**
   * Vendor lookups: of one meter, by one client, and for one service by all guests, and as many by all users with a verified
   * e-mail. Guests on many networks cannot use up the lookups of users, and each user has a limit of their own.
   */
  lookup_number: { points: 60, seconds: 600, countedBy: 'resource' },
  lookup_client: { points: 1_200, seconds: 600, countedBy: 'client' },
  lookup_everybody: { points: 12_000, seconds: 600, countedBy: 'resource' },
  /**
   * Lookups of numbers not looked up for a day, to prevent the enumeration of names: by one account or device, and of a
   * range of a thousand numbers by one IP address and by all. A carrier's customers are spread over many ranges.
   */
  lookup_person: { points: 100, seconds: 3_600, countedBy: 'resource' },
  lookup_range_pair: { points: 120, seconds: 3_600, countedBy: 'resource' },
  lookup_range: { points: 400, seconds: 3_600, countedBy: 'resource' },
  /** Orders quoted for one client: each is stored for two days, whether or not it is paid. */
  quote_client: { points: 6_000, seconds: 600, countedBy: 'client' },
  /** Checkouts opened at a gateway: per order, per client. */
  checkout_order: { points: 30, seconds: 3_600, countedBy: 'resource' },
  checkout_client: { points: 1_200, seconds: 600, countedBy: 'client' },
  /** Card payments by guests at an IP address with many declined payments. */
  card_network: { points: 6, seconds: 60, countedBy: 'client' },
  /** Refund accounts submitted for one order: each is verified at the gateway. */
  refund_account: { points: 20, seconds: 3_600, countedBy: 'resource' },
  /** Delivery messages that managers send again for one order: each SMS is billed. */
  resend_order: { points: 5, seconds: 3_600, countedBy: 'resource' },
  /** Recipients of messages that one manager sends without the PIN: a large one cannot be sent in parts. */
  message_recipients: { points: 1_000, seconds: 86_400, countedBy: 'resource' },
  /** Test messages of one manager: each SMS is billed. */
  test_message: { points: 20, seconds: 3_600, countedBy: 'resource' },
  /** Wrong phone numbers for a meter's history: from one IP address, from all. */
  history_pair: { points: 15, seconds: 900, countedBy: 'resource' },
  history_number: { points: 60, seconds: 900, countedBy: 'resource' },
  /**
   * Wrong proofs for one order besides its reference, from one IP address; wrong references and access tokens. A
   * correct one is never rejected because of them.
   */
  order_pair: { points: 20, seconds: 900, countedBy: 'resource' },
  /** Attempts to prove ownership of an order by phone and last digits: per order, from one IP address and from all. */
  order_proof_pair: { points: 5, seconds: 86_400, countedBy: 'resource' },
  order_proof: { points: 20, seconds: 86_400, countedBy: 'resource' },
  /** Receipts of one order or record: for those who may open it, and for others with its reference. Each is drawn. */
  receipt_order: { points: 60, seconds: 3_600, countedBy: 'resource' },
  receipt_client: { points: 60, seconds: 900, countedBy: 'client' },
  order_client: { points: 120, seconds: 900, countedBy: 'client' },
  /**
   * Wrong passwords for one account, whether or not it exists: from one IP address, from all, and from one device that
   * has signed in to it before, which the first two do not affect. Points of a pair are restored more slowly than those
   * of its account, so that one IP address cannot exhaust an account's limit.
   */
  sign_in_pair: { points: 10, seconds: 450, countedBy: 'resource' },
  sign_in_account: { points: 60, seconds: 1_800, countedBy: 'resource' },
  sign_in_device: { points: 10, seconds: 300, countedBy: 'resource' },
  /** Correct passwords for one account: each costs a slow hash. */
  sign_in_right: { points: 60, seconds: 300, countedBy: 'resource' },
  /** Wrong passwords entered by a signed-in user. */
  password_person: { points: 10, seconds: 900, countedBy: 'resource' },
  /** Wrong codes of one user's second factor. */
  second_factor: { points: 10, seconds: 1_800, countedBy: 'resource' },
  /** Accounts registered by one client. */
  register_client: { points: 300, seconds: 3_600, countedBy: 'client' },
  /** Requested e-mail codes and links: by one IP address for one mailbox, by one client. */
  mail_pair: { points: 12, seconds: 3_600, countedBy: 'resource' },
  reset_pair: { points: 5, seconds: 86_400, countedBy: 'resource' },
  /**
   * Registrations, by all IP addresses, with other spellings of one mailbox: each is an account with its own codes. The
   * plain address has the limit of its account alone: other people cannot prevent its owner from registering with it.
   */
  mail_spellings: { points: 30, seconds: 86_400, countedBy: 'resource' },
  mail_client: { points: 300, seconds: 3_600, countedBy: 'client' },
  /** Support tickets: by one user, for one order (by its customer, and by guests who can only view it), by one client. */
  ticket_person: { points: 30, seconds: 86_400, countedBy: 'resource' },
  ticket_order: { points: 10, seconds: 86_400, countedBy: 'resource' },
  ticket_client: { points: 300, seconds: 3_600, countedBy: 'client' },
  /** Bulk files validated, and lookups for them, by one company. */
  bulk_check: { points: 50, seconds: 86_400, countedBy: 'resource' },
  bulk_lookup: { points: 12_000, seconds: 3_600, countedBy: 'resource' },
  /** Statements and files of one user's history: each reads or draws thousands of rows. */
  account_file: { points: 60, seconds: 3_600, countedBy: 'resource' },
  /** BVN checks by one client. Checks of one user are counted by their results. */
  bvn_client: { points: 100, seconds: 3_600, countedBy: 'client' },
  /** Virtual accounts requested by one user. */
  reserve_person: { points: 30, seconds: 3_600, countedBy: 'resource' },
  /** Push subscriptions by one client. */
  push_client: { points: 120, seconds: 3_600, countedBy: 'client' },
  /** Service alert subscriptions: by one client, to one phone or mailbox for one service. */
  service_alert_client: { points: 120, seconds: 3_600, countedBy: 'client' },
  service_alert_recipient: { points: 3, seconds: 86_400, countedBy: 'resource' },
  /**
   * Payment requests: created by one user, opened by one client, paid orders created from one (by one user or IP address,
   * by all), abuse reports.
   */
  request_person: { points: 20, seconds: 86_400, countedBy: 'resource' },
  request_client: { points: 600, seconds: 600, countedBy: 'client' },
  request_order_payer: { points: 20, seconds: 3_600, countedBy: 'resource' },
  request_order: { points: 300, seconds: 3_600, countedBy: 'resource' },
  request_report: { points: 5, seconds: 86_400, countedBy: 'resource' },
  /** By one phone: USSD inputs, wrong PINs for an account that is not linked to it yet, SMS that we send it. */
  ussd_phone: { points: 120, seconds: 600, countedBy: 'resource' },
  ussd_link: { points: 5, seconds: 86_400, countedBy: 'resource' },
  ussd_sms: { points: 5, seconds: 3_600, countedBy: 'resource' },
  sms_phone: { points: 10, seconds: 3_600, countedBy: 'resource' },
} as const satisfies Record<string, LimitRule>

interface LimitRule {
  points: number
  seconds: number
  countedBy: 'resource' | 'client'
}
export type RateLimitName = keyof typeof rateLimitRules

export interface Limits {
  /** Consumes points for an action that costs us something. @throws ApiError TOO_MANY if there are not enough points */
  consume(name: RateLimitName, key: string, points?: number): Promise<void>
  /** Restores a point that `consume` took: the attempt was correct. */
  restore(name: RateLimitName, key: string): Promise<void>
  /** Records a failed attempt. */
  recordFailure(name: RateLimitName, key: string): Promise<void>
  /** Checks the limit before an attempt is verified, or points are consumed. @throws ApiError TOO_MANY if there are not enough points */
  check(name: RateLimitName, key: string, points?: number): Promise<void>
  /** Resets the key's count. */
  clear(name: RateLimitName, key: string): Promise<void>
}

export interface LimitDeps {
  db: Database
  log: Logger
  /** Current points from the settings, which override the table. */
  pointsOf?: (name: RateLimitName) => Promise<number | undefined>
}

/** Parameters of one limit. `msPerPoint`: time until a consumed point is restored. */
interface Bucket {
  key: string
  points: number
  msPerPoint: number
}

const now = sql<number>`extract(epoch from clock_timestamp()) * 1000`
/** Points in use: points consumed minus points restored since. */
const usedPoints = ({ msPerPoint }: Bucket) =>
  sql<number>`greatest(0, least(rate_limits.points, (rate_limits.expire - ${now}) / ${msPerPoint}::float8))`

/**
 * Rate limits counted in the database for all processes, as leaky buckets: `points` may be consumed immediately, then one
 * is restored every `seconds / points`. An exhausted limit delays a caller; it does not block for a whole window.
 */
export function createRateLimits({ db, log, pointsOf }: LimitDeps): Limits {
  const bucketOf = async (name: RateLimitName, key: string): Promise<Bucket> => {
    assertOutsideTransaction('A limit was counted')
    const points = (await pointsOf?.(name)) ?? rateLimitRules[name].points
    return {
      key: `${name}:${keyOf(name, key)}`,
      points,
      msPerPoint: (rateLimitRules[name].seconds * 1_000) / points,
    }
  }
  const rejectIfFull = async (name: RateLimitName, bucket: Bucket, cost: number) => {
    const row = await db.q
      .selectFrom('rate_limits')
      .select(usedPoints(bucket).as('used'))
      .where('key', '=', bucket.key)
      .executeTakeFirst()
    const excess = (row?.used ?? 0) + cost - bucket.points
    if (excess <= 0) return
    log.warn({ limit: name }, 'rate limit reached')
    const seconds = Math.ceil((excess * bucket.msPerPoint) / 1_000)
    throw new ApiError('TOO_MANY', { retryAfterSeconds: Math.max(1, seconds) })
  }
  return {
    async consume(name, key, points = 1) {
      const bucket = await bucketOf(name, key)
      // A point may be restored between the two statements; then `consume` tries again.
      while (!(await addPoints(db, bucket, points))) await rejectIfFull(name, bucket, points)
    },
    async restore(name, key) {
      const bucket = await bucketOf(name, key)
      const remaining = sql<number>`greatest(0, ${usedPoints(bucket)} - 1)`
      await db.q
        .updateTable('rate_limits')
        .set(bucketColumns(bucket, remaining))
        .where('key', '=', bucket.key)
        .execute()
    },
    async recordFailure(name, key) {
      const bucket = await bucketOf(name, key)
      await addPoints(db, bucket, 1, { always: true })
    },
    async check(name, key, points = 1) {
      await rejectIfFull(name, await bucketOf(name, key), points)
    },
    async clear(name, key) {
      const bucket = await bucketOf(name, key)
      await db.q.deleteFrom('rate_limits').where('key', '=', bucket.key).execute()
    },
  }
}

/** Columns of a bucket with this many points in use; `expire` is when it will be empty, in ms since 1970. */
const bucketColumns = ({ msPerPoint }: Bucket, points: RawBuilder<number>) => ({
  points,
  expire: sql<bigint>`(${now} + ${points} * ${msPerPoint}::float8)::bigint`,
})

/**
 * Adds points to a bucket in one statement.
 * @param always true caps a full bucket instead of rejecting
 * @returns false when the points do not fit
 */
async function addPoints(
  db: Database,
  bucket: Bucket,
  cost: number,
  { always = false } = {},
): Promise<boolean> {
  const { key, points } = bucket
  if (cost > points && !always) return false
  const initialPoints = sql<number>`${cost}::float8`
  const nextPoints = sql<number>`least(${points}::float8, ${usedPoints(bucket)} + ${cost}::float8)`
  const row = await db.q
    .insertInto('rate_limits')
    .values({ key, ...bucketColumns(bucket, initialPoints) })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet(bucketColumns(bucket, nextPoints))
        .where(
          always
            ? sql<boolean>`true`
            : sql<boolean>`${usedPoints(bucket)} + ${cost}::float8 <= ${points}::float8`,
        ),
    )
    .returning('key')
    .executeTakeFirst()
  return row !== undefined
}

/** Meters, phones and addresses are stored as digests only. */
function keyOf(name: RateLimitName, key: string): string {
  const subject = rateLimitRules[name].countedBy === 'client' ? ipNetworkOf(key) : key
  return createHash('sha256').update(subject).digest('base64url').slice(0, 22)
}

/**
 * The IP address or prefix that limits count as one client. One IPv6 household has a /64: the first four groups. IPv4
 * is unchanged.
 */
export function ipNetworkOf(address: string): string {
  const ipv4Address = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (ipv4Address) return ipv4Address
  if (!isIPv6(address)) return address
  const [head = '', tail = ''] = address.split('%')[0]!.split('::')
  const groups = head.split(':').filter(Boolean)
  const tailGroups = tail.split(':').filter(Boolean)
  const middle = Array<string>(Math.max(0, 8 - groups.length - tailGroups.length)).fill('0')
  return [...groups, ...middle, ...tailGroups]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
