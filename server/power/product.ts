import type { MeterType } from '../../shared/constants.ts'
import { discoNames } from '../catalogue/index.ts'
import { powerDelivered } from '../messaging/index.ts'
import { type Product, productFrom, type Words } from '../purchase/index.ts'
import { tokensOf } from './show.ts'

/** Electricity, as the purchase engine needs to know it. */
export const powerProduct = (words: Words): Product =>
  productFrom(words, {
    service: 'power',

    fault: (order, { delivery }) =>
      order.variation === 'prepaid' && !delivery.tokens.some((token) => token.kind === 'main')
        ? 'no token'
        : null,

    what: (order) => `Electricity for meter ${order.beneficiary}`,

    delivered: (order, delivery, told) =>
      powerDelivered({
        ...told,
        reference: order.reference,
        discoName: discoNames.get(order.code) ?? order.code,
        meterNumber: order.beneficiary,
        meterType: order.variation as MeterType,
        customerName: delivery.customer_name ?? order.customer.name,
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
