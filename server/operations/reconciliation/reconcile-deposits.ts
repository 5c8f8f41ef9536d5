import { missingOrderReasons } from '../../payments/index.ts'
import type { OperationsDeps } from '../deps.ts'
import type { ReconciliationResult } from './due.ts'
import { breakTexts } from './texts.ts'

export const finalDepositStates = ['credited', 'unmatched'] as const

const missingOrderReasonSet = new Set<string | null>(Object.values(missingOrderReasons))

/** Reconciles a deposit in a final state to a customer's virtual account with its gateway. */
export async function reconcileDeposit(deps: OperationsDeps, id: string): Promise<ReconciliationResult> {
  const deposit = await deps.db.q
    .selectFrom('deposits')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  // A returned deposit is reconciled as its refund.
  const refund = await deps.db.q
    .selectFrom('refunds')
    .select('id')
    .where('deposit_id', '=', id)
    .where('state', '!=', 'failed')
    .executeTakeFirst()
  if (refund) return { type: 'matched' }
  // It was verified as a payment, and this database does not have its order.
  if (missingOrderReasonSet.has(deposit.failure_reason)) return { type: 'matched' }
  const response = await deps.payments.gateways[deposit.gateway]?.banking?.getDeposit?.(
    deposit.gateway_reference,
  )
  if (!response || response.type === 'pending') return { type: 'unknown' }
  const internalKobo = deposit.paid_kobo ?? 0n
  const externalKobo = response.type === 'received' ? response.paidKobo : 0n
  const isSameCurrency = response.type !== 'received' || response.currency === deposit.currency
  if (internalKobo === externalKobo && isSameCurrency) return { type: 'matched' }
  const note = breakTexts.deposit({
    reference: deposit.gateway_reference,
    gateway: deposit.gateway,
    report: response.type === 'received' ? response.currency : breakTexts.noDeposit(),
  })
  return { type: 'mismatched', internalKobo, externalKobo, note }
}
