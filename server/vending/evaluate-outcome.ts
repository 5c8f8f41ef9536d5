import { vendorReview, vendorSupportOnly } from '../../shared/vending.ts'
import {
  type Attempt,
  isAttemptResolved,
  maxSends,
  neverReceivedSeconds,
  neverReceivedThreshold,
  nextRequerySeconds,
  sendTimeoutSeconds,
  writeOffAfterSeconds,
} from './attempt.ts'
import type { Outcome, UnknownReason, Vendor } from './vendor.ts'

type DeliveredOutcome = Extract<Outcome, { type: 'delivered' }>
type UnknownOutcome = Extract<Outcome, { type: 'unknown' }>

/** When to requery a vendor, and which request ids it accepts again. */
export type RequeryPolicy = Pick<Vendor, 'requerySeconds' | 'canResend'>

/** The effect of an outcome on the order. `late_delivery`: after the write-off; `ageSeconds`: of the attempt. */
export type Decision =
  | { type: 'delivered'; outcome: DeliveredOutcome }
  | { type: 'late_delivery'; outcome: DeliveredOutcome }
  | { type: 'failed'; reason: string }
  | {
      type: 'unknown'
      /** Of the latest response; the attempt's own reason may be an earlier one. */
      reason: UnknownReason
      requeryInSeconds: number
      resend: boolean
      ageSeconds: number
    }
  | { type: 'observed' }

/** The row update for an outcome. `dueInSeconds`: delay until the next requery; null for none. */
export interface AttemptUpdate {
  readonly decision: Decision
  /** Null when a written-off attempt stays so. */
  readonly state: 'delivered' | 'failed' | 'unknown' | null
  readonly values: {
    readonly failure_reason: string | null
    readonly vendor_code?: string | null
    readonly vendor_reference?: string | null
    readonly cost_kobo?: bigint
    readonly vendor_token?: string
    readonly requery_count?: number
    readonly send_count?: number
    readonly sent_at?: Date
    readonly not_found_count?: number
    readonly not_found_since?: Date | null
  }
  readonly dueInSeconds: number | null
}

/** `failure_reason` of a written-off attempt is the type of the latest requery's outcome; this one is a late delivery. */
export const lateDeliveryReason: Outcome['type'] = 'delivered'

/** A written-off attempt is requeried once a day until its outcome is known. */
const writtenOffRequerySeconds = 24 * 60 * 60

/**
 * Evaluates an outcome of an attempt. Pure.
 * @param now application time
 * @returns null when the attempt is resolved: the outcome is only observed
 */
export function evaluateOutcome(
  vendor: RequeryPolicy,
  attempt: Attempt,
  outcome: Outcome,
  now: Date,
): AttemptUpdate | null {
  if (isAttemptResolved(attempt)) return null
  if (attempt.state === 'written_off') return evaluateWrittenOff(attempt, outcome)
  const normalisedOutcome = normaliseOutcome(attempt, outcome)
  switch (normalisedOutcome.type) {
    case 'delivered':
      return {
        decision: { type: 'delivered', outcome: normalisedOutcome },
        state: 'delivered',
        values: {
          vendor_reference: normalisedOutcome.vendorReference,
          cost_kobo: normalisedOutcome.costKobo,
          failure_reason: null,
        },
        dueInSeconds: null,
      }
    case 'failed':
      return failedUpdate(normalisedOutcome.reason, normalisedOutcome.code)
    case 'unknown':
      return normalisedOutcome.reason === 'never_received' && !isReceived(attempt)
        ? neverReceived(vendor, attempt, normalisedOutcome.code, now)
        : unknownUpdate(vendor, attempt, normalisedOutcome, now)
  }
}

/** After a resend, "duplicate" means that the vendor received the first request. */
const normaliseOutcome = (attempt: Attempt, outcome: Outcome): Outcome =>
  attempt.send_count > 1 && outcome.type === 'failed' && outcome.reason === 'duplicate'
    ? { type: 'unknown', reason: 'processing', code: outcome.code }
    : outcome

/** Reasons that describe a purchase which the vendor has. An error of a requery is none of them. */
const receivedReasons: ReadonlySet<string> = new Set([
  'processing',
  'no_token',
  'mismatch',
] satisfies UnknownReason[])
/** Outcomes that prove nothing about a request which the vendor has reported before. */
const uninformativeReasons: ReadonlySet<UnknownReason> = new Set<UnknownReason>([
  'never_received',
  'timeout',
  'unreadable',
  'unlisted',
  'no_vendor',
  'requery_rejected',
  vendorSupportOnly,
])

