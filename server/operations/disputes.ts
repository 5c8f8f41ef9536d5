import { fileTypeFromBuffer } from 'file-type'
import { type Selectable, sql } from 'kysely'
import type { DataOf } from '../../shared/contract.ts'
import type { DisputeId } from '../../shared/ids.ts'
import type { getDisputes, ManagedDispute, sendDisputeResponse } from '../../shared/management/money.ts'
import { nairaOf } from '../../shared/money.ts'
import type { GatewayName } from '../../shared/payments.ts'
import {
  type ApprovalCaller,
  type ApprovalHandler,
  approvalThreshold,
  assertNotBeneficiary,
  createMoneyApproval,
} from '../approvals/index.ts'
import { recordAuditEvent } from '../audit/index.ts'
import type { Tables, Tx } from '../database/index.ts'
import { startTimer } from '../elapsed-time.ts'
import { type Actor, ApiError, type Upload } from '../http/index.ts'
import {
  createDisputeResponse,
  type DisputeEvidence,
  disputeResponseStateOf,
  respondToDispute,
  sendStoredResponse,
} from '../payments/index.ts'
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
  response_state: StoredDisputeResponse['state'] | null
  reason: string | null
  file_name: string | null
  failure_reason: string | null
  sent_at: Date | null
  acceptance_requested_by: string | null
}

