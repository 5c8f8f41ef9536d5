import type { Tx } from '../database/index.ts'
import { keepCard } from './cards.ts'
import type { PaymentTruth } from './gateway.ts'
import type { PaymentParts } from './parts.ts'
import { isAtGateway, type Payment, type TopUp } from './payment.ts'

/** Keeps the card of a payment that succeeded, when its owner ticked that, and it may be charged again. */
export async function keepPaidCard(
  parts: PaymentParts,
  tx: Tx,
  payment: Payment | TopUp,
  truth: Extract<PaymentTruth, { is: 'succeeded' }>,
): Promise<void> {
  if (!payment.save_card || !payment.user_id || !truth.card || !isAtGateway(payment.gateway)) return
  await keepCard(tx, parts.secrets, {
    userId: payment.user_id,
    gateway: payment.gateway,
    card: truth.card,
  })
}
