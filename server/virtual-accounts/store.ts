import { sql } from 'kysely'
import type { DepositId, OrderId, UserId } from '../../shared/ids.ts'
import { type Database, inSeconds, type Patch, type Tx } from '../database/index.ts'
import { currentTraceparent } from '../telemetry/index.ts'
import type { DepositRow, VirtualAccountRow } from './account.ts'

type Reader = Database['q'] | Tx

/** User fields that an account reservation needs. */
export const accountHolderById = (db: Reader, id: string) =>
  db
    .selectFrom('users')
    .select(['email', 'bvn_masked', 'bvn_account_name'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

export const isUserBlocked = async (db: Reader, id: string): Promise<boolean> => {
  const user = await db
    .selectFrom('users')
    .select('blocked_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return user.blocked_at !== null
}

/** A beneficiary of the user; undefined also for one of another user. */
export const beneficiaryOf = (db: Reader, userId: UserId, uniqueid: string) =>
  db
    .selectFrom('beneficiaries')
    .select(['type', 'number'])
    .where('user_id', '=', userId)
    .where('uniqueid', '=', uniqueid)
    .executeTakeFirst()

export interface AccountKey {
  readonly userId: UserId
  readonly type: VirtualAccountRow['type']
  readonly number: string
}

export const findVirtualAccount = (
  db: Reader,
  accountKey: AccountKey,
): Promise<VirtualAccountRow | undefined> =>
  db
    .selectFrom('virtual_accounts')
    .selectAll()
    .where('user_id', '=', accountKey.userId)
    .where('type', '=', accountKey.type)
    .where('number', '=', accountKey.number)
    .executeTakeFirst()

/** The user's virtual accounts, each with the name of its beneficiary while that is saved. */
export const virtualAccountsOf = (
  db: Reader,
  userId: UserId,
): Promise<(VirtualAccountRow & { readonly name: string | null })[]> =>
  db
    .selectFrom('virtual_accounts')
    .leftJoin('beneficiaries', (join) =>
      join
        .onRef('beneficiaries.user_id', '=', 'virtual_accounts.user_id')
        .on(sql<boolean>`beneficiaries.type = virtual_accounts.type`)
        .onRef('beneficiaries.number', '=', 'virtual_accounts.number'),
    )
    .selectAll('virtual_accounts')
    .select(sql<string | null>`coalesce(nullif(notes, ''), nullif(customer_name, ''))`.as('name'))
    .where('virtual_accounts.user_id', '=', userId)
    .orderBy('virtual_accounts.created_at')
    .execute()

export const lockAccount = (tx: Tx, id: string): Promise<VirtualAccountRow> =>
  tx.selectFrom('virtual_accounts').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()

/** Updates an account without changing its state. */
export const saveAccount = (
  tx: Tx,
  id: string,
  values: Patch<'virtual_accounts'>,
): Promise<VirtualAccountRow> =>
  tx.updateTable('virtual_accounts').set(values).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

/** Stores the request for an account, once per beneficiary number. @returns the new or existing row */
export async function requestAccount(
  tx: Tx,
  input: AccountKey & Pick<VirtualAccountRow, 'reference' | 'gateway' | 'funding_fee_kobo'>,
): Promise<VirtualAccountRow> {
  await tx
    .insertInto('virtual_accounts')
    .values({
      reference: input.reference,
      user_id: input.userId,
      type: input.type,
      number: input.number,
      gateway: input.gateway,
      state: 'requested',
      funding_fee_kobo: input.funding_fee_kobo,
      due_at: inSeconds(60),
    })
    .onConflict((row) => row.columns(['user_id', 'type', 'number']).doNothing())
    .execute()
  const row = await findVirtualAccount(tx, input)
  if (!row) throw new Error('The requested account does not exist')
  return lockAccount(tx, row.id)
}

/** Stores a deposit, once per gateway reference. Undefined when it already exists. */
export const insertDeposit = (
  db: Reader,
  deposit: Pick<DepositRow, 'gateway' | 'gateway_reference'>,
): Promise<DepositRow | undefined> =>
  db
    .insertInto('deposits')
    .values({ ...deposit, state: 'received', due_at: inSeconds(30), traceparent: currentTraceparent() })
    .onConflict((row) => row.columns(['gateway', 'gateway_reference']).doNothing())
    .returningAll()
    .executeTakeFirst()

export const findDeposit = (
  db: Reader,
  key: Pick<DepositRow, 'gateway' | 'gateway_reference'>,
): Promise<DepositRow | undefined> =>
  db
    .selectFrom('deposits')
    .selectAll()
    .where('gateway', '=', key.gateway)
    .where('gateway_reference', '=', key.gateway_reference)
    .executeTakeFirst()

/** The gateway references that are neither credited nor unmatched. */
export async function unprocessedReferences(
  db: Reader,
  gateway: DepositRow['gateway'],
  references: readonly string[],
): Promise<string[]> {
  if (references.length === 0) return []
  const processedDeposits = await db
    .selectFrom('deposits')
    .select('gateway_reference')
    .where('gateway', '=', gateway)
    .where('gateway_reference', 'in', references)
    .where('state', 'in', ['credited', 'unmatched'])
    .execute()
  const processedReferences = new Set(processedDeposits.map((entry) => entry.gateway_reference))
  return references.filter((entry) => !processedReferences.has(entry))
}

export const lockDeposit = (tx: Tx, id: string): Promise<DepositRow> =>
  tx.selectFrom('deposits').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()

/** Updates a deposit without changing its state. */
export const updateDeposit = (tx: Tx, id: string, values: Patch<'deposits'>) =>
  tx.updateTable('deposits').set(values).where('id', '=', id).execute()

export const findAccountByReference = (
  tx: Tx,
  key: Pick<VirtualAccountRow, 'gateway' | 'reference'>,
): Promise<VirtualAccountRow | undefined> =>
  tx
    .selectFrom('virtual_accounts')
    .selectAll()
    .where('gateway', '=', key.gateway)
    .where('reference', '=', key.reference)
    .executeTakeFirst()

export const accountById = (db: Reader, id: string): Promise<VirtualAccountRow> =>
  db.selectFrom('virtual_accounts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** Links an order to a deposit, once. @returns the id of the linked order */
export async function linkOrder(db: Reader, depositId: DepositId, orderId: OrderId): Promise<string> {
  await db
    .updateTable('deposits')
    .set({ order_id: orderId })
    .where('id', '=', depositId)
    .where('order_id', 'is', null)
    .where('auto_purchase_status', '=', 'wanted')
    .execute()
  const row = await db
    .selectFrom('deposits')
    .select('order_id')
    .where('id', '=', depositId)
    .executeTakeFirstOrThrow()
  if (!row.order_id) throw new Error(`Deposit ${depositId} has no pending automatic purchase`)
  return row.order_id
}

/** Updates a pending automatic purchase; a completed one stays unchanged. */
export const updatePendingPurchase = (db: Reader, id: string, values: Patch<'deposits'>) =>
  db
    .updateTable('deposits')
    .set(values)
    .where('id', '=', id)
    .where('auto_purchase_status', '=', 'wanted')
    .execute()

/** The beneficiary of an account, with the phone for messages; undefined once it is deleted. */
export async function beneficiaryOfAccount(db: Reader, { user_id, type, number }: VirtualAccountRow) {
  const row = await db
    .selectFrom('beneficiaries')
    .innerJoin('users', 'users.id', 'beneficiaries.user_id')
    .select(['details', 'beneficiaries.phone', 'users.phone as user_phone'])
    .where('user_id', '=', user_id)
    .where('type', '=', type)
    .where('number', '=', number)
    .executeTakeFirst()
  return row && { details: row.details, phone: row.phone ?? row.user_phone }
}

/** Turns automatic purchases of an account on or off. Undefined when no account with a number exists. */
export const updateAutoPurchase = (
  db: Reader,
  accountKey: AccountKey,
  enabled: boolean,
): Promise<VirtualAccountRow | undefined> =>
  db
    .updateTable('virtual_accounts')
    .set({ auto_purchase: enabled })
    .where('user_id', '=', accountKey.userId)
    .where('type', '=', accountKey.type)
    .where('number', '=', accountKey.number)
    .where('account_number', 'is not', null)
    .returningAll()
    .executeTakeFirst()

/** Seconds since the last deposit, or since the account was created. */
export async function idleSeconds(db: Reader, row: VirtualAccountRow): Promise<number> {
  const since = row.last_deposit_at ?? row.created_at
  const { rows } = await sql<{
    idle: number
  }>`select extract(epoch from app_now() - ${since}::timestamptz)::float8 as idle`.execute(db)
  return rows[0]?.idle ?? 0
}
