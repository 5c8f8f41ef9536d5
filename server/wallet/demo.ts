import type { Database } from '../database/index.ts'
import { keepCard } from '../payments/index.ts'
import type { Secrets } from '../secrets/index.ts'

/** A token that Paystack's simulator knows without a payment before it. */
const demoCard = {
  token: 'AUTH_demo_visa',
  firstDigits: '408408',
  lastDigits: '4081',
  expiry: '12/30',
  issuer: 'TEST BANK',
  type: 'visa',
  signature: 'SIG_demo_visa',
} as const

/** Gives a demo customer a saved card, unless they have or had one. */
export async function seedDemoCard(db: Database, secrets: Secrets, email: string): Promise<void> {
  await db.inTransaction(async (tx) => {
    const person = await tx
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .forUpdate()
      .executeTakeFirst()
    if (!person) return
    const card = await tx
      .selectFrom('payment_cards')
      .select('id')
      .where('user_id', '=', person.id)
      .executeTakeFirst()
    if (!card)
      await keepCard(tx, secrets, {
        userId: person.id,
        gateway: 'paystack',
        card: { ...demoCard, email },
      })
  })
}
