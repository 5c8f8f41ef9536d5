import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Envelope } from '../../shared/contract.ts'
import type { Database } from '../database/index.ts'
import type { Actor } from './actor.ts'
import { ApiError } from './api-error.ts'
import { httpServerTexts } from './texts.ts'

export const idempotencyKeyHeader = 'Idempotency-Key'
/** Minimum retention of a key and its response. */
export const idempotencyKeyLifetimeDays = 3

/**
 * A request without a response after this time is treated as abandoned by a crashed process. A request of an endpoint
 * that `allowsConcurrentRetry` may still be running then.
 */
const abandonedSeconds = { exclusive: 60, concurrentRetry: 10 } as const
/** How long a repeated request waits for the first response, and how often it polls. */
const waitMs = 5_000
const pollIntervalMs = 150

/** A response as sent and stored. */
export interface StoredResponse {
  readonly httpStatus: number
  readonly envelope: Envelope
}

/** Endpoints whose keys are stored under their first name, which the release before looks up during an upgrade. */
const storedEndpointNames: Readonly<Record<string, string>> = {
  creditUnallocatedFunds: 'creditSetApart',
  purchaseCabletvForUser: 'subscribeCabletv',
  purchasePowerForUser: 'subscribePower',
  returnUnallocatedFunds: 'returnSetApart',
  sendDisputeResponse: 'respondToDispute',
  setRefundAccount: 'giveRefundAccount',
  startBulkPurchase: 'startBulk',
}

/** A key is valid for one endpoint and one caller. */
export const idempotencyScope = (endpointName: string, caller: string): string =>
  `${storedEndpointNames[endpointName] ?? endpointName} ${caller}`

export interface IdempotentRequest {
  /** Endpoint and caller: `idempotencyScope`. */
  readonly scope: string
  readonly key: string
  /** The request's content, to detect reuse of the key for another request. */
  readonly fingerprint: unknown
  /** The callback may be run again while a first run may still be in progress. */
  readonly allowsConcurrentRetry?: boolean
  /** Verifies the caller again before a stored response is replayed. @throws ApiError */
  readonly beforeReplay?: () => Promise<void>
}

/**
 * A deterministic UUID for the object that one idempotent request creates. If a process crashes between the work and
 * the response, the repeated request finds the object and does not create it again.
 * @param operation the name of the endpoint, so that one key used for two endpoints creates two objects
 */
export function idFromIdempotencyKey(
  operation: string,
  { idempotencyKey, actor }: { idempotencyKey: string | null; actor: Actor },
): string {
  if (idempotencyKey === null) return randomUUID()
  const hex = createHash('sha256').update(`${operation} ${actor.userId} ${idempotencyKey}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** The header's value, or null if absent. @throws ApiError MALFORMED */
export function parseIdempotencyKey(header: string | undefined): string | null {
  if (!header) return null
  if (/^[\w-]{8,100}$/.test(header)) return header
  throw new ApiError('MALFORMED', {
    field: 'idempotency_key',
    message: httpServerTexts.idempotencyKeyInvalid(),
  })
}

/**
 * Runs `work` once per key. A repeated request waits briefly for the first response and gets the same one. Responses
 * that are not final (429, 500 and above) are not stored, so that a repeated request runs again.
 * @throws ApiError KEY_REUSED for another request under the key, KEY_BUSY when the first takes too long
 */
export async function runIdempotent(
  db: Database,
  request: IdempotentRequest,
  work: () => Promise<StoredResponse>,
): Promise<StoredResponse> {
  const { scope, key, allowsConcurrentRetry = false } = request
  const hash = createHash('sha256').update(canonicalJson(request.fingerprint)).digest('base64url')
  const timeoutAt = performance.now() + waitMs
  for (;;) {
    const claimedAt = await claim(db, { scope, key, hash, allowsConcurrentRetry })
    if (claimedAt) return runAndStore(db, { scope, key, since: claimedAt }, work)
    const storedRequest = await findStored(db, { scope, key })
    if (storedRequest && storedRequest.request_hash !== hash) throw new ApiError('KEY_REUSED')
    if (storedRequest?.http_status) {
      await request.beforeReplay?.()
      return { httpStatus: storedRequest.http_status, envelope: storedRequest.response as Envelope }
    }
    if (performance.now() >= timeoutAt) throw new ApiError('KEY_BUSY', { retryAfterSeconds: 1 })
    await pause(pollIntervalMs)
  }
}

interface KeyScope {
  scope: string
  key: string
}

/** Claims the key for this request: a new key, or one whose request was abandoned. Returns the claim time, or null. */
async function claim(
  db: Database,
  { scope, key, hash, allowsConcurrentRetry }: KeyScope & { hash: string; allowsConcurrentRetry: boolean },
): Promise<string | null> {
  const seconds = abandonedSeconds[allowsConcurrentRetry ? 'concurrentRetry' : 'exclusive']
  const row = await db.q
    .insertInto('idempotency_keys')
    .values({ scope, key, request_hash: hash, http_status: null, response: null })
    .onConflict((conflict) =>
      conflict
        .columns(['scope', 'key'])
        .doUpdateSet({ created_at: sql<Date>`now()` })
        .where('idempotency_keys.http_status', 'is', null)
        .where('idempotency_keys.request_hash', '=', hash)
        .where('idempotency_keys.created_at', '<', sql<Date>`now() - make_interval(secs => ${seconds})`),
    )
    .returning(sql<string>`created_at::text`.as('since'))
    .executeTakeFirst()
  return row?.since ?? null
}

const findStored = (db: Database, { scope, key }: KeyScope) =>
  db.q
    .selectFrom('idempotency_keys')
    .where('scope', '=', scope)
    .where('key', '=', key)
    .select(['request_hash', 'http_status', 'response'])
    .executeTakeFirst()

async function runAndStore(
  db: Database,
  { scope, key, since: claimedAt }: KeyScope & { since: string },
  work: () => Promise<StoredResponse>,
) {
  const isOwnClaim = sql<boolean>`scope = ${scope} and key = ${key} and http_status is null and created_at = ${claimedAt}::timestamptz`
  const releaseClaim = () => db.q.deleteFrom('idempotency_keys').where(isOwnClaim).execute()
  let response: StoredResponse
  try {
    response = await work()
  } catch (error) {
    await releaseClaim()
    throw error
  }
  if (response.httpStatus >= 500 || response.httpStatus === 429) await releaseClaim()
  else {
    const envelopeJson = JSON.stringify(response.envelope)
    await db.q
      .updateTable('idempotency_keys')
      .set({ http_status: response.httpStatus, response: envelopeJson })
      .where(isOwnClaim)
      .execute()
  }
  return response
}

/** JSON with sorted property names, so that equal requests have equal text. */
function canonicalJson(value: unknown): string {
  return (
    JSON.stringify(value, (_name, nested: unknown) =>
      typeof nested === 'object' && nested !== null && !Array.isArray(nested)
        ? Object.fromEntries(Object.entries(nested).sort(([left], [right]) => (left < right ? -1 : 1)))
        : nested,
    ) ?? ''
  )
}
