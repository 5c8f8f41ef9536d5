import { sql } from 'kysely'
import type { BulkPurchaseWithRows } from '../../shared/bulk.ts'
import type { Database } from '../database/index.ts'
import type { StoredBulkPurchase } from './store.ts'

/** A company that uploads the same file again a day later means it: daily airtime, for example. */
const periodHours = 24

/**
 * The valid rows of a file that was not started whose number and amount another file of the company has bought, or is
 * buying, in the last 24 hours; undefined without any. Refunded and rejected rows do not count. `started_at` is that of
 * the latest such file.
 */
export async function findRepeatedRows(
  db: Database,
  { id, user_id }: Pick<StoredBulkPurchase, 'id' | 'user_id'>,
): Promise<BulkPurchaseWithRows['repeated']> {
  const { rows } = await sql<{ rows: number; started_at: Date | null }>`
    select count(distinct bulk_rows.line)::int as rows, max(earlier_file.started_at) as started_at
    from bulk_purchases earlier_file
    join bulk_rows earlier on earlier.bulk_id = earlier_file.id and earlier.state in ('queued', 'purchased')
    join bulk_rows on bulk_rows.bulk_id = ${id}::uuid and bulk_rows.state = 'ready'
      and bulk_rows.service = earlier.service and bulk_rows.amount_kobo = earlier.amount_kobo
      and regexp_replace(bulk_rows.number, '\\D', '', 'g') = regexp_replace(earlier.number, '\\D', '', 'g')
    left join orders on orders.id = earlier.order_id
    where earlier_file.user_id = ${user_id}::uuid and earlier_file.id <> ${id}::uuid
      and earlier_file.started_at > app_now() - make_interval(hours => ${periodHours})
      and orders.state is distinct from 'refunded'`.execute(db.q)
  const [found] = rows
  return found?.started_at ? { rows: found.rows, started_at: found.started_at.toISOString() } : undefined
}
