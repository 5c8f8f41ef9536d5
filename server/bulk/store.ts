import { type Selectable, sql } from 'kysely'
import type { Database, Tables, Tx } from '../database/index.ts'
import { Refused } from '../http/index.ts'
import type { Checked } from './read-row.ts'

export type Bulk = Selectable<Tables['bulk_purchases']>
export type Row = Selectable<Tables['bulk_rows']>

/** A row in hand is taken up again after this if its worker died. Two who have it at once do no harm. */
const leaseSeconds = 30
/** Prices and names of a file that waits longer are too old. */
const goodHours = 24

export const isTooOld = sql<boolean>`created_at < business_now() - make_interval(hours => ${goodHours})`

/** Keeps a file with its rows. @throws Refused BULK_BUSY while another of the company is being checked */
export const keepFile = (
  db: Database,
  it: { userId: string; fileName: string; rows: readonly Checked[] },
): Promise<string> =>
  db.inTransaction(async (tx) => {
    const bulk = await tx
      .insertInto('bulk_purchases')
      .values({ user_id: it.userId, file_name: it.fileName })
      .onConflict((on) => on.column('user_id').where('state', '=', 'checking').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!bulk) throw new Refused('BULK_BUSY')
    await sql`
      insert into bulk_rows (bulk_id, line, service, number, provider, type, plan, amount, phone, state, why, due_at)
      select ${bulk.id}::uuid, line, service, number, provider, type, plan, amount, phone,
        case when why is null then 'checking' else 'wrong' end, why, case when why is null then business_now() end
      from jsonb_to_recordset(${JSON.stringify(it.rows)}::jsonb) as typed (line integer, service text, number text,
        provider text, type text, plan text, amount text, phone text, why text)`.execute(tx)
    return bulk.id
  })

/** A row taken in hand by this process, and whose it is. */
export type Claimed = Row & { readonly user_id: string; readonly email: string }

/** Takes the next row that is due: the lowest line of any file, so that files take turns. No two workers take the same. */
export async function claimRow(db: Database): Promise<Claimed | undefined> {
  const { rows } = await sql<Claimed>`
    update bulk_rows set due_at = business_now() + make_interval(secs => ${leaseSeconds}), tries = tries + 1
    from bulk_purchases join users on users.id = bulk_purchases.user_id
    where bulk_purchases.id = bulk_rows.bulk_id and (bulk_id, line) in (
      select bulk_id, line from bulk_rows where due_at <= business_now() order by line limit 1 for update skip locked)
    returning bulk_rows.*, bulk_purchases.user_id, users.email`.execute(db.q)
  return rows[0]
}

/** Writes to a row that is still in the state it was claimed in. @returns false when it is not */
export async function saveRow(
  tx: Database['q'] | Tx,
  { bulk_id, line, state }: Pick<Row, 'bulk_id' | 'line' | 'state'>,
  values: Partial<Omit<Row, 'bulk_id' | 'line'>>,
): Promise<boolean> {
  const saved = await tx
    .updateTable('bulk_rows')
    .set({ due_at: null, ...values })
    .where('bulk_id', '=', bulk_id)
    .where('line', '=', line)
    .where('state', '=', state)
    .executeTakeFirst()
  return saved.numUpdatedRows === 1n
}

/** Leaves a row for another try, unless somebody else has brought it on meanwhile. */
export async function putOff(db: Database, { bulk_id, line, state }: Row, seconds: number): Promise<void> {
  await db.q
    .updateTable('bulk_rows')
    .set({ due_at: sql<Date>`business_now() + make_interval(secs => ${seconds})` })
    .where('bulk_id', '=', bulk_id)
    .where('line', '=', line)
    .where('state', '=', state)
    .execute()
}

/** Every row is checked: the file may be started, for this much. */
export async function concludeCheck(db: Database, bulkId: string): Promise<void> {
  await sql`
    update bulk_purchases set state = 'ready', total_kobo = coalesce(
      (select sum(total_kobo) from bulk_rows where bulk_id = ${bulkId}::uuid and state = 'ready'), 0)
    where id = ${bulkId}::uuid and state = 'checking' and not exists (
      select from bulk_rows where bulk_id = ${bulkId}::uuid and state = 'checking')`.execute(db.q)
}

/** Somebody's own file; another's is as unknown as one that never was. @throws Refused NOT_FOUND */
export async function ownBulk(
  db: Database['q'] | Tx,
  { userId, id, lock = false }: { userId: string; id: string; lock?: boolean },
): Promise<Bulk & { too_old: boolean }> {
  const bulk = await db
    .selectFrom('bulk_purchases')
    .selectAll()
    .select(isTooOld.as('too_old'))
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .$if(lock, (it) => it.forUpdate())
    .executeTakeFirst()
  if (!bulk) throw new Refused('NOT_FOUND')
  return bulk
}
