import { sql } from 'kysely'
import type { RefundId, UserId } from '../../shared/ids.ts'
import { formatMoney, nairaOf } from '../../shared/money.ts'
import {
  type ApprovalCaller,
  type ApprovalHandler,
  approvalThreshold,
  assertApprovedAmount,
  createMoneyApproval,
} from '../approvals/index.ts'
import { recordAuditEvent } from '../audit/index.ts'
import type { Tx } from '../database/index.ts'
import { ApiError } from '../http/index.ts'
import { post, refundPaidManually, unappliedDepositPaidOut } from '../ledger/index.ts'
import { notify } from '../notifications/index.ts'
import {
  createDepositRefund,
  findRefundableDeposit,
  findRefundById,
  hasOpenDispute,
  lockRefundableDeposit,
  lockRefundWithSubject,
  paymentServerTexts,
  processRefund,
} from '../payments/index.ts'
import { allocationTexts } from './allocation-texts.ts'
import type { OperationsDeps } from './deps.ts'
import { assertWalletOpen, notifyWalletCredit } from './notify-wallet-credit.ts'
import {
  findUnallocatedItem,
  returnMethodsFor,
  type UnallocatedItem,
} from './reconciliation/unallocated-item.ts'

/**
 * Where unallocated funds go: a user's wallet, or back to the payer by a completed bank transfer or the
 * gateway.
 */
export type Destination =
  | { readonly type: 'wallet'; readonly userId: UserId }
  | { readonly type: 'transfer'; readonly reference: string }
  | { readonly type: 'gateway' }

/** The type of a destination as audit events store it. */
const auditedTypes: Record<Destination['type'], string> = {
  wallet: 'wallet',
  transfer: 'bank',
  gateway: 'gateway',
}

interface Allocation {
  readonly breakId: bigint
  readonly to: Destination
  readonly note: string
}

/** An allocation with the amount that was requested, in kobo. */
type AllocationRequest = Allocation & { readonly requestedKobo: bigint }

/**
 * Allocates unallocated funds at a manager's request, in full and once. Above the refund limit a second
 * manager must approve.
 * @returns true when the request is pending approval
 * @throws ApiError NOT_FOUND; NOT_NOW when the funds are already allocated, disputed or a request is pending;
 * NOT_ALLOWED when the manager would benefit; INVALID for a destination that these funds cannot be sent to
 */
export async function allocateFunds(
  deps: OperationsDeps,
  allocation: Allocation,
  caller: ApprovalCaller,
): Promise<boolean> {
  const limitKobo = await approvalThreshold(deps.settings, 'unallocated_funds')
  const result = await deps.db.inTransaction(async (tx) => {
    // Not locked yet: an approval is locked before its funds.
    const { money } = await findUnallocated(tx, allocation.breakId)
    assertDestination(money, allocation.to)
    const approval = await createMoneyApproval(tx, approvalRequestOf(allocation, money), caller, {
      limitKobo,
    })
    if (!approval) throw new ApiError('NOT_NOW', { message: allocationTexts.alreadyRequested() })
    const request = { ...allocation, requestedKobo: money.amountKobo }
    if (approval.state === 'approved')
      return { isPending: false, refundId: await allocate(deps, tx, request, caller) }
    await lockUnallocated(deps, tx, request)
    return { isPending: true, refundId: undefined }
  })
  if (!result.isPending) startRefund(deps, result.refundId)
  return result.isPending
}

const approvalRequestOf = ({ breakId, to: destination, note }: Allocation, money: UnallocatedItem) =>
  ({
    kind: 'unallocated_funds',
    amountKobo: money.amountKobo,
    subject: note,
    userId: destination.type === 'wallet' ? destination.userId : null,
    beneficiary: destination.type === 'wallet' ? destination.userId : money.ownerId,
    orderId: null,
    breakId,
    bankReference: destination.type === 'transfer' ? destination.reference : null,
  }) as const

