import type { AttemptState } from '../database/index.ts'

/** The fields of a vend attempt that the circuit breaker uses. */
export interface AttemptSample {
  readonly state: AttemptState
  readonly reason: string | null
  readonly beneficiary: string
}

export type FailureKind = 'silent' | 'failing'
/**
 * Result of one attempt as a signal about a vendor: it works, it fails, or nothing (a wrong meter is the customer's
 * error).
 */
export type Signal = 'well' | FailureKind | 'nothing'

const failureReasons = new Set(['float_empty', 'product_down', 'our_fault', 'reversed'])
const timeoutReasons = new Set(['timeout', 'unreadable', 'never_received'])

/** Evaluates one attempt. An attempt that is being sent or processed by the vendor gives no signal. */
export function signalOf({ state, reason }: AttemptSample): Signal {
  if (state === 'delivered') return 'well'
  if (timeoutReasons.has(reason ?? '')) return 'silent'
  if (state === 'failed' && failureReasons.has(reason ?? '')) return 'failing'
  return 'nothing'
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
 * @param halfOpen the breaker is half-open: one failure is enough
 * @returns the failure kind; null while the vendor is healthy
 */
export function failureKindOf(
  samples: readonly AttemptSample[],
  policy: BreakerPolicy,
  halfOpen = false,
): FailureKind | null {
  const signals = samples
    .slice(0, sampleSize)
    .map((sample) => ({ sign: signalOf(sample), beneficiary: sample.beneficiary }))
    .filter((sample) => sample.sign !== 'nothing')
  const [latest] = signals
  if (!latest) return null
  const failures = signals.filter((sample) => sample.sign !== 'well')
  const firstAnswered = signals.findIndex((sample) => sample.sign !== 'silent')
  const unansweredRun = firstAnswered < 0 ? signals : signals.slice(0, firstAnswered)
  const beneficiaryCount = new Set(unansweredRun.map((sample) => sample.beneficiary)).size
  if (policy.maxUnansweredInARow > 0 && beneficiaryCount >= (halfOpen ? 1 : policy.maxUnansweredInARow))
    return 'silent'
  if (policy.maxFailuresOfTen > 0 && failures.length >= (halfOpen ? 1 : policy.maxFailuresOfTen)) {
    return failures.filter((sample) => sample.sign === 'failing').length * 2 >= failures.length
      ? 'failing'
      : 'silent'
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
