import { setTimeout as pause } from 'node:timers/promises'
import { buy, newPurchase, type Purchase, type ShownError, type Target } from './buyer.ts'
import type { DrillReport } from './drill.ts'

/** People who arrive at a steady rate, whether or not earlier ones have finished. */
export interface Traffic {
  /** Also those that have not ended. */
  readonly purchases: readonly Purchase[]
  readonly delivered: () => number
  /** Ends the arrivals and waits for the purchases that began. */
  stop(): Promise<void>
}

export function startTraffic(target: Target, perSecond: number): Traffic {
  const purchases: Purchase[] = []
  const running = new Set<Promise<void>>()
  const startPurchase = () => {
    const purchase = newPurchase()
    purchases.push(purchase)
    const work = buy(target, purchase).finally(() => running.delete(work))
    running.add(work)
  }
  const timer = setInterval(startPurchase, 1_000 / perSecond)
  return {
    purchases,
    delivered: () => purchases.filter(({ deliveredAt }) => deliveredAt !== null).length,
    async stop() {
      clearInterval(timer)
      await Promise.all(running)
    },
  }
}

/** A purchase that takes longer is not waited for. */
const maxPurchaseMs = 20_000

/**
 * Purchases per second that `atOnce` buyers reach, each buying one after another.
 * @throws Error with what a buyer saw, when nothing was delivered
 */
export async function measureRate(target: Target, { atOnce = 20, seconds = 10 } = {}): Promise<number> {
  const startedAt = performance.now()
  const until = startedAt + seconds * 1_000
  const purchases: Purchase[] = []
  const buyer = async () => {
    while (performance.now() < until) {
      const purchase = newPurchase()
      purchases.push(purchase)
      await buy(target, purchase)
    }
  }
  const waiting = pause(seconds * 1_000 + maxPurchaseMs, 'slow', { ref: false })
  await Promise.race([Promise.all(Array.from({ length: atOnce }, buyer)), waiting])
  const delivered = purchases.filter(({ deliveredAt }) => deliveredAt !== null && deliveredAt < until).length
  const [error] = buyerErrors(purchases)
  if (delivered === 0) throw new Error(`Nothing was delivered: ${JSON.stringify(error ?? 'too slow')}`)
  return delivered / seconds
}

/** The longest time without a delivery between two moments. */
export function longestPauseMs(purchases: readonly Purchase[], from: number, to: number): number {
  const times = purchases
    .flatMap(({ deliveredAt }) =>
      deliveredAt !== null && deliveredAt > from && deliveredAt < to ? [deliveredAt] : [],
    )
    .sort((one, other) => one - other)
  const moments = [from, ...times, to]
  return Math.max(...moments.slice(1).map((at, index) => at - moments[index]!))
}

/** Each purchase that began was delivered, after as many repetitions as a patient buyer makes. */
export function checkDelivered(report: DrillReport, { purchases }: Traffic): void {
  const undelivered = purchases
    .filter(({ deliveredAt }) => deliveredAt === null)
    .map(({ reference, paidAt, errors }) => ({
      reference,
      paid: paidAt !== null,
      lastError: errors.at(-1) ?? null,
    }))
  report.check('each purchase that began was delivered', undelivered.length === 0, undelivered)
}

export const buyerErrors = (purchases: readonly Purchase[]): readonly ShownError[] =>
  purchases.flatMap(({ errors }) => errors)

/** Counts of the errors that buyers saw: "process 503" → 12. */
export function errorCounts(errors: readonly ShownError[]): Record<string, number> {
  const groups = Map.groupBy(
    errors,
    ({ step, httpStatus }) => `${step} ${httpStatus === 0 ? 'connection' : httpStatus}`,
  )
  return Object.fromEntries([...groups].map(([name, group]) => [name, group.length]))
}
