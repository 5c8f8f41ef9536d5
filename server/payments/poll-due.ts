import { claimDue } from '../database/index.ts'
import { revokeDueCards } from './cards.ts'
import type { PaymentDeps } from './deps.ts'
import type { Payment, TopUp } from './payment.ts'
import { processRefund } from './refund.ts'
import { verifyPayment } from './verify-payment.ts'
import { handleWebhook } from './webhook.ts'

/** Processes every due payment, refund, stored webhook and deleted card. @returns how many were due */
export async function processDuePayments(deps: PaymentDeps): Promise<number> {
  const payments = (await claimDue(deps.db, 'payments')) as (Payment | TopUp)[]
  const refunds = await claimDue(deps.db, 'refunds')
  // Webhooks whose first handling failed or died.
  const messages = await claimDue(deps.db, 'webhook_inbox', {
    open: (item) => item('handled_at', 'is', null),
  })
  for (const item of payments) deps.background('payment check', () => verifyPayment(deps, item))
  for (const { id } of refunds) deps.background('refund check', () => processRefund(deps, id))
  for (const item of messages) deps.background('kept webhook', () => handleWebhook(deps, item))
  const cards = await revokeDueCards(deps)
  return cards + payments.length + refunds.length + messages.length
}
