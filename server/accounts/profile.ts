import { sql } from 'kysely'
import type { z } from 'zod/mini'
import type { Profile, updateProfile } from '../../shared/accounts.ts'
import { accountEvent, activity } from '../audit/index.ts'
import type { Actor } from '../http/index.ts'
import type { AccountParts } from './parts.ts'
import { ownPhone } from './phone.ts'
import { type User, userById } from './store.ts'
import { told, type Where } from './where.ts'

/** A person as they see themselves. */
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
  email_verified: user.email_verified_at !== null,
  has_pin: user.pin_hash !== null,
  referral_code: user.referral_code,
})

/** Changes what was sent; a field that is not there stays as it is. @throws Refused INVALID on `phone` */
export async function changeProfile(
  { db }: AccountParts,
  actor: Actor,
  where: Where,
  { name, phone, address, picture }: z.infer<typeof updateProfile.body>,
): Promise<Profile> {
  const values = {
    ...(name !== undefined && { name }),
    ...(phone !== undefined && { phone: ownPhone(phone) }),
    ...(address !== undefined && { address: address || null }),
    ...(picture !== undefined && { picture }),
  }
  if (Object.keys(values).length === 0) return profileOf(await userById(db.q, actor.userId))
  return db.inTransaction(async (tx) => {
    const user = await tx
      .updateTable('users')
      .set(values)
      .where('id', '=', actor.userId)
      .returningAll()
      .executeTakeFirstOrThrow()
    await activity(tx, { by: actor, action: 'account.profile', ...told(where) })
    return profileOf(user)
  })
}

/** Turns the own activity log on when it is off, and off when it is on; both are written down. @returns what it is now */
export const flipActivityLog = ({ db }: AccountParts, actor: Actor, where: Where): Promise<boolean> =>
  db.inTransaction(async (tx) => {
    const { save_activity_logs: isOn } = await tx
      .updateTable('users')
      .set({ save_activity_logs: sql<boolean>`not save_activity_logs` })
      .where('id', '=', actor.userId)
      .returning('save_activity_logs')
      .executeTakeFirstOrThrow()
    const action = isOn ? 'account.activity_on' : 'account.activity_off'
    await accountEvent(tx, { by: actor, action, ...told(where) })
    return isOn
  })
