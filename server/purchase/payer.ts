import type { PaymentMethod } from '../../shared/payments.ts'
import type { Database } from '../database/index.ts'
import { type Caller, Refused } from '../http/index.ts'

/** Somebody who is signed in and pays. */
export interface Payer {
  readonly userId: string
  readonly email: string
  /** They have proved their e-mail: only then have they a wallet and cards. */
  readonly verified: boolean
}

/** The signed-in person behind a call; null for a guest. */
export async function payerBehind(db: Database, { actor }: Pick<Caller, 'actor'>): Promise<Payer | null> {
  if (!actor) return null
  const { email } = await db.q
    .selectFrom('users')
    .select('email')
    .where('id', '=', actor.userId)
    .executeTakeFirstOrThrow()
  return { userId: actor.userId, email, verified: actor.verified }
}

/**
 * Ways to pay that are somebody's own. @throws Refused SIGN_IN for guests, VERIFY_FIRST
 */
export function ownerPaying(payer: Payer | null, method: PaymentMethod): Payer {
  if (!payer) throw new Refused('SIGN_IN', { field: 'payment_method' })
  if (!payer.verified) throw new Refused('VERIFY_FIRST', { field: 'payment_method' })
  // A saved card is charged by the call that names it.
  if (method === 'SAVED_CARD') throw new Refused('METHOD_UNAVAILABLE', { field: 'payment_method' })
  return payer
}
