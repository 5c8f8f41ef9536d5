import { type Insertable, type Selectable, sql } from 'kysely'
import type { DisputeId, OrderId, RefundId, UserId } from '../../shared/ids.ts'
import {
  type ApprovalKind,
  type GoodwillMethod,
  type MoneyApprovalKind,
  pendingApprovalText,
} from '../../shared/management/approvals.ts'
import { formatMoney, nairaOf } from '../../shared/money.ts'
import type { ManagerScope } from '../../shared/scopes.ts'
import { recordAuditEvent } from '../audit/index.ts'
import {
  type Database,
  defineStateMachine,
  type SettingChange,
  type Tables,
  type Tx,
} from '../database/index.ts'
import { type Actor, ApiError, type HandlerResult } from '../http/index.ts'
import { mayDecide } from './decision-scopes.ts'
import { isManagerBeneficiary, isWithinApprovalThreshold, type LimitGroup } from './limits.ts'
import { approvalServerTexts } from './texts.ts'

/** State machine of a manager's request. */
export const approvalMachine = defineStateMachine('approvals', {
  pending: { approved: ['manager.approved'], rejected: ['manager.rejected'] },
  approved: {},
  rejected: {},
})

/** A manager's request: pending, approved or rejected. */
export type ApprovalRow = Selectable<Tables['approvals']>

/** The manager and the request id of a call that checked the PIN. */
export interface ApprovalCaller {
  readonly actor: Actor
  readonly requestId: string
}

/**
 * Executes an approved request in the transaction of the approval. The returned function runs after the
 * commit.
 */
export interface ApprovalHandler {
  (tx: Tx, approval: ApprovalRow, caller: ApprovalCaller): Promise<() => Promise<void>>
  /** Runs before that transaction; may call a provider. */
  readonly prepare?: (approval: ApprovalRow) => Promise<void>
}

/**
 * Checks that an approved payment still has the approved amount: it may already be transferred, and a dispute may have
 * returned a part of it since the request. Both amounts in kobo.
 * @throws ApiError NOT_NOW, whose message names both amounts; Error when the approval has no amount
 */
export function assertApprovedAmount(approvedKobo: bigint | null, amountKobo: bigint): void {
  if (approvedKobo === null) throw new Error('The approval of a payment requires an amount')
  if (amountKobo === approvedKobo) return
  throw new ApiError('NOT_NOW', {
    message: approvalServerTexts.amountChanged({
      requested: formatMoney(approvedKobo),
      amount: formatMoney(amountKobo),
    }),
  })
}

/** Response to a call whose request is pending approval: 202. */
export const pendingResult = <T>(data: T, message: string = pendingApprovalText): HandlerResult<T> => ({
  httpStatus: 202,
  status: 'pending',
  message,
  data,
})

/** A request to move money. */
export interface MoneyRequest {
  readonly id?: string
  readonly kind: MoneyApprovalKind
  readonly amountKobo: bigint
  readonly subject: string | null
  readonly userId: UserId | null
  readonly orderId: OrderId | null
  readonly breakId?: bigint
  readonly bankReference: string | null
  readonly goodwillMethod?: GoodwillMethod
  /** The stored refund that is paid. */
  readonly refundId?: RefundId | null
  readonly disputeId?: DisputeId
  /** The user's id, or the phone of a guest's order; null when neither is known. */
  readonly beneficiary: string | null
}

/** Kinds that return money to a customer. */
const returns = ['refund', 'unallocated_funds', 'goodwill', 'dispute_acceptance'] as const

const pools = {
  wallet_topup: ['wallet_topup', 'purchase'],
  purchase: ['wallet_topup', 'purchase'],
  refund: returns,
  unallocated_funds: returns,
  goodwill: returns,
  dispute_acceptance: returns,
} as const satisfies Record<MoneyRequest['kind'], LimitGroup>

/**
 * Stores a money request as approved, or as pending when it needs a second manager.
 * @param limitKobo single-manager limit in 24 hours, per manager and per beneficiary; null for no limit
 * @returns the stored request; undefined for a repeated one: an id is stored once, and an order, a dispute or an item
 * of unallocated funds has at most one pending request
 * @throws ApiError NOT_ALLOWED when the manager would benefit
 */
