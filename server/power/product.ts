import type { MeterType } from '../../shared/constants.ts'
import { discoNames } from '../catalogue/index.ts'
import { powerDelivered } from '../messaging/index.ts'
import { type Branding, createProduct, type Product } from '../purchase/index.ts'
import { tokensOf } from './show.ts'

/** The purchase engine's product for electricity. */
export const powerProduct = (branding: Branding): Product =>
  createProduct(branding, {
    service: 'power',

    findMismatch: (order, { delivery }) =>
      order.variation === 'prepaid' && !delivery.tokens.some((token) => token.kind === 'main')
        ? 'no token'
        : null,

    label: (_, number) => `Electricity for meter ${number}`,

    delivered: (order, delivery, context) =>
      powerDelivered({
        ...context,
        reference: order.reference,
        discoName: discoNames.get(order.code) ?? order.code,
        meterNumber: order.beneficiary,
        meterType: order.variation as MeterType,
        customerName: delivery.customer_name ?? order.customer_snapshot.name,
        amountKobo: order.amount_kobo,
        serviceChargeKobo: order.service_charge_kobo,
        totalKobo: order.total_kobo,
        tokens: tokensOf(delivery),
        units: delivery.units,
        vatKobo: delivery.vat_kobo,
        arrearsKobo: delivery.arrears_kobo,
        deliveredAt: delivery.created_at,
      }),
  })
