import type { Service } from '../../shared/constants.ts'
import { refundAccountPage, successPage } from '../../shared/pages.ts'
import { normalisePhone } from '../../shared/phone.ts'
import type { RefundCause } from '../database/index.ts'
import {
  type Message,
  type RefundReason,
  refunded,
  refundStarted,
  refundWantsAccount,
} from '../messaging/index.ts'
import type { Outcome } from '../vending/index.ts'
import type { Order } from './order.ts'
import type { DeliveryRow, News, Product } from './product.ts'

/** What is said to a customer about an order, and where it is seen again. */
export interface Words {
  readonly brandName: string
  readonly appUrl: string
}
export interface Told {
  readonly brandName: string
  readonly orderUrl: string
}

/** What one service knows of its orders that the others do not. */
export interface Description {
  readonly service: Service
  /** What a vendor's delivery lacks or has wrong besides beneficiary and amount, which are compared for all. */
  readonly fault?: (order: Order, outcome: Extract<Outcome, { is: 'delivered' }>) => string | null
  readonly refuseUnsellable?: Product['refuseUnsellable']
  /** The order in a few words: "Electricity for meter 0412…". */
  readonly what: (order: Order) => string
  readonly delivered: (order: Order, delivery: DeliveryRow, told: Told) => Message
}

const reasons: Record<RefundCause, RefundReason> = {
  not_delivered: 'not_delivered',
  second_payment: 'paid_twice',
  mismatch: 'wrong_amount',
  overpaid: 'overpaid',
  too_late: 'too_late',
}
/** Gateways and banks promise a refund within five working days: a week. */
const refundDays = 7

/** A service as the purchase engine needs to know it. */
export function productFrom({ brandName, appUrl }: Words, it: Description): Product {
  const orderUrl = (order: Order) =>
    `${appUrl}${successPage(it.service, order.reference, order.access_token)}`
  return {
    service: it.service,

    fault(order, outcome) {
      const { beneficiary, amountKobo } = outcome.said
      if (beneficiary !== null && !sameNumber(beneficiary, order.beneficiary)) return 'another beneficiary'
      if (amountKobo !== null && amountKobo !== order.amount_kobo) return 'another amount'
      return it.fault?.(order, outcome) ?? null
    },

    refuseUnsellable: it.refuseUnsellable ?? (async () => {}),

    async tell(order, news) {
      return news.about === 'delivered'
        ? it.delivered(order, news.delivery, { brandName, orderUrl: orderUrl(order) })
        : refundNews(order, news)
    },
  }

  function refundNews(order: Order, news: Exclude<News, { about: 'delivered' }>) {
    const facts = {
      brandName,
      reference: order.reference,
      what: it.what(order),
      because: reasons[news.cause],
      amountKobo: news.amountKobo,
      orderUrl: orderUrl(order),
    }
    if (news.about === 'refund_wants_account') {
      const accountUrl = `${appUrl}${refundAccountPage(order.reference, order.access_token)}`
      return refundWantsAccount({ ...facts, orderUrl: accountUrl })
    }
    const write = news.about === 'refunded' ? refunded : refundStarted
    const by = new Date(Date.now() + refundDays * 24 * 60 * 60 * 1000)
    return write({ ...facts, route: news.route, by })
  }
}

/** Phones are kept as +234…, and said as 0…. */
const sameNumber = (said: string, ordered: string) =>
  said === ordered || (ordered.startsWith('+') && normalisePhone(said) === ordered)

/** +2348012345678 → 08012345678, for people; other numbers stay as they are. */
export const shownNumber = (number: string) => number.replace(/^\+234(?=\d{10}$)/, '0')
