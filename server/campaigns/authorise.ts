import type { Database } from '../database/index.ts'
import { type Actor, ApiError, type AssertPin, type Limits, rateLimitRules } from '../http/index.ts'
import type { Settings } from '../settings/index.ts'
import { campaignTexts } from './texts.ts'

export interface AuthoriseDeps {
  readonly db: Database
  readonly settings: Settings
  readonly limits: Limits
  readonly assertPin: AssertPin
}

/**
 * Verifies the manager's PIN for a message to more recipients than the setting `message_pin_above`.
 * @returns the number of recipients that the manager may send to
 * @throws ApiError INVALID on auth_pin without a PIN, and as `assertPin`
 */
export async function authoriseSending(
  { settings, assertPin }: AuthoriseDeps,
  actor: Actor,
  { recipients, pin }: { recipients: number; pin: string | null | undefined },
): Promise<number> {
  const max = await settings.get('message_pin_above')
  if (pin) await assertPin(actor, pin)
  else assertAllowedWithoutPin(max, recipients)
  return pin ? Number.POSITIVE_INFINITY : max
}

/** @throws ApiError INVALID on auth_pin */
export function assertAllowedWithoutPin(max: number, recipients: number): void {
  if (recipients > max)
    throw new ApiError('INVALID', { field: 'auth_pin', message: campaignTexts.pinMissing({ count: max }) })
}

/** A larger message counts as this many, so that the setting alone decides about the first one of a day. */
const pointsOf = (recipients: number): number =>
  Math.min(recipients, rateLimitRules.message_recipients.points)

/** Counts recipients that a manager sends to without the PIN, for the limit of a day. @throws ApiError INVALID on auth_pin after too many in a day */
export async function consumeDailyAllowance(
  { limits }: Pick<AuthoriseDeps, 'limits'>,
  actor: Actor,
  recipients: number,
): Promise<void> {
  await limits.consume('message_recipients', actor.userId, pointsOf(recipients)).catch((error: unknown) => {
    throw isLimitReached(error)
      ? new ApiError('INVALID', { field: 'auth_pin', message: campaignTexts.pinMissingToday() })
      : error
  })
}

/** Whether sending a message to this many recipients requires the PIN. */
export async function needsPin(
  { limits, settings }: Pick<AuthoriseDeps, 'limits' | 'settings'>,
  actor: Actor,
  recipients: number,
): Promise<boolean> {
  if (recipients > (await settings.get('message_pin_above'))) return true
  return limits.check('message_recipients', actor.userId, pointsOf(recipients)).then(
    () => false,
    (error: unknown) => {
      if (isLimitReached(error)) return true
      throw error
    },
  )
}

const isLimitReached = (error: unknown): boolean => error instanceof ApiError && error.code === 'TOO_MANY'
