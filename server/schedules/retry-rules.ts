import type { ErrorCode } from '../../shared/errors.ts'
import type { RunReason } from '../../shared/schedules.ts'
import type { ApiError } from '../http/index.ts'

const minute = 60
const hour = 60 * minute

/** A wallet that is too low is tried again 6 and 24 hours after the first attempt, then the run fails. */
const lowWalletDelaysSeconds = [6 * hour, 18 * hour] as const
/** An outage is waited for, at most this long. */
const outageDelaySeconds = 15 * minute
const maxOutageSeconds = 24 * hour
/** An order whose price or vendor changed before the payment is priced again. */
const repriceDelaySeconds = 15
/** How often the result of a sent card charge is looked up. */
export const chargePollSeconds = minute

/** Reasons for which a run is tried again. */
export type RetriedReason = Extract<RunReason, 'wallet_too_low' | 'provider_unavailable' | 'price_changed'>

/** The next step of a run that was not paid. `reject`: every later run would fail for the same reason, so its schedule is paused. */
export type NextStep =
  | { readonly type: 'retry'; readonly reason: RetriedReason; readonly seconds: number }
  | { readonly type: 'give_up'; readonly reason: RetriedReason }
  | { readonly type: 'reject' }

const transientErrors = new Set<ErrorCode>([
  'SERVICE_OFF',
  'LOOKUP_UNAVAILABLE',
  'UNAVAILABLE',
  'GATEWAY_UNAVAILABLE',
  'METHOD_UNAVAILABLE',
  'INTERNAL_ERROR',
  'KEY_BUSY',
  'TOO_MANY',
])
const changedErrors = new Set<ErrorCode>(['ORDER_CHANGED', 'ORDER_EXPIRED', 'REFUNDED'])

/**
 * The retry rules. A card that was declined is never charged again by a schedule: such a run always fails, and its
 * schedule is paused.
 * @param run how often the wallet was too low before, and the age of the run
 */
export function nextStepAfter(
  { code }: Pick<ApiError, 'code'>,
  { lowWalletCount, ageSeconds }: { lowWalletCount: number; ageSeconds: number },
): NextStep {
  if (code === 'WALLET_TOO_LOW') {
    const seconds = lowWalletDelaysSeconds[lowWalletCount]
    return seconds === undefined
      ? { type: 'give_up', reason: 'wallet_too_low' }
      : { type: 'retry', reason: 'wallet_too_low', seconds }
  }
  const isChanged = changedErrors.has(code)
  if (!isChanged && !transientErrors.has(code)) return { type: 'reject' }
  const reason = isChanged ? 'price_changed' : 'provider_unavailable'
  if (ageSeconds > maxOutageSeconds) return { type: 'give_up', reason }
  return { type: 'retry', reason, seconds: isChanged ? repriceDelaySeconds : outageDelaySeconds }
}
