import { sql } from 'kysely'
import type { Database } from './connection.ts'
import { isDatabaseUnwritable } from './connection-errors.ts'

/** `unwritable`: the disk is full or fails, or the server takes no writes. */
export type DatabaseStatus = 'ready' | 'unwritable' | 'unreachable'

/**
 * Checks that the database responds and can store rows. Sorts half a megabyte with less memory than that, so that the
 * sort spills to the database's disk, as new rows would; nothing is stored.
 */
export async function checkDatabase(db: Database): Promise<DatabaseStatus> {
  try {
    await db.inTransaction(async (tx) => {
      // Fails on a server that takes no writes, so that its connections are replaced.
      await sql`select from app_metadata limit 0 for update`.execute(tx)
      await sql`set local work_mem = '64kB'`.execute(tx)
      await sql`
        with stored as materialized (select repeat(md5(n::text), 32) as text from generate_series(1, 500) as n)
        select max(length(text)) from stored`.execute(tx)
    })
    return 'ready'
  } catch (error) {
    return isDatabaseUnwritable(error) ? 'unwritable' : 'unreachable'
  }
}
