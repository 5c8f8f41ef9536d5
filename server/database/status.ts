import { sql } from 'kysely'
import type { Database } from './connection.ts'
import { isUnwritable } from './connection-errors.ts'

/** `unwritable`: the disk is full or fails, or the server takes no writes. */
export type DatabaseStatus = 'ready' | 'unwritable' | 'unreachable'

/**
 * Checks that the database responds and can store rows. Sorts half a megabyte with less memory than that, so that the
 * sort spills to the database's disk, as new rows would; nothing is kept.
 */
export async function checkDatabase(db: Database): Promise<DatabaseStatus> {
  try {
    const readOnly = await db.inTransaction(async (tx) => {
      await sql`set local work_mem = '64kB'`.execute(tx)
      const { rows } = await sql<{ readOnly: boolean }>`
        with stored as materialized (select repeat(md5(n::text), 32) as text from generate_series(1, 500) as n)
        select current_setting('transaction_read_only')::boolean as "readOnly", max(length(text)) from stored`.execute(
        tx,
      )
      return rows[0]?.readOnly
    })
    return readOnly ? 'unwritable' : 'ready'
  } catch (error) {
    return isUnwritable(error) ? 'unwritable' : 'unreachable'
  }
}
