import { ApiError, type FileResponse } from '../http/index.ts'
import { recordedPurchaseByReference, renderRecordReceipt } from '../power/index.ts'
import { deliveryOf, type Order, type ReceiptDeps, toLocalPhone } from '../purchase/index.ts'
import { serviceBackends } from '../services.ts'
import { findUserOrder } from './buy-again.ts'

/**
 * The receipt of a user's purchase: an order, or a record of a purchase made elsewhere.
 * @throws ApiError NOT_FOUND for purchases of others, and before the delivery
 */
export async function ownReceipt(
  deps: ReceiptDeps,
  userId: string,
  reference: string,
): Promise<FileResponse> {
  const record = await recordedPurchaseByReference(deps.db, reference)
  if (record?.user_id !== userId) return orderReceiptFile(deps, await findUserOrder(deps, userId, reference))
  const file = await renderRecordReceipt(deps, record)
  return { file, type: 'application/pdf', name: `${record.meter_number}-${reference}-receipt.pdf` }
}

/** The receipt of a delivered order. @throws ApiError NOT_FOUND before the delivery */
export async function orderReceiptFile(deps: ReceiptDeps, order: Order): Promise<FileResponse> {
  const delivery = await deliveryOf(deps.db.q, order.id)
  if (!delivery) throw new ApiError('NOT_FOUND')
  const file = await serviceBackends[order.service].renderReceipt(deps, order, delivery)
  const number = toLocalPhone(order.beneficiary)
  return { file, type: 'application/pdf', name: `${number}-${order.reference}-receipt.pdf` }
}
