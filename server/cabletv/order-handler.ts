import { networkOf } from '../catalogue/index.ts'
import type { Database } from '../database/index.ts'
import { productDeliveredMessage } from '../messaging/index.ts'
import {
  assertPriceUnchanged,
  type Branding,
  createOrderHandler,
  customerNameOf,
  deliveredMessageFields,
  deliveryMismatchTexts,
  type Order,
  type OrderHandler,
  toLocalPhone,
} from '../purchase/index.ts'
import { customerKeyOf } from './networks.ts'
import { cabletvServerTexts } from './texts.ts'

const isByPhone = (order: Order) => customerKeyOf(order.code) === 'phone'
const keyName = (order: Order) =>
  isByPhone(order) ? cabletvServerTexts.phone() : cabletvServerTexts.smartcard()

const networkNameOf = (order: Order) => networkOf('cabletv', order.code).name

/** Message of the API for a delivered order. */
export const cabletvDeliveredMessage = (order: Order): string =>
  isByPhone(order) ? cabletvServerTexts.voucherDelivered() : cabletvServerTexts.subscriptionDelivered()

function labelOf(order: Order, number: string): string {
  const bouquet = order.variation_name ?? cabletvServerTexts.unnamedBouquet()
  return isByPhone(order)
    ? cabletvServerTexts.orderLabelPhone({ bouquet, number })
    : cabletvServerTexts.orderLabelSmartcard({ bouquet, number })
}

/** Handles orders of cable TV. */
export const cabletvOrderHandler = (db: Database, branding: Branding): OrderHandler =>
  createOrderHandler(branding, {
    service: 'cabletv',

    findMismatch: (order, { delivery }) =>
      isByPhone(order) && !delivery.pins?.length ? deliveryMismatchTexts.noVoucher() : null,

    assertSellable: (order) => assertPriceUnchanged(db, order),

    label: labelOf,

    buildDeliveredMessage: (order, delivery, context) =>
      productDeliveredMessage({
        ...context,
        ...deliveredMessageFields(order, delivery),
        headline:
          delivery.pins.length > 0
            ? cabletvServerTexts.voucherHeadline({ network: networkNameOf(order) })
            : cabletvServerTexts.subscriptionHeadline({ network: networkNameOf(order) }),
        message:
          delivery.pins.length > 0
            ? [cabletvServerTexts.voucherNextStep()]
            : [cabletvServerTexts.subscriptionNextStep({ network: networkNameOf(order) })],
        codes: delivery.pins.map(({ pin }) => ({ label: cabletvServerTexts.voucher(), code: pin })),
        beneficiary: [keyName(order), toLocalPhone(order.beneficiary)],
        details: [
          [cabletvServerTexts.bouquet(), order.variation_name],
          [cabletvServerTexts.customer(), customerNameOf(order)],
        ],
      }),
  })
