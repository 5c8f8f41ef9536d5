import { type RawBuilder, type Selectable, sql } from 'kysely'
import { type BeneficiaryKind, type BeneficiaryType, beneficiaryTypeOf } from '../../shared/beneficiaries.ts'
import type { UserId } from '../../shared/ids.ts'
import type { Database, Tables, VirtualAccountState } from '../database/index.ts'
import { ApiError } from '../http/index.ts'
import { beneficiaryServerTexts } from './texts.ts'

/** A beneficiary with the virtual account of its number, if any. */
export interface BeneficiaryRow extends Selectable<Tables['beneficiaries']> {
  readonly bank_name: string | null
  readonly account_name: string | null
  readonly account_number: string | null
  readonly account_state: VirtualAccountState | null
  readonly auto_purchase: boolean | null
}

/** Maximum per user: more than a user saves manually. */
const maxPerUser = 1_000

const userRows = (db: Database, userId: UserId) =>
  db.q
    .selectFrom('beneficiaries')
    .leftJoin('virtual_accounts as account', (join) =>
      join
        .onRef('account.user_id', '=', 'beneficiaries.user_id')
        .on(sql<boolean>`account.type = beneficiaries.type`)
        .onRef('account.number', '=', 'beneficiaries.number'),
    )
    .selectAll('beneficiaries')
    .select([
      'account.bank_name',
      'account.account_name',
      'account.account_number',
      'account.state as account_state',
      'account.auto_purchase',
    ])
    .where('beneficiaries.user_id', '=', userId)

/** The user's beneficiaries of one kind, newest first. */
export const rowsOf = (db: Database, userId: UserId, kind: BeneficiaryKind): Promise<BeneficiaryRow[]> =>
  userRows(db, userId)
    .where('beneficiaries.type', '=', beneficiaryTypeOf[kind])
    .orderBy('beneficiaries.created_at', 'desc')
    .execute()

/** Size of the quick-buy list. */
const maxRecent = 6
/** Only this number of the latest orders is searched, so the cost does not grow with history. */
const recentOrderWindow = 30

/** The user's beneficiaries by latest order, then by creation date, newest first. */
export const recentRowsOf = (db: Database, userId: UserId): Promise<BeneficiaryRow[]> =>
  userRows(db, userId)
    .leftJoin(
      sql<{ service: string; beneficiary: string; at: Date }>`
        (select service, beneficiary, max(created_at) as at from (
          select service, beneficiary, created_at from orders
          where user_id = ${userId}::uuid and state <> 'quoted' order by created_at desc limit ${recentOrderWindow}) last
        group by 1, 2)`.as('bought'),
      (join) =>
        join
          .on(
            sql<boolean>`bought.service = case beneficiaries.type
              when 'cable-tv' then 'cabletv' when 'vtu-data' then 'data' else beneficiaries.type end`,
          )
          // A device number is stored as entered; the order stores it in E.164.
          .on(
            sql<boolean>`bought.beneficiary in (beneficiaries.number, ${inE164(sql.ref('beneficiaries.number'))})`,
          ),
    )
    .orderBy(sql`bought.at`, (eb) => eb.desc().nullsLast())
    .orderBy('beneficiaries.created_at', 'desc')
    .limit(maxRecent)
    .execute()

/** A Nigerian phone as an order stores it; any other number is unchanged. */
const inE164 = (number: RawBuilder<unknown>) =>
  sql<string>`regexp_replace(${number}, '^(0|234)(?=\\d{10}$)', '+234')`

export interface NewBeneficiary {
  /** Of a restored beneficiary, which keeps its id and its place in the list. */
  readonly id?: string
  readonly createdAt?: Date
  readonly uniqueid: string
  readonly userId: UserId
  readonly type: BeneficiaryType
  readonly number: string
  readonly phone: string | null
  readonly amountKobo: bigint | null
  readonly customerName: string | null
  readonly customerAddress: string | null
  readonly notes: string | null
  readonly details: Record<string, string | null>
}

/**
 * Saves a beneficiary.
 * @param field name of the number in the request, for the error
 * @throws ApiError BENEFICIARY_KNOWN when the user has saved the number for this service, TOO_MANY
 */
