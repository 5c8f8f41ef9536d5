import type { MeterTypeCode } from '../../shared/constants.ts'
import { nairaOf } from '../../shared/money.ts'
import {
  type Disco,
  type MeterInfo,
  type PowerOrder,
  type PowerRecord,
  type PowerToken,
  tokenKinds,
} from '../../shared/power.ts'
import { type DeliveryRow, type Order, totalsOf } from '../purchase/index.ts'
import { estimateUnits } from './estimate.ts'
import { powerServerTexts } from './texts.ts'

const labels: Record<PowerToken['kind'], () => string> = {
  kct1: powerServerTexts.keyChangeToken1,
  kct2: powerServerTexts.keyChangeToken2,
  reset: powerServerTexts.resetToken,
  configure: powerServerTexts.configurationToken,
  main: powerServerTexts.mainToken,
  bonus: powerServerTexts.bonusToken,
}

/** The stored lookup as the API returns it. Amounts are in naira. */
export function meterInfo(order: Order, disco: Disco): MeterInfo {
  const customer = order.customer_snapshot
  return {
    order_reference: order.reference,
    service_id: order.reference,
    access_token: order.access_token,
    disco,
    meter_number: order.beneficiary,
    meter_type: order.variation as MeterTypeCode,
    phone_number: order.phone,
    customer_name: customer.name,
    customer_address: customer.address,
    state: disco.states.length === 1 ? (disco.states[0] ?? null) : null,
    outstanding: customer.arrearsKobo === null ? null : nairaOf(BigInt(customer.arrearsKobo)),
    ...totalsOf(order),
    ...estimateUnits(order),
    first_time: customer.firstTime,
  }
}

/** The tokens of a delivery, in the order in which they are entered on the meter. */
export const deliveredTokensOf = (delivery: DeliveryRow): PowerToken[] =>
  delivery.tokens
    .map((token) => ({
      kind: token.kind as PowerToken['kind'],
      digits: token.digits,
      units: token.units,
      label: labels[token.kind as PowerToken['kind']](),
    }))
    .sort((a, b) => tokenKinds.indexOf(a.kind) - tokenKinds.indexOf(b.kind))

/**
 * A delivered order. Amounts are in naira. `hasFullAccess` adds name, address, e-mail and phone, for the order's owner only.
 * @param paidWith how the owner paid, for the owner only
 */
export function powerOrderOf(
  order: Order,
  delivery: DeliveryRow,
  disco: Disco,
  hasFullAccess: boolean,
  paidWith: string | null,
): PowerOrder {
  const tokens = deliveredTokensOf(delivery)
  return {
    reference: order.reference,
    meter_number: order.beneficiary,
    meter_type: order.variation as MeterTypeCode,
    token: tokens.find((token) => token.kind === 'main')?.digits ?? null,
    tokens,
    units: delivery.units,
    tariff: delivery.tariff,
    tariffDesc: null,
    tariffClass: delivery.tariff_class,
    ...totalsOf(order),
    vat: delivery.vat_kobo === null ? null : nairaOf(delivery.vat_kobo),
    arrears: delivery.arrears_kobo === null ? null : nairaOf(delivery.arrears_kobo),
    created_at: delivery.created_at.toISOString(),
    customer_name: hasFullAccess ? (delivery.customer_name ?? order.customer_snapshot.name) : null,
    customer_address: hasFullAccess ? (delivery.customer_address ?? order.customer_snapshot.address) : null,
    customer_email_address: hasFullAccess ? order.email : null,
    phone_number: hasFullAccess ? order.phone : null,
    paid_with: paidWith,
    disco,
  }
}

export const recordOf = (order: Order, delivery: DeliveryRow, disco: Disco): PowerRecord => ({
  reference: order.reference,
  access_token: order.view_token,
  token: deliveredTokensOf(delivery).find((token) => token.kind === 'main')?.digits ?? null,
  units: delivery.units,
  created_at: delivery.created_at.toISOString(),
  disco: { logo: disco.logo, company: { name: disco.company.name } },
})
