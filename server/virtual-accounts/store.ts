import { sql } from 'kysely'
import { type Database, inSeconds, type Tx } from '../database/index.ts'
import type { AccountRow, InflowRow } from './account.ts'

type Reader = Database['q'] | Tx

/** What of a person an account is made of. */
export const personById = (db: Reader, id: string) =>
  db
    .selectFrom('users')
    .select(['email', 'bvn_masked', 'bvn_account_name'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

/** A saved beneficiary of the person's own; another's is as unknown as one that never was. */
export const beneficiaryOf = (db: Reader, userId: string, uniqueid: string) =>
  db
    .selectFrom('beneficiaries')
    .select(['type', 'number'])
    .where('user_id', '=', userId)
    .where('uniqueid', '=', uniqueid)
    .executeTakeFirst()

export interface Served {
  readonly userId: string
  readonly type: AccountRow['type']
  readonly number: string
}

export const accountFor = (db: Reader, it: Served): Promise<AccountRow | undefined> =>
  db
    .selectFrom('virtual_accounts')
    .selectAll()
    .where('user_id', '=', it.userId)
    .where('type', '=', it.type)
    .where('number', '=', it.number)
    .executeTakeFirst()

export const lockAccount = (tx: Tx, id: string): Promise<AccountRow> =>
  tx.selectFrom('virtual_accounts').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()

export const saveAccount = (tx: Tx, id: string, values: object): Promise<AccountRow> =>
  tx.updateTable('virtual_accounts').set(values).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

/** Writes the wish for an account, once for each number that it serves. @returns its row, whoever wrote it */
export async function wishedAccount(
  tx: Tx,
  it: Served & Pick<AccountRow, 'reference' | 'gateway' | 'funding_fee_kobo'>,
): Promise<AccountRow> {
  await tx
    .insertInto('virtual_accounts')
    .values({
      reference: it.reference,
      user_id: it.userId,
      type: it.type,
      number: it.number,
      gateway: it.gateway,
      state: 'requested',
      funding_fee_kobo: it.funding_fee_kobo,
      due_at: inSeconds(60),
    })
    .onConflict((row) => row.columns(['user_id', 'type', 'number']).doNothing())
    .execute()
  const row = await accountFor(tx, it)
  if (!row) throw new Error('An account that was wished for is not there')
  return lockAccount(tx, row.id)
}

/** Keeps the news of a transfer, once for each reference of the gateway's. Undefined when it was there. */
export const noteInflow = (
  db: Reader,
  it: Pick<InflowRow, 'gateway' | 'gateway_reference'>,
): Promise<InflowRow | undefined> =>
  db
    .insertInto('inflows')
    .values({ ...it, state: 'noted', due_at: inSeconds(30) })
    .onConflict((row) => row.columns(['gateway', 'gateway_reference']).doNothing())
    .returningAll()
    .executeTakeFirst()

export const inflowBy = (
  db: Reader,
  it: Pick<InflowRow, 'gateway' | 'gateway_reference'>,
): Promise<InflowRow | undefined> =>
  db
    .selectFrom('inflows')
    .selectAll()
    .where('gateway', '=', it.gateway)
    .where('gateway_reference', '=', it.gateway_reference)
    .executeTakeFirst()

/** Those of a gateway's references that were neither credited nor set apart here. */
export async function unsettledOf(
  db: Reader,
  gateway: InflowRow['gateway'],
  references: readonly string[],
): Promise<string[]> {
  if (references.length === 0) return []
  const settled = await db
    .selectFrom('inflows')
    .select('gateway_reference')
    .where('gateway', '=', gateway)
    .where('gateway_reference', 'in', references)
    .where('state', 'in', ['credited', 'unmatched'])
    .execute()
  const known = new Set(settled.map((it) => it.gateway_reference))
  return references.filter((it) => !known.has(it))
}

export const lockInflow = (tx: Tx, id: string): Promise<InflowRow> =>
  tx.selectFrom('inflows').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()

export const saveInflow = (tx: Tx, id: string, values: object) =>
  tx.updateTable('inflows').set(values).where('id', '=', id).execute()

export const accountNamed = (
  tx: Tx,
  it: Pick<AccountRow, 'gateway' | 'reference'>,
): Promise<AccountRow | undefined> =>
  tx
    .selectFrom('virtual_accounts')
    .selectAll()
    .where('gateway', '=', it.gateway)
    .where('reference', '=', it.reference)
    .executeTakeFirst()

export const accountById = (db: Reader, id: string): Promise<AccountRow> =>
  db.selectFrom('virtual_accounts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** Keeps the order of a transfer, once. @returns the one that is kept */
export async function pinOrder(db: Reader, inflowId: string, orderId: string): Promise<string> {
  await db
    .updateTable('inflows')
    .set({ order_id: orderId })
    .where('id', '=', inflowId)
    .where('order_id', 'is', null)
    .where('buying', '=', 'wanted')
    .execute()
  const row = await db
    .selectFrom('inflows')
    .select('order_id')
    .where('id', '=', inflowId)
    .executeTakeFirstOrThrow()
  if (!row.order_id) throw new Error(`Inflow ${inflowId} buys nothing any more`)
  return row.order_id
}

/** Nothing is written over a purchase that has come to its end. */
export const putOffBuying = (db: Reader, id: string, values: object) =>
  db.updateTable('inflows').set(values).where('id', '=', id).where('buying', '=', 'wanted').execute()

/** The saved beneficiary that an account serves, with the phone that news go to; undefined once it was deleted. */
export async function servedNow(db: Reader, { user_id, type, number }: AccountRow) {
  const row = await db
    .selectFrom('beneficiaries')
    .innerJoin('users', 'users.id', 'beneficiaries.user_id')
    .select(['details', 'beneficiaries.phone', 'users.phone as own'])
    .where('user_id', '=', user_id)
    .where('type', '=', type)
    .where('number', '=', number)
    .executeTakeFirst()
  return row && { details: row.details, phone: row.phone ?? row.own }
}

/** Switches automatic purchases of an account with a number. Undefined when there is none. */
export const switchBuying = (db: Reader, it: Served, on: boolean): Promise<AccountRow | undefined> =>
  db
    .updateTable('virtual_accounts')
    .set({ buys: on })
    .where('user_id', '=', it.userId)
    .where('type', '=', it.type)
    .where('number', '=', it.number)
    .where('account_number', 'is not', null)
    .returningAll()
    .executeTakeFirst()

/** Seconds since money last came, or since the account was made. */
export async function idleSeconds(db: Reader, row: AccountRow): Promise<number> {
  const since = row.last_inflow_at ?? row.created_at
  const { rows } = await sql<{
    idle: number
  }>`select extract(epoch from business_now() - ${since}::timestamptz)::float8 as idle`.execute(db)
  return rows[0]?.idle ?? 0
}
