import type { OrderId, UserId } from '../../shared/ids.ts'
import { inSeconds, type Tx } from '../database/index.ts'
import { currentTraceparent } from '../telemetry/index.ts'
import { newNonce, newPaymentReference, sha256 } from './store.ts'

export interface InternalPayment {
  readonly orderId: OrderId
  readonly userId: UserId
  readonly amountKobo: bigint
  readonly email: string
}

const methods = { wallet: 'WALLET', manager: 'MANAGER' } as const

/** Creates a payment without a gateway, as succeeded. Postings are the caller's. @returns the payment id */
export async function createInternalPayment(
  tx: Tx,
  source: keyof typeof methods,
  { orderId, userId, amountKobo, email }: InternalPayment,
): Promise<string> {
  const { id } = await tx
    .insertInto('payments')
    .values({
      order_id: orderId,
      user_id: userId,
      reference: newPaymentReference(),
      gateway: source,
      method: methods[source],
      state: 'succeeded',
      amount_kobo: amountKobo,
      paid_kobo: amountKobo,
      paid_currency: 'NGN',
      fee_kobo: 0n,
      paid_at: new Date(),
      email,
      // There is no checkout, so nothing returns with this nonce.
      return_nonce_hash: sha256(newNonce()),
      expires_at: inSeconds(0),
      traceparent: currentTraceparent(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
