import { execFileSync } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { connect, createIndexes, type Database, migrate } from '../../server/database/index.ts'
import { loadGrowth } from '../bench/growth-load.ts'
import { openCluster } from '../faults/cluster.ts'
import { lastScanningMigration, readMigrations } from '../support/migrations.ts'
import { root } from '../support/project-copy.ts'
import { createReport, type DrillReport, type DrillResult, durationText } from './support/drill.ts'
import { type LockWait, watchLocks } from './support/lock-waits.ts'
import { newestRelease } from './support/release.ts'
import { startStatementLoad } from './support/statement-load.ts'

const orders = Number(process.env.ORDERS ?? 1_000_000)
const maxWaitMs = 2_000
const applicationName = 'migrations'

/**
 * Fills a database of the newest release with a history of orders (`ORDERS`, default 1,000,000) and applies the
 * migrations of this tree while other sessions read and write single rows. Lists how long each migration took and how
 * long other sessions waited for the tables that it locked.
 */
export async function run(): Promise<DrillResult> {
  const report = createReport()
  await using stack = new AsyncDisposableStack()
  const cluster = await openCluster({ settings: ['max_wal_size = 8GB', 'shared_buffers = 512MB'] })
  stack.defer(() => cluster.drop())
  const db = await connect({
    databaseUrl: `${cluster.url}?application_name=${applicationName}`,
    dataDir: null,
    pool: 1,
  })
  stack.defer(() => db.close())
  const names = await migrateToRelease(db)
  report.recordMetric('migrations since the newest release', names.length)
  const { seconds, bytes } = await loadGrowth(cluster.url, orders)
  report.recordMetric('orders', orders)
  report.recordMetric('size of the database, GB', (bytes / 1e9).toFixed(1))
  report.recordMetric('time to load', durationText(seconds * 1_000))

  const load = await startStatementLoad(cluster.url)
  await checkWatch(report, db, cluster.url)
  const watch = await watchLocks(cluster.url, applicationName, names)
  await report.checkSucceeds('all migrations are applied', async () => {
    const result = await migrate(db)
    if (result.isNewer || result.applied.length !== names.length) throw new Error(JSON.stringify(result))
  })
  await report.checkSucceeds('the indexes of large tables are created', () => createIndexes(db))
  await watch.stop()
  await load.stop()

  for (const [name, ms] of Object.entries(watch.durationsMs)) report.recordMetric(name, durationText(ms))
  report.recordMetric('statements of other sessions', load.count)
  report.recordMetric('slowest statement', durationText(load.slowestMs))
  report.check('no statement of another session failed', load.errors.length === 0, load.errors.slice(0, 5))
  checkWaits(report, watch.waits)
  return report.result()
}

/**
 * Checks that waits are measured: a session with the name of the migrating one locks `orders`, and then all rows of
 * `users`, for a second each.
 */
async function checkWatch(report: DrillReport, db: Database, url: string): Promise<void> {
  const locks = [
    { table: 'orders', statement: sql`lock table orders` },
    { table: 'users', statement: sql`update users set name = name` },
  ] as const
  for (const { table, statement } of locks) {
    const watch = await watchLocks(url, applicationName, [])
    await db.q.transaction().execute(async (tx) => {
      await statement.execute(tx)
      await pause(1_000)
    })
    await watch.stop()
    const isMeasured = watch.waits.some((wait) => wait.table === table && wait.ms > 800)
    report.check(`a lock of ${table} that is held for a second is measured`, isMeasured, watch.waits)
  }
}

/** Brings an empty database to the schema of the newest release. @returns the migrations after it */
async function migrateToRelease(db: Database): Promise<string[]> {
  const { commit } = newestRelease()
  const files = execFileSync('git', ['ls-tree', '--name-only', `${commit}:server/database/migrations`], {
    cwd: root,
    encoding: 'utf8',
  })
  const last = files.trim().split('\n').toSorted().at(-1)!.replace('.ts', '')
  const migrations = await readMigrations()
  const provider = { getMigrations: async () => migrations }
  const migrator = new Migrator({ db: db.q, provider, migrationTableName: 'schema_migrations' })
  const { error } = await migrator.migrateTo(last)
  if (error) throw error
  return Object.keys(migrations).filter((name) => name > last)
}

/** Migrations up to `lastScanningMigration` are known to stop writes for longer: they are listed only. */
function checkWaits(report: DrillReport, waits: readonly LockWait[]): void {
  const long = waits.filter(({ ms }) => ms > maxWaitMs)
  const textOf = ({ migration, table, ms }: LockWait) => `${migration}, ${table}: ${durationText(ms)}`
  report.recordMetric(
    'waits of more than 2 s for a lock of a migration',
    long.map(textOf).join('; ') || 'none',
  )
  const longest = waits.toSorted((a, b) => b.ms - a.ms)[0]
  report.recordMetric('longest wait', longest ? textOf(longest) : 'none')
  const unexpected = long.filter(({ migration }) => migration > lastScanningMigration)
  report.check(
    `no statement waited more than 2 s for a lock of a migration after ${lastScanningMigration}`,
    unexpected.length === 0,
    unexpected.map(textOf),
  )
}
