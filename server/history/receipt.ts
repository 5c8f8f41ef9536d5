import type { UserId } from '../../shared/ids.ts'
import type { OrderReference } from '../../shared/references.ts'
import { ApiError, type FileResponse } from '../http/index.ts'
import { recordedPurchaseByReference, renderRecordReceipt } from '../power/index.ts'
import {
  deliveryOf,
  findPaidWith,
  type Order,
  type OrderReader,
  type ReceiptDeps,
  type ServiceDeps,
  toLocalPhone,
} from '../purchase/index.ts'
import { serviceBackends } from '../services.ts'
import { findUserOrder } from './buy-again.ts'

type LimitedReceiptDeps = ReceiptDeps & Pick<ServiceDeps, 'limits'>

/**
 * The receipt of a user's purchase: an order, or a record of a purchase made elsewhere.
 * @throws ApiError NOT_FOUND for purchases of others, and before the delivery; TOO_MANY
 */
export async function ownReceipt(
  deps: LimitedReceiptDeps,
  caller: OrderReader & { readonly actor: { readonly userId: UserId } },
  reference: OrderReference,
): Promise<FileResponse> {
  const { userId } = caller.actor
  const record = await recordedPurchaseByReference(deps.db, reference)
  if (record?.user_id !== userId) {
    const order = await findUserOrder(deps, userId, reference)
    return orderReceiptFile(deps, order, caller)
  }
  await deps.limits.consume('receipt_order', record.id)
  const file = await renderRecordReceipt(deps, record)
  return { file, type: 'application/pdf', name: `${record.meter_number}-${reference}-receipt.pdf` }
}

/** The receipt of a delivered order; only its owner sees how it was paid. @throws ApiError NOT_FOUND before the delivery, TOO_MANY */
export async function orderReceiptFile(
  deps: LimitedReceiptDeps,
  order: Order,
  caller: OrderReader,
): Promise<FileResponse> {
  const delivery = await deliveryOf(deps.db.q, order.id)
  if (!delivery) throw new ApiError('NOT_FOUND')
  await deps.limits.consume('receipt_order', order.id)
  const paidWith = await findPaidWith(deps.db, order, caller)
  const file = await serviceBackends[order.service].renderReceipt(deps, order, delivery, paidWith)
  const number = toLocalPhone(order.beneficiary)
  return { file, type: 'application/pdf', name: `${number}-${order.reference}-receipt.pdf` }
}
