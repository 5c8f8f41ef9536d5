import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import pg from 'pg'
import { growthFunctions, growthRows } from './growth-rows.ts'

const run = promisify(execFile)

export interface LoadResult {
  readonly seconds: number
  readonly bytes: number
  readonly postings: number
}

/** Fills a migrated database with a history of `orders` orders by COPY. Triggers do not run: the rows have their results. */
export async function loadGrowth(url: string, orders: number): Promise<LoadResult> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const startedAt = performance.now()
  try {
    await client.query(growthFunctions(orders))
    for (const { table, columns, query } of growthRows(orders)) await copy(url, table, columns, query)
    await client.query(
      `select setval(pg_get_serial_sequence('ledger_entries', 'id'), (select max(id) from ledger_entries))`,
    )
    await client.query('drop schema bench cascade')
    await client.query('vacuum (analyze)')
    const { rows } = await client.query<{ bytes: number; postings: number }>(
      `select pg_database_size(current_database())::float8 as bytes, (select count(*)::int from ledger_postings) as postings`,
    )
    const { bytes = 0, postings = 0 } = rows[0] ?? {}
    return { seconds: (performance.now() - startedAt) / 1_000, bytes, postings }
  } finally {
    await client.end()
  }
}

/** Streams a query's rows from one connection into a table through another. */
async function copy(url: string, table: string, columns: string, query: string): Promise<void> {
  const psql = 'psql -v ON_ERROR_STOP=1 -q'
  const pipeline = `set -o pipefail; ${psql} "$1" -c "$2" | ${psql} "$1" -c "$3"`
  await run(
    'bash',
    ['-c', pipeline, 'copy', url, `copy (${query}) to stdout`, `copy ${table} (${columns}) from stdin`],
    { env: { ...process.env, PGOPTIONS: '-c session_replication_role=replica -c jit=off' } },
  )
}
