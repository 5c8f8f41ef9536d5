import { type Selectable, sql } from 'kysely'
import type { DisputeId, UserId } from '../../shared/ids.ts'
import { type Database, defineStateMachine, type Tables, type Tx } from '../database/index.ts'
import { type ElapsedMs, startTimer } from '../elapsed-time.ts'
import { ApiError } from '../http/index.ts'
import { gatewayOf, type PaymentDeps } from './deps.ts'
import { disputedKobo } from './dispute.ts'
import { disputeFailureTexts } from './dispute-texts.ts'
import type { DisputeEvidence, DisputeResponseResult } from './gateway.ts'
import { paymentServerTexts } from './texts.ts'

/** The gateway call starts within this time after the commit, or not at all. */
const maxDispatchDelayMs = 10_000
/** A response whose result is unknown is requeried after this long: the gateway has processed it by then. */
const requeryAfterSeconds = 180
/** The gateway's decision request, which follows the evidence, starts within this time and so ends before a requery. */
const maxDecisionDelayMs = (requeryAfterSeconds - 60) * 1_000

/** State machine of our response to a dispute. `unknown`: the gateway may have received it. */
export const disputeResponseMachine = defineStateMachine('dispute_responses', {
  requested: {
    accepted: ['gateway.accepted'],
    failed: ['gateway.rejected'],
    unknown: ['gateway.no_answer'],
  },
  unknown: { accepted: ['gateway.accepted'], failed: ['gateway.rejected'] },
  accepted: {},
  failed: {},
})

interface ResponseRequest {
  readonly id: string
  readonly disputeId: DisputeId
  readonly decision: 'accept' | 'contest'
  readonly reason: string
  /** Evidence, required to contest. */
  readonly file: DisputeEvidence | null
}

type ResponseRow = Selectable<Tables['dispute_responses']>

/** State of a response, for managers. `received`: the gateway has it; the database stores this state as `accepted`. */
export type DisputeResponseState = Exclude<ResponseRow['state'], 'accepted'> | 'received'

export const disputeResponseStateOf = (stored: ResponseRow['state']): DisputeResponseState =>
  stored === 'accepted' ? 'received' : stored

/** The manager's side of a response. */
interface ResponseOptions {
  readonly managerId: UserId
  /**
   * Authorises an acceptance, in the transaction that stores the response. @returns false when it may not be sent yet
   * @param amountKobo what the payer gets
   */
  readonly authoriseAcceptance: (tx: Tx, amountKobo: bigint) => Promise<boolean>
  /** Records the manager's action with the intent. */
  readonly audit: (tx: Tx, row: ResponseRow) => Promise<void>
}

/**
 * Sends our response to an open dispute through its gateway: the intent is committed first, then the call, then the
 * outcome. The webhook about an accepted dispute marks it as lost and posts the chargeback.
 * @returns the response's state; `awaiting_approval` when the dispute may not be accepted yet
 * @throws ApiError NOT_FOUND, NOT_NOW when the dispute is closed or past its deadline, has a response or cannot be
 * answered here
 */
export async function respondToDispute(
  deps: PaymentDeps,
  request: ResponseRequest,
  options: ResponseOptions,
): Promise<DisputeResponseState | 'awaiting_approval'> {
  const storedResponse = await deps.db.q
    .selectFrom('dispute_responses')
    .select('state')
    .where('id', '=', request.id)
    .executeTakeFirst()
  if (storedResponse) return disputeResponseStateOf(storedResponse.state)
  const elapsedMs = startTimer()
  const row = await deps.db.inTransaction((tx) => createDisputeResponse(deps, tx, request, options))
  return row ? sendStoredResponse(deps, row, request.file, elapsedMs) : 'awaiting_approval'
}

/**
 * Sends a stored response to the gateway, after the commit. A process that was suspended since sends nothing: a requery
 * may have found that the gateway never received it, and a manager may have sent another one.
 * @param elapsedMs the time since before the response was stored
 * @returns the response's state
 */
export async function sendStoredResponse(
  deps: PaymentDeps,
  row: ResponseRow,
  evidence: DisputeEvidence | null,
  elapsedMs: ElapsedMs,
): Promise<DisputeResponseState> {
  const dispute = await disputeOf(deps.db.q, row.dispute_id)
  const gateway = gatewayOf(deps, dispute.gateway)
  if (elapsedMs() > maxDispatchDelayMs)
    return saveResult(deps.db, row, { type: 'failed', message: disputeFailureTexts.notSent() })
  const result = await gateway.respondToDispute?.({
    isWithinSendTime: () => elapsedMs() < maxDecisionDelayMs,
    disputeId: dispute.gateway_dispute_id,
    decision: row.decision,
    message: row.reason,
    amountKobo: row.amount_kobo,
    evidence,
    customer: { email: dispute.email, name: dispute.payer_name },
  })
  return saveResult(deps.db, row, result ?? { type: 'failed', message: disputeFailureTexts.unsupported() })
}

