import type { Selectable } from 'kysely'
import type { Service } from '../../shared/constants.ts'
import type { RefundCause, Tables } from '../database/index.ts'
import type { Message } from '../messaging/index.ts'
import type { Outcome } from '../vending/index.ts'
import type { Order } from './order.ts'

export type DeliveryRow = Selectable<Tables['deliveries']>

/** News that the customer gets by mail and SMS, once each. */
export type News =
  | { about: 'delivered'; delivery: DeliveryRow }
  | { about: 'refund_begun' | 'refunded'; cause: RefundCause; amountKobo: bigint; route: string }
  | { about: 'refund_wants_account'; cause: RefundCause; amountKobo: bigint }

/**
 * What differs from service to service; the engine does the rest. A new service is one of these, its
 * routes, and a folder on each floor.
 */
export interface Product {
  readonly service: Service
  /** What a vendor's delivery lacks or has wrong against the order; null when it is what was ordered. */
  fault(order: Order, outcome: Extract<Outcome, { is: 'delivered' }>): string | null
  /** Asked before money is taken. @throws Refused when it is not sold as it was quoted: switched off, or dearer */
  refuseUnsellable(order: Order): Promise<void>
  /** Null when there is nothing to tell. */
  tell(order: Order, news: News): Promise<Message | null>
}