export async function createBeneficiary(
  db: Database,
  beneficiary: NewBeneficiary,
  field: string,
): Promise<void> {
  const { type, number } = beneficiary
  const { count, known } = await db.q
    .selectFrom('beneficiaries')
    .select((eb) => [
      eb.fn.countAll<bigint>().as('count'),
      // A device number is stored as entered: 0803… and +234803… are one phone.
      sql<
        boolean | null
      >`bool_or(type = 'vtu-data' and ${inE164(sql.ref('number'))} = ${inE164(sql`${number}::text`)})`.as(
        'known',
      ),
    ])
    .where('user_id', '=', beneficiary.userId)
    .executeTakeFirstOrThrow()
  if (known && type === 'vtu-data') throw new ApiError('BENEFICIARY_KNOWN', { field })
  if (count >= maxPerUser)
    throw new ApiError('TOO_MANY', { message: beneficiaryServerTexts.tooMany({ max: maxPerUser }) })
  const result = await db.q
    .insertInto('beneficiaries')
    .values({
      ...(beneficiary.id !== undefined && { id: beneficiary.id }),
      ...(beneficiary.createdAt && { created_at: beneficiary.createdAt }),
      uniqueid: beneficiary.uniqueid,
      user_id: beneficiary.userId,
      type: beneficiary.type,
      number: beneficiary.number,
      phone: beneficiary.phone,
      amount_kobo: beneficiary.amountKobo,
      customer_name: beneficiary.customerName,
      customer_address: beneficiary.customerAddress,
      notes: beneficiary.notes,
      details: JSON.stringify(beneficiary.details),
    })
    .onConflict((conflict) => conflict.columns(['user_id', 'type', 'number']).doNothing())
    .executeTakeFirst()
  if (result.numInsertedOrUpdatedRows === 0n) throw new ApiError('BENEFICIARY_KNOWN', { field })
}

/** Removes a beneficiary of the user. @returns its last values @throws ApiError NOT_FOUND */
export async function removeBeneficiary(
  db: Database,
  key: { userId: UserId; kind: BeneficiaryKind; uniqueid: string },
): Promise<Required<NewBeneficiary>> {
  const row = await db.q
    .deleteFrom('beneficiaries')
    .where('user_id', '=', key.userId)
    .where('type', '=', beneficiaryTypeOf[key.kind])
    .where('uniqueid', '=', key.uniqueid)
    .returningAll()
    .executeTakeFirst()
  if (!row) throw new ApiError('NOT_FOUND')
  return {
    id: row.id,
    createdAt: row.created_at,
    uniqueid: row.uniqueid,
    userId: row.user_id,
    type: row.type,
    number: row.number,
    phone: row.phone,
    amountKobo: row.amount_kobo,
    customerName: row.customer_name,
    customerAddress: row.customer_address,
    notes: row.notes,
    details: row.details,
  }
}

/** True when the user has a beneficiary with this id. */
export const hasBeneficiary = async (
  db: Database,
  { userId, uniqueid }: Pick<NewBeneficiary, 'userId' | 'uniqueid'>,
): Promise<boolean> =>
  (await db.q
    .selectFrom('beneficiaries')
    .select('id')
    .where('user_id', '=', userId)
    .where('uniqueid', '=', uniqueid)
    .executeTakeFirst()) !== undefined

/** Changeable fields of a beneficiary; absent fields stay unchanged. */
export interface BeneficiaryChange {
  readonly notes?: string | null
  readonly customer_name?: string | null
  readonly customer_address?: string | null
  readonly phone?: string | null
  readonly amount_kobo?: bigint | null
}

/** Changes a beneficiary of the user. @throws ApiError NOT_FOUND */
export async function changeBeneficiary(
  db: Database,
  key: { userId: UserId; kind: BeneficiaryKind; uniqueid: string },
  change: BeneficiaryChange,
): Promise<void> {
  const result = await db.q
    .updateTable('beneficiaries')
    // Setting `uniqueid` keeps an empty change valid SQL, so another user's beneficiary is still NOT_FOUND.
    .set({ uniqueid: key.uniqueid, ...change })
    .where('user_id', '=', key.userId)
    .where('type', '=', beneficiaryTypeOf[key.kind])
    .where('uniqueid', '=', key.uniqueid)
    .executeTakeFirst()
  if (result.numUpdatedRows === 0n) throw new ApiError('NOT_FOUND')
}
