import pino from 'pino'
import { connect, migrate } from '../../server/database/index.ts'
import { archiveMessages } from '../../server/operations/archive-messages.ts'
import { createSettings } from '../../server/settings/index.ts'
import { openCluster } from '../faults/cluster.ts'
import { bulkLoadSettings, query } from './growth.ts'
import { loadGrowth } from './growth-load.ts'
import type { Row } from './report.ts'

/** 50 days, of which 20 are archived. */
const orders = 50_000
const archiveAfterDays = 30

/** Bytes per order of each table with its indexes, and of the messages of an order before and after archiving. */
export async function archive(): Promise<Row[]> {
  const cluster = await openCluster({ settings: bulkLoadSettings })
  try {
    const db = await connect({ databaseUrl: cluster.url, dataDir: null, timeoutMs: 30 * 60_000 })
    try {
      await migrate(db)
      await loadGrowth(cluster.url, orders)
      const tables = await query<TableSize>(cluster.url, largestTables)
      const settings = createSettings(db)
      await settings.change('archive_messages_after_days', archiveAfterDays)
      const startedAt = performance.now()
      const messages = await archiveMessages({ db, settings, log: pino({ level: 'silent' }) })
      const seconds = (performance.now() - startedAt) / 1_000
      const [archived] = await query<TableSize>(cluster.url, sizeOf('message_archive'))
      const [outbox] = await query<TableSize>(cluster.url, sizeOf('outbox'))
      return [
        ...tables.map((table) => ({ label: table.name, result: perOrder(table.bytes, orders) })),
        {
          label: 'messages of an archived order',
          result: perOrder(archived?.bytes ?? 0, messages),
          baseline: perOrder(tables.find(({ name }) => name === 'outbox')?.bytes ?? 0, orders),
        },
        {
          label: `${messages.toLocaleString('en')} messages archived`,
          result: `${seconds.toFixed(1)} s; ${outbox?.rows.toLocaleString('en')} messages stay in outbox`,
        },
      ]
    } finally {
      await db.close()
    }
  } finally {
    await cluster.drop()
  }
}

const perOrder = (bytes: number, count: number): string => `${(bytes / count).toFixed(0)} B per order`

interface TableSize {
  readonly name: string
  readonly bytes: number
  readonly rows: number
}

const sizeOf = (table: string) =>
  `select '${table}' as name, pg_total_relation_size('${table}')::float8 as bytes, count(*)::int as rows from ${table}`

const largestTables = `select relname as name, pg_total_relation_size(relid)::float8 as bytes, n_live_tup::int as rows
  from pg_stat_user_tables where schemaname = 'public' order by 2 desc limit 12`
