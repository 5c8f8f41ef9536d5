import type { Tx } from '../database/index.ts'
import { isWalletOpen } from '../ledger/index.ts'
import { saveCard } from './cards.ts'
import type { PaymentDeps } from './deps.ts'
import type { PaymentStatusResult } from './gateway.ts'
import { isAtGateway, type Payment, type TopUp } from './payment.ts'

/** Saves the card of a succeeded payment when its owner chose that and the card is reusable. */
export async function saveCardOfPayment(
  deps: PaymentDeps,
  tx: Tx,
  payment: Payment | TopUp,
  status: Extract<PaymentStatusResult, { type: 'succeeded' }>,
): Promise<void> {
  if (!payment.save_card || !payment.user_id || !status.card || !isAtGateway(payment.gateway)) return
  if (!(await isWalletOpen(tx, payment.user_id))) return
  await saveCard(tx, deps.secrets, {
    userId: payment.user_id,
    gateway: payment.gateway,
    card: status.card,
  })
}
