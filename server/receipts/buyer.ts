import type { Database } from '../database/index.ts'

/** A company that bought something: what its bookkeeping wants on the paper. */
export interface Buyer {
  readonly company: string
  readonly address: string | null
  readonly rcNumber: string | null
}

/** The company whose account made an order; null for people and guests. */
export async function buyerOf(db: Database, userId: string | null): Promise<Buyer | null> {
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

/** The lines of a receipt that say who bought. */
export const buyerFacts = (buyer: Buyer | null): (readonly [name: string, value: string])[] => [
  ...(buyer ? [['Bought by', buyer.company] as const] : []),
  ...(buyer?.rcNumber ? [['RC number', buyer.rcNumber] as const] : []),
  ...(buyer?.address ? [['Company address', buyer.address] as const] : []),
]
