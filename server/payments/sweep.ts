import { claimDue } from '../database/index.ts'
import { sweepCards } from './cards.ts'
import type { PaymentParts } from './parts.ts'
import type { Payment, TopUp } from './payment.ts'
import { pursueRefund } from './refund.ts'
import { settle } from './settle.ts'
import { handleWebhook } from './webhook.ts'

/** Follows every payment, refund and kept message whose time has come. @returns how many were due */
export async function sweepPayments(parts: PaymentParts): Promise<number> {
  const payments = (await claimDue(parts.db, 'payments')) as (Payment | TopUp)[]
  const refunds = await claimDue(parts.db, 'refunds')
  // Messages whose first handling died, or failed.
  const messages = await claimDue(parts.db, 'webhook_inbox', { open: (it) => it('handled_at', 'is', null) })
  for (const it of payments) parts.background('payment check', () => settle(parts, it))
  for (const { id } of refunds) parts.background('refund check', () => pursueRefund(parts, id))
  for (const it of messages) parts.background('kept webhook', () => handleWebhook(parts, it))
  const cards = await sweepCards(parts)
  return cards + payments.length + refunds.length + messages.length
}
