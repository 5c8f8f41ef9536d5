import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Purchased, Purchases } from './buy.ts'
import type { Delivered, Deliveries } from './deliver.ts'
import { freshPostgres } from './postgres.ts'
import { run, start, twoFreePorts } from './process.ts'
import { type Engine, openProduct } from './product.ts'
import type { Replay, Replayed } from './replay.ts'
import { percentile, perSecond, type Row } from './report.ts'

const inFlight = 50
/** Who waits for a slow vendor costs nothing meanwhile, so more of them wait at once. */
const slowVendor = { vendMs: 300, inFlight: 100 }
const peopleAtOnce = 20
const leastPerSecond = 100
const leastOfBare = 0.5
const slowestMs = 500

export interface Size {
  readonly many: number
  readonly warmUp: number
}

/** Paid orders brought to delivered, and whole purchases, on both databases; the SQL of it alone beside. */
export async function purchases(quick: boolean): Promise<Row[]> {
  const size = quick ? { many: 300, warmUp: 100 } : { many: 2_000, warmUp: 300 }
  const small = quick ? { many: 100, warmUp: 50 } : { many: 500, warmUp: 100 }
  const bare = await bareSql(size)
  return [
    ...(await deliveries('PostgreSQL', size, { vendMs: 0, inFlight, bare })),
    ...(await deliveries('PostgreSQL', size, { ...slowVendor, bare: null })),
    ...(await deliveries('PGlite', small, { vendMs: 0, inFlight, bare: null })),
    ...(await wholePurchases('PostgreSQL', small, 0)),
    ...(await wholePurchases('PostgreSQL', small, slowVendor.vendMs)),
    ...(await wholePurchases('PGlite', small, 0)),
  ]
}

interface Bare {
  readonly perSecond: number
  readonly statements: number
}

async function bareSql({ many, warmUp }: Size): Promise<Bare> {
  const folder = await mkdtemp(join(tmpdir(), 'sanwo-bench-'))
  const database = await freshPostgres()
  const given = { port: await twoFreePorts(), dataDir: folder, vendMs: 0 }
  const simulators = await start<{ url: string }>('counterparties.ts', { given })
  try {
    const asked: Replay = {
      databaseUrl: database.url,
      simulators: simulators.said.url,
      many,
      warmUp,
      atOnce: inFlight,
    }
    const { tookMs, statements } = await run<Replayed>('replay.ts', asked)
    return { perSecond: (many / tookMs) * 1_000, statements }
  } finally {
    await simulators.stop()
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function deliveries(
  engine: Engine,
  { many, warmUp }: Size,
  { vendMs, inFlight, bare }: { vendMs: number; inFlight: number; bare: Bare | null },
): Promise<Row[]> {
  await using product = await openProduct(engine, { vendMs })
  const { url, simulators, secret, door } = product
  const shop = { url, simulators, secret, door }
  const asked: Deliveries = { shop, many, warmUp, inFlight }
  const { tookMs, answers } = await run<Delivered>('deliver.ts', asked)
  const rate = (many / tookMs) * 1_000
  const what = `paid → delivered, ${engine}, vendor ${vendMs} ms, ${inFlight} in flight`
  return [
    {
      what,
      ours: perSecond(rate),
      ...(engine === 'PostgreSQL' && { target: `≥ ${leastPerSecond}/s`, reached: rate >= leastPerSecond }),
    },
    ...(bare
      ? [
          {
            what: `the same SQL bare, ${bare.statements} statements an order`,
            ours: perSecond(rate),
            beside: perSecond(bare.perSecond),
            ratio: (rate / bare.perSecond).toFixed(2),
            target: `≥ ${leastOfBare}`,
            reached: rate >= leastOfBare * bare.perSecond,
          },
        ]
      : []),
    answered(
      `webhook answered, ${engine}, vendor ${vendMs} ms`,
      answers,
      engine === 'PostgreSQL' ? slowestMs : null,
    ),
  ]
}

async function wholePurchases(engine: Engine, { many, warmUp }: Size, vendMs: number): Promise<Row[]> {
  await using product = await openProduct(engine, { vendMs })
  const { url, simulators, secret } = product
  const asked: Purchases = { shop: { url, simulators, secret }, many, warmUp, atOnce: peopleAtOnce, from: 1 }
  const { tookMs, times } = await run<Purchased>('buy.ts', asked)
  const beside = `${engine}, vendor ${vendMs} ms`
  return [
    {
      what: `whole purchases, ${beside}, ${peopleAtOnce} people at once`,
      ours: perSecond((many / tookMs) * 1_000),
    },
    ...Object.entries(times).map(([name, ms]) =>
      answered(
        `${name} answered, ${beside}`,
        ms,
        engine === 'PostgreSQL' ? slowestMs + (name === 'process' ? vendMs : 0) : null,
      ),
    ),
  ]
}

function answered(what: string, times: readonly number[], mostMs: number | null): Row {
  const [p50, p95, p99] = [50, 95, 99].map((percent) => percentile(times, percent))
  const figures = [p50, p95, p99].map((ms) => ms?.toFixed(0)).join(' / ')
  return {
    what,
    ours: `${figures} ms`,
    ...(mostMs !== null && { target: `p99 ≤ ${mostMs} ms`, reached: (p99 ?? 0) <= mostMs }),
  }
}
