import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { connect, migrate } from '../../server/database/index.ts'
import { findViolations } from '../../server/operations/invariants/index.ts'
import { openCluster } from '../faults/cluster.ts'
import { openGrowthApp } from './growth-app.ts'
import { loadGrowth } from './growth-load.ts'
import { growthReads } from './growth-reads.ts'
import { start, twoFreePorts } from './process.ts'
import type { Row } from './report.ts'

const smallOrderCount = 50_000
const maxRatio = 1.25
/** A difference below this may be noise. */
const noiseMs = 1
/** A difference of at most this many pages may be one more level in a few indexes. */
const noisePages = 20

/** Settings for bulk loading: the data need not survive a crash. */
export const bulkLoadSettings = [
  'shared_preload_libraries = pg_stat_statements',
  'shared_buffers = 1GB',
  'max_wal_size = 8GB',
  'synchronous_commit = off',
  'autovacuum = off',
  'wal_level = minimal',
  'max_wal_senders = 0',
  'jit = off',
  'max_parallel_workers_per_gather = 0',
]

/**
 * Times every list, report, poll and check with 50,000 orders and with `orders`, alternately. The fastest round counts:
 * other programs may use the machine.
 */
export async function growth(quick: boolean, orders: number): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'sanwo-bench-'))
  const cluster = await openCluster({ settings: bulkLoadSettings })
  const input = { port: await twoFreePorts(), dataDir: folder, vendMs: 0 }
  const simulators = await start<{ url: string }>('providers.ts', { input })
  try {
    const rows: Row[] = []
    for (const [name, orderCount] of [
      ['few', smallOrderCount],
      ['many', orders],
    ] as const)
      rows.push(await loadDatabase(cluster.url, name, orderCount))
    rows.push(...(await compare(cluster.url, simulators.ready.url, { orders, rounds: quick ? 5 : 15 })))
    rows.push(...(await indexSizes(urlOf(cluster.url, 'many'))))
    return rows
  } finally {
    await simulators.stop()
    await cluster.drop()
    await rm(folder, { recursive: true, force: true })
  }
}

const urlOf = (server: string, name: string) => Object.assign(new URL(server), { pathname: `/${name}` }).href

async function loadDatabase(server: string, name: string, orders: number): Promise<Row> {
  await query(server, `create database ${name}`)
  const db = await connect({ databaseUrl: urlOf(server, name), dataDir: null, timeoutMs: 30 * 60_000 })
  try {
    await migrate(db)
    const { seconds, bytes, postings } = await loadGrowth(urlOf(server, name), orders)
    const startedAt = performance.now()
    const violations = await findViolations(db)
    if (violations.length > 0)
      throw new Error(`The loaded rows violate ${JSON.stringify(violations.slice(0, 5))}`)
    const checkMs = performance.now() - startedAt
    return {
      label: `${orders.toLocaleString('en')} orders with ${postings.toLocaleString('en')} postings, loaded`,
      result: `${(bytes / 2 ** 30).toFixed(1)} GiB in ${seconds.toFixed(0)} s; every invariant on all rows ${(checkMs / 1_000).toFixed(1)} s`,
    }
  } finally {
    await db.close()
  }
}

/** Times every read on the databases `few` and `many` of a server, and counts the pages that it reads. */
export async function compare(
  server: string,
  simulators: string,
  { orders, rounds }: { orders: number; rounds: number },
): Promise<Row[]> {
  await query(server, 'create extension if not exists pg_stat_statements')
  await using few = await openGrowthApp(urlOf(server, 'few'), simulators)
  await using many = await openGrowthApp(urlOf(server, 'many'), simulators)
  const rows: Row[] = []
  for (const [label, read] of Object.entries(growthReads)) {
    const fewMs: number[] = []
    const manyMs: number[] = []
    for (let round = -2; round < rounds; round++) {
      if (round === 0) await query(server, 'select pg_stat_statements_reset()')
      const fewDurationMs = await durationOf(() => read({ ...few, orders: smallOrderCount }, round + 2))
      const manyDurationMs = await durationOf(() => read({ ...many, orders }, round + 2))
      // The first rounds fill caches and the totals of finished days.
      if (round < 0) continue
      fewMs.push(fewDurationMs)
      manyMs.push(manyDurationMs)
    }
    const pages = new Map(
      (await query<PageCount>(server, pagesSql)).map(({ name, read: count }) => [name, count / rounds]),
    )
    const cost = (name: string, times: readonly number[]) => ({
      ms: Math.min(...times),
      pages: pages.get(name) ?? 0,
    })
    rows.push(ratioRow(label, cost('few', fewMs), cost('many', manyMs)))
  }
  return rows
}

interface PageCount {
  readonly name: string
  readonly read: number
}

const pagesSql = `select datname as name, sum(shared_blks_hit + shared_blks_read)::float8 as read
  from pg_stat_statements join pg_database on pg_database.oid = dbid group by 1`

interface ReadCost {
  readonly ms: number
  readonly pages: number
}

/**
 * Compares the cost of a read in a large database with its cost in a small one. The cost has grown only if both time
 * and pages have: other programs on the machine make the time longer, but not the number of pages. A difference of at
 * most `noiseMs` or `noisePages` is ignored.
 */
function ratioRow(label: string, baseline: ReadCost, measured: ReadCost): Row {
  const [time, pages] = [measured.ms / baseline.ms, measured.pages / Math.max(1, baseline.pages)]
  const show = ({ ms, pages: count }: ReadCost) => `${ms.toFixed(1)} ms, ${count.toFixed(0)} pages`
  return {
    label,
    result: show(measured),
    baseline: show(baseline),
    ratio: `${time.toFixed(2)}, ${pages.toFixed(2)} of pages`,
    target: `≤ ${maxRatio}`,
    isTargetMet:
      time <= maxRatio ||
      measured.ms - baseline.ms <= noiseMs ||
      pages <= maxRatio ||
      measured.pages - baseline.pages <= noisePages,
  }
}

async function durationOf(read: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await read()
  return performance.now() - startedAt
}

const largestIndexes = `select indexrelname as name, pg_relation_size(indexrelid)::float8 as bytes
  from pg_stat_user_indexes order by 2 desc limit 12`

const indexSizes = async (url: string): Promise<Row[]> =>
  (await query<{ name: string; bytes: number }>(url, largestIndexes)).map(({ name, bytes }) => ({
    label: `index ${name}`,
    result: `${(bytes / 2 ** 20).toFixed(0)} MiB`,
  }))

export async function query<T extends pg.QueryResultRow>(url: string, text: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<T>(text)).rows
  } finally {
    await client.end()
  }
}
