import { networkOf } from '../catalogue/index.ts'
import { productDelivered } from '../messaging/index.ts'
import {
  type Branding,
  createProduct,
  deliveredFacts,
  displayNumber,
  type Product,
} from '../purchase/index.ts'

/** The purchase engine's product for airtime. */
export const airtimeProduct = (branding: Branding): Product =>
  createProduct(branding, {
    service: 'airtime',
    label: (_, number) => `Airtime for ${number}`,
    delivered: (order, delivery, context) =>
      productDelivered({
        ...context,
        ...deliveredFacts(order, delivery),
        headline: `${networkOf('airtime', order.code).name} airtime was sent`,
        message: ['The number has been recharged.'],
        beneficiary: ['Phone', displayNumber(order.beneficiary)],
      }),
  })
