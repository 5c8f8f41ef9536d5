import type { Service } from '../../shared/constants.ts'
import {
  helpPath,
  type OrderLinkPage,
  orderLink,
  refundAccountPage,
  reportPage,
  successPage,
} from '../../shared/pages.ts'
import { normalisePhone } from '../../shared/phone.ts'
import {
  type Message,
  refundAccountAdded,
  refunded,
  refundNeedsAccount,
  refundStarted,
} from '../messaging/index.ts'
import type { Outcome } from '../vending/index.ts'
import type { Order } from './order.ts'
import { linkCodeOf } from './order-link.ts'
import type { DeliveryRow, OrderNotification, Product } from './product.ts'

/** The brand name and the origin of our pages, for messages about an order. */
export interface Branding {
  readonly brandName: string
  readonly appUrl: string
}
interface MessageContext {
  readonly brandName: string
  readonly orderUrl: string
  /** Short link to the order, for SMS. */
  readonly shortUrl: string
}

/** The part of a product that differs between services. */
export interface ProductDefinition {
  readonly service: Service
  /** The defect of a vendor's delivery, or null. Beneficiary and amount are compared for every service. */
  readonly findMismatch?: (order: Order, outcome: Extract<Outcome, { type: 'delivered' }>) => string | null
  readonly assertSellable?: Product['assertSellable']
  /** A short description of the order with its displayed number: "Electricity for meter 0412…". */
  readonly label: (order: Order, number: string) => string
  readonly delivered: (order: Order, delivery: DeliveryRow, context: MessageContext) => Message
}

/** Builds the purchase engine's product for a service. */
export function createProduct({ brandName, appUrl }: Branding, definition: ProductDefinition): Product {
  const orderUrl = (order: Order) =>
    `${appUrl}${successPage(definition.service, order.reference, order.access_token)}`
  const shortUrl = (order: Order, page?: OrderLinkPage) =>
    order.link_hash ? `${appUrl}${orderLink(linkCodeOf(order.access_token), page)}` : null
  return {
    service: definition.service,

    findMismatch(order, outcome) {
      const { beneficiary, amountKobo } = outcome.reported
      if (beneficiary !== null && !sameNumber(beneficiary, order.beneficiary)) return 'wrong beneficiary'
      if (amountKobo !== null && amountKobo !== order.amount_kobo) return 'wrong amount'
      return definition.findMismatch?.(order, outcome) ?? null
    },

    assertSellable: definition.assertSellable ?? (async () => {}),

    async buildMessage(order, notification) {
      if (notification.about === 'delivered')
        return definition.delivered(order, notification.delivery, {
          brandName,
          orderUrl: orderUrl(order),
          shortUrl: shortUrl(order) ?? orderUrl(order),
        })
      if (notification.about === 'refund_account_named')
        return refundAccountAdded({
          ...notification,
          brandName,
          reference: order.reference,
          description: definition.label(order, toLocalPhone(order.beneficiary)),
          ...reportUrls(order, notification.opensOrder),
        })
      return refundMessage(order, notification)
    },
  }

  function reportUrls(order: Order, opensOrder: boolean) {
    if (!opensOrder) return { reportUrl: `${appUrl}${helpPath}`, shortUrl: `${appUrl}${helpPath}` }
    const reportUrl = `${appUrl}${reportPage(order.reference, order.access_token)}`
    return { reportUrl, shortUrl: shortUrl(order, 'report') ?? reportUrl }
  }

  function refundMessage(
    order: Order,
    notification: Exclude<OrderNotification, { about: 'delivered' | 'refund_account_named' }>,
  ) {
    const number = toLocalPhone(order.beneficiary)
    const facts = {
      ...notification.refund,
      brandName,
      reference: order.reference,
      description: definition.label(order, number),
      maskedDescription: definition.label(order, `****${number.slice(-4)}`),
      orderUrl: orderUrl(order),
      shortUrl: shortUrl(order) ?? orderUrl(order),
    }
    if (notification.about === 'refund_wants_account') {
      const accountUrl = `${appUrl}${refundAccountPage(order.reference, order.access_token)}`
      return refundNeedsAccount({
        ...facts,
        orderUrl: accountUrl,
        shortUrl: shortUrl(order, 'refund') ?? accountUrl,
      })
    }
    return notification.about === 'refunded' ? refunded(facts) : refundStarted(facts)
  }
}

/** Orders store phones as +234…; a vendor may report them as 0…. */
const sameNumber = (actual: string, expected: string) =>
  actual === expected || (expected.startsWith('+') && normalisePhone(actual) === expected)

/** +2348012345678 → 08012345678, for display; other numbers stay unchanged. */
export const toLocalPhone = (number: string) => number.replace(/^\+234(?=\d{10}$)/, '0')
