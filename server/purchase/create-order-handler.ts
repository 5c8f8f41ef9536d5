import type { Service } from '../../shared/constants.ts'
import { languageOf } from '../../shared/languages.ts'
import {
  helpPath,
  type OrderLinkPage,
  orderLink,
  payerOrderPageUrl,
  refundAccountPageUrl,
  reportPageUrl,
  successPageUrl,
} from '../../shared/pages.ts'
import { normalisePhone } from '../../shared/phone.ts'
import { inLanguage } from '../languages/index.ts'
import {
  type Message,
  payerDeliveryMessage,
  refundAccountAddedMessage,
  refundedMessage,
  refundNeedsAccountMessage,
  refundStartedMessage,
} from '../messaging/index.ts'
import type { Outcome } from '../vending/index.ts'
import { deliveryMismatchTexts } from './mismatch-texts.ts'
import type { Order } from './order.ts'
import type { DeliveryRow, OrderHandler, OrderNotification } from './order-handler.ts'
import { linkCodeOf } from './order-link.ts'
import { maskedNumber, payerTokenOf } from './payment-request.ts'

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

/** The part of an order handler that differs between services. */
export interface OrderHandlerDefinition {
  readonly service: Service
  /** The defect of a vendor's delivery, or null. Beneficiary and amount are compared for every service. */
  readonly findMismatch?: (order: Order, outcome: Extract<Outcome, { type: 'delivered' }>) => string | null
  readonly assertSellable?: OrderHandler['assertSellable']
  /** A short description of the order with its displayed number: "Electricity for meter 0412…". */
  readonly label: (order: Order, number: string) => string
  readonly buildDeliveredMessage: (order: Order, delivery: DeliveryRow, context: MessageContext) => Message
}

/** Creates the order handler of a service. */
export function createOrderHandler(
  { brandName, appUrl }: Branding,
  definition: OrderHandlerDefinition,
): OrderHandler {
  const orderUrl = (order: Order) =>
    `${appUrl}${successPageUrl(definition.service, order.reference, order.access_token)}`
  const shortUrl = (order: Order, page?: OrderLinkPage) =>
    order.link_hash ? `${appUrl}${orderLink(linkCodeOf(order.access_token), page)}` : null
  return {
    service: definition.service,

    findMismatch(order, outcome) {
      const { beneficiary, amountKobo } = outcome.reported
      if (beneficiary !== null && !sameNumber(beneficiary, order.beneficiary))
        return deliveryMismatchTexts.beneficiary()
      if (amountKobo !== null && amountKobo !== order.amount_kobo) return deliveryMismatchTexts.amount()
      return definition.findMismatch?.(order, outcome) ?? null
    },

    assertSellable: definition.assertSellable ?? (async () => {}),

    buildMessage: (order, notification) =>
      inLanguage(languageOf(order.language), () => messageOf(order, notification)),
  }

  function messageOf(order: Order, notification: OrderNotification): Message {
    if (notification.type === 'delivered')
      return definition.buildDeliveredMessage(order, notification.delivery, {
        brandName,
        orderUrl: orderUrl(order),
        shortUrl: shortUrl(order) ?? orderUrl(order),
      })
    if (notification.type === 'delivered_for_payer')
      return payerDeliveryMessage({
        brandName,
        reference: order.reference,
        description: definition.label(order, maskedNumber(order.beneficiary)),
        totalKobo: order.total_kobo,
        orderUrl: refundRecipient(order).links.orderUrl,
      })
    if (notification.type === 'refund_account_added')
      return refundAccountAddedMessage({
        ...notification,
        brandName,
        reference: order.reference,
        description: definition.label(order, refundRecipient(order).number),
        ...reportUrls(order, notification.opensOrder),
      })
    return refundMessage(order, notification)
  }

  function reportUrls(order: Order, opensOrder: boolean) {
    if (!opensOrder || order.payment_request_id)
      return { reportUrl: `${appUrl}${helpPath}`, shortUrl: `${appUrl}${helpPath}` }
    const reportUrl = `${appUrl}${reportPageUrl(order.reference, order.access_token)}`
    return { reportUrl, shortUrl: shortUrl(order, 'report') ?? reportUrl }
  }

  function refundMessage(
    order: Order,
    notification: Exclude<
      OrderNotification,
      { type: 'delivered' | 'delivered_for_payer' | 'refund_account_added' }
    >,
  ) {
    const { number, links, accountLinks } = refundRecipient(order)
    const messageFields = {
      ...notification.refund,
      brandName,
      reference: order.reference,
      description: definition.label(order, number),
      maskedDescription: definition.label(order, maskedNumber(number)),
      ...links,
    }
    if (notification.type === 'refund_needs_account')
      return refundNeedsAccountMessage({ ...messageFields, ...accountLinks })
    return notification.type === 'refunded'
      ? refundedMessage(messageFields)
      : refundStartedMessage(messageFields)
  }

  /** Refunds are for the payer: of a payment request, with a masked number and links that do not open the order. */
  function refundRecipient(order: Order) {
    if (order.payment_request_id) {
      const token = payerTokenOf(order.access_token)
      const url = `${appUrl}${payerOrderPageUrl(order.reference, token)}`
      const accountUrl = `${appUrl}${refundAccountPageUrl(order.reference, token)}`
      return {
        number: maskedNumber(order.beneficiary),
        links: { orderUrl: url, shortUrl: url },
        accountLinks: { orderUrl: accountUrl, shortUrl: accountUrl },
      }
    }
    const url = orderUrl(order)
    const accountUrl = `${appUrl}${refundAccountPageUrl(order.reference, order.access_token)}`
    return {
      number: toLocalPhone(order.beneficiary),
      links: { orderUrl: url, shortUrl: shortUrl(order) ?? url },
      accountLinks: { orderUrl: accountUrl, shortUrl: shortUrl(order, 'refund') ?? accountUrl },
    }
  }
}

/** Orders store phones as +234…; a vendor may report them as 0…. */
const sameNumber = (actual: string, expected: string) =>
  actual === expected || (expected.startsWith('+') && normalisePhone(actual) === expected)

/** +2348012345678 → 08012345678, for display; other numbers stay unchanged. */
export const toLocalPhone = (number: string) => number.replace(/^\+234(?=\d{10}$)/, '0')
