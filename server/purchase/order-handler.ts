import type { Selectable } from 'kysely'
import type { Service } from '../../shared/constants.ts'
import type { Tables } from '../database/index.ts'
import type { Message, RefundDetails } from '../messaging/index.ts'
import type { Outcome } from '../vending/index.ts'
import type { Order } from './order.ts'

export type DeliveryRow = Selectable<Tables['deliveries']>

/** Notifications that the customer gets by e-mail and SMS, once each. */
export type OrderNotification =
  | { type: 'delivered'; delivery: DeliveryRow }
  /** For the payer of a payment request, without token and full number. */
  | { type: 'delivered_for_payer' }
  | { type: 'refund_started' | 'refunded' | 'refund_needs_account'; refund: RefundDetails }
  | {
      type: 'refund_account_added'
      amountKobo: bigint
      bank: string | null
      last4: string
      needsReview: boolean
      /** True for a contact of the order; a payer who is not one gets no link that opens it. */
      opensOrder: boolean
    }

/**
 * The service-specific part of a purchase; the order processor does the rest. A new service consists of an order
 * handler, its routes, and a directory in each layer.
 */
export interface OrderHandler {
  readonly service: Service
  /** The defect of a vendor's delivery against the order; null when it matches. */
  findMismatch(order: Order, outcome: Extract<Outcome, { type: 'delivered' }>): string | null
  /**
   * Called before payment.
   * @throws ApiError when it is no longer sold as quoted: switched off, or repriced
   */
  assertSellable(order: Order): Promise<void>
  /** Null when there is nothing to send. */
  buildMessage(order: Order, notification: OrderNotification): Promise<Message | null>
}
