import { setTimeout as pause } from 'node:timers/promises'
import type { OrderId } from '../../shared/ids.ts'
import type { OrderProcessor } from './order-processor.ts'
import type { PayDeps } from './pay.ts'

/**
 * A row of a queue waits this long for a vendor, then leaves its slot: a vendor that does not respond blocks an order
 * for 45 s.
 */
const maxWaitMs = 2_000
/** Orders that may continue without a slot: few enough to leave capacity for individual orders. */
const maxDetached = 40

/** Advances the order of a row that a queue works on; a slow order continues without the row's slot. */
export function advanceInSlot(
  orderProcessor: OrderProcessor,
  { log, runInBackground }: Pick<PayDeps, 'log' | 'runInBackground'>,
): (orderId: OrderId) => Promise<void> {
  let detached = 0
  return async (orderId) => {
    const advancing = orderProcessor
      .advance(orderId)
      .catch((error: unknown) => log.error({ err: error, order: orderId }, 'the order was not advanced'))
    const timeout = pause(maxWaitMs, 'late' as const, { ref: false })
    if ((await Promise.race([advancing, timeout])) !== 'late') return
    if (detached >= maxDetached) return void (await advancing)
    detached++
    runInBackground('slow order', () => advancing.finally(() => detached--))
  }
}
