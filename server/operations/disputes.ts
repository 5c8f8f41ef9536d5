import { fileTypeFromBuffer } from 'file-type'
import { sql } from 'kysely'
import type { DataOf } from '../../shared/contract.ts'
import type { getDisputes, ManagedDispute, sendDisputeResponse } from '../../shared/management/money.ts'
import { nairaOf } from '../../shared/money.ts'
import type { GatewayName } from '../../shared/payments.ts'
import { assertNotBeneficiary } from '../approvals/index.ts'
import { recordAuditEvent } from '../audit/index.ts'
import type { Tx } from '../database/index.ts'
import { type Actor, ApiError, type Upload } from '../http/index.ts'
import { type DisputeEvidence, respondToDispute } from '../payments/index.ts'
import type { OperationsDeps } from './deps.ts'
import { disputeEvidenceTexts } from './dispute-texts.ts'

/** Disputes in the list: open ones by deadline, then the newest closed ones. */
const maxDisputes = 200

interface Row {
  id: string
  gateway: GatewayName
  gateway_dispute_id: string
  payment: string
  order: string | null
  state: ManagedDispute['state']
  kobo: string
  due: Date | null
  overdue: boolean
  created_at: Date
  decision: 'accept' | 'contest' | null
  response_state: 'requested' | 'unknown' | 'accepted' | 'failed' | null
  reason: string | null
  file_name: string | null
  failure_reason: string | null
  sent_at: Date | null
}

/** Disputes with the newest response to each. Naira. */
export async function listDisputes({ db, payments }: OperationsDeps): Promise<DataOf<typeof getDisputes>> {
  const { rows } = await sql<Row>`
    select disputes.id, disputes.gateway, gateway_dispute_id, payments.reference as payment, orders.reference as order,
      disputes.state, coalesce(disputes.amount_kobo, payments.paid_kobo, payments.amount_kobo)::text as kobo,
      evidence_due_at as due, coalesce(evidence_due_at < app_now(), false) as overdue, disputes.created_at,
      response.decision, response.state as response_state, response.reason, response.file_name,
      response.failure_reason, response.created_at as sent_at
    from disputes join payments on payments.id = disputes.payment_id left join orders on orders.id = payments.order_id
      left join lateral (select * from dispute_responses where dispute_id = disputes.id
        order by state = 'failed', created_at desc limit 1) as response on true
    order by disputes.state <> 'open', case when disputes.state = 'open' then evidence_due_at end nulls last,
      disputes.created_at desc limit ${maxDisputes}`.execute(db.q)
  return rows.map((row) => ({
    id: row.id,
    gateway: row.gateway,
    dispute_id: row.gateway_dispute_id,
    payment_reference: row.payment,
    order_reference: row.order,
    state: row.state,
    amount: nairaOf(BigInt(row.kobo)),
    evidence_due_at: row.due?.toISOString() ?? null,
    overdue: row.overdue,
    created_at: row.created_at.toISOString(),
    can_respond:
      row.state === 'open' &&
      !row.overdue &&
      (row.response_state === null || row.response_state === 'failed') &&
      payments.gateways[row.gateway]?.respondToDispute !== undefined,
    response: responseOf(row),
  }))
}

const responseOf = (row: Row): ManagedDispute['response'] =>
  row.decision && row.response_state && row.sent_at
    ? {
        decision: row.decision,
        state: row.response_state,
        reason: row.reason ?? '',
        file_name: row.file_name,
        failure: row.response_state === 'failed' ? row.failure_reason : null,
        sent_at: row.sent_at.toISOString(),
      }
    : null

interface ResponseBody {
  readonly decision: 'accept' | 'contest'
  readonly reason: string
}

/**
 * Sends a manager's response to a dispute.
 * @throws ApiError FILE_REFUSED, INVALID, NOT_FOUND, NOT_NOW; NOT_ALLOWED for the manager's own payment
 */
export async function respond(
  deps: OperationsDeps,
  dispute: { readonly disputeId: string; readonly responseId: string },
  { decision, reason }: ResponseBody,
  file: Upload | undefined,
  { actor, requestId }: { actor: Actor; requestId: string },
): Promise<DataOf<typeof sendDisputeResponse>> {
  const evidence = file ? await evidenceOf(file) : null
  if (decision === 'contest' && !evidence)
    throw new ApiError('INVALID', { field: 'file', message: disputeEvidenceTexts.missing() })
  const state = await respondToDispute(
    deps.payments,
    { id: dispute.responseId, disputeId: dispute.disputeId, decision, reason, file: evidence },
    actor.userId,
    async (tx, row) => {
      await assertNotOwnPayment(tx, dispute.disputeId, actor)
      const detail = { decision, reason, file: row.file_name, kobo: String(row.amount_kobo) }
      await recordAuditEvent(tx, {
        ...{ actor, requestId, action: 'dispute.respond' },
        ...{ subject: dispute.disputeId, detail },
      })
    },
  )
  return { state }
}

/** A lost dispute returns the money to the payer. @throws ApiError NOT_ALLOWED */
async function assertNotOwnPayment(tx: Tx, disputeId: string, actor: Actor): Promise<void> {
  const payment = await tx
    .selectFrom('disputes')
    .innerJoin('payments', 'payments.id', 'disputes.payment_id')
    .select(['user_id', 'order_id'])
    .where('disputes.id', '=', disputeId)
    .executeTakeFirstOrThrow()
  await assertNotBeneficiary(tx, actor, { beneficiary: payment.user_id, orderId: payment.order_id })
}

const extensions: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'image/png': 'png',
  'image/jpeg': 'jpg',
}

/** Evidence by the type of its content. @throws ApiError FILE_REFUSED */
async function evidenceOf({ name, bytes }: Upload): Promise<DisputeEvidence> {
  const type = (await fileTypeFromBuffer(bytes))?.mime ?? ''
  const extension = extensions[type]
  if (!extension)
    throw new ApiError('FILE_REFUSED', { field: 'file', message: disputeEvidenceTexts.typeInvalid() })
  const base = name.replace(/\.[^.]*$/, '').slice(0, 80) || 'evidence'
  return { name: `${base}.${extension}`, type, bytes }
}
