import type { Service } from '../../shared/constants.ts'
import { discoOf, networkOf } from '../catalogue/index.ts'
import { type Document, Refused } from '../http/index.ts'
import { powerOrderOf } from '../power/index.ts'
import {
  type DeliveryRow,
  deliveryOf,
  nameOf,
  type Order,
  type ServiceParts,
  shownNumber,
} from '../purchase/index.ts'
import { buyerOf, goodsReceipt, powerReceipt } from '../receipts/index.ts'

type Parts = Pick<ServiceParts, 'db' | 'brandName'>

/** The receipt of somebody's own delivered order. @throws Refused NOT_FOUND while nothing was delivered */
export async function receiptFor(parts: Parts, order: Order): Promise<Document> {
  const delivery = await deliveryOf(parts.db.q, order.id)
  if (!delivery) throw new Refused('NOT_FOUND')
  const file =
    order.service === 'power' ? await onPower(parts, order, delivery) : await onGoods(parts, order, delivery)
  const number = shownNumber(order.beneficiary)
  return { file, type: 'application/pdf', name: `${number}-${order.reference}-receipt.pdf` }
}

async function onPower({ db, brandName }: Parts, order: Order, delivery: DeliveryRow): Promise<Buffer> {
  const disco = await discoOf(db, order.code)
  if (!disco) throw new Error(`No electricity company ${order.code}`)
  const buyer = await buyerOf(db, order.user_id)
  return powerReceipt(powerOrderOf(order, delivery, disco, true), { brandName, buyer })
}

type Goods = Exclude<Service, 'power'>
const titles = {
  cabletv: 'Cable TV receipt',
  airtime: 'Airtime receipt',
  data: 'Data receipt',
  education: 'Exam PIN receipt',
} as const satisfies Record<Goods, string>
const bundles = { cabletv: 'Bouquet', airtime: '', data: 'Plan', education: 'Examination' } as const
const numbers = { cabletv: 'Smartcard', airtime: 'Phone', data: 'Phone', education: 'Phone' } as const

async function onGoods({ db, brandName }: Parts, order: Order, delivery: DeliveryRow): Promise<Buffer> {
  const service = order.service as Goods
  const number = order.code === 'jamb' ? 'Profile ID' : numbers[service]
  return goodsReceipt({
    brandName,
    title: titles[service],
    reference: order.reference,
    deliveredAt: delivery.created_at,
    codes: delivery.pins.map(({ serial, pin }, at) => ({
      label: `${delivery.pins.length > 1 ? `PIN ${at + 1}` : 'PIN'}${serial ? ` (serial ${serial})` : ''}`,
      code: pin,
    })),
    facts: [
      [service === 'education' ? 'Council' : 'Network', networkOf(service, order.code).name],
      [number, shownNumber(order.beneficiary)],
      [bundles[service], bundles[service] && order.variation_name],
      ['Quantity', order.quantity > 1 ? String(order.quantity) : null],
      ['Customer', delivery.customer_name ?? nameOf(order)],
    ],
    amountKobo: order.amount_kobo,
    serviceChargeKobo: order.service_charge_kobo,
    totalKobo: order.total_kobo,
    buyer: await buyerOf(db, order.user_id),
  })
}
