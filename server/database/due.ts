import { type Expression, type ExpressionBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import type { Database } from './connection.ts'
import type { Tables } from './tables.ts'

/** A deadline `seconds` from now on the business clock. */
export const inSeconds = (seconds: number) => sql<Date>`app_now() + make_interval(secs => ${seconds})`

/** Tables with a `due_at` column. */
type DueTable =
  | 'orders'
  | 'payments'
  | 'refunds'
  | 'payment_cards'
  | 'webhook_inbox'
  | 'virtual_accounts'
  | 'deposits'

const batchSize = 50
/** A claimed row becomes due again after this time if its worker crashed. */
const defaultLeaseSeconds = 30

/**
 * Claims due rows for this process, longest due first. Two processes never claim the same row.
 * @param open additional condition on a row
 */
export async function claimDue<T extends DueTable>(
  db: Database,
  table: T,
  {
    leaseSeconds = defaultLeaseSeconds,
    open: filter,
  }: {
    leaseSeconds?: number
    open?: (eb: ExpressionBuilder<Tables, DueTable>) => Expression<SqlBool>
  } = {},
): Promise<Selectable<Tables[T]>[]> {
  const dueTable: DueTable = table
  const rows = await db.q
    .updateTable(dueTable)
    .set({ due_at: inSeconds(leaseSeconds) })
    .where('id', 'in', (eb) => {
      const due = eb
        .selectFrom(dueTable)
        .select('id')
        .where('due_at', '<=', sql<Date>`app_now()`)
        .orderBy('due_at')
        .limit(batchSize)
        .forUpdate()
        .skipLocked()
      return filter ? due.where((row) => filter(row as ExpressionBuilder<Tables, DueTable>)) : due
    })
    .returningAll()
    .execute()
  return rows as Selectable<Tables[T]>[]
}
