import { Refused } from '../http/index.ts'
import type { Checkout, Gateway } from './gateway.ts'
import type { PaymentParts } from './parts.ts'
import type { Payment, TopUp } from './payment.ts'

/**
 * Opens the hosted checkout of a committed payment, and commits what came of it.
 * @returns the address to pay at
 * @throws Refused METHOD_UNAVAILABLE, GATEWAY_UNAVAILABLE
 */
export async function sendToCheckout(
  parts: PaymentParts,
  gateway: Gateway,
  payment: Payment | TopUp,
  it: { nonce: string; returnUrl: string; cancelUrl: string; description: string; orderReference: string },
): Promise<string> {
  if (payment.method === 'MANAGER') throw new Error('What a manager buys has no checkout')
  const checkout = await gateway.open({
    reference: payment.reference,
    amountKobo: payment.amount_kobo,
    email: payment.email,
    method: payment.method,
    returnUrl: `${it.returnUrl}?n=${it.nonce}`,
    cancelUrl: it.cancelUrl,
    description: it.description,
    orderReference: it.orderReference,
  })
  await recordCheckout(parts, payment.id, checkout)
  if (checkout.is === 'opened') return checkout.checkoutUrl
  throw new Refused(
    checkout.is === 'refused' && checkout.because === 'method' ? 'METHOD_UNAVAILABLE' : 'GATEWAY_UNAVAILABLE',
  )
}

/** Nothing is written over a payment that has moved on meanwhile. */
async function recordCheckout(parts: PaymentParts, id: string, checkout: Checkout): Promise<void> {
  const values =
    checkout.is === 'opened'
      ? {
          state: 'initialised' as const,
          checkout_url: checkout.checkoutUrl,
          gateway_reference: checkout.gatewayReference ?? null,
        }
      : checkout.is === 'refused'
        ? { state: 'failed' as const, failed_because: checkout.because, due_at: null }
        : { failed_because: checkout.because }
  await parts.db.q
    .updateTable('payments')
    .set(values)
    .where('id', '=', id)
    .where('state', '=', 'created')
    .execute()
}