export async function createMoneyApproval(
  tx: Tx,
  request: MoneyRequest,
  caller: ApprovalCaller,
  { limitKobo }: { limitKobo: bigint | null },
): Promise<ApprovalRow | undefined> {
  const { actor } = caller
  await assertNotBeneficiary(tx, actor, beneficiaryOf(request))
  const isWithinLimit = await isWithinApprovalThreshold(tx, {
    limitGroup: pools[request.kind],
    managerId: actor.userId,
    beneficiary: request.beneficiary,
    amountKobo: request.amountKobo,
    limitKobo,
  })
  const approval = await tx
    .insertInto('approvals')
    .values({
      ...(request.id && { id: request.id }),
      kind: request.kind,
      state: isWithinLimit ? 'approved' : 'pending',
      amount_kobo: request.amountKobo,
      subject: request.subject,
      user_id: request.userId,
      beneficiary: request.beneficiary,
      order_id: request.orderId,
      reconciliation_break_id: request.breakId ?? null,
      bank_reference: request.bankReference,
      goodwill_route: request.goodwillMethod ?? null,
      refund_id: request.refundId ?? null,
      dispute_id: request.disputeId ?? null,
      requested_by: actor.userId,
    })
    .onConflict((row) => row.doNothing())
    .returningAll()
    .executeTakeFirst()
  if (approval?.state === 'pending') await recordApprovalEvent(tx, 'ask', approval, caller)
  return approval
}

/**
 * Stores a change of the approval limits, which always needs a second manager.
 * @throws ApiError NOT_NOW while another change is pending
 */
export async function createLimitApproval(
  tx: Tx,
  settings: Readonly<Record<string, SettingChange>>,
  caller: ApprovalCaller,
): Promise<ApprovalRow> {
  return createChangeApproval(
    tx,
    { kind: 'limit_change', settings: JSON.stringify(settings), subject: null, user_id: null },
    caller,
    approvalServerTexts.limitChangePending(),
  )
}

/**
 * Stores a change of a user's scopes, which always needs a second admin.
 * @throws ApiError NOT_ALLOWED for the own account, NOT_NOW while another change for the user is pending
 */
export async function createScopeApproval(
  tx: Tx,
  change: { readonly userId: UserId; readonly scopes: readonly ManagerScope[]; readonly reason: string },
  caller: ApprovalCaller,
): Promise<ApprovalRow> {
  if (change.userId === caller.actor.userId) throw ownAccountError()
  return createChangeApproval(
    tx,
    {
      kind: 'scope_change',
      scopes: [...change.scopes],
      subject: change.reason,
      user_id: change.userId,
      beneficiary: change.userId,
    },
    caller,
    approvalServerTexts.scopeChangePending(),
  )
}

/** Stores a change that moves no money and always waits. @throws ApiError NOT_NOW with `conflict` while another is pending */
async function createChangeApproval(
  tx: Tx,
  change: Pick<
    Insertable<Tables['approvals']>,
    'kind' | 'settings' | 'scopes' | 'subject' | 'user_id' | 'beneficiary'
  >,
  caller: ApprovalCaller,
  conflict: string,
): Promise<ApprovalRow> {
  const approval = await tx
    .insertInto('approvals')
    .values({
      ...change,
      state: 'pending',
      amount_kobo: null,
      order_id: null,
      reconciliation_break_id: null,
      bank_reference: null,
      requested_by: caller.actor.userId,
    })
    .onConflict((row) => row.doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!approval) throw new ApiError('NOT_NOW', { message: conflict })
  await recordApprovalEvent(tx, 'ask', approval, caller)
  return approval
}

/** Kinds that are also checked by their order. A purchase is not: the quote still belongs to its manager. */
const kindsOfOrders: ReadonlySet<ApprovalKind> = new Set(['refund', 'goodwill', 'dispute_acceptance'])

const beneficiaryOf = ({
  kind,
  beneficiary,
  orderId,
}: Pick<MoneyRequest, 'beneficiary' | 'orderId'> & { kind: ApprovalKind }) => ({
  beneficiary,
  orderId: kindsOfOrders.has(kind) ? orderId : null,
})

/** @throws ApiError NOT_ALLOWED when the manager would benefit: as the user, or as owner or payer of the order */
export async function assertNotBeneficiary(
  tx: Tx,
  actor: Pick<Actor, 'userId'>,
  payee: { readonly beneficiary: string | null; readonly orderId: OrderId | null },
): Promise<void> {
  if (await isManagerBeneficiary(tx, actor.userId, payee)) throw ownAccountError()
}

