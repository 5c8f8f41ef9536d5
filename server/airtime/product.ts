import { networkOf } from '../catalogue/index.ts'
import { goodsDelivered } from '../messaging/index.ts'
import { deliveredFacts, type Product, productFrom, shownNumber, type Words } from '../purchase/index.ts'

/** Airtime, as the purchase engine needs to know it. */
export const airtimeProduct = (words: Words): Product =>
  productFrom(words, {
    service: 'airtime',
    what: (order) => `Airtime for ${shownNumber(order.beneficiary)}`,
    delivered: (order, delivery, told) =>
      goodsDelivered({
        ...told,
        ...deliveredFacts(order, delivery),
        headline: `${networkOf('airtime', order.code).name} airtime was sent`,
        says: ['It is on the line already. There is nothing to enter.'],
        beneficiary: ['Phone', shownNumber(order.beneficiary)],
      }),
  })
