import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

const sampleMs = 50

/** A wait of another session for a table, or a row of it, that the migrating session locks or waits for. */
export interface LockWait {
  readonly migration: string
  readonly table: string
  /** The longest of them. */
  ms: number
}

export interface LockWatch {
  /** How long each migration took until it was committed, by name, in order. */
  readonly durationsMs: Readonly<Record<string, number>>
  readonly waits: readonly LockWait[]
  stop(): Promise<void>
}

/**
 * A session that waits for a row waits for the transaction that has changed it (`transactionid`), and holds a lock of
 * the row (`tuple`), which names the table. Others that wait for the same row wait for that lock.
 */
const waitsQuery = `
  select coalesce(relation, (select awaited.relation from pg_locks as awaited
      where awaited.pid = waiting.pid and awaited.locktype = 'tuple' limit 1))::regclass::text as "table",
    extract(epoch from clock_timestamp() - waitstart)::float8 * 1000 as ms
  from pg_locks as waiting where not granted and locktype in ('relation', 'transactionid', 'tuple')
    and exists (select from pg_stat_activity as migrating where application_name = $1
      and migrating.pid = any(pg_blocking_pids(waiting.pid)) and migrating.pid <> waiting.pid)`

/**
 * Reads the committed migrations and the waits for locks every 50 ms.
 * @param applicationName of the migrating session
 * @param names migrations that will be applied, in order
 */
export async function watchLocks(
  url: string,
  applicationName: string,
  names: readonly string[],
): Promise<LockWatch> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const durationsMs: Record<string, number> = {}
  const waits = new Map<string, LockWait>()
  const remaining = [...names]
  let startedAt = performance.now()
  let isStopped = false
  const sample = async () => {
    const { rows: applied } = await client.query<{ name: string }>('select name from schema_migrations')
    for (const name of remaining.filter((name) => applied.some((row) => row.name === name))) {
      durationsMs[name] = performance.now() - startedAt
      startedAt = performance.now()
      remaining.splice(remaining.indexOf(name), 1)
    }
    const migration = remaining[0] ?? 'indexes'
    const { rows } = await client.query<{ table: string | null; ms: number }>(waitsQuery, [applicationName])
    for (const { table: lockedTable, ms } of rows) {
      const table = lockedTable ?? 'unknown table'
      const wait = waits.get(`${migration} ${table}`) ?? { migration, table, ms: 0 }
      wait.ms = Math.max(wait.ms, ms)
      waits.set(`${migration} ${table}`, wait)
    }
  }
  const sampling = (async () => {
    while (!isStopped) {
      await sample()
      await pause(sampleMs)
    }
  })()
  return {
    durationsMs,
    get waits() {
      return [...waits.values()]
    },
    async stop() {
      isStopped = true
      await sampling.finally(() => client.end())
    },
  }
}
