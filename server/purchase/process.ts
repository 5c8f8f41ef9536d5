import { setTimeout as pause } from 'node:timers/promises'
import { errors } from '../../shared/errors.ts'
import { Refused } from '../http/index.ts'
import { paymentsOf } from '../payments/index.ts'
import { attemptsOf } from '../vending/index.ts'
import type { Engine } from './engine.ts'
import type { Order } from './order.ts'
import { orderById } from './store.ts'
import { checkPayments } from './sweep.ts'
import { refusalOf, statusOf } from './view.ts'

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
  if (order.state === 'awaiting_payment' || order.state === 'expired')
    await within(deadline, checkPayments(engine.parts, order))
  let before: Order['state'] | null = null
  for (;;) {
    const seen = await orderById(engine.parts.db.q, order.id)
    if (seen.state === 'delivered') return { order: seen, pending: false }
    const payments = await paymentsOf(engine.parts.db.q, seen.id)
    const refusal = refusalOf(seen, payments)
    if (refusal) throw new Refused(refusal, { says: saidOf(seen, payments, refusal) })
    if (Date.now() >= deadline || seen.state === 'awaiting_payment') return { order: seen, pending: true }
    if (seen.state === before) await pause(Math.min(250, Math.max(0, deadline - Date.now())))
    before = seen.state
    await within(deadline, engine.advance(seen.id))
    const [attempt] = await attemptsOf(engine.parts.db.q, seen.id)
    if (attempt?.state === 'unknown')
      return { order: await orderById(engine.parts.db.q, seen.id), pending: true }
  }
}

const saidOf = (order: Order, payments: Parameters<typeof statusOf>[1], refusal: keyof typeof errors) =>
  refusal === 'REFUNDING' || refusal === 'REFUNDED'
    ? statusOf(order, payments).money.says
    : errors[refusal].says

const within = (deadline: number, work: Promise<unknown>): Promise<unknown> => {
  const timer = new AbortController()
  const over = pause(Math.max(0, deadline - Date.now()), undefined, { signal: timer.signal }).catch(
    () => undefined,
  )
  return Promise.race([work, over]).finally(() => timer.abort())
}
