import { sql } from 'kysely'
import type { OrderId } from '../../shared/ids.ts'
import { type Database, inSeconds, type Tx } from '../database/index.ts'
import { ApiError } from '../http/index.ts'
import { isOpen, listPayments, listRefunds, processRefund, verifyPayment } from '../payments/index.ts'
import {
  type Attempt,
  isAttemptOutcomeUnknown,
  lockAttempt,
  type Outcome,
  requeryAttempt,
  writeOff,
} from '../vending/index.ts'
import {
  commitOutcome,
  requeryCurrentAttempt,
  requeryWrittenOffAttempt,
  requestOf,
  vendorForAttempt,
} from './deliver.ts'
import type { PurchaseDeps } from './deps.ts'
import { deliveryMismatchTexts } from './mismatch-texts.ts'
import { type Order, orderMachine } from './order.ts'
import type { OrderProcessor } from './order-processor.ts'
import { createMissingRefund, createOrderRefund } from './refund-order.ts'
import { failUnsentOrder, lockOrder, orderById } from './store.ts'

type DeliveredOutcome = Extract<Outcome, { type: 'delivered' }>

/** Fetches an attempt's current outcome from its vendor; stores nothing. Undefined without that vendor. */
export async function fetchVendorOutcome(
  deps: PurchaseDeps,
  order: Order,
  attempt: Attempt,
): Promise<Outcome | undefined> {
  const candidate = await vendorForAttempt(deps, order, attempt)
  return candidate && requeryAttempt(candidate.vendor, attempt, requestOf(order, candidate.product))
}

/** Checks an order's payments, refunds and attempts before they are due. The results apply as usual. */
export async function refreshOrder(orderProcessor: OrderProcessor, order: Order): Promise<Order> {
  const { deps } = orderProcessor
  for (const payment of await listPayments(deps.db.q, order.id))
    if (isOpen(payment.state)) await verifyPayment(deps.payments, payment)
  for (const refund of await listRefunds(deps.db.q, order.id)) await processRefund(deps.payments, refund.id)
  return requeryNow(orderProcessor, order)
}

/** Requeries an order's attempts before they are due. The outcomes apply as usual. */
export async function requeryNow(orderProcessor: OrderProcessor, order: Order): Promise<Order> {
  const { deps } = orderProcessor
  const attempts = await makeRequeriesDue(deps, order)
  for (const attempt of attempts)
    if (attempt.state === 'written_off') await requeryWrittenOffAttempt(deps, attempt)
  return orderProcessor.advance(order.id)
}

/** Requeries the attempt of an order in `vending` before it is due, and takes no further step. */
export async function requeryOnce(deps: PurchaseDeps, order: Order): Promise<Order> {
  await makeRequeriesDue(deps, order)
  return (await requeryCurrentAttempt(deps, order)).order
}

const makeRequeriesDue = ({ db }: PurchaseDeps, order: Order): Promise<Attempt[]> =>
  db.q
    .updateTable('attempts')
    .set({ due_at: inSeconds(0) })
    .where('order_id', '=', order.id)
    .where(sql<boolean>`(${isAttemptOutcomeUnknown} or state = 'written_off')`)
    .returningAll()
    .execute()

/** True while an attempt of the order has no known outcome, so that a manager may decide it. */
export const hasUnknownAttempt = async (db: Database['q'] | Tx, order: Order): Promise<boolean> =>
  (await findUnknownAttempt(db, order)) !== undefined

/** The attempt of an order that a manager may resolve; undefined when there is none. */
const findUnknownAttempt = async (db: Database['q'] | Tx, order: Order): Promise<Attempt | undefined> =>
  order.state === 'vending'
    ? db
        .selectFrom('attempts')
        .selectAll()
        .where('order_id', '=', order.id)
        .where(isAttemptOutcomeUnknown)
        .executeTakeFirst()
    : undefined

/**
 * Applies a delivery that a manager confirmed, as if the vendor had reported it: postings and notifications.
 * @param recordEvidence runs before anything changes, once the evidence matches the order
 * @returns the order; undefined when its outcome is not, or no longer, unknown
 * @throws ApiError INVALID for a delivery that lacks what the order needs
 */
export async function deliverManually(
  deps: PurchaseDeps,
  order: Order,
  {
    costKobo,
    ...evidence
  }: Pick<DeliveredOutcome, 'vendorReference' | 'delivery'> & { costKobo: bigint | null },
  recordEvidence: () => Promise<void>,
): Promise<Order | undefined> {
  const attempt = await findUnknownAttempt(deps.db.q, order)
  if (!attempt) return undefined
  const outcome: DeliveredOutcome = {
    ...evidence,
    type: 'delivered',
    costKobo: costKobo ?? order.amount_kobo,
    reported: { beneficiary: null, amountKobo: null },
  }
  const mismatch = deps.orderHandlers[order.service].findMismatch(order, outcome)
  if (mismatch)
    throw new ApiError('INVALID', {
      field: 'evidence',
      message: deliveryMismatchTexts.evidence({ difference: mismatch }),
    })
  await recordEvidence()
  await commitOutcome(deps, order, await vendorForAttempt(deps, order, attempt), attempt, outcome)
  const current = await orderById(deps.db.q, order.id)
  return current.state === 'delivered' ? current : undefined
}

/**
 * Writes an order with an unknown outcome off by a manager's decision, regardless of the daily cap. The refund follows
 * when the order is next advanced. @returns false when its outcome is not, or no longer, unknown
 */
export async function writeOffManually(tx: Tx, orderId: OrderId): Promise<boolean> {
  const order = await lockOrder(tx, orderId)
  const unknownAttempt = await findUnknownAttempt(tx, order)
  if (!unknownAttempt) return false
  const attempt = await lockAttempt(tx, unknownAttempt.id)
  if (attempt.state !== 'unknown' && attempt.state !== 'sending') return false
  await writeOff(tx, attempt, 'manager.written_off')
  await orderMachine.transition(
    tx,
    order,
    'vend_failed',
    { due_at: inSeconds(0) },
    { event: 'manager.written_off' },
  )
  return true
}

/**
 * Cancels a paid order by a manager's decision, when no vendor has it: it was never sent, or every attempt is
 * proven failed. Creates the refund of an order in `refunding` that has none.
 * @param order locked by the transaction
 * @returns ids of the refunds to process; undefined when the order cannot be cancelled
 */
export async function cancelManually(
  deps: PurchaseDeps,
  tx: Tx,
  order: Order,
): Promise<string[] | undefined> {
  switch (order.state) {
    case 'paid':
      return createOrderRefund(deps, tx, await failUnsentOrder(tx, order, {}, 'manager.cancelled'))
    case 'vend_failed':
      return createOrderRefund(deps, tx, order)
    case 'refunding':
      return createMissingRefund(deps, tx, order)
    default:
      return undefined
  }
}
