import type { Database } from '../database/index.ts'
import { saveCard } from '../payments/index.ts'
import type { Secrets } from '../secrets/index.ts'

/** A card whose token Paystack's simulator accepts without an earlier payment. */
const demoCard = {
  token: 'AUTH_demo_visa',
  firstDigits: '408408',
  lastDigits: '4081',
  expiry: '12/30',
  issuer: 'TEST BANK',
  type: 'visa',
  signature: 'SIG_demo_visa',
} as const

/** Creates a saved card for a demo customer who never had one. */
export async function seedDemoCard(db: Database, secrets: Secrets, email: string): Promise<void> {
  await db.inTransaction(async (tx) => {
    const user = await tx
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .forUpdate()
      .executeTakeFirst()
    if (!user) return
    const card = await tx
      .selectFrom('payment_cards')
      .select('id')
      .where('user_id', '=', user.id)
      .executeTakeFirst()
    if (!card)
      await saveCard(tx, secrets, {
        userId: user.id,
        gateway: 'paystack',
        card: { ...demoCard, email },
      })
  })
}
