import type { Activity } from '../../shared/security.ts'
import { type AuditRow, activitiesOf } from '../audit/index.ts'
import type { Database } from '../database/index.ts'

const pageSize = 50

/** Labels of account activity, by audit action. */
const actionLabels: Readonly<Record<string, string>> = {
  'account.sign_in': 'Signed in',
  'account.sign_out': 'Signed out',
  'account.password': 'Changed the password',
  'account.password_reset': 'Reset password by e-mail',
  'account.pin': 'Set the PIN',
  'account.profile': 'Changed the profile',
  'account.session_end': 'Signed out a device',
  'account.activity_on': 'Turned the activity log on',
  'account.activity_off': 'Turned the activity log off',
  'beneficiary.add': 'Saved a beneficiary',
  'beneficiary.change': 'Changed a beneficiary',
  'beneficiary.delete': 'Removed a beneficiary',
  'bonus.redeem': 'Redeemed a bonus',
  'bulk.start': 'Started a bulk purchase',
}

/** One page of the user's activity log, newest first. */
export async function listActivity(
  db: Database,
  userId: string,
  cursor: string | undefined,
): Promise<{ list: Activity[]; next: string | null }> {
  const before = cursor === undefined ? undefined : BigInt(cursor)
  const rows = await activitiesOf(db, userId, { before, limit: pageSize + 1 })
  const page = rows.slice(0, pageSize)
  const last = page.at(-1)
  return { list: page.map(activityFrom), next: rows.length > pageSize && last ? String(last.id) : null }
}

function activityFrom(row: AuditRow): Activity {
  const { device } = row.detail
  return {
    id: String(row.id),
    description: actionLabels[row.action] ?? row.action.replace(/[._]/g, ' '),
    device: typeof device === 'string' ? device : null,
    at: row.occurred_at.toISOString(),
  }
}
