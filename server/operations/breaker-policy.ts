import type { FailureKind } from '../../shared/vending.ts'
import type { AttemptState } from '../database/index.ts'

/** The fields of a vend attempt that the circuit breaker uses. */
export interface AttemptSample {
  readonly state: AttemptState
  readonly reason: string | null
  readonly beneficiary: string
}

/**
 * Evidence of one attempt about its vendor: `success`, a failure, or `none` (for example a wrong meter, which
 * is the customer's error).
 */
export type Signal = 'success' | FailureKind | 'none'

const failureReasons = new Set(['float_empty', 'product_down', 'our_fault', 'reversed'])
const timeoutReasons = new Set(['timeout', 'unreadable', 'never_received'])

/** Evaluates one attempt. An attempt that is being sent or processed has the signal `none`. */
export function signalOf({ state, reason }: AttemptSample): Signal {
  if (state === 'delivered') return 'success'
  if (timeoutReasons.has(reason ?? '')) return 'no_response'
  if (state === 'failed' && failureReasons.has(reason ?? '')) return 'failing'
  return 'none'
}

export interface BreakerPolicy {
  /**
   * Opens after this many consecutive attempts without a response, for as many beneficiaries; 0 for never.
   */
  readonly maxUnansweredInARow: number
  /** Opens after this many failures in the last ten attempts; 0 for never. */
  readonly maxFailuresOfTen: number
}

export const sampleSize = 10
/** Older attempts are not evaluated. */
export const sampleSeconds = 10 * 60

/**
 * Decides whether a vendor fails for one service.
 * @param samples its latest attempts, newest first
 * @param isHalfOpen the breaker is half-open: one failure is enough
 * @returns the failure kind; null while the vendor is healthy
 */
export function failureKindOf(
  samples: readonly AttemptSample[],
  policy: BreakerPolicy,
  isHalfOpen = false,
): FailureKind | null {
  const signals = samples
    .slice(0, sampleSize)
    .map((sample) => ({ signal: signalOf(sample), beneficiary: sample.beneficiary }))
    .filter((sample) => sample.signal !== 'none')
  const [latest] = signals
  if (!latest) return null
  const failures = signals.filter((sample) => sample.signal !== 'success')
  const firstAnsweredIndex = signals.findIndex((sample) => sample.signal !== 'no_response')
  const unansweredRun = firstAnsweredIndex < 0 ? signals : signals.slice(0, firstAnsweredIndex)
  const beneficiaryCount = new Set(unansweredRun.map((sample) => sample.beneficiary)).size
  if (policy.maxUnansweredInARow > 0 && beneficiaryCount >= (isHalfOpen ? 1 : policy.maxUnansweredInARow))
    return 'no_response'
  if (policy.maxFailuresOfTen > 0 && failures.length >= (isHalfOpen ? 1 : policy.maxFailuresOfTen)) {
    return failures.filter((sample) => sample.signal === 'failing').length * 2 >= failures.length
      ? 'failing'
      : 'no_response'
  }
  return null
}

/**
 * Seconds from the n-th consecutive opening to the first probe. Each failure in half-open state lengthens it.
 */
export const openForSeconds = (openCount: number): number =>
  [15, 15, 30, 60, 120, 300][Math.max(0, openCount - 1)] ?? 600

/** This many successful probes, at this interval, change the breaker to half-open. */
export const successesToHalfOpen = 2
export const probeEverySeconds = 15
