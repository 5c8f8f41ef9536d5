import type { Service } from '../../shared/constants.ts'
import type { Disco } from '../../shared/power.ts'
import { discoOf, networkOf } from '../catalogue/index.ts'
import { ApiError, type FileResponse } from '../http/index.ts'
import { powerOrderOf, recordedByReference, recordedOrder } from '../power/index.ts'
import {
  type DeliveryRow,
  deliveryOf,
  displayNumber,
  nameOf,
  type Order,
  type ServiceDeps,
} from '../purchase/index.ts'
import { findBuyer, renderPowerReceipt, renderProductReceipt } from '../receipts/index.ts'
import { findUserOrder } from './buy-again.ts'

type ReceiptDeps = Pick<ServiceDeps, 'db' | 'brandName'>

/**
 * The receipt of a user's purchase: an order, or a record of a purchase made elsewhere.
 * @throws ApiError NOT_FOUND for purchases of others, and before the delivery
 */
export async function ownReceipt(
  deps: ReceiptDeps,
  userId: string,
  reference: string,
): Promise<FileResponse> {
  const record = await recordedByReference(deps.db, reference)
  if (record?.user_id !== userId) return receiptFor(deps, await findUserOrder(deps, userId, reference))
  const content = recordedOrder(record, await discoByCode(deps.db, record.disco))
  const file = await renderPowerReceipt(content, {
    brandName: deps.brandName,
    buyer: await findBuyer(deps.db, userId),
  })
  return { file, type: 'application/pdf', name: `${record.meter_number}-${reference}-receipt.pdf` }
}

/** The receipt of a delivered order for its owner. @throws ApiError NOT_FOUND before the delivery */
async function receiptFor(deps: ReceiptDeps, order: Order): Promise<FileResponse> {
  const delivery = await deliveryOf(deps.db.q, order.id)
  if (!delivery) throw new ApiError('NOT_FOUND')
  const file =
    order.service === 'power'
      ? await powerReceiptFile(deps, order, delivery)
      : await productReceiptFile(deps, order, delivery)
  const number = displayNumber(order.beneficiary)
  return { file, type: 'application/pdf', name: `${number}-${order.reference}-receipt.pdf` }
}

async function powerReceiptFile(
  { db, brandName }: ReceiptDeps,
  order: Order,
  delivery: DeliveryRow,
): Promise<Buffer> {
  const disco = await discoByCode(db, order.code)
  const buyer = await findBuyer(db, order.user_id)
  return renderPowerReceipt(powerOrderOf(order, delivery, disco, true), { brandName, buyer })
}

async function discoByCode(db: ReceiptDeps['db'], code: string): Promise<Disco> {
  const disco = await discoOf(db, code)
  if (!disco) throw new Error(`No electricity company ${code}`)
  return disco
}

type ProductService = Exclude<Service, 'power'>
const titles = {
  cabletv: 'Cable TV receipt',
  airtime: 'Airtime receipt',
  data: 'Data receipt',
  education: 'Exam PIN receipt',
} as const satisfies Record<ProductService, string>
const bundles = { cabletv: 'Bouquet', airtime: '', data: 'Plan', education: 'Examination' } as const
const numbers = { cabletv: 'Smartcard', airtime: 'Phone', data: 'Phone', education: 'Phone' } as const

async function productReceiptFile(
  { db, brandName }: ReceiptDeps,
  order: Order,
  delivery: DeliveryRow,
): Promise<Buffer> {
  const service = order.service as ProductService
  const number = order.code === 'jamb' ? 'Profile ID' : numbers[service]
  return renderProductReceipt({
    brandName,
    title: titles[service],
    reference: order.reference,
    deliveredAt: delivery.created_at,
    codes: delivery.pins.map(({ serial, pin }, index) => ({
      label: `${delivery.pins.length > 1 ? `PIN ${index + 1}` : 'PIN'}${serial ? ` (serial ${serial})` : ''}`,
      code: pin,
    })),
    rows: [
      [service === 'education' ? 'Council' : 'Network', networkOf(service, order.code).name],
      [number, displayNumber(order.beneficiary)],
      [bundles[service], bundles[service] && order.variation_name],
      ['Quantity', order.quantity > 1 ? String(order.quantity) : null],
      ['Customer', delivery.customer_name ?? nameOf(order)],
    ],
    amountKobo: order.amount_kobo,
    serviceChargeKobo: order.service_charge_kobo,
    totalKobo: order.total_kobo,
    buyer: await findBuyer(db, order.user_id),
  })
}