/** Whether the gateway's deadline for a response has passed. */
const isOverdue = sql<boolean>`coalesce(evidence_due_at < app_now(), false)`

/**
 * Stores a response, which is sent after the commit.
 * @returns undefined when the dispute may not be accepted yet
 * @throws ApiError NOT_FOUND, NOT_NOW as for `respondToDispute`
 */
export async function createDisputeResponse(
  deps: PaymentDeps,
  tx: Tx,
  { id, disputeId, decision, reason, file }: ResponseRequest,
  { managerId, authoriseAcceptance, audit }: ResponseOptions,
): Promise<ResponseRow | undefined> {
  const dispute = await tx
    .selectFrom('disputes')
    .select(['gateway', 'payment_id', 'state', isOverdue.as('overdue')])
    .where('id', '=', disputeId)
    .executeTakeFirst()
  if (!dispute) throw new ApiError('NOT_FOUND')
  if (dispute.state !== 'open' || !deps.gateways[dispute.gateway]?.respondToDispute)
    throw new ApiError('NOT_NOW')
  if (dispute.overdue) throw new ApiError('NOT_NOW', { message: paymentServerTexts.disputeOverdue() })
  if (await hasResponse(tx, disputeId)) throw new ApiError('NOT_NOW')
  const amountKobo = decision === 'accept' ? await disputedKobo(tx, dispute.payment_id, disputeId) : 0n
  if (decision === 'accept' && !(await authoriseAcceptance(tx, amountKobo))) return undefined
  const row = await tx
    .insertInto('dispute_responses')
    .values({
      ...{ id, dispute_id: disputeId, decision, state: 'requested', reason, amount_kobo: amountKobo },
      ...{ file_name: file?.name ?? null, file_type: file?.type ?? null, file: file?.bytes ?? null },
      ...{ uploaded_as: null, failure_reason: null, requested_by: managerId },
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!row) throw new ApiError('NOT_NOW')
  await audit(tx, row)
  return row
}

/** True when a response was stored and did not fail. */
const hasResponse = async (tx: Tx, disputeId: DisputeId): Promise<boolean> =>
  (await tx
    .selectFrom('dispute_responses')
    .select('id')
    .where('dispute_id', '=', disputeId)
    .where('state', '!=', 'failed')
    .executeTakeFirst()) !== undefined

const disputeOf = (db: Database['q'], id: string) =>
  db
    .selectFrom('disputes')
    .innerJoin('payments', 'payments.id', 'disputes.payment_id')
    .select(['disputes.gateway', 'gateway_dispute_id', 'email', 'payer_name'])
    .where('disputes.id', '=', id)
    .executeTakeFirstOrThrow()

async function saveResult(
  db: Database,
  row: Pick<ResponseRow, 'id' | 'state'>,
  result: DisputeResponseResult,
): Promise<DisputeResponseState> {
  const { id, state } = row
  if (state !== 'requested' && state !== 'unknown') return disputeResponseStateOf(state)
  if (result.type === 'received') {
    const patch = { failure_reason: null }
    await disputeResponseMachine.tryTransition(db.q, { id, state }, 'accepted', patch, {
      event: 'gateway.accepted',
    })
  } else if (result.type === 'failed') {
    const patch = { failure_reason: result.message }
    await disputeResponseMachine.tryTransition(db.q, { id, state }, 'failed', patch, {
      event: 'gateway.rejected',
    })
  } else if (state === 'requested') {
    const patch = { failure_reason: result.reason }
    await disputeResponseMachine.tryTransition(db.q, { id, state }, 'unknown', patch, {
      event: 'gateway.no_answer',
    })
  }
  return result.type
}

/**
 * Requeries responses whose outcome is unknown, also those of a process that crashed. One that the gateway never
 * received has failed, so that a manager can send it again; when the gateway does not respond, it stays unknown.
 * @returns the number of requeried responses
 */
export async function requeryDisputeResponses(deps: PaymentDeps): Promise<number> {
  const rows = await deps.db.q
    .selectFrom('dispute_responses')
    .select(['id', 'dispute_id', 'state'])
    .where('state', 'in', ['requested', 'unknown'])
    .where(sql<boolean>`created_at < app_now() - make_interval(secs => ${requeryAfterSeconds})`)
    .execute()
  for (const row of rows) {
    const dispute = await disputeOf(deps.db.q, row.dispute_id)
    const isReceived = await deps.gateways[dispute.gateway]?.hasDisputeResponse?.(dispute.gateway_dispute_id)
    if (isReceived == null) continue
    await saveResult(
      deps.db,
      row,
      isReceived ? { type: 'received' } : { type: 'failed', message: disputeFailureTexts.notReceived() },
    )
  }
  return rows.length
}
