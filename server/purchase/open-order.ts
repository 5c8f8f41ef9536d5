import type { Database } from '../database/index.ts'
import { ApiError, type Caller, type Limits } from '../http/index.ts'
import { canOpen, canView } from './access.ts'
import type { Order } from './order.ts'
import { isPayer } from './payment-request.ts'
import { orderByReference } from './store.ts'

interface OpenOrderRequest {
  readonly reference: string
  readonly secret?: string | null | undefined
  readonly caller: Caller
  /** True where the view-only secret of a history record is enough. */
  readonly toView?: boolean
  /** True for calls that show neither token nor beneficiary, which the payer of a payment request may use. */
  readonly asPayer?: boolean
}

/**
 * Finds the order for a caller who may open it. Thousands of callers share one IP address: wrong guesses by
 * others never keep an owner from their order.
 * @throws ApiError NOT_FOUND for unknown orders and those of others, TOO_MANY after too many wrong guesses
 */
export async function openOrder(
  { db, limits }: { db: Database; limits: Limits },
  { reference, secret, caller, toView = false, asPayer = false }: OpenOrderRequest,
): Promise<Order> {
  const order = await orderByReference(db.q, reference)
  if (order && canOpen(order, caller, secret)) return order
  if (order && asPayer && isPayer(order, caller, secret)) return order
  if (order && secret && canView(order, secret)) {
    if (toView) return order
    // A valid view-only secret is not a wrong guess.
    throw new ApiError('NOT_FOUND')
  }
  return rejectFailedAccess(limits, caller)
}

/**
 * Finds an order by its reference only, for actions open to every caller.
 * @throws ApiError like `openOrder`
 */
export async function findOrder(
  { db, limits }: { db: Database; limits: Limits },
  { reference, caller }: OpenOrderRequest,
): Promise<Order> {
  return (await orderByReference(db.q, reference)) ?? rejectFailedAccess(limits, caller)
}

/** Counts a wrong guess. @throws ApiError TOO_MANY, else NOT_FOUND */
export async function rejectFailedAccess(limits: Limits, { ip }: Pick<Caller, 'ip'>): Promise<never> {
  await limits.check('order_client', ip)
  await limits.recordFailure('order_client', ip)
  throw new ApiError('NOT_FOUND')
}