/** Allocates the funds when the second manager approves, under the same checks as a new request. */
export const onAllocationApproved =
  (deps: OperationsDeps): ApprovalHandler =>
  async (tx, approval, caller) => {
    if (approval.reconciliation_break_id === null || approval.amount_kobo === null)
      throw new Error(
        'The approval of an allocation requires an item of the reconciliation list and an amount',
      )
    const refundId = await allocate(
      deps,
      tx,
      {
        breakId: approval.reconciliation_break_id,
        to: destinationOf(approval),
        note: approval.subject ?? '',
        requestedKobo: approval.amount_kobo,
      },
      caller,
    )
    return async () => startRefund(deps, refundId)
  }

function destinationOf(approval: { user_id: UserId | null; bank_reference: string | null }): Destination {
  if (approval.user_id) return { type: 'wallet', userId: approval.user_id }
  return approval.bank_reference
    ? { type: 'transfer', reference: approval.bank_reference }
    : { type: 'gateway' }
}

interface Unallocated {
  readonly subject: string
  readonly money: UnallocatedItem
}

/** @throws ApiError NOT_FOUND, NOT_NOW */
async function findUnallocated(tx: Tx, id: bigint): Promise<Unallocated> {
  const row = await selectItem(tx, id).executeTakeFirst()
  if (!row) throw new ApiError('NOT_FOUND')
  const money = await findUnallocatedItem(tx, row.subject)
  if (!money) throw new ApiError('NOT_NOW', { message: allocationTexts.alreadyAllocated() })
  await assertNotDisputed(tx, money)
  return { subject: row.subject, money }
}

const selectItem = (tx: Tx, id: bigint) =>
  tx
    .selectFrom('reconciliation_breaks')
    .select('subject')
    .where('id', '=', id)
    .where('kind', '=', 'unallocated_funds')

/**
 * Locks the item and then its funds, so that of two concurrent requests the second fails, and a dispute of the payment
 * waits, or is seen.
 * @throws ApiError NOT_FOUND, NOT_NOW also when the funds differ from the requested amount: a dispute may have returned a
 * part since
 */
async function lockUnallocated(
  { payments }: OperationsDeps,
  tx: Tx,
  { breakId, requestedKobo }: AllocationRequest,
): Promise<Unallocated> {
  await selectItem(tx, breakId).forUpdate().execute()
  const { money } = await findUnallocated(tx, breakId)
  await (money.type === 'deposit'
    ? lockRefundableDeposit(tx, money.id)
    : lockRefundWithSubject(payments.paymentEvents, tx, money.id))
  const locked = await findUnallocated(tx, breakId)
  assertApprovedAmount(requestedKobo, locked.money.amountKobo)
  return locked
}

/** A lost dispute returns the money of a failed refund. @throws ApiError NOT_NOW while the top-up has an open dispute */
async function assertNotDisputed(tx: Tx, money: UnallocatedItem): Promise<void> {
  const refund = money.type === 'refund' ? await findRefundById(tx, money.id) : undefined
  if (refund?.payment_id && (await hasOpenDispute(tx, refund.payment_id)))
    throw new ApiError('NOT_NOW', { message: paymentServerTexts.disputeOpen() })
}

/**
 * @throws ApiError NOT_NOW for a currency that wallets do not hold, INVALID for an unavailable return method
 */
function assertDestination(money: UnallocatedItem, destination: Destination): void {
  if (destination.type === 'wallet') {
    if (money.currency !== 'NGN') throw new ApiError('NOT_NOW', { message: allocationTexts.nairaOnly() })
    return
  }
  const methods = returnMethodsFor(money)
  if (methods.includes(destination.type)) return
  throw new ApiError('INVALID', {
    field: 'bank_reference',
    message:
      destination.type === 'transfer'
        ? allocationTexts.gatewayOnly()
        : allocationTexts.bankReferenceMissing(),
  })
}

/**
 * @returns the id of a refund to process after the commit; undefined when there is none
 * @throws ApiError NOT_NOW
 */
