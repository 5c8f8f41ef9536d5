import { lesserOf } from '../../shared/money.ts'
import type { Tx } from '../database/index.ts'
import { chargedBackOrderClosed, goodwillCountedAsRefund, post } from '../ledger/index.ts'
import { createRefund, findAppliedPayment } from '../payments/index.ts'
import { endReview, type Order } from '../purchase/index.ts'
import type { OperationsDeps } from './deps.ts'
import { getOrderActionInput, type OrderActionInput } from './review-options.ts'

type OrderMoney = Pick<
  OrderActionInput,
  'state' | 'has_refundable_payment' | 'goodwill_kobo' | 'returned_by_bank_kobo'
> & { readonly total_kobo: bigint }

/** The three parts in which the total of an order returns to its payer, kobo. */
interface RefundBreakdown {
  readonly returnedByBankKobo: bigint
  readonly goodwillKobo: bigint
  /** The rest, which is refunded. */
  readonly refundKobo: bigint
}

/**
 * Splits the total of an order into what the payer has already received and what is left to refund. An order in
 * `refunding` without a refundable payment has nothing left: the payer's bank has returned the whole payment.
 */
export function refundBreakdownOf(order: OrderMoney): RefundBreakdown {
  const isReturnedInFull = order.state === 'refunding' && !order.has_refundable_payment
  const returnedByBankKobo = isReturnedInFull
    ? order.total_kobo
    : lesserOf(order.returned_by_bank_kobo, order.total_kobo)
  const goodwillKobo = lesserOf(order.goodwill_kobo, order.total_kobo - returnedByBankKobo)
  return {
    returnedByBankKobo,
    goodwillKobo,
    refundKobo: order.total_kobo - returnedByBankKobo - goodwillKobo,
  }
}

/**
 * Refunds an order whose delivery the vendor reversed, less its goodwill payments and what the payer's bank has returned.
 * @param order locked by the transaction
 * @returns refunds to process; undefined for other orders
 */
export async function refundVendorReversal(
  deps: OperationsDeps,
  tx: Tx,
  order: Order,
): Promise<string[] | undefined> {
  if (order.state !== 'delivered' || !order.vendor_reversed) return undefined
  const payment = await findAppliedPayment(tx, order.id)
  if (!payment) return undefined
  const breakdown = refundBreakdownOf({
    ...(await getOrderActionInput(tx, order.id)),
    total_kobo: order.total_kobo,
  })
  // Ends before the refund, which opens another review when the payer has closed the account.
  await endReview(tx, order.id)
  if (breakdown.returnedByBankKobo > 0n)
    await post(tx, chargedBackOrderClosed({ orderId: order.id, totalKobo: breakdown.returnedByBankKobo }))
  if (breakdown.goodwillKobo > 0n)
    await post(tx, goodwillCountedAsRefund({ orderId: order.id, amountKobo: breakdown.goodwillKobo }))
  const refunds =
    breakdown.refundKobo > 0n
      ? await createRefund(deps.payments.paymentEvents, tx, payment, {
          cause: 'not_delivered',
          amountKobo: breakdown.refundKobo,
          from: 'order',
        })
      : []
  await deps.rewards.reverse(tx, order.id)
  return refunds
}
