import { type Expression, type ExpressionBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import type { Database } from './connection.ts'
import type { Tables } from './tables.ts'

/** So many seconds from now on the business clock, for a deadline's column. */
export const inSeconds = (seconds: number) => sql<Date>`business_now() + make_interval(secs => ${seconds})`

/** Tables whose rows wait for their time in `due_at`. */
type Waiting =
  | 'orders'
  | 'payments'
  | 'refunds'
  | 'payment_cards'
  | 'webhook_inbox'
  | 'virtual_accounts'
  | 'inflows'

const mostAtOnce = 50
/** A claimed row comes back after this if its worker died. */
const usualLeaseSeconds = 30

/**
 * Takes due rows for this process, the longest due first: two processes never take the same one.
 * @param open what else must hold of a row, besides that its time has come
 */
export async function claimDue<T extends Waiting>(
  db: Database,
  table: T,
  {
    leaseSeconds = usualLeaseSeconds,
    open,
  }: {
    leaseSeconds?: number
    open?: (it: ExpressionBuilder<Tables, Waiting>) => Expression<SqlBool>
  } = {},
): Promise<Selectable<Tables[T]>[]> {
  const waiting: Waiting = table
  const rows = await db.q
    .updateTable(waiting)
    .set({ due_at: inSeconds(leaseSeconds) })
    .where('id', 'in', (it) => {
      const due = it
        .selectFrom(waiting)
        .select('id')
        .where('due_at', '<=', sql<Date>`business_now()`)
        .orderBy('due_at')
        .limit(mostAtOnce)
        .forUpdate()
        .skipLocked()
      return open ? due.where((row) => open(row as ExpressionBuilder<Tables, Waiting>)) : due
    })
    .returningAll()
    .execute()
  return rows as Selectable<Tables[T]>[]
}
