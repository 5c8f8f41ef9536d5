import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PurchaseRunOptions, PurchaseRunResult } from './buy.ts'
import type { DeliveryRunOptions, DeliveryRunResult } from './deliver.ts'
import { type DatabaseEngine, openApp } from './launched-app.ts'
import { freshPostgres } from './postgres.ts'
import { run, start, twoFreePorts } from './process.ts'
import type { ReplayOptions, ReplayResult } from './replay.ts'
import { formatRate, percentile, type Row } from './report.ts'

const inFlight = 50
/** A purchase that waits for a slow vendor uses no CPU, so more of them wait concurrently. */
const slowVendor = { vendMs: 300, inFlight: 100 }
const concurrentUsers = 20
const minPerSecond = 100
const minRatioToPlainSql = 0.8
const maxProcessTimeRatio = 1.5
const slowestMs = 500

export interface Size {
  readonly count: number
  readonly warmUp: number
}

/**
 * Paid orders that are delivered, and whole purchases, on both databases; compared with the same SQL without
 * the app.
 */
export async function purchases(quick: boolean): Promise<Row[]> {
  const size = quick ? { count: 300, warmUp: 100 } : { count: 2_000, warmUp: 300 }
  const small = quick ? { count: 100, warmUp: 50 } : { count: 500, warmUp: 100 }
  const plainSql = await runPlainSql(size, inFlight)
  const plainSqlOfUsers = await runPlainSql(small, concurrentUsers)
  return [
    ...(await deliveries('PostgreSQL', size, { vendMs: 0, inFlight, plainSql })),
    ...(await deliveries('PostgreSQL', size, { ...slowVendor, plainSql: null })),
    ...(await deliveries('PGlite', small, { vendMs: 0, inFlight, plainSql: null })),
    ...(await fullPurchases('PostgreSQL', small, { vendMs: 0, plainSql: plainSqlOfUsers })),
    ...(await fullPurchases('PostgreSQL', small, { vendMs: slowVendor.vendMs, plainSql: null })),
    ...(await fullPurchases('PGlite', small, { vendMs: 0, plainSql: null })),
  ]
}

interface PlainSqlResult {
  readonly perSecond: number
  /** 99th percentile of a delivery, ms. */
  readonly p99: number
  readonly statements: number
}

async function runPlainSql({ count, warmUp }: Size, concurrency: number): Promise<PlainSqlResult> {
  const folder = await mkdtemp(join(tmpdir(), 'sanwo-bench-'))
  const database = await freshPostgres()
  const input = { port: await twoFreePorts(), dataDir: folder, vendMs: 0 }
  const simulators = await start<{ url: string }>('providers.ts', { input })
  try {
    const options: ReplayOptions = {
      databaseUrl: database.url,
      simulators: simulators.ready.url,
      count,
      warmUp,
      concurrency,
    }
    const { tookMs, times, statements } = await run<ReplayResult>('replay.ts', options)
    return { perSecond: (count / tookMs) * 1_000, p99: percentile(times, 99), statements }
  } finally {
    await simulators.stop()
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function deliveries(
  engine: DatabaseEngine,
  { count, warmUp }: Size,
  { vendMs, inFlight, plainSql }: { vendMs: number; inFlight: number; plainSql: PlainSqlResult | null },
): Promise<Row[]> {
  await using app = await openApp(engine, { vendMs })
  const { url, simulators, secret, controlUrl } = app
  const options: DeliveryRunOptions = {
    app: { url, simulators, secret, controlUrl },
    count,
    warmUp,
    inFlight,
  }
  const { tookMs, responseTimes } = await run<DeliveryRunResult>('deliver.ts', options)
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
    ...(plainSql
      ? [
          {
            label: `the same SQL without the app, ${plainSql.statements} statements per order`,
            result: formatRate(rate),
            baseline: formatRate(plainSql.perSecond),
            ratio: (rate / plainSql.perSecond).toFixed(2),
            target: `≥ ${minRatioToPlainSql}`,
            isTargetMet: rate >= minRatioToPlainSql * plainSql.perSecond,
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
  { count, warmUp }: Size,
  { vendMs, plainSql }: { vendMs: number; plainSql: PlainSqlResult | null },
): Promise<Row[]> {
  await using app = await openApp(engine, { vendMs })
  const { url, simulators, secret } = app
  const options: PurchaseRunOptions = {
    app: { url, simulators, secret },
    count,
    warmUp,
    concurrency: concurrentUsers,
    from: 1,
  }
  const { tookMs, times } = await run<PurchaseRunResult>('buy.ts', options)
  const conditions = `${engine}, vendor ${vendMs} ms`
  return [
    {
      label: `whole purchases, ${conditions}, ${concurrentUsers} concurrent users`,
      result: formatRate((count / tookMs) * 1_000),
    },
    ...Object.entries(times).map(([name, ms]) =>
      responseTimeRow(
        `${name} response time, ${conditions}`,
        ms,
        engine === 'PostgreSQL' ? slowestMs + (name === 'process' ? vendMs : 0) : null,
      ),
    ),
    ...(plainSql ? [processTimeRow(percentile(times.process ?? [], 99) ?? 0, plainSql)] : []),
  ]
}

function processTimeRow(processMs: number, plainSql: PlainSqlResult): Row {
  return {
    label: `process p99, ${concurrentUsers} concurrent users, and the SQL of a delivery without the app`,
    result: `${processMs.toFixed(0)} ms`,
    baseline: `${plainSql.p99.toFixed(0)} ms`,
    ratio: (processMs / plainSql.p99).toFixed(2),
    target: `≤ ${maxProcessTimeRatio}`,
    isTargetMet: processMs <= maxProcessTimeRatio * plainSql.p99,
  }
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
