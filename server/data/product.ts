import type { Database } from '../database/index.ts'
import { goodsDelivered } from '../messaging/index.ts'
import {
  deliveredFacts,
  type Product,
  productFrom,
  refuseNewPrice,
  shownNumber,
  type Words,
} from '../purchase/index.ts'

/** Mobile data, as the purchase engine needs to know it. */
export const dataProduct = (db: Database, words: Words): Product =>
  productFrom(words, {
    service: 'data',
    refuseUnsellable: (order) => refuseNewPrice(db, order),
    what: (order) => `${order.variation_name ?? 'Data'} for ${shownNumber(order.beneficiary)}`,
    delivered: (order, delivery, told) =>
      goodsDelivered({
        ...told,
        ...deliveredFacts(order, delivery),
        headline: `Your data plan is on: ${order.variation_name ?? order.variation}`,
        says: ['The plan is on the line already. There is nothing to enter.'],
        beneficiary: ['Phone', shownNumber(order.beneficiary)],
      }),
  })