const ownAccountError = () => new ApiError('NOT_ALLOWED', { message: approvalServerTexts.ownAccount() })

const auditAreas = {
  wallet_topup: 'wallet',
  refund: 'refund',
  unallocated_funds: 'set_apart',
  purchase: 'purchase',
  limit_change: 'limits',
  goodwill: 'goodwill',
  dispute_acceptance: 'dispute',
  scope_change: 'role',
} as const satisfies Record<ApprovalKind, string>

async function recordApprovalEvent(
  tx: Tx,
  event: 'ask' | 'approve' | 'reject',
  approval: ApprovalRow,
  { actor, requestId }: ApprovalCaller,
): Promise<void> {
  const order = approval.order_id && (await referenceOf(tx, approval.order_id))
  const user = approval.user_id && (await uniqueidOf(tx, approval.user_id))
  const breakSubject =
    approval.reconciliation_break_id && (await breakSubjectOf(tx, approval.reconciliation_break_id))
  await recordAuditEvent(tx, {
    actor,
    action: `${auditAreas[approval.kind]}.${event}`,
    subject: order || breakSubject || user,
    dataSubject: approval.user_id,
    detail: {
      ...(approval.amount_kobo !== null && { naira: nairaOf(approval.amount_kobo) }),
      ...(approval.settings && { settings: Object.keys(approval.settings).join(', ') }),
      ...(approval.scopes && { scopes: approval.scopes.join(', ') }),
      reason: approval.subject,
      approval: approval.id,
    },
    requestId,
  })
}

const referenceOf = async (tx: Tx, id: string): Promise<string> =>
  (await tx.selectFrom('orders').select('reference').where('id', '=', id).executeTakeFirstOrThrow()).reference

const uniqueidOf = async (tx: Tx, id: string): Promise<string> =>
  (await tx.selectFrom('users').select('uniqueid').where('id', '=', id).executeTakeFirstOrThrow()).uniqueid

const breakSubjectOf = async (tx: Tx, id: bigint): Promise<string> =>
  (
    await tx
      .selectFrom('reconciliation_breaks')
      .select('subject')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).subject

interface Decision {
  readonly id: string
  readonly state: 'approved' | 'rejected'
  readonly reason: string | null
}

/**
 * Approves another manager's request and executes it, or rejects it.
 * @throws ApiError NOT_FOUND, NOT_ALLOWED to the requester and the beneficiary, ALREADY_DECIDED, and the
 * errors of the executed action
 */
export async function decideApproval(
  db: Database,
  { id, state, reason }: Decision,
  caller: ApprovalCaller,
  handlers: Readonly<Record<ApprovalKind, ApprovalHandler>>,
): Promise<void> {
  if (state === 'approved') {
    const approval = await db.inTransaction((tx) => lockDecidable(tx, id, caller))
    await handlers[approval.kind].prepare?.(approval)
  }
  const afterCommit = await db.inTransaction(async (tx) => {
    const approval = await lockDecidable(tx, id, caller)
    await approvalMachine.transition(
      tx,
      { id, state: 'pending' },
      state,
      {
        decided_by: caller.actor.userId,
        decided_at: sql<Date>`app_now()`,
        rejection_reason: reason,
      },
      { event: `manager.${state}` },
    )
    await recordApprovalEvent(tx, state === 'approved' ? 'approve' : 'reject', approval, caller)
    return state === 'approved' ? handlers[approval.kind](tx, approval, caller) : undefined
  })
  await afterCommit?.()
}

/**
 * @throws ApiError NOT_FOUND, ALREADY_DECIDED, SCOPE_MISSING, NOT_ALLOWED to the requester and the beneficiary
 */
async function lockDecidable(tx: Tx, id: string, { actor }: ApprovalCaller): Promise<ApprovalRow> {
  const approval = await lockPending(tx, id)
  if (!mayDecide(actor, approval.kind)) throw new ApiError('SCOPE_MISSING')
  if (approval.requested_by === actor.userId)
    throw new ApiError('NOT_ALLOWED', { message: approvalServerTexts.ownRequest() })
  await assertNotBeneficiary(tx, actor, beneficiaryOf({ ...approval, orderId: approval.order_id }))
  return approval
}

async function lockPending(tx: Tx, id: string): Promise<ApprovalRow> {
  const row = await tx.selectFrom('approvals').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw new ApiError('NOT_FOUND')
  if (row.state !== 'pending') throw new ApiError('ALREADY_DECIDED')
  return row
}
