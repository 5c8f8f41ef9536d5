import type { UserId } from '../../shared/ids.ts'
import type { PaymentMethod } from '../../shared/payments.ts'
import type { Database } from '../database/index.ts'
import { ApiError, type Caller } from '../http/index.ts'

/** A signed-in user who pays. */
export interface Payer {
  readonly userId: UserId
  readonly email: string
  /** The user has verified their e-mail; a wallet and saved cards require it. */
  readonly verified: boolean
}

/** The signed-in user of a request; null for a guest. */
export async function payerOfCaller(db: Database, { actor }: Pick<Caller, 'actor'>): Promise<Payer | null> {
  if (!actor) return null
  const { email } = await db.q
    .selectFrom('users')
    .select('email')
    .where('id', '=', actor.userId)
    .executeTakeFirstOrThrow()
  return { userId: actor.userId, email, verified: actor.emailVerified }
}

/**
 * Checks a payment method that belongs to an account.
 * @throws ApiError SIGN_IN for guests, VERIFY_FIRST, METHOD_UNAVAILABLE for a saved card
 */
export function assertOwnerCanPay(payer: Payer | null, method: PaymentMethod): Payer {
  if (!payer) throw new ApiError('SIGN_IN', { field: 'payment_method' })
  if (!payer.verified) throw new ApiError('VERIFY_FIRST', { field: 'payment_method' })
  // A saved card is charged through its own endpoint.
  if (method === 'SAVED_CARD') throw new ApiError('METHOD_UNAVAILABLE', { field: 'payment_method' })
  return payer
}
