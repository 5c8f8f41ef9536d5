import { sql } from 'kysely'
import type { Database } from './connection.ts'

/**
 * The wall-clock time since which this process has used the same running database. Orders paid before may have been
 * delivered by a later state of it: the database may have been restored from a backup.
 */
export interface Epoch {
  since(): Promise<Date>
}

/**
 * Starts an epoch. On PostgreSQL a new epoch starts when another server process, or another database with the same
 * name, responds: after a restore, a restart or a failover. The embedded database ends with the process.
 */
export async function startEpoch(db: Database): Promise<Epoch> {
  let since = new Date()
  let currentInstance = await instanceOf(db)
  return {
    async since() {
      const instance = await instanceOf(db)
      if (instance !== currentInstance) since = new Date()
      currentInstance = instance
      return since
    },
  }
}

async function instanceOf(db: Database): Promise<string> {
  if (db.engine === 'embedded') return ''
  const { rows } = await sql<{ instance: string }>`
    select pg_postmaster_start_time()::text || ' ' || oid as instance
    from pg_database where datname = current_database()`.execute(db.q)
  return rows[0]?.instance ?? ''
}
