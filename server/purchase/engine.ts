import pLimit from 'p-limit'
import { advance } from './advance.ts'
import type { Order } from './order.ts'
import type { PayParts } from './pay.ts'

export interface Engine {
  readonly parts: PayParts
  /** Brings an order on; callers in this process who ask at the same time share one run. */
  advance(orderId: string): Promise<Order>
  /** The same, in the background. */
  wake(orderId: string): void
}

/** Orders moved at the same time by one process: each may wait for a vendor, so many, but not without end. */
const ordersAtOnce = 100

/** One run of an order. `again`: somebody asked after it had begun, so what it saw may be old. */
interface Run {
  result: Promise<Order>
  again: boolean
}

export function createEngine(parts: PayParts): Engine {
  const running = new Map<string, Run>()
  const turn = pLimit(ordersAtOnce)
  const engine: Engine = {
    parts,
    advance(orderId) {
      const started = running.get(orderId)
      if (started) {
        started.again = true
        return started.result
      }
      const runUntilQuiet = async (): Promise<Order> => {
        try {
          let order: Order
          do {
            run.again = false
            order = await advance(parts, orderId)
          } while (run.again)
          return order
        } finally {
          running.delete(orderId)
        }
      }
      const run: Run = { again: false, result: turn(runUntilQuiet) }
      running.set(orderId, run)
      return run.result
    },
    wake: (orderId) => parts.background('order', () => engine.advance(orderId)),
  }
  return engine
}