async function allocate(
  deps: OperationsDeps,
  tx: Tx,
  request: AllocationRequest,
  caller: ApprovalCaller,
): Promise<string | undefined> {
  const { breakId, to: destination, note } = request
  const { subject, money } = await lockUnallocated(deps, tx, request)
  assertDestination(money, destination)
  if (destination.type === 'wallet') await assertWalletOpen(tx, destination.userId)
  const refundId = await moveFunds(tx, money, destination, note)
  const creditedUser =
    destination.type === 'wallet'
      ? await notifyWalletCredit(deps, tx, {
          userId: destination.userId,
          amountKobo: money.amountKobo,
          subject: allocationTexts.receivedSubject(),
          body: allocationTexts.received,
          dedupeKey: `set_apart:${breakId}:credited`,
        })
      : null
  if (destination.type === 'transfer' && money.ownerId)
    await notifyBankRefund(tx, money.ownerId, money, destination.reference)
  await tx
    .updateTable('reconciliation_breaks')
    .set({
      resolved_at: sql<Date>`app_now()`,
      resolution: `${resolutionText(destination, creditedUser)}: ${note}`,
    })
    .where('id', '=', breakId)
    .execute()
  await recordAuditEvent(tx, {
    actor: caller.actor,
    requestId: caller.requestId,
    action: destination.type === 'wallet' ? 'set_apart.credit' : 'set_apart.return',
    subject,
    dataSubject: destination.type === 'wallet' ? destination.userId : money.ownerId,
    detail: {
      reason: note,
      amount: `${money.currency} ${nairaOf(money.amountKobo)}`,
      to: creditedUser?.uniqueid ?? auditedTypes[destination.type],
      bank_reference: destination.type === 'transfer' ? destination.reference : null,
      break_id: String(breakId),
    },
  })
  return refundId
}

const resolutionText = (destination: Destination, creditedUser: { name: string } | null): string => {
  if (creditedUser) return allocationTexts.creditedTo({ name: creditedUser.name })
  return destination.type === 'transfer'
    ? allocationTexts.returnedByTransfer({ reference: destination.reference })
    : allocationTexts.returnedThroughGateway()
}

/** @returns the id of the refund */
async function returnThroughGateway(tx: Tx, money: UnallocatedItem): Promise<string> {
  const deposit = await findRefundableDeposit(tx, money.id)
  const refundId = deposit && (await createDepositRefund(tx, deposit))
  if (!refundId) throw new ApiError('NOT_NOW', { message: allocationTexts.alreadyAllocated() })
  return refundId
}

async function moveFunds(
  tx: Tx,
  money: UnallocatedItem,
  destination: Destination,
  note: string,
): Promise<string | undefined> {
  if (destination.type === 'gateway') return returnThroughGateway(tx, money)
  const walletUserId = destination.type === 'wallet' ? destination.userId : null
  // The owner reads this reason in their wallet history.
  const isOwner = walletUserId !== null && walletUserId === money.ownerId
  const statementReason = isOwner ? allocationTexts.topUp() : allocationTexts.transfer()
  const entryOptions = {
    amountKobo: money.amountKobo,
    walletUserId,
    reason: walletUserId === null ? note : statementReason,
  }
  const entry =
    money.type === 'deposit'
      ? unappliedDepositPaidOut({ ...entryOptions, depositId: money.id })
      : refundPaidManually({ ...entryOptions, refundId: money.id, orderId: null })
  if (!(await post(tx, entry))) throw new ApiError('NOT_NOW', { message: allocationTexts.alreadyAllocated() })
  if (money.type === 'refund')
    await tx
      .updateTable('refunds')
      .set({ manual_payout: walletUserId === null ? 'bank' : 'wallet' })
      .where('id', '=', money.id)
      .execute()
  return undefined
}

const notifyBankRefund = (
  tx: Tx,
  userId: UserId,
  { amountKobo }: UnallocatedItem,
  reference: string,
): Promise<void> =>
  notify(tx, {
    userId,
    service: 'wallet',
    subject: allocationTexts.topUpRefundedSubject(),
    body: allocationTexts.topUpRefunded({ amount: formatMoney(amountKobo), reference }),
    amountKobo,
  })

function startRefund(deps: OperationsDeps, refundId: RefundId | undefined): void {
  if (refundId) deps.runInBackground('refund', () => processRefund(deps.payments, refundId))
  deps.triggerOutbox()
}
