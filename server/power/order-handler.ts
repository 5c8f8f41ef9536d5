import type { MeterTypeCode } from '../../shared/constants.ts'
import { discoNames } from '../catalogue/index.ts'
import { powerDeliveredMessage } from '../messaging/index.ts'
import {
  type Branding,
  createOrderHandler,
  deliveryMismatchTexts,
  type OrderHandler,
} from '../purchase/index.ts'
import { deliveredTokensOf } from './presenter.ts'
import { powerServerTexts } from './texts.ts'

/** Handles orders of electricity. */
export const powerOrderHandler = (branding: Branding): OrderHandler =>
  createOrderHandler(branding, {
    service: 'power',

    findMismatch: (order, { delivery }) =>
      order.variation === 'prepaid' && !delivery.tokens.some((token) => token.kind === 'main')
        ? deliveryMismatchTexts.noToken()
        : null,

    label: (_, number) => powerServerTexts.orderLabel({ number }),

    buildDeliveredMessage: (order, delivery, context) =>
      powerDeliveredMessage({
        ...context,
        reference: order.reference,
        discoName: discoNames.get(order.code) ?? order.code,
        meterNumber: order.beneficiary,
        meterType: order.variation as MeterTypeCode,
        customerName: delivery.customer_name ?? order.customer_snapshot.name,
        amountKobo: order.amount_kobo,
        serviceChargeKobo: order.service_charge_kobo,
        totalKobo: order.total_kobo,
        tokens: deliveredTokensOf(delivery),
        units: delivery.units,
        vatKobo: delivery.vat_kobo,
        arrearsKobo: delivery.arrears_kobo,
        deliveredAt: delivery.created_at,
      }),
  })
