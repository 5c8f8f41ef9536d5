import { type Selectable, sql } from 'kysely'
import {
  type Database,
  defineStateMachine,
  isUniqueViolation,
  type Tables,
  type Tx,
} from '../database/index.ts'
import { ApiError } from '../http/index.ts'
import { gatewayOf, type PaymentDeps } from './deps.ts'
import { disputedKobo } from './dispute.ts'
import { disputeFailureTexts } from './dispute-texts.ts'
import type { DisputeEvidence, DisputeResponseResult } from './gateway.ts'
import { paymentServerTexts } from './texts.ts'

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
  readonly disputeId: string
  readonly decision: 'accept' | 'contest'
  readonly reason: string
  /** Evidence, required to contest. */
  readonly file: DisputeEvidence | null
}

type ResponseRow = Selectable<Tables['dispute_responses']>

/**
 * Sends our response to an open dispute through its gateway: the intent is committed first, then the call, then the
 * outcome. An accepted dispute is lost by its own webhook, which posts the chargeback.
 * @param audit records the manager's action with the intent
 * @returns the response's state
 * @throws ApiError NOT_FOUND, NOT_NOW when the dispute is closed or past its deadline, has a response or cannot be
 * answered here
 */
export async function respondToDispute(
  deps: PaymentDeps,
  request: ResponseRequest,
  managerId: string,
  audit: (tx: Tx, row: ResponseRow) => Promise<void>,
): Promise<ResponseRow['state']> {
  const storedResponse = await deps.db.q
    .selectFrom('dispute_responses')
    .select('state')
    .where('id', '=', request.id)
    .executeTakeFirst()
  if (storedResponse) return storedResponse.state
  const row = await createResponse(deps, request, managerId, audit)
  const dispute = await disputeOf(deps.db.q, row.dispute_id)
  const gateway = gatewayOf(deps, dispute.gateway)
  const result = await gateway.respondToDispute?.({
    disputeId: dispute.gateway_dispute_id,
    decision: row.decision,
    message: row.reason,
    amountKobo: row.amount_kobo,
    evidence: request.file,
    customer: { email: dispute.email, name: dispute.payer_name },
  })
  return saveResult(deps.db, row, result ?? { type: 'failed', reason: disputeFailureTexts.unsupported() })
}

/** Whether the gateway's deadline for a response has passed. */
const isOverdue = sql<boolean>`coalesce(evidence_due_at < app_now(), false)`

async function createResponse(
  deps: PaymentDeps,
  { id, disputeId, decision, reason, file }: ResponseRequest,
  managerId: string,
  audit: (tx: Tx, row: ResponseRow) => Promise<void>,
): Promise<ResponseRow> {
  const dispute = await deps.db.q
    .selectFrom('disputes')
    .select(['gateway', 'payment_id', 'state', isOverdue.as('overdue')])
    .where('id', '=', disputeId)
    .executeTakeFirst()
  if (!dispute) throw new ApiError('NOT_FOUND')
  if (dispute.state !== 'open' || !deps.gateways[dispute.gateway]?.respondToDispute)
    throw new ApiError('NOT_NOW')
  if (dispute.overdue) throw new ApiError('NOT_NOW', { message: paymentServerTexts.disputeOverdue() })
  try {
    return await deps.db.inTransaction(async (tx) => {
      const amount_kobo = decision === 'accept' ? await disputedKobo(tx, dispute.payment_id, disputeId) : 0n
      const row = await tx
        .insertInto('dispute_responses')
        .values({
          ...{ id, dispute_id: disputeId, decision, state: 'requested', reason, amount_kobo },
          ...{ file_name: file?.name ?? null, file_type: file?.type ?? null, file: file?.bytes ?? null },
          ...{ uploaded_as: null, failure_reason: null, requested_by: managerId },
        })
        .returningAll()
        .executeTakeFirstOrThrow()
      await audit(tx, row)
      return row
    })
  } catch (error) {
    if (isUniqueViolation(error)) throw new ApiError('NOT_NOW')
    throw error
  }
}

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
): Promise<ResponseRow['state']> {
  const { id, state } = row
  if (state !== 'requested' && state !== 'unknown') return state
  if (result.type === 'accepted') {
    const patch = { failure_reason: null }
    await disputeResponseMachine.tryTransition(db.q, { id, state }, 'accepted', patch, {
      event: 'gateway.accepted',
    })
  } else if (result.type === 'failed') {
    const patch = { failure_reason: result.reason }
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

/** A response whose result is unknown is requeried after this long: the gateway has processed it by then. */
const requeryAfterSeconds = 180

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
    const hasResponse = await deps.gateways[dispute.gateway]?.hasDisputeResponse?.(dispute.gateway_dispute_id)
    if (hasResponse == null) continue
    await saveResult(
      deps.db,
      row,
      hasResponse ? { type: 'accepted' } : { type: 'failed', reason: disputeFailureTexts.notReceived() },
    )
  }
  return rows.length
}
