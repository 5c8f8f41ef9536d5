import { sql } from 'kysely'
import type { UserId } from '../../shared/ids.ts'
import type { Tx } from '../database/index.ts'
import { deleteKnownDevices } from './known-devices.ts'
import { accountServerTexts } from './texts.ts'

/**
 * Verifies the e-mail of an account for the owner of the mailbox. Another person can register with the owner's
 * e-mail, so everything entered before is removed: name, phone, company, PIN and its limit, referrer and known devices. The
 * caller has locked the user's row; the sessions end with the old password.
 */
export async function claimAccount(tx: Tx, userId: UserId): Promise<void> {
  await tx
    .updateTable('users')
    .set({
      email_verified_at: sql<Date>`app_now()`,
      name: accountServerTexts.unnamedOwner(),
      phone: null,
      platform: null,
      is_company: false,
      company_name: null,
      address: null,
      website: null,
      rc_number: null,
      picture: null,
      pin_hash: null,
      pin_above_kobo: null,
      referred_by: null,
      registered_session_hash: null,
      save_activity_logs: true,
    })
    .where('id', '=', userId)
    .execute()
  await tx.deleteFrom('pin_failures').where('user_id', '=', userId).execute()
  await deleteKnownDevices(tx, userId)
}
