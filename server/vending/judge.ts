import type { AttemptState } from '../database/index.ts'
import {
  type Attempt,
  mostSends,
  neverReceivedSeconds,
  neverReceivedTimes,
  nextAskSeconds,
  sendingSeconds,
  writeOffSeconds,
} from './attempt.ts'
import type { Outcome, Vendor } from './vendor.ts'

type Delivered = Extract<Outcome, { is: 'delivered' }>
type Unknown = Extract<Outcome, { is: 'unknown' }>

/** When a vendor wants to be asked again, and what it takes twice. */
export type Manners = Pick<Vendor, 'requerySeconds' | 'mayResend'>

/** What an answer means for the order. `late` is a delivery that was already written off; `ageSeconds` is the try's. */
export type Verdict =
  | { is: 'delivered'; outcome: Delivered }
  | { is: 'late'; outcome: Delivered }
  | { is: 'failed'; because: string }
  | { is: 'unknown'; askInSeconds: number; resend: boolean; ageSeconds: number }
  | { is: 'observed' }

/** What is written down of an answer. `dueInSeconds`: when to ask again; null for never. */
export interface Finding {
  readonly verdict: Verdict
  readonly values: {
    readonly state?: AttemptState
    readonly because: string | null
    readonly code?: string | null
    readonly vendor_reference?: string | null
    readonly cost_kobo?: bigint
    readonly handle?: string
    readonly asks?: number
    readonly sends?: number
    readonly sent_at?: Date
    readonly never_received?: number
    readonly never_received_since?: Date | null
  }
  readonly dueInSeconds: number | null
}

/** A try that was given up is asked about once a day, until it is known. */
const lateSeconds = 24 * 60 * 60

/**
 * Reads an answer about a try. Pure.
 * @param now business time
 * @returns null when the try is over: its end is only observed
 */
export function judge(vendor: Manners, attempt: Attempt, said: Outcome, now: Date): Finding | null {
  if (attempt.state === 'delivered' || attempt.state === 'failed') return null
  if (attempt.state === 'written_off') return late(attempt, said)
  const outcome = understood(attempt, said)
  switch (outcome.is) {
    case 'delivered':
      return {
        verdict: { is: 'delivered', outcome },
        values: {
          state: 'delivered',
          vendor_reference: outcome.vendorReference,
          cost_kobo: outcome.costKobo,
          because: null,
        },
        dueInSeconds: null,
      }
    case 'failed':
      return failed(outcome.because, outcome.code)
    case 'unknown':
      return outcome.because === 'never_received'
        ? neverReceived(vendor, attempt, outcome.code, now)
        : unknown(vendor, attempt, outcome, now)
  }
}

/** To the second sending of one id, "duplicate" says that the first arrived. */
const understood = (attempt: Attempt, said: Outcome): Outcome =>
  attempt.sends > 1 && said.is === 'failed' && said.because === 'duplicate'
    ? { is: 'unknown', because: 'processing', code: said.code }
    : said

const failed = (because: string, code: string | null): Finding => ({
  verdict: { is: 'failed', because },
  values: { state: 'failed', because, code },
  dueInSeconds: null,
})

const ageOf = (attempt: Attempt, now: Date): number => (now.getTime() - attempt.created_at.getTime()) / 1_000

function unknown(vendor: Manners, attempt: Attempt, outcome: Unknown, now: Date): Finding {
  const ageSeconds = ageOf(attempt, now)
  const next = outcome.askAgainSeconds ?? nextAskSeconds(vendor.requerySeconds, attempt.asks)
  // The last question before it is given up falls on that moment, and not up to an hour after it.
  const leftSeconds = Math.ceil(writeOffSeconds - ageSeconds)
  const askInSeconds = leftSeconds > 0 ? Math.min(next, leftSeconds) : next
  return {
    verdict: { is: 'unknown', askInSeconds, resend: false, ageSeconds },
    values: {
      state: 'unknown',
      because: outcome.because,
      code: outcome.code,
      asks: attempt.asks + 1,
      never_received: 0,
      never_received_since: null,
      ...(outcome.handle !== undefined && { handle: outcome.handle }),
    },
    dueInSeconds: askInSeconds,
  }
}

/**
 * The vendor says it never had this request id. The first call may still be on its way, so that is
 * an answer only when it was given three times over at least five minutes; then the same id goes out
 * once more where the vendor still takes it, else the try has failed.
 */
function neverReceived(vendor: Manners, attempt: Attempt, code: string | null, now: Date): Finding {
  const times = attempt.never_received + 1
  const since = attempt.never_received_since ?? now
  const settled =
    times >= neverReceivedTimes && now.getTime() - since.getTime() >= neverReceivedSeconds * 1_000
  if (settled && (attempt.sends >= mostSends || !vendor.mayResend(attempt.request_id, now)))
    return failed('never_received', code)
  const askInSeconds = settled
    ? sendingSeconds
    : Math.max(20, Math.ceil(neverReceivedSeconds / neverReceivedTimes))
  return {
    verdict: { is: 'unknown', askInSeconds, resend: settled, ageSeconds: ageOf(attempt, now) },
    values: {
      state: 'unknown',
      because: 'never_received',
      code,
      asks: attempt.asks + 1,
      never_received: settled ? 0 : times,
      never_received_since: settled ? null : since,
      ...(settled && { sends: attempt.sends + 1, sent_at: now }),
    },
    dueInSeconds: askInSeconds,
  }
}

/** An attempt that was given up is still asked about: a delivery after the refund is our loss, and is booked. */
function late(attempt: Attempt, outcome: Outcome): Finding {
  const over = outcome.is === 'delivered' || outcome.is === 'failed'
  return {
    verdict: outcome.is === 'delivered' ? { is: 'late', outcome } : { is: 'observed' },
    values: {
      because: outcome.is,
      asks: attempt.asks + 1,
      ...(outcome.is === 'delivered' && {
        cost_kobo: outcome.costKobo,
        vendor_reference: outcome.vendorReference,
      }),
    },
    dueInSeconds: over ? null : lateSeconds,
  }
}
