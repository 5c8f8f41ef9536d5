import type { z } from 'zod/mini'
import type { Profile, updateProfile } from '../../shared/accounts.ts'
import type { Actor } from '../http/index.ts'
import type { AccountParts } from './parts.ts'
import { ownPhone } from './phone.ts'
import type { User } from './store.ts'

/** A person as they see themselves. */
export const profileOf = (user: User): Profile => ({
  uniqueid: user.uniqueid,
  name: user.name,
  email: user.email,
  phone: user.phone,
  address: user.address,
  picture: user.picture,
  bvn: null,
  bvn_account_name: null,
  save_activity_logs: user.save_activity_logs,
  is_company: user.is_company,
  company_name: user.company_name,
  website: user.website,
  rc_number: user.rc_number,
  role: user.role,
  email_verified: user.email_verified_at !== null,
  has_pin: user.pin_hash !== null,
  referral_code: user.referral_code,
})

/** Changes what was sent; a field that is not there stays as it is. @throws Refused INVALID on `phone` */
export async function changeProfile(
  { db }: AccountParts,
  actor: Actor,
  { name, phone, address, picture }: z.infer<typeof updateProfile.body>,
): Promise<Profile> {
  const values = {
    ...(name !== undefined && { name }),
    ...(phone !== undefined && { phone: ownPhone(phone) }),
    ...(address !== undefined && { address: address || null }),
    ...(picture !== undefined && { picture }),
  }
  const mine = { id: actor.userId }
  if (Object.keys(values).length > 0)
    await db.q.updateTable('users').set(values).where('id', '=', mine.id).execute()
  return profileOf(
    await db.q.selectFrom('users').selectAll().where('id', '=', mine.id).executeTakeFirstOrThrow(),
  )
}
