import type { DemoBuyer, DemoOrder } from './order-rows.ts'
import { createRandom } from './random.ts'

const hour = 60 * 60_000
/** Accounts exist from this long before the month is loaded. */
const oldestMs = 60 * 24 * hour
/** The first top-up is an hour before the first wallet order. */
const beforeFirstOrderMs = 2 * hour

/** The time of the oldest account. */
export const firstJoinTime = (plannedAt: Date): Date => new Date(plannedAt.getTime() - oldestMs)

/** When each buyer opened their account, by user id: at any time before their first order. */
export function planJoinTimes(
  buyers: readonly DemoBuyer[],
  orders: readonly DemoOrder[],
  plannedAt: Date,
): ReadonlyMap<string, Date> {
  const random = createRandom(20_261_102)
  const from = firstJoinTime(plannedAt).getTime()
  const firstOrders = new Map<string, number>()
  for (const { buyer, plan } of orders)
    if (buyer) firstOrders.set(buyer.id, Math.min(plan.at.getTime(), firstOrders.get(buyer.id) ?? Infinity))
  return new Map(
    buyers.map(({ id }) => {
      const to = (firstOrders.get(id) ?? plannedAt.getTime()) - beforeFirstOrderMs
      return [id, new Date(from + Math.floor(random.next() * (to - from)))]
    }),
  )
}
