import { type AppAddress, buyer, type Times } from './buyer.ts'
import { input, report } from './process.ts'
import { inParallel } from './wire.ts'

/**
 * Whole purchases, from the lookup to the token, by `atOnce` concurrent users; each user buys in sequence.
 */
export interface Purchases {
  readonly app: AppAddress
  readonly many: number
  readonly atOnce: number
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

const { app, many: count, atOnce, from, warmUp } = input<Purchases>()

async function buy(number: number, times: Times): Promise<void> {
  const person = buyer(app, number, times)
  const info = await person.looksUp()
  await person.pays(await person.initiates(info))
  while (!(await person.processOrder(info)));
}

await inParallel(warmUp, atOnce, (index) => buy(from + index, {}))
const times: Times = {}
const began = performance.now()
await inParallel(count, atOnce, (index) => buy(from + warmUp + index, times))
report({ many: count, tookMs: performance.now() - began, times } satisfies Purchased)
