import { type RawBuilder, type Selectable, sql } from 'kysely'
import { type Database, inSeconds, type Tables } from '../database/index.ts'
import { defineQueue, type Queue } from './queue.ts'

/** Tables with an `id` and a `due_at` column. */
type DueTable =
  | 'orders'
  | 'payments'
  | 'refunds'
  | 'payment_cards'
  | 'webhook_inbox'
  | 'virtual_accounts'
  | 'deposits'

interface TableQueueOptions<T extends DueTable> {
  readonly process: (row: Selectable<Tables[T]>) => Promise<unknown>
  /** Default: 50. */
  readonly concurrency?: number
  /** A claimed row becomes due again after this time if its worker crashed. Default: 30. */
  readonly leaseSeconds?: number
  /** Additional condition on a row, which a partial index of `due_at` requires. */
  readonly where?: RawBuilder<boolean>
}

/** Interval at which due rows are polled. */
export const dueRowsPollMs = 2_000

/** The queue of a table's due rows, longest due first. */
export const defineTableQueue = <T extends DueTable>(
  db: Database,
  table: T,
  { process, concurrency = 50, leaseSeconds = 30, where }: TableQueueOptions<T>,
): Queue<T> =>
  defineQueue({
    name: table,
    concurrency,
    pollMs: dueRowsPollMs,
    claim: (limit) => claimDue(db, table, { limit, leaseSeconds, where }),
    process,
    idOf: (row) => row.id,
    oldestDueSeconds: () => oldestDueSeconds(db, table, where),
  })

async function claimDue<T extends DueTable>(
  db: Database,
  table: T,
  {
    limit,
    leaseSeconds,
    where = sql`true`,
  }: { limit: number; leaseSeconds: number; where?: RawBuilder<boolean> },
): Promise<(Selectable<Tables[T]> & { id: string })[]> {
  const dueTable: DueTable = table
  const rows = await db.q
    .updateTable(dueTable)
    .set({ due_at: inSeconds(leaseSeconds) })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom(dueTable)
        .select('id')
        .where('due_at', '<=', sql<Date>`app_now()`)
        .where(where)
        .orderBy('due_at')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .execute()
  return rows as (Selectable<Tables[T]> & { id: string })[]
}

/** Age of the longest due row of a table; null when none is due. */
export async function oldestDueSeconds(
  db: Database,
  table: string,
  where: RawBuilder<boolean> = sql`true`,
): Promise<number | null> {
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from app_now() - due_at)::float8 as seconds from ${sql.table(table)}
    where due_at <= app_now() and ${where} order by due_at limit 1`.execute(db.q)
  return rows[0]?.seconds ?? null
}
