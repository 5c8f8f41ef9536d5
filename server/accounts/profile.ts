import { sql } from 'kysely'
import type { z } from 'zod/mini'
import type { Profile, updateProfile } from '../../shared/accounts.ts'
import { dimensionsOf, hasAllowedDimensions } from '../../shared/image-dimensions.ts'
import { nairaOf } from '../../shared/money.ts'
import { recordAccountEvent, recordActivity } from '../audit/index.ts'
import { type Actor, ApiError } from '../http/index.ts'
import type { AccountDeps } from './deps.ts'
import { parseAccountPhone } from './phone.ts'
import { auditContext, type RequestOrigin } from './request-origin.ts'
import { type User, userById } from './store.ts'
import { accountServerTexts } from './texts.ts'

/** The user's own profile. */
export const profileOf = (user: User): Profile => ({
  uniqueid: user.uniqueid,
  name: user.name,
  email: user.email,
  phone: user.phone,
  address: user.address,
  picture: user.picture,
  bvn: user.bvn_masked,
  bvn_account_name: user.bvn_account_name,
  save_activity_logs: user.save_activity_logs,
  is_company: user.is_company,
  company_name: user.company_name,
  website: user.website,
  rc_number: user.rc_number,
  role: user.role,
  ...(user.role === 'manager' && {
    scopes: user.scopes,
    second_factor: user.second_factor_at !== null,
  }),
  email_verified: user.email_verified_at !== null,
  has_pin: user.pin_hash !== null,
  pin_above: user.pin_above_kobo === null ? null : nairaOf(user.pin_above_kobo),
  referral_code: user.referral_code,
})

/** Changes the given fields; absent fields stay unchanged. @throws ApiError INVALID on `phone` */
export async function changeProfile(
  { db }: AccountDeps,
  actor: Actor,
  origin: RequestOrigin,
  { name, phone, address, picture }: z.infer<typeof updateProfile.body>,
): Promise<Profile> {
  if (picture) assertReadablePicture(picture)
  const values = {
    ...(name !== undefined && { name }),
    ...(phone !== undefined && { phone: parseAccountPhone(phone) }),
    ...(address !== undefined && { address: address || null }),
    ...(picture !== undefined && { picture }),
  }
  if (Object.keys(values).length === 0) return profileOf(await userById(db.q, actor.userId))
  return db.inTransaction(async (tx) => {
    const user = await tx
      .updateTable('users')
      .set(values)
      .where('id', '=', actor.userId)
      .where('closed_at', 'is', null)
      .returningAll()
      .executeTakeFirst()
    if (!user) throw new ApiError('SESSION_ENDED')
    await recordActivity(tx, { actor, action: 'account.profile', ...auditContext(origin) })
    return profileOf(user)
  })
}

/** Toggles the user's activity log; both changes are audited. @returns true when the log is on */
export const toggleActivityLog = (
  { db }: AccountDeps,
  actor: Actor,
  origin: RequestOrigin,
): Promise<boolean> =>
  db.inTransaction(async (tx) => {
    const { save_activity_logs: isOn } = await tx
      .updateTable('users')
      .set({ save_activity_logs: sql<boolean>`not save_activity_logs` })
      .where('id', '=', actor.userId)
      .returning('save_activity_logs')
      .executeTakeFirstOrThrow()
    const action = isOn ? 'account.activity_on' : 'account.activity_off'
    await recordAccountEvent(tx, { actor, action, ...auditContext(origin) })
    return isOn
  })

/** @throws ApiError INVALID for a picture that is damaged, or whose dimensions are too large to decode */
function assertReadablePicture(picture: string): void {
  const dimensions = dimensionsOf(Buffer.from(picture.slice(picture.indexOf(',') + 1), 'base64'))
  if (dimensions && hasAllowedDimensions(dimensions)) return
  throw new ApiError('INVALID', {
    field: 'picture',
    message: accountServerTexts.pictureUnreadable(),
  })
}
