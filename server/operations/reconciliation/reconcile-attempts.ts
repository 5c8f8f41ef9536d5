import { findPostedEntry, lateDeliveryAfterFailure, post, vendorReversed } from '../../ledger/index.ts'
import { fetchVendorOutcome, flagForReview, lockOrder, type Order, orderById } from '../../purchase/index.ts'
import type { Attempt } from '../../vending/index.ts'
import type { OperationsDeps } from '../deps.ts'
import type { ReconciliationResult } from './due.ts'
import { breakTexts } from './texts.ts'

/**
 * Reconciles a resolved attempt with its vendor. A late delivery and a vendor reversal are posted, and their order
 * is flagged for review; the caller opens a break for every mismatch.
 */
export async function reconcileAttempt(deps: OperationsDeps, id: string): Promise<ReconciliationResult> {
  const attempt = await deps.db.q
    .selectFrom('attempts')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const order = await orderById(deps.db.q, attempt.order_id)
  const outcome = await fetchVendorOutcome(deps, order, attempt)
  if (!outcome) return { type: 'unknown' }
  const internalKobo = attempt.state === 'delivered' ? (attempt.cost_kobo ?? 0n) : 0n
  const note = (difference: string) =>
    breakTexts.attempt({
      order: order.reference,
      vendor: attempt.vendor,
      request: attempt.request_id,
      difference,
    })
  switch (outcome.type) {
    case 'delivered':
      if (attempt.state === 'failed') await postLateDelivery(deps, order, attempt, outcome.costKobo)
      return compareCost(attempt, { internalKobo, externalKobo: outcome.costKobo, note })
    case 'failed':
      if (attempt.state === 'failed') return { type: 'matched' }
      if (outcome.reason === 'reversed') await postVendorReversal(deps, order)
      return mismatchResult(internalKobo, note(failureText(outcome)))
    case 'unknown':
      return { type: isConfirmedFailure(attempt, outcome.reason) ? 'matched' : 'unknown' }
  }
}

const isConfirmedFailure = ({ state }: Attempt, reason: string): boolean =>
  state === 'failed' && reason === 'never_received'

const failureText = ({ reason, code }: { reason: string; code: string }): string =>
  reason === 'reversed' ? breakTexts.reversedByVendor() : breakTexts.failedAtVendor({ code })

/** Compares the recorded cost of an attempt with the cost of the vendor's delivery, in kobo. */
function compareCost(
  attempt: Attempt,
  {
    internalKobo,
    externalKobo,
    note,
  }: { internalKobo: bigint; externalKobo: bigint; note: (difference: string) => string },
): ReconciliationResult {
  if (externalKobo === internalKobo) return { type: 'matched' }
  const difference = attempt.state === 'failed' ? breakTexts.deliveredAtVendor() : breakTexts.costDiffers()
  return { type: 'mismatched', internalKobo, externalKobo, note: note(difference) }
}

const mismatchResult = (internalKobo: bigint, note: string): ReconciliationResult => ({
  type: 'mismatched',
  internalKobo,
  externalKobo: 0n,
  note,
})

/** Posts a late delivery: the vendor delivered and charged an attempt after it reported a failure. */
const postLateDelivery = (
  deps: OperationsDeps,
  order: Order,
  attempt: Attempt,
  costKobo: bigint,
): Promise<void> =>
  deps.db.inTransaction(async (tx) => {
    await lockOrder(tx, order.id)
    const entryOptions = { attemptId: attempt.id, orderId: order.id, vendor: attempt.vendor, costKobo }
    if (!(await post(tx, lateDeliveryAfterFailure(entryOptions)))) return
    await tx
      .updateTable('orders')
      .set({ delivered_after_write_off: true })
      .where('id', '=', order.id)
      .execute()
    await flagForReview(tx, order.id, 'delivered_after_failure')
  })

/**
 * Posts a vendor reversal: the float is credited, and the money stays on the order until a manager decides.
 */
const postVendorReversal = (deps: OperationsDeps, order: Order): Promise<void> =>
  deps.db.inTransaction(async (tx) => {
    const lockedOrder = await lockOrder(tx, order.id)
    const deliveryEntry = await findPostedEntry(tx, `order:${order.id}:delivered`)
    if (lockedOrder.state !== 'delivered' || !deliveryEntry) return
    if (!(await post(tx, vendorReversed({ orderId: order.id, deliveryEntry: deliveryEntry })))) return
    await tx.updateTable('orders').set({ vendor_reversed: true }).where('id', '=', order.id).execute()
    await flagForReview(tx, order.id, 'vendor_reversed')
  })
