import type { Database } from '../database/index.ts'
import { type Actor, ApiError, type AssertPin } from '../http/index.ts'
import type { Settings } from '../settings/index.ts'
import { campaignTexts } from './texts.ts'

export interface AuthoriseDeps {
  readonly db: Database
  readonly settings: Settings
  readonly assertPin: AssertPin
}

/**
 * Verifies the manager's PIN for a message to more recipients than the setting `message_pin_above`.
 * @returns the number of recipients that the manager may send to
 * @throws ApiError INVALID on auth_pin without a PIN, and as `assertPin`
 */
export async function authoriseRecipients(
  { settings, assertPin }: AuthoriseDeps,
  actor: Actor,
  { recipients, pin }: { recipients: number; pin: string | null | undefined },
): Promise<number> {
  const max = await settings.get('message_pin_above')
  if (pin) await assertPin(actor, pin)
  else assertWithin(max, recipients)
  return pin ? Number.POSITIVE_INFINITY : max
}

/** @throws ApiError INVALID on auth_pin */
export function assertWithin(max: number, recipients: number): void {
  if (recipients > max)
    throw new ApiError('INVALID', { field: 'auth_pin', message: campaignTexts.pinMissing({ count: max }) })
}
