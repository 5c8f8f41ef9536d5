import { type Selectable, sql } from 'kysely'
import type { BulkPurchaseId, UserId } from '../../shared/ids.ts'
import { type Database, defineStateMachine, type Patch, type Tables, type Tx } from '../database/index.ts'
import { ApiError } from '../http/index.ts'
import type { CheckedRow } from './parse-row.ts'

export type StoredBulkPurchase = Selectable<Tables['bulk_purchases']>
export type Row = Selectable<Tables['bulk_rows']>

/** State machine of a file. */
export const bulkPurchaseMachine = defineStateMachine('bulk_purchases', {
  checking: { ready: ['engine.rows_checked'] },
  ready: { running: ['customer.file_started'] },
  running: { done: ['engine.rows_completed'] },
  done: {},
})

/** State machine of a row. Its customer learns why it is invalid or was rejected. */
export const bulkRowMachine = defineStateMachine('bulk_rows', {
  checking: { ready: ['engine.row_priced'], invalid: ['engine.row_refused'] },
  ready: { queued: ['customer.file_started'] },
  queued: { purchased: ['engine.row_paid'], rejected: ['engine.row_refused'] },
  invalid: {},
  purchased: {},
  rejected: {},
})

/** A claimed row becomes due again after this time, in case its worker crashed. It is still purchased only once. */
const leaseSeconds = 30
/** A file that is not started within this time expires, because its prices and customer names may have changed. */
const maxAgeHours = 24

export const isExpired = sql<boolean>`created_at < app_now() - make_interval(hours => ${maxAgeHours})`

/** Stores a file with its rows. @throws ApiError BULK_BUSY while another file of the company is being checked */
export const createBulkPurchase = (
  db: Database,
  input: { userId: UserId; fileName: string; rows: readonly CheckedRow[] },
): Promise<string> =>
  db.inTransaction(async (tx) => {
    const bulkPurchase = await tx
      .insertInto('bulk_purchases')
      .values({ user_id: input.userId, file_name: input.fileName })
      // A literal, because PostgreSQL does not match a partial index to a parameter of a generic plan.
      .onConflict((conflict) =>
        conflict.column('user_id').where('state', '=', sql.lit('checking')).doNothing(),
      )
      .returning('id')
      .executeTakeFirst()
    if (!bulkPurchase) throw new ApiError('BULK_BUSY')
    await sql`
      insert into bulk_rows (bulk_id, line, service, number, provider, type, plan, amount, phone, state, error, due_at)
      select ${bulkPurchase.id}::uuid, line, service, number, provider, type, plan, amount, phone,
        case when error is null then 'checking' else 'invalid' end, error, case when error is null then app_now() end
      from jsonb_to_recordset(${JSON.stringify(input.rows)}::jsonb) as typed (line integer, service text, number text,
        provider text, type text, plan text, amount text, phone text, error text)`.execute(tx)
    return bulkPurchase.id
  })

/** A row claimed by this process, with its user. */
export type ClaimedRow = Row & {
  readonly user_id: UserId
  readonly email: string
  /** The user is blocked: the row is not purchased. */
  readonly is_blocked: boolean
}

/** Claims due rows: the lowest lines of any file, so that files share the workers. Claims are exclusive. */
export async function claimRows(db: Database, limit: number): Promise<ClaimedRow[]> {
  const { rows } = await sql<ClaimedRow>`
    update bulk_rows set due_at = app_now() + make_interval(secs => ${leaseSeconds}), attempt_count = attempt_count + 1
    from bulk_purchases join users on users.id = bulk_purchases.user_id
    where bulk_purchases.id = bulk_rows.bulk_id and (bulk_id, line) in (
      select bulk_id, line from bulk_rows where due_at <= app_now() order by line limit ${limit} for update skip locked)
    returning bulk_rows.*, bulk_purchases.user_id, users.email,
      users.blocked_at is not null as is_blocked`.execute(db.q)
  return rows
}

const transitionEvents = {
  ready: 'engine.row_priced',
  invalid: 'engine.row_refused',
  purchased: 'engine.row_paid',
  rejected: 'engine.row_refused',
} as const

/** Moves a row to its next state. @returns false when its state has changed since it was claimed */
export async function transitionRow(
  tx: Database['q'] | Tx,
  { bulk_id, line, state }: Pick<Row, 'bulk_id' | 'line' | 'state'>,
  to: keyof typeof transitionEvents,
  patch: Patch<'bulk_rows'>,
): Promise<boolean> {
  const result = await bulkRowMachine
    .transitionWhere(tx, state, to, { due_at: null, ...patch }, { event: transitionEvents[to] })
    .where('bulk_id', '=', bulk_id)
    .where('line', '=', line)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Schedules a retry of a row, unless another worker has changed its state. */
export async function rescheduleRow(
  db: Database,
  { bulk_id, line, state }: Row,
  seconds: number,
): Promise<void> {
  await db.q
    .updateTable('bulk_rows')
    .set({ due_at: sql<Date>`app_now() + make_interval(secs => ${seconds})` })
    .where('bulk_id', '=', bulk_id)
    .where('line', '=', line)
    .where('state', '=', state)
    .execute()
}

/** Marks a file as ready, with its total, once all its rows are checked. */
export async function finishCheck(db: Database, bulkId: BulkPurchaseId): Promise<void> {
  const total_kobo = sql<bigint>`coalesce(
    (select sum(total_kobo) from bulk_rows where bulk_id = ${bulkId}::uuid and state = 'ready'), 0)`
  await bulkPurchaseMachine
    .transitionWhere(db.q, 'checking', 'ready', { total_kobo }, { event: 'engine.rows_checked' })
    .where('id', '=', bulkId)
    .where(
      sql<boolean>`not exists (select from bulk_rows where bulk_id = ${bulkId}::uuid and state = 'checking')`,
    )
    .execute()
}

/** A file of the user. @throws ApiError NOT_FOUND, also for a file of another user */
export async function getUserBulkPurchase(
  db: Database['q'] | Tx,
  { userId, id, forUpdate = false }: { userId: UserId; id: string; forUpdate?: boolean },
): Promise<StoredBulkPurchase & { is_expired: boolean }> {
  const bulkPurchase = await db
    .selectFrom('bulk_purchases')
    .selectAll()
    .select(isExpired.as('is_expired'))
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .$if(forUpdate, (query) => query.forUpdate())
    .executeTakeFirst()
  if (!bulkPurchase) throw new ApiError('NOT_FOUND')
  return bulkPurchase
}