/** VTpass's code for a purchase in review, which earlier releases store with `vendorSupportOnly`. */
const earlierReviewCode = '044'
const isEarlierReview = ({ failure_reason: reason, vendor_code: code }: Attempt): boolean =>
  reason === vendorSupportOnly && code === earlierReviewCode

/** The vendor has reported this request: a vendor that no longer finds it may have delivered it. */
const isReceived = (attempt: Attempt): boolean =>
  isEarlierReview(attempt) || receivedReasons.has(attempt.failure_reason ?? '')

/** The reason to store. An earlier release, which may run at the same time, does not count `vendorReview` as received. */
function unknownReasonOf(attempt: Attempt, { reason }: UnknownOutcome): string {
  if (isReceived(attempt) && uninformativeReasons.has(reason))
    return isEarlierReview(attempt) ? 'processing' : (attempt.failure_reason ?? reason)
  return reason === vendorReview ? 'processing' : reason
}

const failedUpdate = (reason: string, code: string | null): AttemptUpdate => ({
  decision: { type: 'failed', reason },
  state: 'failed',
  values: { failure_reason: reason, vendor_code: code },
  dueInSeconds: null,
})

const ageOf = (attempt: Attempt, now: Date): number => (now.getTime() - attempt.created_at.getTime()) / 1_000

function unknownUpdate(
  vendor: RequeryPolicy,
  attempt: Attempt,
  outcome: UnknownOutcome,
  now: Date,
): AttemptUpdate {
  const ageSeconds = ageOf(attempt, now)
  const nextSeconds =
    outcome.requeryAfterSeconds ?? nextRequerySeconds(vendor.requerySeconds, attempt.requery_count)
  // The last requery before the write-off runs at the write-off time, not up to an hour after it.
  const remainingSeconds = Math.ceil(writeOffAfterSeconds - ageSeconds)
  const requeryInSeconds = remainingSeconds > 0 ? Math.min(nextSeconds, remainingSeconds) : nextSeconds
  return {
    decision: { type: 'unknown', reason: outcome.reason, requeryInSeconds, resend: false, ageSeconds },
    state: 'unknown',
    values: {
      failure_reason: unknownReasonOf(attempt, outcome),
      vendor_code: outcome.code,
      requery_count: attempt.requery_count + 1,
      not_found_count: 0,
      not_found_since: null,
      ...(outcome.vendorToken !== undefined && { vendor_token: outcome.vendorToken }),
    },
    dueInSeconds: requeryInSeconds,
  }
}

/**
 * The vendor reports that it never received this request id, and has not reported it before. The first request may still
 * be in transit, so the response is final only after three occurrences over at least five minutes. The same id is then
 * sent once more if the vendor still accepts it; otherwise the attempt has failed.
 */
function neverReceived(
  vendor: RequeryPolicy,
  attempt: Attempt,
  code: string | null,
  now: Date,
): AttemptUpdate {
  const times = attempt.not_found_count + 1
  const since = attempt.not_found_since ?? now
  const isConfirmed =
    times >= neverReceivedThreshold && now.getTime() - since.getTime() >= neverReceivedSeconds * 1_000
  if (isConfirmed && (attempt.send_count >= maxSends || !vendor.canResend(attempt.request_id, now)))
    return failedUpdate('never_received', code)
  const requeryInSeconds = isConfirmed
    ? sendTimeoutSeconds
    : Math.max(20, Math.ceil(neverReceivedSeconds / neverReceivedThreshold))
  return {
    decision: {
      type: 'unknown',
      reason: 'never_received',
      requeryInSeconds,
      resend: isConfirmed,
      ageSeconds: ageOf(attempt, now),
    },
    state: 'unknown',
    values: {
      failure_reason: 'never_received',
      vendor_code: code,
      requery_count: attempt.requery_count + 1,
      not_found_count: isConfirmed ? 0 : times,
      not_found_since: isConfirmed ? null : since,
      ...(isConfirmed && { send_count: attempt.send_count + 1, sent_at: now }),
    },
    dueInSeconds: requeryInSeconds,
  }
}

/** A written-off attempt is still requeried: a delivery after the refund is our loss and is posted to the ledger. */
function evaluateWrittenOff(attempt: Attempt, outcome: Outcome): AttemptUpdate {
  const isResolved = outcome.type === 'delivered' || outcome.type === 'failed'
  return {
    decision: outcome.type === 'delivered' ? { type: 'late_delivery', outcome } : { type: 'observed' },
    state: null,
    values: {
      failure_reason: outcome.type,
      requery_count: attempt.requery_count + 1,
      ...(outcome.type === 'delivered' && {
        cost_kobo: outcome.costKobo,
        vendor_reference: outcome.vendorReference,
      }),
    },
    dueInSeconds: isResolved ? null : writtenOffRequerySeconds,
  }
}
