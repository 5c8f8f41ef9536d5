import type { MeterType } from '../../shared/constants.ts'
import { successPage } from '../../shared/pages.ts'
import { discoNames } from '../catalogue/index.ts'
import type { RefundCause } from '../database/index.ts'
import { powerDelivered, type RefundReason, refunded, refundStarted } from '../messaging/index.ts'
import type { News, Order, Product } from '../purchase/index.ts'
import { tokensOf } from './show.ts'

const reasons: Record<RefundCause, RefundReason> = {
  not_delivered: 'not_delivered',
  second_payment: 'paid_twice',
  mismatch: 'wrong_amount',
  overpaid: 'overpaid',
  too_late: 'too_late',
}
/** Gateways and banks promise a refund within five working days: a week. */
const refundDays = 7

/** Electricity, as the purchase engine needs to know it. */
export function powerProduct({ brandName, appUrl }: { brandName: string; appUrl: string }): Product {
  const orderUrl = (order: Order) => `${appUrl}${successPage('power', order.reference, order.access_token)}`
  return {
    service: 'power',

    fault(order, { said, delivery }) {
      if (said.beneficiary !== null && said.beneficiary !== order.beneficiary) return 'another meter'
      if (said.amountKobo !== null && said.amountKobo !== order.amount_kobo) return 'another amount'
      if (order.variation === 'prepaid' && !delivery.tokens.some((token) => token.kind === 'main'))
        return 'no token'
      return null
    },

    async tell(order, news) {
      return news.about === 'delivered' ? deliveredNews(order, news) : refundNews(order, news)
    },
  }

  function deliveredNews(order: Order, { delivery }: Extract<News, { about: 'delivered' }>) {
    return powerDelivered({
      brandName,
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
      orderUrl: orderUrl(order),
    })
  }

  function refundNews(order: Order, news: Exclude<News, { about: 'delivered' }>) {
    const write = news.about === 'refunded' ? refunded : refundStarted
    return write({
      brandName,
      reference: order.reference,
      what: `Electricity for meter ${order.beneficiary}`,
      because: reasons[news.cause],
      amountKobo: news.amountKobo,
      route: news.route,
      by: new Date(Date.now() + refundDays * 24 * 60 * 60 * 1000),
      orderUrl: orderUrl(order),
    })
  }
}
