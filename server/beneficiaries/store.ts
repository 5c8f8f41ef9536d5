import { type Selectable, sql } from 'kysely'
import { type BeneficiaryKind, type BeneficiaryType, beneficiaryTypeOf } from '../../shared/beneficiaries.ts'
import type { Database, Tables, VirtualAccountState } from '../database/index.ts'
import { Refused } from '../http/index.ts'

/** With the bank account that was reserved for its number, if one was. */
export interface BeneficiaryRow extends Selectable<Tables['beneficiaries']> {
  readonly bank_name: string | null
  readonly account_name: string | null
  readonly account_number: string | null
  readonly account_state: VirtualAccountState | null
  readonly buys: boolean | null
}

/** More than anybody keeps by hand. */
const mostOfOne = 1_000

const ownRows = (db: Database, userId: string) =>
  db.q
    .selectFrom('beneficiaries')
    .leftJoin('virtual_accounts as account', (on) =>
      on
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
      'account.buys',
    ])
    .where('beneficiaries.user_id', '=', userId)

/** A person's beneficiaries of one kind, the newest first. */
export const rowsOf = (db: Database, userId: string, kind: BeneficiaryKind): Promise<BeneficiaryRow[]> =>
  ownRows(db, userId)
    .where('beneficiaries.type', '=', beneficiaryTypeOf[kind])
    .orderBy('beneficiaries.created_at', 'desc')
    .execute()

/** So many can be bought for at a glance. */
const mostRecent = 6
/** So many of the last orders are looked through, however many there were before. */
const lastOrders = 30

/** Those of a person's beneficiaries that the last orders were for, the last first; then the newest saved. */
export const recentRowsOf = (db: Database, userId: string): Promise<BeneficiaryRow[]> =>
  ownRows(db, userId)
    .leftJoin(
      sql<{ service: string; beneficiary: string; at: Date }>`
        (select service, beneficiary, max(created_at) as at from (
          select service, beneficiary, created_at from orders
          where user_id = ${userId}::uuid and state <> 'quoted' order by created_at desc limit ${lastOrders}) last
        group by 1, 2)`.as('bought'),
      (on) =>
        on
          .on(
            sql<boolean>`bought.service = case beneficiaries.type
              when 'cable-tv' then 'cabletv' when 'vtu-data' then 'data' else beneficiaries.type end`,
          )
          // A device is kept as it was typed; the order has its number with the country.
          .on(
            sql<boolean>`bought.beneficiary in (beneficiaries.number, regexp_replace(beneficiaries.number, '^0', '+234'))`,
          ),
    )
    .orderBy(sql`bought.at`, (of) => of.desc().nullsLast())
    .orderBy('beneficiaries.created_at', 'desc')
    .limit(mostRecent)
    .execute()

export interface NewBeneficiary {
  readonly uniqueid: string
  readonly userId: string
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
 * Saves one.
 * @param field wire name of the number, for the refusal
 * @throws Refused BENEFICIARY_KNOWN for a number that the person has saved for this service, TOO_MANY
 */
export async function keepBeneficiary(db: Database, it: NewBeneficiary, field: string): Promise<void> {
  const { count } = await db.q
    .selectFrom('beneficiaries')
    .select((of) => of.fn.countAll<bigint>().as('count'))
    .where('user_id', '=', it.userId)
    .executeTakeFirstOrThrow()
  if (count >= mostOfOne)
    throw new Refused('TOO_MANY', { says: `You can save at most ${mostOfOne} beneficiaries.` })
  const saved = await db.q
    .insertInto('beneficiaries')
    .values({
      uniqueid: it.uniqueid,
      user_id: it.userId,
      type: it.type,
      number: it.number,
      phone: it.phone,
      amount_kobo: it.amountKobo,
      customer_name: it.customerName,
      customer_address: it.customerAddress,
      notes: it.notes,
      details: JSON.stringify(it.details),
    })
    .onConflict((on) => on.columns(['user_id', 'type', 'number']).doNothing())
    .executeTakeFirst()
  if (saved.numInsertedOrUpdatedRows === 0n) throw new Refused('BENEFICIARY_KNOWN', { field })
}

/** Removes one of the person's own. @throws Refused NOT_FOUND */
export async function removeBeneficiary(
  db: Database,
  it: { userId: string; kind: BeneficiaryKind; uniqueid: string },
): Promise<void> {
  const gone = await db.q
    .deleteFrom('beneficiaries')
    .where('user_id', '=', it.userId)
    .where('type', '=', beneficiaryTypeOf[it.kind])
    .where('uniqueid', '=', it.uniqueid)
    .executeTakeFirst()
  if (gone.numDeletedRows === 0n) throw new Refused('NOT_FOUND')
}

/** What may be changed of a saved one; what is not there stays. */
export interface BeneficiaryChange {
  readonly notes?: string | null
  readonly customer_name?: string | null
  readonly customer_address?: string | null
  readonly phone?: string | null
  readonly amount_kobo?: bigint | null
}

/** Changes one of the person's own. @throws Refused NOT_FOUND */
export async function changeBeneficiary(
  db: Database,
  it: { userId: string; kind: BeneficiaryKind; uniqueid: string },
  change: BeneficiaryChange,
): Promise<void> {
  const changed = await db.q
    .updateTable('beneficiaries')
    // Nothing sent changes nothing, and another's is still unknown.
    .set({ uniqueid: it.uniqueid, ...change })
    .where('user_id', '=', it.userId)
    .where('type', '=', beneficiaryTypeOf[it.kind])
    .where('uniqueid', '=', it.uniqueid)
    .executeTakeFirst()
  if (changed.numUpdatedRows === 0n) throw new Refused('NOT_FOUND')
}
