import type { Profile } from '../../shared/accounts.ts'
import { formatMoney, type Kobo } from '../../shared/money.ts'
import { recordAccountEvent } from '../audit/index.ts'
import type { Database } from '../database/index.ts'
import { type Actor, ApiError } from '../http/index.ts'
import { assertPin } from './pin.ts'
import { profileOf } from './profile.ts'
import { auditContext, type RequestOrigin } from './request-origin.ts'
import { accountServerTexts } from './texts.ts'

/**
 * Checks the PIN of a wallet or saved-card payment above the limit that its payer has chosen; other payments need
 * none, and an unneeded PIN is not compared. Source: ruling A6
 * @throws ApiError PIN_WRONG also without a PIN; otherwise as `assertPin` does
 */
export async function assertPaymentPin(
  db: Database,
  actor: Actor,
  { amountKobo, pin }: { amountKobo: Kobo; pin: string | undefined },
): Promise<void> {
  const { pin_above_kobo: limitKobo } = await db.q
    .selectFrom('users')
    .select('pin_above_kobo')
    .where('id', '=', actor.userId)
    .executeTakeFirstOrThrow()
  if (limitKobo === null || amountKobo <= limitKobo) return
  if (pin === undefined)
    throw new ApiError('PIN_WRONG', {
      field: 'auth_pin',
      message: accountServerTexts.paymentPinMissing({ limit: formatMoney(limitKobo) }),
    })
  await assertPin({ db }, actor, pin)
}

/** Chooses the limit, with the PIN: an open browser alone cannot switch it off. @throws ApiError as `assertPin` does */
export async function changePinLimit(
  db: Database,
  actor: Actor,
  { aboveKobo, pin, ...origin }: { aboveKobo: Kobo | null; pin: string } & RequestOrigin,
): Promise<Profile> {
  await assertPin({ db }, actor, pin)
  return db.inTransaction(async (tx) => {
    const user = await tx
      .updateTable('users')
      .set({ pin_above_kobo: aboveKobo })
      .where('id', '=', actor.userId)
      .returningAll()
      .executeTakeFirstOrThrow()
    await recordAccountEvent(tx, { actor, action: 'account.pin_limit', ...auditContext(origin) })
    return profileOf(user)
  })
}
