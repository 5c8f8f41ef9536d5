import { setTimeout as pause } from 'node:timers/promises'
import { errors } from '../../shared/errors.ts'
import { ApiError } from '../http/index.ts'
import { isPaid, listPayments, verifyPaymentCached } from '../payments/index.ts'
import { attemptsOf } from '../vending/index.ts'
import type { PurchaseDeps } from './deps.ts'
import type { Order } from './order.ts'
import type { OrderProcessor } from './order-processor.ts'
import { currentStatus, errorCodeOf, statusForUser } from './order-status.ts'
import { orderById } from './store.ts'

/** A customer waits at most this long for one response. */
const maxWaitMs = 10_000

/**
 * Advances a paid order towards its end for at most ten seconds. Idempotent.
 * @returns delivered (200) or pending (202)
 * @throws ApiError whose message states what happens to the money
 */
export async function processOrder(
  orderProcessor: OrderProcessor,
  order: Order,
  waitMs = maxWaitMs,
): Promise<{ order: Order; isPending: boolean }> {
  const timeoutAt = Date.now() + waitMs
  let current = isUnpaid(order) ? await verifyPayments(orderProcessor.deps, order, timeoutAt) : order
  let previousState: Order['state'] | null = null
  for (;;) {
    if (current.state === 'delivered') return { order: current, isPending: false }
    await assertInProgress(orderProcessor, current)
    if (Date.now() >= timeoutAt || current.state === 'awaiting_payment')
      return { order: current, isPending: true }
    if (current.state === previousState) await pause(Math.min(250, Math.max(0, timeoutAt - Date.now())))
    previousState = current.state
    current =
      (await withinTimeLimit(timeoutAt, orderProcessor.advance(current.id))) ??
      (await orderById(orderProcessor.deps.db.q, order.id))
    if (await waitsForRequery(orderProcessor, current)) return { order: current, isPending: true }
  }
}

const isUnpaid = ({ state }: Order): boolean => state === 'awaiting_payment' || state === 'expired'

/** @returns the order after the verification, or as it is at the time limit */
async function verifyPayments(deps: PurchaseDeps, order: Order, timeoutAt: number): Promise<Order> {
  await withinTimeLimit(timeoutAt, verifyOpenPayments(deps, order))
  return orderById(deps.db.q, order.id)
}

/** True while the order's latest attempt has an unknown outcome: the queue requeries it when it is due. */
const waitsForRequery = async ({ deps }: OrderProcessor, order: Order): Promise<boolean> =>
  order.state === 'vending' && (await attemptsOf(deps.db.q, order.id))[0]?.state === 'unknown'

/** Verifies an order's open payments at the gateway, so that a return page does not wait for the webhook. */
async function verifyOpenPayments(deps: PurchaseDeps, order: Order): Promise<void> {
  const payments = await listPayments(deps.db.q, order.id)
  if (payments.some((payment) => isPaid(payment.state))) return
  await Promise.all(
    payments
      .filter(
        (payment) => payment.checkout_url || payment.state === 'created' || payment.method === 'SAVED_CARD',
      )
      .map((payment) => verifyPaymentCached(deps.payments, payment)),
  )
}

/** @throws ApiError whose message states what happens to the money, for an order that is not in progress */
async function assertInProgress(orderProcessor: OrderProcessor, order: Order): Promise<void> {
  if (order.state === 'paid' || order.state === 'vending') return
  const payments = await listPayments(orderProcessor.deps.db.q, order.id)
  const code = errorCodeOf(order, payments)
  if (!code) return
  const isMoneyMoving = code === 'REFUNDING' || code === 'REFUNDED' || code === 'PAYMENT_MISMATCH'
  const message = isMoneyMoving
    ? statusForUser(order, await currentStatus(orderProcessor.deps.db, order)).money.message
    : errors[code].message
  throw new ApiError(code, { message })
}

/** The result of `work`, or undefined at the time limit; `work` then continues in the background. */
const withinTimeLimit = <T>(timeoutAt: number, work: Promise<T>): Promise<T | undefined> => {
  const timer = new AbortController()
  const timeout = pause(Math.max(0, timeoutAt - Date.now()), undefined, { signal: timer.signal }).catch(
    () => undefined,
  )
  return Promise.race([work, timeout]).finally(() => timer.abort())
}
