import type { Database } from '../database/index.ts'
import { productDeliveredMessage } from '../messaging/index.ts'
import {
  assertPriceUnchanged,
  type Branding,
  createProduct,
  deliveredFacts,
  type Product,
  toLocalPhone,
} from '../purchase/index.ts'
import { dataServerTexts } from './texts.ts'

/** The product of purchases of mobile data. */
export const dataProduct = (db: Database, branding: Branding): Product =>
  createProduct(branding, {
    service: 'data',
    assertSellable: (order) => assertPriceUnchanged(db, order),
    label: (order, number) =>
      dataServerTexts.orderLabel({ plan: order.variation_name ?? dataServerTexts.unnamedPlan(), number }),
    buildDeliveredMessage: (order, delivery, context) =>
      productDeliveredMessage({
        ...context,
        ...deliveredFacts(order, delivery),
        headline: dataServerTexts.headline({ plan: order.variation_name ?? order.variation }),
        message: [dataServerTexts.nextStep()],
        beneficiary: [dataServerTexts.phone(), toLocalPhone(order.beneficiary)],
      }),
  })
