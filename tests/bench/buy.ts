import { buyer, type Shop, type Times } from './buyer.ts'
import { given, tell } from './process.ts'
import { inParallel } from './wire.ts'

/** Whole purchases, from the lookup to the token, by so many people at once; each does one after the other. */
export interface Purchases {
  readonly shop: Shop
  readonly many: number
  readonly atOnce: number
  /** Meters from this number on. */
  readonly from: number
  /** Purchases before the clock starts. */
  readonly warmUp: number
}
export interface Purchased {
  readonly many: number
  readonly tookMs: number
  readonly times: Times
}

const { shop, many, atOnce, from, warmUp } = given<Purchases>()

async function buy(number: number, times: Times): Promise<void> {
  const person = buyer(shop, number, times)
  const info = await person.looksUp()
  await person.pays(await person.initiates(info))
  while (!(await person.processes(info)));
}

await inParallel(warmUp, atOnce, (at) => buy(from + at, {}))
const times: Times = {}
const began = performance.now()
await inParallel(many, atOnce, (at) => buy(from + warmUp + at, times))
tell({ many, tookMs: performance.now() - began, times } satisfies Purchased)
