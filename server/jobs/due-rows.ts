import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database/index.ts'
import type { Backlog, Queue } from './queue.ts'

/** The rows of a table that a queue processes: those with `due_at` in the past. */
export interface DueRows {
  readonly table: string
  /** Additional condition on a row, which a partial index of `due_at` requires. */
  readonly where?: RawBuilder<boolean> | undefined
  /** First column of the index that finds due rows. Default: `due_at`. */
  readonly indexedBy?: string
}

/** Interval at which due rows are polled. */
export const dueRowsPollMs = 2_000

/** The cost of a count does not grow beyond this many due rows. */
const maxCountedRows = 10_000

const selectDue = ({ table, where = sql`true`, indexedBy = 'due_at' }: DueRows, limit: number) =>
  sql<Date>`select due_at from ${sql.table(table)} where due_at <= app_now() and ${where}
    order by ${sql.ref(indexedBy)} limit ${sql.lit(limit)}`

/**
 * Creates one statement that finds which queues have due rows, so that idle queues do not cost a statement each. An
 * `exists` would discard the `order by`, which makes the planner use the index.
 * @returns a function that returns the queues with due rows
 */
export function createDueQueuesReader<Name extends string>(
  db: Database,
  queues: readonly Queue<Name>[],
): () => Promise<Queue<Name>[]> {
  const columns = queues.map(({ name, due }) => sql`(${selectDue(due, 1)}) is not null as ${sql.id(name)}`)
  const statement = sql<Record<Name, boolean>>`select ${sql.join(columns)}`.compile(db.q)
  return async () => {
    const { rows } = await db.q.executeQuery(statement)
    return queues.filter(({ name }) => rows[0]?.[name])
  }
}

/** Counts due rows, at most `maxCountedRows`. */
export async function countDueRows(db: Database, due: DueRows): Promise<Backlog> {
  const { rows } = await sql<Backlog>`
    select count(*)::int as "dueRows", extract(epoch from app_now() - min(due_at))::float8 as "oldestDueSeconds"
    from (${selectDue(due, maxCountedRows)}) as due`.execute(db.q)
  return rows[0] ?? { dueRows: 0, oldestDueSeconds: null }
}
