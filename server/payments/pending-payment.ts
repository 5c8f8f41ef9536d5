import { inSeconds, type Tx } from '../database/index.ts'
import type { PaymentStatusResult } from './gateway.ts'
import {
  isOpen,
  nextCheckSeconds,
  type Payment,
  paymentLifetimeSeconds,
  paymentMachine,
  type TopUp,
} from './payment.ts'
import { savePayment } from './store.ts'

type UnpaidStatus = Exclude<PaymentStatusResult, { type: 'succeeded' }>

/**
 * After this age, a saved-card charge that the gateway does not have never reached it, and one that awaits
 * confirmation on a page whose URL was lost cannot be confirmed.
 */
const unknownChargeTimeoutSeconds = 5 * 60

/**
 * Updates an attempt without money so far: schedules the next verification, or fails or expires the payment.
 * @param payment locked by the transaction
 * @param ageSeconds since the payment was created
 */
export function savePendingPayment(
  tx: Tx,
  payment: Payment,
  status: UnpaidStatus,
  ageSeconds: number,
): Promise<Payment>
export function savePendingPayment(
  tx: Tx,
  payment: TopUp,
  status: UnpaidStatus,
  ageSeconds: number,
): Promise<TopUp>
export function savePendingPayment(
  tx: Tx,
  payment: Payment | TopUp,
  status: UnpaidStatus,
  ageSeconds: number,
): Promise<Payment | TopUp> {
  const nextSeconds = nextCheckSeconds(ageSeconds)
  const patch = {
    due_at: nextSeconds === null ? null : inSeconds(nextSeconds),
    verify_count: payment.verify_count + 1,
    failure_reason: 'reason' in status ? status.reason : status.type,
  }
  switch (isOpen(payment.state) ? finalStateOf(payment, status, ageSeconds) : null) {
    case 'failed':
      return paymentMachine.transition(tx, payment, 'failed', patch, {
        event: status.type === 'failed' ? 'gateway.payment_failed' : 'clock.never_received',
      })
    case 'expired':
      return paymentMachine.transition(tx, payment, 'expired', patch, { event: 'clock.expired' })
    default:
      return savePayment(tx, payment, patch)
  }
}

/** Null while the payment stays open. */
function finalStateOf(
  payment: Payment | TopUp,
  status: PaymentStatusResult,
  ageSeconds: number,
): 'failed' | 'expired' | null {
  if (status.type === 'failed') return 'failed'
  const isAbandonedWithoutUrl =
    status.type === 'pending' && status.reason === 'abandoned' && payment.checkout_url === null
  const neverReceived =
    payment.method === 'SAVED_CARD' && (status.type === 'not_found' || isAbandonedWithoutUrl)
  if (neverReceived && ageSeconds >= unknownChargeTimeoutSeconds) return 'failed'
  return ageSeconds >= paymentLifetimeSeconds ? 'expired' : null
}
