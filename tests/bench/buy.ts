import { type AppAddress, buyer, type Times } from './buyer.ts'
import { runConcurrently } from './http-client.ts'
import { readInput, sendReport } from './process.ts'

/**
 * Whole purchases, from the lookup to the token, by `atOnce` concurrent users; each user buys in sequence.
 */
export interface Purchases {
  readonly app: AppAddress
  readonly many: number
  readonly concurrency: number
  /** The first meter number. */
  readonly from: number
  /** Purchases before the clock starts. */
  readonly warmUp: number
}
export interface Purchased {
  readonly many: number
  readonly tookMs: number
  readonly times: Times
}

const { app, many: count, concurrency, from, warmUp } = readInput<Purchases>()

async function buy(number: number, times: Times): Promise<void> {
  const person = buyer(app, number, times)
  const info = await person.looksUp()
  await person.pays(await person.initiates(info))
  while (!(await person.processOrder(info)));
}

await runConcurrently(warmUp, concurrency, (index) => buy(from + index, {}))
const times: Times = {}
const began = performance.now()
await runConcurrently(count, concurrency, (index) => buy(from + warmUp + index, times))
sendReport({ many: count, tookMs: performance.now() - began, times } satisfies Purchased)
