import { type AppAddress, createBuyer, type Times } from './buyer.ts'
import { runConcurrently } from './http-client.ts'
import { readInput, sendReport } from './process.ts'

/**
 * Whole purchases, from the lookup to the token, by `concurrency` users at a time; each user buys in sequence.
 */
export interface PurchaseRunOptions {
  readonly app: AppAddress
  readonly count: number
  readonly concurrency: number
  /** The first meter number. */
  readonly from: number
  /** Number of purchases before the measurement. */
  readonly warmUp: number
}
export interface PurchaseRunResult {
  readonly count: number
  readonly tookMs: number
  readonly times: Times
}

const { app, count, concurrency, from, warmUp } = readInput<PurchaseRunOptions>()

async function buy(number: number, times: Times): Promise<void> {
  const buyer = createBuyer(app, number, times)
  const info = await buyer.lookUpMeter()
  await buyer.pay(await buyer.initiatePayment(info))
  while (!(await buyer.processOrder(info)));
}

await runConcurrently(warmUp, concurrency, (index) => buy(from + index, {}))
const times: Times = {}
const startedAt = performance.now()
await runConcurrently(count, concurrency, (index) => buy(from + warmUp + index, times))
sendReport({ count, tookMs: performance.now() - startedAt, times } satisfies PurchaseRunResult)
