import { type RawBuilder, sql } from 'kysely'
import type { Database } from './connection.ts'

/** The times before which an order or a refund may have been sent without a record in the restored database. */
export interface RestoreTimes {
  /**
   * System time since which this process has used the same running database: what was paid before may have been
   * delivered without a record.
   */
  readonly connectedSince: Date
  /** Application time of the last recovery after a restore; null without one. Rows created before may be behind. */
  readonly recoveredAt: Date | null
}

export interface RestoreDetector {
  read(): Promise<RestoreTimes>
  /** Selected columns of `read` as one text, for a statement that also reads other columns. */
  readonly selection: RawBuilder<string>
  /** As `read`, for a `selection` that was read now. */
  timesOf(selected: string): RestoreTimes
}

/**
 * Detects that the database may have been restored from a backup. On PostgreSQL `connectedSince` is reset when another
 * server process, or another database with the same name, responds: after a restore, a restart or a failover. The embedded
 * database ends with the process.
 */
export async function startRestoreDetector(db: Database): Promise<RestoreDetector> {
  const selection = selectionOf(db)
  let connectedSince = new Date()
  let currentInstance = parseSelection(await selectedBy(db, selection)).instance
  const timesOf = (selected: string): RestoreTimes => {
    const { instance, recoveredAt } = parseSelection(selected)
    if (instance !== currentInstance) connectedSince = new Date()
    currentInstance = instance
    return { connectedSince, recoveredAt }
  }
  const read = async () => timesOf(await selectedBy(db, selection))
  return { read, selection, timesOf }
}

const recoveredAtName = 'recovered_at'

/** A recovery that stopped before its end protects what is created within this time after its start. */
const recoveryLimitSeconds = 60 * 60

/**
 * Marks the rows of this database as possibly older than the records of the gateways and vendors: workers query the
 * provider before they send a vend or a refund. `started`: also rows that are created while the recovery runs.
 */
export async function markRecovery(db: Database, stage: 'started' | 'finished'): Promise<void> {
  const aheadSeconds = stage === 'started' ? recoveryLimitSeconds : 0
  await sql`
    insert into app_metadata (name, value) values (${recoveredAtName}, to_char(
      (app_now() + make_interval(secs => ${aheadSeconds})) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))
    on conflict (name) do update set value = excluded.value`.execute(db.q)
}

/** Whether a row existed at the last recovery, so that the restored database may have an earlier state of it. */
export async function existedAtRecovery(
  restoreDetector: RestoreDetector,
  { created_at }: { created_at: Date },
): Promise<boolean> {
  const { recoveredAt } = await restoreDetector.read()
  return recoveredAt !== null && created_at <= recoveredAt
}

/** The running database, and the time of the last recovery or nothing, in one text. */
function selectionOf(db: Database): RawBuilder<string> {
  const instance =
    db.engine === 'embedded'
      ? sql<string>`''`
      : sql<string>`(select pg_postmaster_start_time()::text || ' ' || oid from pg_database
          where datname = current_database())`
  return sql<string>`${instance} || '|' || coalesce(
    (select value from app_metadata where name = ${recoveredAtName}), '')`
}

function parseSelection(selected: string): { instance: string; recoveredAt: Date | null } {
  const [instance = '', recoveredAt = ''] = selected.split('|')
  return { instance, recoveredAt: recoveredAt === '' ? null : new Date(recoveredAt) }
}

async function selectedBy(db: Database, selection: RawBuilder<string>): Promise<string> {
  const { rows } = await sql<{ selected: string }>`select ${selection} as selected`.execute(db.q)
  return rows[0]?.selected ?? ''
}
