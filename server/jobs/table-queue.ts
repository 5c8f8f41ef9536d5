import { type RawBuilder, type Selectable, sql } from 'kysely'
import { type Database, inSeconds, type Tables } from '../database/index.ts'
import { type Backlog, defineQueue, type Queue } from './queue.ts'

/** Tables with an `id` and a `due_at` column. */
type DueTable =
  | 'orders'
  | 'payments'
  | 'refunds'
  | 'payment_cards'
  | 'webhook_inbox'
  | 'virtual_accounts'
  | 'deposits'
  | 'push_messages'
  | 'schedules'
  | 'schedule_runs'
  | 'low_units_alerts'

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
    backlog: () => countDueRows(db, table, where),
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

/** The cost of a count does not grow beyond this many due rows. */
const maxCountedRows = 10_000

/** Counts the due rows of a table that the index of `due_at` finds, at most `maxCountedRows`. */
export async function countDueRows(
  db: Database,
  table: string,
  where: RawBuilder<boolean> = sql`true`,
): Promise<Backlog> {
  const { rows } = await sql<Backlog>`
    select count(*)::int as "dueRows", extract(epoch from app_now() - min(due_at))::float8 as "oldestDueSeconds"
    from (select due_at from ${sql.table(table)} where due_at <= app_now() and ${where}
      order by due_at limit ${maxCountedRows}) as due`.execute(db.q)
  return rows[0] ?? { dueRows: 0, oldestDueSeconds: null }
}
