import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openCluster } from '../faults/cluster.ts'
import { type OneOrder, openOrderBench, type StepCost } from './one-order.ts'
import { start, twoFreePorts } from './process.ts'
import { atMost, formatKilobytes, median, type Row } from './report.ts'
import type { CapturedTransaction } from './statements.ts'

/** Statements from the gateway's webhook to the sent SMS, with `begin` and `commit`. */
const maxStatements = 18
/** Write-ahead log from the POST of the purchase to the sent SMS: 70 % of the 20.4 KB before it was optimised. */
const maxWalBytes = 14_600

/** Without full-page writes, because their number after a checkpoint depends on the size of the database. */
const settings = [
  'shared_preload_libraries = pg_stat_statements',
  'full_page_writes = off',
  'autovacuum = off',
  'checkpoint_timeout = 1d',
]

/** Statements and bytes of the write-ahead log of a guest's electricity order, by step and by table. */
export async function orderCost(quick: boolean): Promise<Row[]> {
  const size = quick ? { warmUp: 5, count: 20 } : { warmUp: 20, count: 100 }
  const folder = await mkdtemp(join(tmpdir(), 'sanwo-bench-'))
  const cluster = await openCluster({ settings })
  const input = { port: await twoFreePorts(), dataDir: folder, vendMs: 0 }
  const simulators = await start<{ url: string }>('providers.ts', { input })
  try {
    const bench = await openOrderBench(cluster.url, simulators.ready.url)
    await bench.read('create extension pg_stat_statements')
    for (let number = 1; number <= size.warmUp; number++) await bench.buy(number)
    await bench.read(endFirstRangesSql)
    await bench.read('select pg_stat_statements_reset()')
    const orders: OneOrder[] = []
    for (let number = 1; number <= size.count; number++) orders.push(await bench.buy(size.warmUp + number))
    const tables = (await bench.read(byTableSql)) as unknown as TableCost[]
    await bench.close()
    return [...stepRows(orders), ...tableRows(tables, size.count)]
  } finally {
    await simulators.stop()
    await cluster.drop()
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Removes the summary of the first page range of every BRIN index, which each insert would extend. Only tables below 1 MB
 * have it where rows are inserted: the migrations created their indexes empty, which summarises that range, and a vacuum
 * summarises a later range of 128 pages once it is full.
 */
const endFirstRangesSql = `
  select brin_desummarize_range(index.oid, 0) from pg_class as index join pg_am on pg_am.oid = index.relam
  where pg_am.amname = 'brin'`

function stepRows(orders: readonly OneOrder[]): Row[] {
  const statements = (step: (order: OneOrder) => readonly CapturedTransaction[]) =>
    median(orders.map((order) => step(order).flatMap((transaction) => transaction.statements).length))
  const wal = (...steps: readonly ('lookup' | 'checkout' | 'delivery')[]) =>
    median(orders.map((order) => steps.reduce((sum, step) => sum + order[step].walBytes, 0)))
  const perStep = (label: string, step: 'lookup' | 'checkout' | 'delivery'): Row => ({
    label,
    result: `${statements((order) => order[step].transactions)} statements, ${formatKilobytes(wal(step))} of WAL`,
  })
  const delivery = statements((order) => order.delivery.transactions)
  return [
    perStep('lookup: quote stored', 'lookup'),
    perStep('POST of the purchase: checkout opened', 'checkout'),
    perStep('webhook to sent SMS', 'delivery'),
    ...deliverySteps.map(({ label, pattern }) => ({
      label: `· ${label}`,
      result: `${statements((order) => byDeliveryStep(order.delivery).get(pattern) ?? [])} statements`,
    })),
    atMost('statements, webhook to sent SMS, with begin and commit', delivery, maxStatements, String),
    atMost(
      'WAL, POST of the purchase to sent SMS',
      wal('checkout', 'delivery'),
      maxWalBytes,
      formatKilobytes,
    ),
  ]
}

/** A transaction belongs to the first step whose table one of its statements writes, a read to the next write. */
const deliverySteps = [
  { label: 'webhook stored and handled', pattern: /(insert into|update) "webhook_inbox"/ },
  { label: 'payment verified and captured', pattern: /update "payments"/ },
  { label: 'attempt committed as sending', pattern: /insert into "attempts"/ },
  { label: 'outcome committed, order delivered', pattern: /insert into "deliveries"/ },
  { label: 'SMS sent', pattern: /update "outbox"/ },
] as const

function byDeliveryStep({ transactions }: StepCost): Map<RegExp, CapturedTransaction[]> {
  const steps = new Map<RegExp, CapturedTransaction[]>()
  let pending: CapturedTransaction[] = []
  for (const transaction of transactions) {
    pending.push(transaction)
    const step = deliverySteps.find(({ pattern }) =>
      transaction.statements.some(({ text }) => pattern.test(text)),
    )
    if (!step) continue
    steps.set(step.pattern, [...(steps.get(step.pattern) ?? []), ...pending])
    pending = []
  }
  return steps
}

interface TableCost {
  readonly target: string
  readonly calls: number
  readonly bytes: number
}

/** Statements by the first table that they write, and their write-ahead log including that of triggers. */
const byTableSql = `
  select coalesce(substring(lower(query) from '(?:insert into|(?<!for )(?<!no key )update) "?([a-z_]+)"?'), 'reads') as target,
    sum(calls)::int as calls, sum(wal_bytes)::float8 as bytes
  from pg_stat_statements join pg_roles on pg_roles.oid = userid
  where dbid = (select oid from pg_database where datname = current_database()) and query !~* '^(begin|commit|set|select pg_stat)'
  group by 1 having sum(wal_bytes) > 0 order by 3 desc`

const tableRows = (tables: readonly TableCost[], orders: number): Row[] =>
  tables
    .map(({ target, calls, bytes }) => ({ target, calls: calls / orders, bytes: bytes / orders }))
    .filter(({ bytes }) => bytes >= 50)
    .map(({ target, calls, bytes }) => ({
      label: `WAL by first table written, lookup included: ${target}`,
      result: `${formatKilobytes(bytes)} in ${calls.toFixed(1)} statements`,
    }))
