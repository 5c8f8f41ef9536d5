import type { Database } from '../database/index.ts'
import { productDelivered } from '../messaging/index.ts'
import {
  assertPriceUnchanged,
  type Branding,
  createProduct,
  deliveredFacts,
  displayNumber,
  type Product,
} from '../purchase/index.ts'

/** The purchase engine's product for mobile data. */
export const dataProduct = (db: Database, branding: Branding): Product =>
  createProduct(branding, {
    service: 'data',
    assertSellable: (order) => assertPriceUnchanged(db, order),
    label: (order, number) => `${order.variation_name ?? 'Data'} for ${number}`,
    delivered: (order, delivery, context) =>
      productDelivered({
        ...context,
        ...deliveredFacts(order, delivery),
        headline: `Your data plan is active: ${order.variation_name ?? order.variation}`,
        message: ['The plan is active.'],
        beneficiary: ['Phone', displayNumber(order.beneficiary)],
      }),
  })
