import type { Selectable } from 'kysely'
import { type BeneficiaryKind, type BeneficiaryType, beneficiaryTypeOf } from '../../shared/beneficiaries.ts'
import type { Database, Tables } from '../database/index.ts'
import { Refused } from '../http/index.ts'

export type BeneficiaryRow = Selectable<Tables['beneficiaries']>

/** More than anybody keeps by hand. */
const mostOfOne = 1_000

/** A person's beneficiaries of one kind, the newest first. */
export const rowsOf = (db: Database, userId: string, kind: BeneficiaryKind): Promise<BeneficiaryRow[]> =>
  db.q
    .selectFrom('beneficiaries')
    .selectAll()
    .where('user_id', '=', userId)
    .where('type', '=', beneficiaryTypeOf[kind])
    .orderBy('created_at', 'desc')
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
