import { inSeconds, type Patch } from '../database/index.ts'
import type { PaymentStatusResult } from './gateway.ts'
import { isOpen, nextCheckSeconds, type Payment, paymentLifeSeconds, type TopUp } from './payment.ts'

/**
 * After this age, a saved-card charge that the gateway does not know never reached it, and one that awaits
 * confirmation on a page whose URL was lost cannot be confirmed.
 */
const neverReceivedSeconds = 5 * 60

/**
 * The update of an attempt without money so far: schedules the next verification, or fails or expires the payment.
 * @param ageSeconds since the payment was created
 */
export function pendingPaymentUpdate(
  payment: Payment | TopUp,
  status: Exclude<PaymentStatusResult, { type: 'succeeded' }>,
  ageSeconds: number,
): Patch<'payments'> {
  const nextSeconds = nextCheckSeconds(ageSeconds)
  return {
    state: isOpen(payment.state) ? nextState(payment, status, ageSeconds) : payment.state,
    due_at: nextSeconds === null ? null : inSeconds(nextSeconds),
    verify_count: payment.verify_count + 1,
    failure_reason: 'reason' in status ? status.reason : status.type,
  }
}

function nextState(
  payment: Payment | TopUp,
  status: PaymentStatusResult,
  ageSeconds: number,
): Payment['state'] {
  if (status.type === 'failed') return 'failed'
  const isUnreachable =
    status.type === 'pending' && status.reason === 'abandoned' && payment.checkout_url === null
  const neverReceived = payment.method === 'SAVED_CARD' && (status.type === 'not_found' || isUnreachable)
  if (neverReceived && ageSeconds >= neverReceivedSeconds) return 'failed'
  return ageSeconds >= paymentLifeSeconds ? 'expired' : payment.state
}
