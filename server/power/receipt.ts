import type { Disco } from '../../shared/power.ts'
import { discoOf } from '../catalogue/index.ts'
import type { Database } from '../database/index.ts'
import type { DeliveryRow, Order, ReceiptDeps } from '../purchase/index.ts'
import { findBuyer, renderPowerReceipt } from '../receipts/index.ts'
import { powerOrderOf } from './presenter.ts'
import { type RecordedPurchase, toPowerOrder } from './records.ts'

/** The receipt of a delivered order for a caller with full access. */
export async function renderOrderReceipt(
  { db, ...merchant }: ReceiptDeps,
  order: Order,
  delivery: DeliveryRow,
  paidWith: string | null,
): Promise<Buffer> {
  const disco = await discoByCode(db, order.code)
  const buyer = await findBuyer(db, order.user_id)
  return renderPowerReceipt(powerOrderOf(order, delivery, disco, true, paidWith), { merchant, buyer })
}

/** The receipt of a purchase made elsewhere, for the user it was recorded for. */
export async function renderRecordReceipt(
  { db, ...merchant }: ReceiptDeps,
  record: RecordedPurchase,
): Promise<Buffer> {
  const disco = await discoByCode(db, record.disco)
  const buyer = await findBuyer(db, record.user_id)
  return renderPowerReceipt(toPowerOrder(record, disco), { merchant, buyer })
}

async function discoByCode(db: Database, code: string): Promise<Disco> {
  const disco = await discoOf(db, code)
  if (!disco) throw new Error(`No electricity company ${code}`)
  return disco
}