/** Disputes with the newest response to each. Naira. */
export async function listDisputes({ db, payments }: OperationsDeps): Promise<DataOf<typeof getDisputes>> {
  const { rows } = await sql<Row>`
    select disputes.id, disputes.gateway, gateway_dispute_id, payments.reference as payment, orders.reference as order,
      disputes.state, coalesce(disputes.amount_kobo, payments.paid_kobo, payments.amount_kobo)::text as kobo,
      evidence_due_at as due, coalesce(evidence_due_at < app_now(), false) as overdue, disputes.created_at,
      response.decision, response.state as response_state, response.reason, response.file_name,
      response.failure_reason, response.created_at as sent_at, requester.name as acceptance_requested_by
    from disputes join payments on payments.id = disputes.payment_id left join orders on orders.id = payments.order_id
      left join lateral (select * from dispute_responses where dispute_id = disputes.id
        order by state = 'failed', created_at desc limit 1) as response on true
      left join approvals on approvals.dispute_id = disputes.id and approvals.state = 'pending'
      left join users as requester on requester.id = approvals.requested_by
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
    acceptance_requested_by: row.acceptance_requested_by,
    response: responseOf(row),
  }))
}

const responseOf = (row: Row): ManagedDispute['response'] =>
  row.decision && row.response_state && row.sent_at
    ? {
        decision: row.decision,
        state: disputeResponseStateOf(row.response_state),
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
 * Sends a manager's response to a dispute. An acceptance above the refund limit waits for a second manager.
 * @throws ApiError FILE_REFUSED, INVALID, NOT_FOUND, NOT_NOW; NOT_ALLOWED for the manager's own payment
 */
export async function respondAsManager(
  deps: OperationsDeps,
  { disputeId, responseId: id }: { readonly disputeId: DisputeId; readonly responseId: string },
  { decision, reason }: ResponseBody,
  file: Upload | undefined,
  caller: ApprovalCaller,
): Promise<DataOf<typeof sendDisputeResponse>> {
  const evidence = file ? await evidenceOf(file) : null
  if (decision === 'contest' && !evidence)
    throw new ApiError('INVALID', { field: 'file', message: disputeEvidenceTexts.missing() })
  const limitKobo = await approvalThreshold(deps.settings, 'dispute_acceptance')
  const state = await respondToDispute(
    deps.payments,
    { id, disputeId, decision, reason, file: evidence },
    {
      managerId: caller.actor.userId,
      authoriseAcceptance: (tx, amountKobo) =>
        requestAcceptance(tx, { id, disputeId, amountKobo, reason }, { caller, limitKobo }),
      audit: async (tx, row) => {
        await assertNotOwnPayment(tx, disputeId, caller.actor)
        await auditResponse(tx, row, caller)
      },
    },
  )
  return { state }
}

interface AcceptanceRequest {
  readonly id: string
  readonly disputeId: DisputeId
  readonly amountKobo: bigint
  readonly reason: string
}

/**
 * Stores the request to accept a dispute. @returns false while it awaits a second manager
 * @throws ApiError NOT_NOW after a rejection, and while another request is pending; NOT_ALLOWED
 */
async function requestAcceptance(
  tx: Tx,
  { id, disputeId, amountKobo, reason }: AcceptanceRequest,
  { caller, limitKobo }: { caller: ApprovalCaller; limitKobo: bigint | null },
): Promise<boolean> {
  // The payer already has the whole payment back: accepting the dispute returns no money.
  if (amountKobo === 0n) return true
  const { user_id: userId, order_id: orderId, phone } = await disputedPaymentOf(tx, disputeId)
  const approval = await createMoneyApproval(
    tx,
    {
      ...{ id, kind: 'dispute_acceptance', amountKobo, subject: reason, userId, orderId, disputeId },
      ...{ beneficiary: userId ?? phone, bankReference: null },
    },
    caller,
    { limitKobo },
  )
  if (approval) return approval.state === 'approved'
  const stored = await tx.selectFrom('approvals').select('state').where('id', '=', id).executeTakeFirst()
  if (stored?.state !== 'pending') throw new ApiError('NOT_NOW')
  return false
}

/** Accepts a dispute that a second manager approved, under the same checks as a new request. */
export const onDisputeAcceptanceApproved =
  (deps: OperationsDeps): ApprovalHandler =>
  async (tx, { id, dispute_id: disputeId, amount_kobo: approvedKobo, subject, requested_by }, caller) => {
    if (disputeId === null || approvedKobo === null)
      throw new Error('The approval of an acceptance requires a dispute and an amount')
    const elapsedMs = startTimer()
    const row = await createDisputeResponse(
      deps.payments,
      tx,
      { id, disputeId, decision: 'accept', reason: subject ?? '', file: null },
      {
        managerId: requested_by,
        authoriseAcceptance: async (_, amountKobo) => amountKobo <= approvedKobo,
        audit: (_, response) => auditResponse(tx, response, caller),
      },
    )
    if (!row) throw new ApiError('NOT_NOW')
    return async () => {
      await sendStoredResponse(deps.payments, row, null, elapsedMs)
    }
  }

const auditResponse = (
  tx: Tx,
  { dispute_id: subject, decision, reason, file_name: file, amount_kobo: kobo }: StoredDisputeResponse,
  { actor, requestId }: ApprovalCaller,
): Promise<void> =>
  recordAuditEvent(tx, {
    ...{ actor, requestId, action: 'dispute.respond', subject },
    detail: { decision, reason, file, kobo: String(kobo) },
  })

type StoredDisputeResponse = Selectable<Tables['dispute_responses']>

/** The payer of a disputed payment: a user, or the phone of a guest's order. */
const disputedPaymentOf = (tx: Tx, disputeId: DisputeId) =>
  tx
    .selectFrom('disputes')
    .innerJoin('payments', 'payments.id', 'disputes.payment_id')
    .leftJoin('orders', 'orders.id', 'payments.order_id')
    .select(['payments.user_id', 'payments.order_id', 'orders.phone'])
    .where('disputes.id', '=', disputeId)
    .executeTakeFirstOrThrow()

/** @throws ApiError NOT_ALLOWED for the payer of the disputed payment: a lost dispute returns the money to them */
async function assertNotOwnPayment(tx: Tx, disputeId: DisputeId, actor: Actor): Promise<void> {
  const { user_id: beneficiary, order_id: orderId } = await disputedPaymentOf(tx, disputeId)
  await assertNotBeneficiary(tx, actor, { beneficiary, orderId })
}

const extensions: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'image/png': 'png',
  'image/jpeg': 'jpg',
}

/** The evidence, with the file extension of its content's type. @throws ApiError FILE_REFUSED */
async function evidenceOf({ name, bytes }: Upload): Promise<DisputeEvidence> {
  const type = (await fileTypeFromBuffer(bytes))?.mime ?? ''
  const extension = extensions[type]
  if (!extension)
    throw new ApiError('FILE_REFUSED', { field: 'file', message: disputeEvidenceTexts.typeInvalid() })
  const base = name.replace(/\.[^.]*$/, '').slice(0, 80) || 'evidence'
  return { name: `${base}.${extension}`, type, bytes }
}
