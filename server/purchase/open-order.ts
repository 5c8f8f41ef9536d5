import type { Database } from '../database/index.ts'
import { ApiError, type Caller, type Limits } from '../http/index.ts'
import { canOpen, canView } from './access.ts'
import type { Order } from './order.ts'
import { isPayer } from './payment-request.ts'
import { orderByReference } from './store.ts'

interface OpenOrderRequest {
  readonly reference: string
  /** The order's access token, view-only token or payer token. */
  readonly token?: string | null | undefined
  readonly caller: Caller
  /** True where the view-only token of a history record is enough. */
  readonly allowsViewToken?: boolean
  /** True for endpoints that show neither token nor beneficiary, which the payer of a payment request may use. */
  readonly allowsPayer?: boolean
}

/**
 * Finds the order for a caller who may open it. Thousands of callers share one IP address: wrong guesses by
 * others never keep an owner from their order.
 * @throws ApiError NOT_FOUND for unknown orders and those of others, TOO_MANY after too many wrong guesses
 */
export async function openOrder(
  { db, limits }: { db: Database; limits: Limits },
  { reference, token, caller, allowsViewToken = false, allowsPayer = false }: OpenOrderRequest,
): Promise<Order> {
  const order = await orderByReference(db.q, reference)
  if (order && canOpen(order, caller, token)) return order
  if (order && allowsPayer && isPayer(order, caller, token)) return order
  if (order && token && canView(order, token)) {
    if (allowsViewToken) return order
    // A valid view-only token is not a wrong guess.
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
