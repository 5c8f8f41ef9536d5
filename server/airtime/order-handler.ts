import { networkOf } from '../catalogue/index.ts'
import { productDeliveredMessage } from '../messaging/index.ts'
import {
  type Branding,
  createOrderHandler,
  deliveredMessageFields,
  type OrderHandler,
  toLocalPhone,
} from '../purchase/index.ts'
import { airtimeServerTexts } from './texts.ts'

/** Handles orders of airtime. */
export const airtimeOrderHandler = (branding: Branding): OrderHandler =>
  createOrderHandler(branding, {
    service: 'airtime',
    label: (_, number) => airtimeServerTexts.orderLabel({ number }),
    buildDeliveredMessage: (order, delivery, context) =>
      productDeliveredMessage({
        ...context,
        ...deliveredMessageFields(order, delivery),
        headline: airtimeServerTexts.headline({ network: networkOf('airtime', order.code).name }),
        message: [airtimeServerTexts.nextStep()],
        beneficiary: [airtimeServerTexts.phone(), toLocalPhone(order.beneficiary)],
      }),
  })
