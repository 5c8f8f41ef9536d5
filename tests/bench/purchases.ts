import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Purchased, Purchases } from './buy.ts'
import type { Delivered, Deliveries } from './deliver.ts'
import { type DatabaseEngine, openApp } from './launched-app.ts'
import { freshPostgres } from './postgres.ts'
import { run, start, twoFreePorts } from './process.ts'
import type { Replay, Replayed } from './replay.ts'
import { formatRate, percentile, type Row } from './report.ts'

const inFlight = 50
/** A purchase that waits for a slow vendor uses no CPU, so more of them wait concurrently. */
const slowVendor = { vendMs: 300, inFlight: 100 }
const peopleAtOnce = 20
const minPerSecond = 100
const minRatioToBareSql = 0.5
const slowestMs = 500

export interface Size {
  readonly many: number
  readonly warmUp: number
}

/**
 * Paid orders that are delivered, and whole purchases, on both databases; compared with the same SQL without
 * the app.
 */
export async function purchases(quick: boolean): Promise<Row[]> {
  const size = quick ? { many: 300, warmUp: 100 } : { many: 2_000, warmUp: 300 }
  const small = quick ? { many: 100, warmUp: 50 } : { many: 500, warmUp: 100 }
  const bare = await bareSql(size)
  return [
    ...(await deliveries('PostgreSQL', size, { vendMs: 0, inFlight, bare })),
    ...(await deliveries('PostgreSQL', size, { ...slowVendor, bare: null })),
    ...(await deliveries('PGlite', small, { vendMs: 0, inFlight, bare: null })),
    ...(await fullPurchases('PostgreSQL', small, 0)),
    ...(await fullPurchases('PostgreSQL', small, slowVendor.vendMs)),
    ...(await fullPurchases('PGlite', small, 0)),
  ]
}

interface Bare {
  readonly perSecond: number
  readonly statements: number
}

async function bareSql({ many: count, warmUp }: Size): Promise<Bare> {
  const folder = await mkdtemp(join(tmpdir(), 'sanwo-bench-'))
  const database = await freshPostgres()
  const input = { port: await twoFreePorts(), dataDir: folder, vendMs: 0 }
  const simulators = await start<{ url: string }>('providers.ts', { input })
  try {
    const options: Replay = {
      databaseUrl: database.url,
      simulators: simulators.ready.url,
      many: count,
      warmUp,
      atOnce: inFlight,
    }
    const { tookMs, statements } = await run<Replayed>('replay.ts', options)
    return { perSecond: (count / tookMs) * 1_000, statements }
  } finally {
    await simulators.stop()
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function deliveries(
  engine: DatabaseEngine,
  { many: count, warmUp }: Size,
  { vendMs, inFlight, bare }: { vendMs: number; inFlight: number; bare: Bare | null },
): Promise<Row[]> {
  await using app = await openApp(engine, { vendMs })
  const { url, simulators, secret, controlUrl } = app
  const options: Deliveries = { app: { url, simulators, secret, controlUrl }, many: count, warmUp, inFlight }
  const { tookMs, answers: responseTimes } = await run<Delivered>('deliver.ts', options)
  const rate = (count / tookMs) * 1_000
  const label = `paid → delivered, ${engine}, vendor ${vendMs} ms, ${inFlight} in flight`
  return [
    {
      label,
      result: formatRate(rate),
      ...(engine === 'PostgreSQL' && {
        target: `≥ ${minPerSecond}/s`,
        isTargetMet: rate >= minPerSecond,
      }),
    },
    ...(bare
      ? [
          {
            label: `the same SQL without the app, ${bare.statements} statements per order`,
            result: formatRate(rate),
            baseline: formatRate(bare.perSecond),
            ratio: (rate / bare.perSecond).toFixed(2),
            target: `≥ ${minRatioToBareSql}`,
            isTargetMet: rate >= minRatioToBareSql * bare.perSecond,
          },
        ]
      : []),
    responseTimeRow(
      `webhook acknowledged, ${engine}, vendor ${vendMs} ms`,
      responseTimes,
      engine === 'PostgreSQL' ? slowestMs : null,
    ),
  ]
}

async function fullPurchases(
  engine: DatabaseEngine,
  { many: count, warmUp }: Size,
  vendMs: number,
): Promise<Row[]> {
  await using app = await openApp(engine, { vendMs })
  const { url, simulators, secret } = app
  const options: Purchases = {
    app: { url, simulators, secret },
    many: count,
    warmUp,
    concurrency: peopleAtOnce,
    from: 1,
  }
  const { tookMs, times } = await run<Purchased>('buy.ts', options)
  const conditions = `${engine}, vendor ${vendMs} ms`
  return [
    {
      label: `whole purchases, ${conditions}, ${peopleAtOnce} concurrent users`,
      result: formatRate((count / tookMs) * 1_000),
    },
    ...Object.entries(times).map(([name, ms]) =>
      responseTimeRow(
        `${name} response time, ${conditions}`,
        ms,
        engine === 'PostgreSQL' ? slowestMs + (name === 'process' ? vendMs : 0) : null,
      ),
    ),
  ]
}

function responseTimeRow(label: string, times: readonly number[], mostMs: number | null): Row {
  const [p50, p95, p99] = [50, 95, 99].map((percent) => percentile(times, percent))
  const percentiles = [p50, p95, p99].map((ms) => ms?.toFixed(0)).join(' / ')
  return {
    label,
    result: `${percentiles} ms`,
    ...(mostMs !== null && { target: `p99 ≤ ${mostMs} ms`, isTargetMet: (p99 ?? 0) <= mostMs }),
  }
}
