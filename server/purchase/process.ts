import { setTimeout as pause } from 'node:timers/promises'
import { errors } from '../../shared/errors.ts'
import { Refused } from '../http/index.ts'
import { paymentsOf } from '../payments/index.ts'
import { attemptsOf } from '../vending/index.ts'
import type { Engine } from './engine.ts'
import type { Order } from './order.ts'
import { orderById } from './store.ts'
import { checkPayments } from './sweep.ts'
import { refusalOf, statusNow } from './view.ts'

/** A customer waits no longer than this for one answer. */
export const patienceMs = 10_000

/**
 * Brings a paid order to its end as far as ten seconds go. Calling it a thousand times changes nothing.
 * @returns delivered (200) or pending (202)
 * @throws Refused with a sentence about the money
 */
export async function processOrder(
  engine: Engine,
  order: Order,
  waitMs = patienceMs,
): Promise<{ order: Order; pending: boolean }> {
  const deadline = Date.now() + waitMs
  let seen = order
  if (order.state === 'awaiting_payment' || order.state === 'expired') {
    await within(deadline, checkPayments(engine.parts, order))
    seen = await orderById(engine.parts.db.q, order.id)
  }
  let before: Order['state'] | null = null
  for (;;) {
    if (seen.state === 'delivered') return { order: seen, pending: false }
    await refuseUnlessMoving(engine, seen)
    if (Date.now() >= deadline || seen.state === 'awaiting_payment') return { order: seen, pending: true }
    if (seen.state === before) await pause(Math.min(250, Math.max(0, deadline - Date.now())))
    before = seen.state
    seen = (await within(deadline, engine.advance(seen.id))) ?? (await orderById(engine.parts.db.q, order.id))
    // A try that is unclear is asked about in its own time.
    if (seen.state === 'vending' && (await attemptsOf(engine.parts.db.q, seen.id))[0]?.state === 'unknown')
      return { order: seen, pending: true }
  }
}

/** @throws Refused with a sentence about the money, for an order that is not on its way */
async function refuseUnlessMoving(engine: Engine, order: Order): Promise<void> {
  if (order.state === 'paid' || order.state === 'vending') return
  const payments = await paymentsOf(engine.parts.db.q, order.id)
  const refusal = refusalOf(order, payments)
  if (!refusal) return
  const isReturning = refusal === 'REFUNDING' || refusal === 'REFUNDED'
  const says = isReturning ? (await statusNow(engine.parts.db, order)).money.says : errors[refusal].says
  throw new Refused(refusal, { says })
}

/** What `work` came to, or undefined when the deadline came first: the work then goes on by itself. */
const within = <T>(deadline: number, work: Promise<T>): Promise<T | undefined> => {
  const timer = new AbortController()
  const over = pause(Math.max(0, deadline - Date.now()), undefined, { signal: timer.signal }).catch(
    () => undefined,
  )
  return Promise.race([work, over]).finally(() => timer.abort())
}
