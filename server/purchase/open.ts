import type { Database } from '../database/index.ts'
import { type Caller, type Limits, Refused } from '../http/index.ts'
import { isOwner, mayOpen, mayView } from './access.ts'
import type { Order } from './order.ts'
import { orderByReference } from './store.ts'

interface Asked {
  readonly reference: string
  readonly secret?: string | null | undefined
  readonly caller: Caller
  /** True where the view-only secret of a history record is enough. */
  readonly toView?: boolean
}

/**
 * The order, for whoever may open it. Thousands share one address: the wrong guesses of others keep nobody
 * from an order of their own.
 * @throws Refused NOT_FOUND for unknown and foreign ones alike, TOO_MANY after too many wrong ones
 */
export async function openOrder(
  { db, limits }: { db: Database; limits: Limits },
  { reference, secret, caller, toView = false }: Asked,
): Promise<Order> {
  const order = await orderByReference(db.q, reference)
  if (order && mayOpen(order, caller, secret)) return order
  if (order && secret && mayView(order, secret)) {
    if (toView) return order
    // No guess: it opens less.
    throw new Refused('NOT_FOUND')
  }
  return refuseGuess(limits, caller)
}

/**
 * The order by its reference alone, for what anybody may do with it. Whoever does not own it waits after too
 * many wrong ones from their address.
 */
export async function findOrder(
  { db, limits }: { db: Database; limits: Limits },
  { reference, caller }: Asked,
): Promise<Order> {
  const order = await orderByReference(db.q, reference)
  if (order && isOwner(order, caller)) return order
  if (!order) return refuseGuess(limits, caller)
  await limits.check('order_client', caller.client)
  return order
}

/** Counts a wrong guess. @throws Refused TOO_MANY, else NOT_FOUND */
export async function refuseGuess(limits: Limits, { client }: Pick<Caller, 'client'>): Promise<never> {
  await limits.check('order_client', client)
  await limits.fail('order_client', client)
  throw new Refused('NOT_FOUND')
}
