import pLimit from 'p-limit'
import type { OrderId } from '../../shared/ids.ts'
import type { NewlyPaidOrder } from '../payments/index.ts'
import { advanceOrder } from './advance.ts'
import type { Order } from './order.ts'
import type { PayDeps } from './pay.ts'
import { NewlyPaidOrderWithRestoreTimes } from './store.ts'

export interface OrderProcessor {
  readonly deps: PayDeps
  /** Advances an order; concurrent callers in this process share one run. */
  advance(orderId: OrderId): Promise<Order>
  /** Like `advance`, in the background, after the commit that paid the order. */
  schedule(order: NewlyPaidOrder): void
}

/** Orders that one process advances concurrently: many, because each may wait for a vendor, but limited. */
export const maxConcurrentOrders = 100

/** One run of an order. `rerun`: requested again after it started, so the state that it read may be old. */
interface Run {
  result: Promise<Order>
  rerun: boolean
}

export function createOrderProcessor(deps: PayDeps): OrderProcessor {
  const running = new Map<string, Run>()
  const limit = pLimit(maxConcurrentOrders)
  const advance = (orderId: OrderId, justPaid?: NewlyPaidOrderWithRestoreTimes): Promise<Order> => {
    const current = running.get(orderId)
    if (current) {
      current.rerun = true
      return current.result
    }
    const advanceFrom = (paidOrder?: NewlyPaidOrderWithRestoreTimes): Promise<Order> => {
      if (!paidOrder) run.rerun = false
      return advanceOrder(deps, orderId, paidOrder)
    }
    const runUntilQuiet = async (): Promise<Order> => {
      try {
        let order = await advanceFrom(justPaid)
        while (run.rerun) order = await advanceFrom()
        return order
      } finally {
        running.delete(orderId)
      }
    }
    const run: Run = { rerun: false, result: limit(runUntilQuiet) }
    running.set(orderId, run)
    return run.result
  }
  return {
    deps,
    advance: (orderId) => advance(orderId),
    schedule: (order) =>
      deps.runInBackground('order', () =>
        advance(order.id, order instanceof NewlyPaidOrderWithRestoreTimes ? order : undefined),
      ),
  }
}
