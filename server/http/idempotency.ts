import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Envelope } from '../../shared/contract.ts'
import type { Database } from '../database/index.ts'
import type { Actor } from './actor.ts'
import { Refused } from './refused.ts'

export const keyHeader = 'Idempotency-Key'

/** A first request that has not answered within this time died with its process; of repeatable calls it may yet live. */
const abandonedSeconds = { once: 60, repeatable: 10 } as const
/** How long a repeat waits for the first answer, and how often it looks. */
const patienceMs = 5_000
const lookEveryMs = 150

/** An answer as it goes over the wire. */
export interface Sent {
  readonly http: number
  readonly envelope: Envelope
}

export interface Intention {
  /** The call and who makes it: one person's key means nothing to another. */
  readonly scope: string
  readonly key: string
  /** What was asked, to tell a repeat from another request. */
  readonly asked: unknown
  /** The work may be begun again while it may still run. */
  readonly repeatable?: boolean
}

/**
 * A UUID for what one press makes: the same for each repeat under its key, another for every other press. A
 * process may die between its work and the answer; the repeat then finds the work done, and does not do it again.
 * @param what the call, so that one key used for two calls makes two things
 */
export function intentionId(what: string, { key, actor }: { key: string | null; actor: Actor }): string {
  if (key === null) return randomUUID()
  const hex = createHash('sha256').update(`${what} ${actor.userId} ${key}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** The header's value, or null when there is none. @throws Refused MALFORMED */
export function readKey(header: string | undefined): string | null {
  if (!header) return null
  if (/^[\w-]{8,100}$/.test(header)) return header
  throw new Refused('MALFORMED', {
    field: 'idempotency_key',
    says: 'An Idempotency-Key has 8 to 100 letters, digits, hyphens or underscores.',
  })
}

/**
 * Does `work` once for each key. A repeat gets the first answer, waiting for it a little when it is not
 * there yet. Answers that tell nothing final (429, 500 and above) are not kept: a repeat then tries anew.
 * @throws Refused KEY_REUSED for another request under the key, KEY_BUSY when the first takes too long
 */
export async function once(db: Database, intention: Intention, work: () => Promise<Sent>): Promise<Sent> {
  const { scope, key, repeatable = false } = intention
  const hash = createHash('sha256').update(inOrder(intention.asked)).digest('base64url')
  const until = performance.now() + patienceMs
  for (;;) {
    const since = await claim(db, { scope, key, hash, repeatable })
    if (since) return keep(db, { scope, key, since }, work)
    const first = await find(db, { scope, key })
    if (first && first.request_hash !== hash) throw new Refused('KEY_REUSED')
    if (first?.http) return { http: first.http, envelope: first.answer as Envelope }
    if (performance.now() >= until) throw new Refused('KEY_BUSY', { retryAfterSeconds: 1 })
    await pause(lookEveryMs)
  }
}

interface Name {
  scope: string
  key: string
}

/** Takes the key for this request: a new one, or one whose request died. The moment it was taken, or null. */
async function claim(
  db: Database,
  { scope, key, hash, repeatable }: Name & { hash: string; repeatable: boolean },
): Promise<string | null> {
  const seconds = abandonedSeconds[repeatable ? 'repeatable' : 'once']
  const row = await db.q
    .insertInto('idempotency_keys')
    .values({ scope, key, request_hash: hash, http: null, answer: null })
    .onConflict((conflict) =>
      conflict
        .columns(['scope', 'key'])
        .doUpdateSet({ created_at: sql<Date>`now()` })
        .where('idempotency_keys.http', 'is', null)
        .where('idempotency_keys.request_hash', '=', hash)
        .where('idempotency_keys.created_at', '<', sql<Date>`now() - make_interval(secs => ${seconds})`),
    )
    .returning(sql<string>`created_at::text`.as('since'))
    .executeTakeFirst()
  return row?.since ?? null
}

const find = (db: Database, { scope, key }: Name) =>
  db.q
    .selectFrom('idempotency_keys')
    .where('scope', '=', scope)
    .where('key', '=', key)
    .select(['request_hash', 'http', 'answer'])
    .executeTakeFirst()

async function keep(
  db: Database,
  { scope, key, since }: Name & { since: string },
  work: () => Promise<Sent>,
) {
  const mine = sql<boolean>`scope = ${scope} and key = ${key} and http is null and created_at = ${since}::timestamptz`
  const forget = () => db.q.deleteFrom('idempotency_keys').where(mine).execute()
  let sent: Sent
  try {
    sent = await work()
  } catch (error) {
    await forget()
    throw error
  }
  if (sent.http >= 500 || sent.http === 429) await forget()
  else {
    const answer = JSON.stringify(sent.envelope)
    await db.q.updateTable('idempotency_keys').set({ http: sent.http, answer }).where(mine).execute()
  }
  return sent
}

/** JSON with its names in order, so that the same request reads the same however it was written. */
function inOrder(value: unknown): string {
  return (
    JSON.stringify(value, (_name, it: unknown) =>
      typeof it === 'object' && it !== null && !Array.isArray(it)
        ? Object.fromEntries(Object.entries(it).sort(([one], [other]) => (one < other ? -1 : 1)))
        : it,
    ) ?? ''
  )
}
