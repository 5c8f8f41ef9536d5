import type { Activity } from '../../shared/security.ts'
import { type AuditRow, activitiesOf } from '../audit/index.ts'
import type { Database } from '../database/index.ts'

const pageSize = 50

/** What is written down of an account, in the words of its owner. */
const words: Readonly<Record<string, string>> = {
  'account.sign_in': 'Signed in',
  'account.sign_out': 'Signed out',
  'account.password': 'Changed the password',
  'account.password_reset': 'Chose a new password by mail',
  'account.pin': 'Set the PIN',
  'account.profile': 'Changed the profile',
  'account.session_end': 'Signed a device out',
  'account.activity_on': 'Turned the activity log on',
  'account.activity_off': 'Turned the activity log off',
  'beneficiary.add': 'Saved a beneficiary',
  'beneficiary.change': 'Changed a beneficiary',
  'beneficiary.delete': 'Removed a beneficiary',
  'bonus.redeem': 'Redeemed a bonus',
  'bulk.start': 'Started a file of purchases',
}

/** A part of what somebody kept of what they did, newest first. */
export async function activityOf(
  db: Database,
  userId: string,
  cursor: string | undefined,
): Promise<{ list: Activity[]; next: string | null }> {
  const before = cursor === undefined ? undefined : BigInt(cursor)
  const rows = await activitiesOf(db, userId, { before, limit: pageSize + 1 })
  const shown = rows.slice(0, pageSize)
  const last = shown.at(-1)
  return { list: shown.map(activityFrom), next: rows.length > pageSize && last ? String(last.id) : null }
}

function activityFrom(row: AuditRow): Activity {
  const { device } = row.detail
  return {
    id: String(row.id),
    what: words[row.action] ?? row.action.replace(/[._]/g, ' '),
    device: typeof device === 'string' ? device : null,
    at: row.at.toISOString(),
  }
}
