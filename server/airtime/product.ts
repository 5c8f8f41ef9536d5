import { networkOf } from '../catalogue/index.ts'
import { productDeliveredMessage } from '../messaging/index.ts'
import {
  type Branding,
  createProduct,
  deliveredFacts,
  type Product,
  toLocalPhone,
} from '../purchase/index.ts'
import { airtimeServerTexts } from './texts.ts'

/** The product of purchases of airtime. */
export const airtimeProduct = (branding: Branding): Product =>
  createProduct(branding, {
    service: 'airtime',
    label: (_, number) => airtimeServerTexts.orderLabel({ number }),
    buildDeliveredMessage: (order, delivery, context) =>
      productDeliveredMessage({
        ...context,
        ...deliveredFacts(order, delivery),
        headline: airtimeServerTexts.headline({ network: networkOf('airtime', order.code).name }),
        message: [airtimeServerTexts.nextStep()],
        beneficiary: [airtimeServerTexts.phone(), toLocalPhone(order.beneficiary)],
      }),
  })
