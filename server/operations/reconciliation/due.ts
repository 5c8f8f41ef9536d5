import { type RawBuilder, sql } from 'kysely'
import { type Database, storedDepositKind, type Tx } from '../../database/index.ts'
import { secondsAgoSql } from '../time.ts'
import { type BreakInput, openUnexplainedBreak, resolveMatchedBreak, uuidPattern } from './breaks.ts'

/** Kinds of rows that are reconciled with a counterparty. */
export type ReconciledKind = 'payment' | 'refund' | 'attempt' | typeof storedDepositKind

/** A row is reconciled once its state is this old, and only while it was created within the window. */
const settleDelaySeconds = 10 * 60
const windowSeconds = 72 * 60 * 60
const batchSize = 100

/** Selects the rows of a kind to reconcile. */
export interface ReconciliationDefinition {
  readonly kind: ReconciledKind
  /** States in which the counterparty's record is final. */
  readonly finalStates: readonly string[]
  /** Rows in these states can be reversed much later and are reconciled again at these ages, days. */
  readonly recheck?: {
    readonly states: readonly string[]
    readonly days: readonly number[]
    /** Condition on `row` and the age `look.days`; all rows without it. */
    readonly where?: RawBuilder<boolean>
  }
}

/** A recheck that was missed on its day is made on the next days. */
const graceDays = 3

/**
 * Ids of the rows to reconcile now, oldest first: recent rows in a final state that are not reconciled yet, rows
 * due for a recheck, and rows of any age with an open break.
 */
export async function findDueItems(
  db: Database,
  { kind, finalStates, recheck = { states: [], days: [] } }: ReconciliationDefinition,
  skip: ReadonlySet<string>,
): Promise<string[]> {
  const table = sql.table(kind === storedDepositKind ? 'deposits' : `${kind}s`)
  const { rows } = await sql<{ id: string }>`
    with due as (
      select row.id, row.created_at from ${table} as row
      where row.state = any(${[...finalStates]}::text[]) and row.state_since < ${secondsAgoSql(settleDelaySeconds)}
        and row.created_at > ${secondsAgoSql(windowSeconds)}
        and not exists (select from reconciled_items where kind = ${kind} and subject_id = row.id)
      union all
      select row.id, row.created_at from unnest(${[...recheck.days]}::int[]) as look (days)
        join ${table} as row on row.created_at <= app_now() - make_interval(days => look.days)
          and row.created_at > app_now() - make_interval(days => look.days + ${graceDays}::int)
      where row.state = any(${[...recheck.states]}::text[]) and ${recheck.where ?? sql`true`}
        and not exists (select from reconciled_items where kind = ${kind} and subject_id = row.id
          and reconciled_at > app_now() - make_interval(days => ${graceDays}::int))
      union all
      select row.id, row.created_at from ${table} as row
      where row.state = any(${[...finalStates]}::text[]) and row.id in (select case when subject ~ ${uuidPattern} then subject::uuid end
        from reconciliation_breaks where reconciliation_breaks.kind = ${kind} and resolved_at is null)
        and exists (select from reconciled_items where kind = ${kind} and subject_id = row.id and not matched))
    select id from due where not (id = any(${[...skip]}::uuid[])) order by created_at limit ${batchSize}`.execute(
    db.q,
  )
  return rows.map((row) => row.id)
}

/**
 * Result of reconciling one row: both sides agree, they disagree, or the counterparty has no final status
 * yet.
 */
export type ReconciliationResult =
  | { type: 'matched' }
  | ({ type: 'mismatched' } & Omit<BreakInput, 'kind' | 'subject'>)
  | { type: 'unknown' }

/** Stores a result. A break's subject is the row id; its note has the reference that managers see. */
export async function saveResult(
  tx: Database['q'] | Tx,
  kind: ReconciledKind,
  id: string,
  result: Exclude<ReconciliationResult, { type: 'unknown' }>,
): Promise<void> {
  const isMatched = result.type === 'matched'
  await tx
    .insertInto('reconciled_items')
    .values({ kind, subject_id: id, matched: isMatched })
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'subject_id'])
        .doUpdateSet({ matched: isMatched, reconciled_at: sql<Date>`app_now()` }),
    )
    .execute()
  if (result.type === 'matched') return resolveMatchedBreak(tx, kind, id)
  await openUnexplainedBreak(tx, { ...result, kind, subject: id })
}
