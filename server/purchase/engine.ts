import pLimit from 'p-limit'
import { advanceOrder } from './advance.ts'
import type { Order } from './order.ts'
import type { PayDeps } from './pay.ts'

export interface Engine {
  readonly deps: PayDeps
  /** Advances an order; concurrent callers in this process share one run. */
  advance(orderId: string): Promise<Order>
  /** Like `advance`, in the background. */
  schedule(orderId: string): void
}

/** Orders that one process advances concurrently: many, because each may wait for a vendor, but limited. */
export const maxConcurrentOrders = 100

/** One run of an order. `rerun`: requested again after it started, so the state that it read may be old. */
interface Run {
  result: Promise<Order>
  rerun: boolean
}

export function createEngine(deps: PayDeps): Engine {
  const running = new Map<string, Run>()
  const limit = pLimit(maxConcurrentOrders)
  const engine: Engine = {
    deps,
    advance(orderId) {
      const current = running.get(orderId)
      if (current) {
        current.rerun = true
        return current.result
      }
      const runUntilQuiet = async (): Promise<Order> => {
        try {
          let order: Order
          do {
            run.rerun = false
            order = await advanceOrder(deps, orderId)
          } while (run.rerun)
          return order
        } finally {
          running.delete(orderId)
        }
      }
      const run: Run = { rerun: false, result: limit(runUntilQuiet) }
      running.set(orderId, run)
      return run.result
    },
    schedule: (orderId) => deps.background('order', () => engine.advance(orderId)),
  }
  return engine
}
