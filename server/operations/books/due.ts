import { sql } from 'kysely'
import type { Database, Tx } from '../../database/index.ts'
import { ago } from '../ago.ts'
import { type Disagreement, endDifference, listDifference, uuid } from './differences.ts'

/** What is compared with its counterparty. */
export type Subject = 'payment' | 'refund' | 'attempt' | 'inflow'

/** Rows are compared once they are quiet, and for as long as the counterparties are asked about them. */
const quietSeconds = 10 * 60
const windowSeconds = 72 * 60 * 60
const atOnce = 100

/** Which rows of a kind are compared. */
export interface Comparable {
  readonly kind: Subject
  /** States in which the counterparty has the last word. */
  readonly ended: readonly string[]
  /** What may be taken back long after: rows in these states are compared once more at these ages, days. */
  readonly again?: { readonly states: readonly string[]; readonly days: readonly number[] }
}

/** A comparison that did not come to pass on its day is made good on the next ones. */
const graceDays = 3

/**
 * Rows that are to be compared now, the oldest first: those that ended lately and never were, those whose day has
 * come again, and those that disagreed, however old, while they are listed.
 */
export async function dueForComparison(
  db: Database,
  { kind, ended, again = { states: [], days: [] } }: Comparable,
  skip: ReadonlySet<string>,
): Promise<string[]> {
  const table = sql.table(`${kind}s`)
  const { rows } = await sql<{ id: string }>`
    with due as (
      select row.id, row.created_at from ${table} as row
      where row.state = any(${[...ended]}::text[]) and row.state_since < ${ago(quietSeconds)}
        and row.created_at > ${ago(windowSeconds)}
        and not exists (select from compared where kind = ${kind} and subject_id = row.id)
      union all
      select row.id, row.created_at from unnest(${[...again.days]}::int[]) as look (days)
        join ${table} as row on row.created_at <= business_now() - make_interval(days => look.days)
          and row.created_at > business_now() - make_interval(days => look.days + ${graceDays}::int)
      where row.state = any(${[...again.states]}::text[])
        and not exists (select from compared where kind = ${kind} and subject_id = row.id
          and at > business_now() - make_interval(days => ${graceDays}::int))
      union all
      select row.id, row.created_at from ${table} as row
      where row.state = any(${[...ended]}::text[]) and row.id in (select case when subject ~ ${uuid} then subject::uuid end
        from differences where differences.kind = ${kind} and resolved_at is null)
        and exists (select from compared where kind = ${kind} and subject_id = row.id and not agreed))
    select id from due where not (id = any(${[...skip]}::uuid[])) order by created_at limit ${atOnce}`.execute(
    db.q,
  )
  return rows.map((it) => it.id)
}

/** What a comparison found: both agree, they disagree, or nobody could say. */
export type Compared =
  | { is: 'agreed' }
  | ({ is: 'disagreed' } & Omit<Disagreement, 'kind' | 'subject'>)
  | { is: 'later' }

/** Writes a comparison down. `subject` is the row's id: what it is called on the list stands in the note. */
export async function keepComparison(
  tx: Database['q'] | Tx,
  kind: Subject,
  id: string,
  found: Exclude<Compared, { is: 'later' }>,
): Promise<void> {
  const agreed = found.is === 'agreed'
  await tx
    .insertInto('compared')
    .values({ kind, subject_id: id, agreed })
    .onConflict((it) =>
      it.columns(['kind', 'subject_id']).doUpdateSet({ agreed, at: sql<Date>`business_now()` }),
    )
    .execute()
  if (found.is === 'agreed') await endDifference(tx, kind, id)
  else await listDifference(tx, { ...found, kind, subject: id })
}
