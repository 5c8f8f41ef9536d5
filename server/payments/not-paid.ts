import { inSeconds } from '../database/index.ts'
import type { PaymentTruth } from './gateway.ts'
import {
  isOpen,
  nextCheckSeconds,
  type Payment,
  paymentLifeSeconds,
  seldomAfterSeconds,
  type TopUp,
} from './payment.ts'

/**
 * A charge of a saved card that its gateway still does not know after this never reached it; one that waits
 * there for a confirmation, at a page whose address was lost on its way to us, waits for nobody.
 */
const neverReceivedSeconds = 5 * 60

/**
 * What is written down of a try that brought no money so far: when to ask again, or that it is given up.
 * @param ageSeconds since the try began
 */
export function notPaidYet(
  payment: Payment | TopUp,
  truth: Exclude<PaymentTruth, { is: 'succeeded' }>,
  ageSeconds: number,
) {
  // A customer may finish at a checkout that failed once, so it is still asked about, but seldom.
  const failed = truth.is === 'failed' || payment.state === 'failed'
  const next = nextCheckSeconds(failed ? Math.max(ageSeconds, seldomAfterSeconds) : ageSeconds)
  return {
    state: isOpen(payment.state) ? stateAfter(payment, truth, ageSeconds) : payment.state,
    due_at: next === null ? null : inSeconds(next),
    checks: payment.checks + 1,
    failed_because: 'because' in truth ? truth.because : truth.is,
  }
}

function stateAfter(payment: Payment | TopUp, truth: PaymentTruth, ageSeconds: number): Payment['state'] {
  if (truth.is === 'failed') return 'failed'
  const nobodyThere = truth.is === 'pending' && truth.because === 'abandoned' && payment.checkout_url === null
  const lost = payment.method === 'SAVED_CARD' && (truth.is === 'not_found' || nobodyThere)
  if (lost && ageSeconds >= neverReceivedSeconds) return 'failed'
  return ageSeconds >= paymentLifeSeconds ? 'expired' : payment.state
}
