import { inSeconds, type Tx } from '../database/index.ts'
import type { PaymentStatusResult } from './gateway.ts'
import {
  isOpen,
  nextCheckSeconds,
  type Payment,
  paymentLifeSeconds,
  paymentMachine,
  type TopUp,
} from './payment.ts'
import { savePayment } from './store.ts'

type Unpaid = Exclude<PaymentStatusResult, { type: 'succeeded' }>

/**
 * After this age, a saved-card charge that the gateway does not know never reached it, and one that awaits
 * confirmation on a page whose URL was lost cannot be confirmed.
 */
const neverReceivedSeconds = 5 * 60

/**
 * Updates an attempt without money so far: schedules the next verification, or fails or expires the payment.
 * @param payment locked by the transaction
 * @param ageSeconds since the payment was created
 */
export function savePendingPayment(
  tx: Tx,
  payment: Payment,
  status: Unpaid,
  ageSeconds: number,
): Promise<Payment>
export function savePendingPayment(tx: Tx, payment: TopUp, status: Unpaid, ageSeconds: number): Promise<TopUp>
export function savePendingPayment(
  tx: Tx,
  payment: Payment | TopUp,
  status: Unpaid,
  ageSeconds: number,
): Promise<Payment | TopUp> {
  const nextSeconds = nextCheckSeconds(ageSeconds)
  const patch = {
    due_at: nextSeconds === null ? null : inSeconds(nextSeconds),
    verify_count: payment.verify_count + 1,
    failure_reason: 'reason' in status ? status.reason : status.type,
  }
  switch (isOpen(payment.state) ? endOf(payment, status, ageSeconds) : null) {
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
function endOf(
  payment: Payment | TopUp,
  status: PaymentStatusResult,
  ageSeconds: number,
): 'failed' | 'expired' | null {
  if (status.type === 'failed') return 'failed'
  const isUnreachable =
    status.type === 'pending' && status.reason === 'abandoned' && payment.checkout_url === null
  const neverReceived = payment.method === 'SAVED_CARD' && (status.type === 'not_found' || isUnreachable)
  if (neverReceived && ageSeconds >= neverReceivedSeconds) return 'failed'
  return ageSeconds >= paymentLifeSeconds ? 'expired' : null
}
