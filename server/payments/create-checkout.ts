import { inSeconds, type Patch } from '../database/index.ts'
import { ApiError } from '../http/index.ts'
import type { PaymentDeps } from './deps.ts'
import type { CheckoutRequest, CheckoutResult, Gateway } from './gateway.ts'
import { type Payment, paymentMachine, type TopUp } from './payment.ts'

/**
 * Creates the hosted checkout of a committed payment and commits the result.
 * @returns the checkout URL
 * @throws ApiError METHOD_UNAVAILABLE, GATEWAY_UNAVAILABLE
 */
export async function createCheckout(
  deps: PaymentDeps,
  gateway: Gateway,
  payment: Payment | TopUp,
  options: {
    nonce: string
    returnUrl: string
    cancelUrl: string
    description: string
    orderReference: CheckoutRequest['orderReference']
  },
): Promise<string> {
  if (payment.method === 'MANAGER') throw new Error('A purchase by a manager has no checkout')
  const checkout = await gateway.createCheckout({
    reference: payment.reference,
    amountKobo: payment.amount_kobo,
    email: payment.email,
    method: payment.method,
    returnUrl: `${options.returnUrl}?n=${options.nonce}`,
    cancelUrl: options.cancelUrl,
    description: options.description,
    orderReference: options.orderReference,
  })
  await applyCheckout(deps, payment.id, checkout)
  if (checkout.type === 'opened') return checkout.checkoutUrl
  throw new ApiError(
    checkout.type === 'rejected' && checkout.reason === 'method'
      ? 'METHOD_UNAVAILABLE'
      : 'GATEWAY_UNAVAILABLE',
  )
}

/** Updates the payment only while it is still `created`, or failed while its checkout was being opened. */
async function applyCheckout(deps: PaymentDeps, id: string, checkout: CheckoutResult): Promise<void> {
  const createdPayment = { id, state: 'created' } as const
  switch (checkout.type) {
    case 'opened': {
      const { checkoutUrl: checkout_url, gatewayReference: gateway_reference = null } = checkout
      const patch = { checkout_url, gateway_reference }
      const options = { event: 'gateway.checkout_opened' } as const
      const opened = await paymentMachine.tryTransition(
        deps.db.q,
        createdPayment,
        'initialised',
        patch,
        options,
      )
      if (!opened) await pollFailedPayment(deps, id, patch)
      return
    }
    case 'rejected': {
      const patch = { failure_reason: checkout.reason, due_at: null }
      await paymentMachine.tryTransition(deps.db.q, createdPayment, 'failed', patch, {
        event: 'gateway.checkout_refused',
      })
      return
    }
    case 'unknown':
      await deps.db.q
        .updateTable('payments')
        .set({ failure_reason: checkout.reason })
        .where('id', '=', id)
        .where('state', '=', 'created')
        .execute()
  }
}

/**
 * Polls a payment that another request failed as never opened while the gateway was slow to open its checkout: the
 * customer may pay there.
 */
const pollFailedPayment = (
  deps: PaymentDeps,
  id: string,
  checkout: Pick<Patch<'payments'>, 'checkout_url' | 'gateway_reference'>,
) =>
  deps.db.q
    .updateTable('payments')
    .set({ ...checkout, due_at: inSeconds(0) })
    .where('id', '=', id)
    .where('state', '=', 'failed')
    .execute()
