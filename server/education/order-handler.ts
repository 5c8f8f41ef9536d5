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
  pinCodesOf,
  toLocalPhone,
} from '../purchase/index.ts'
import type { Settings } from '../settings/index.ts'
import { assertExamSold, requiresJambProfile } from './exams.ts'
import { describeOrder } from './presenter.ts'
import { educationServerTexts } from './texts.ts'

/** Handles orders of exam PINs. */
export const educationOrderHandler = (
  { db, settings }: { db: Database; settings: Settings },
  branding: Branding,
): OrderHandler =>
  createOrderHandler(branding, {
    service: 'education',

    findMismatch: (order, { delivery }) =>
      delivery.pins?.length === order.quantity ? null : deliveryMismatchTexts.pinCount(),

    async assertSellable(order) {
      await assertExamSold(settings, order.code)
      await assertPriceUnchanged(db, order)
    },

    label: (order) =>
      educationServerTexts.orderLabel({
        examBody: networkOf('education', order.code).name,
        product: describeOrder(order),
      }),

    buildDeliveredMessage: (order, delivery, context) =>
      productDeliveredMessage({
        ...context,
        ...deliveredMessageFields(order, delivery),
        headline: educationServerTexts.headline({
          count: delivery.pins.length,
          examBody: networkOf('education', order.code).name,
        }),
        message: [educationServerTexts.safetyWarning()],
        codes: pinCodesOf(delivery),
        beneficiary: beneficiaryLabel(order),
        details: [
          [educationServerTexts.exam(), describeOrder(order)],
          [educationServerTexts.customer(), customerNameOf(order)],
        ],
      }),
  })

const beneficiaryLabel = (order: Order): [string, string] =>
  requiresJambProfile(order.code)
    ? [educationServerTexts.profileId(), order.beneficiary]
    : [educationServerTexts.phone(), toLocalPhone(order.beneficiary)]
