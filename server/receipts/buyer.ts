import type { UserId } from '../../shared/ids.ts'
import type { Database } from '../database/index.ts'
import { receiptTexts } from './texts.ts'

/** A company's details for the receipt, as its accounting needs them. */
export interface Buyer {
  readonly company: string
  readonly address: string | null
  readonly rcNumber: string | null
}

/** The company whose account placed the order; null for individuals and guests. */
export async function findBuyer(db: Database, userId: UserId | null): Promise<Buyer | null> {
  if (!userId) return null
  const user = await db.q
    .selectFrom('users')
    .select(['company_name', 'address', 'rc_number'])
    .where('id', '=', userId)
    .where('is_company', '=', true)
    .executeTakeFirst()
  return user?.company_name
    ? { company: user.company_name, address: user.address, rcNumber: user.rc_number }
    : null
}

/** Receipt rows of the buyer's details. */
export const buyerRows = (buyer: Buyer | null): (readonly [name: string, value: string])[] => [
  ...(buyer ? [[receiptTexts.boughtBy(), buyer.company] as const] : []),
  ...(buyer?.rcNumber ? [[receiptTexts.rcNumber(), buyer.rcNumber] as const] : []),
  ...(buyer?.address ? [[receiptTexts.companyAddress(), buyer.address] as const] : []),
]
