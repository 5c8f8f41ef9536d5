import { sql } from 'kysely'
import type { Database } from '../database/index.ts'

/**
 * The time from which the database may be behind: the restore point, or its newest order, payment, vend attempt or ledger
 * entry when that is earlier, because it may have been restored to an earlier time than planned.
 */
export async function earliestLossTime(db: Database, restorePoint: Date): Promise<Date> {
  const { rows } = await sql<{ newest: Date | null }>`
    select greatest(
      (select max(created_at) from orders), (select max(created_at) from payments),
      (select max(created_at) from attempts), (select max(posted_at) from ledger_entries)) as newest`.execute(
    db.q,
  )
  const newest = rows[0]?.newest ?? restorePoint
  return newest < restorePoint ? newest : restorePoint
}
