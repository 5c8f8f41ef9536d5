import type { Database } from '../database/index.ts'
import { productDeliveredMessage } from '../messaging/index.ts'
import {
  assertPriceUnchanged,
  type Branding,
  createOrderHandler,
  deliveredMessageFields,
  type OrderHandler,
  toLocalPhone,
} from '../purchase/index.ts'
import { dataServerTexts } from './texts.ts'

/** Handles orders of mobile data. */
export const dataOrderHandler = (db: Database, branding: Branding): OrderHandler =>
  createOrderHandler(branding, {
    service: 'data',
    assertSellable: (order) => assertPriceUnchanged(db, order),
    label: (order, number) =>
      dataServerTexts.orderLabel({ plan: order.variation_name ?? dataServerTexts.unnamedPlan(), number }),
    buildDeliveredMessage: (order, delivery, context) =>
      productDeliveredMessage({
        ...context,
        ...deliveredMessageFields(order, delivery),
        headline: dataServerTexts.headline({ plan: order.variation_name ?? order.variation }),
        message: [dataServerTexts.nextStep()],
        beneficiary: [dataServerTexts.phone(), toLocalPhone(order.beneficiary)],
      }),
  })
