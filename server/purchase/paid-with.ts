import { sql } from 'kysely'
import { providerNames } from '../../shared/providers.ts'
import type { Database } from '../database/index.ts'
import { cardDigitsOf, findAppliedPayment, isAtGateway, isPaid, type Payment } from '../payments/index.ts'
import { isOwner, type OrderReader } from './access.ts'
import type { Order } from './order.ts'
import { purchaseServerTexts } from './texts.ts'

/** Whether its owner paid an order of the table `orders`, not a manager or the payer of a payment request. */
export const isPaidByOwnerSql = sql<boolean>`(purchased_by_manager_id is null and payment_request_id is null)`

const methodTexts = {
  CARD: purchaseServerTexts.cardTitle,
  SAVED_CARD: purchaseServerTexts.savedCardTitle,
  ACCOUNT_TRANSFER: purchaseServerTexts.transferTitle,
  USSD: purchaseServerTexts.ussdTitle,
  PHONE_NUMBER: purchaseServerTexts.phoneNumberTitle,
  WALLET: purchaseServerTexts.walletTitle,
} satisfies Record<Exclude<Payment['method'], 'MANAGER'>, () => string>

/**
 * How its owner paid an order: "Wallet", "Card ending 4242", "Bank transfer (Paystack)". Null for an order that is
 * not paid, or that another person paid: a manager, or the payer of a payment request.
 * @param cardDigits last four digits of saved cards by id
 */
export function paidWithText(
  order: Pick<Order, 'payment_request_id' | 'user_id'>,
  payment: Payment | undefined,
  cardDigits: ReadonlyMap<string, string>,
): string | null {
  if (order.payment_request_id || !payment || !isPaid(payment.state) || payment.method === 'MANAGER')
    return null
  const cardId = payment.user_id === order.user_id ? payment.card_id : null
  const digits = cardId && cardDigits.get(cardId)
  if (digits) return purchaseServerTexts.cardEnding({ digits })
  const method = methodTexts[payment.method]()
  return isAtGateway(payment.gateway)
    ? purchaseServerTexts.methodAtGateway({ method, gateway: providerNames[payment.gateway] })
    : method
}

/** How its owner paid an order; null for any other reader. */
export async function findPaidWith(
  { q: db }: Database,
  order: Order,
  reader: OrderReader,
): Promise<string | null> {
  if (!isOwner(order, reader)) return null
  const payment = await findAppliedPayment(db, order.id)
  return paidWithText(order, payment, await cardDigitsOf(db, payment ? [payment] : []))
}
