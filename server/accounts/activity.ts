import type { Activity } from '../../shared/security.ts'
import { type AuditRow, activitiesOf } from '../audit/index.ts'
import type { Database } from '../database/index.ts'
import { activityTexts } from './texts.ts'

const pageSize = 50

/** Labels of account activity, by audit action. */
const actionLabels: Readonly<Record<string, () => string>> = {
  'account.sign_in': activityTexts.signIn,
  'account.sign_out': activityTexts.signOut,
  'account.password': activityTexts.passwordChange,
  'account.password_reset': activityTexts.passwordReset,
  'account.pin': activityTexts.pin,
  'account.pin_limit': activityTexts.pinLimit,
  'account.phone_verified': activityTexts.phoneVerified,
  'account.profile': activityTexts.profile,
  'account.session_end': activityTexts.sessionEnd,
  'account.close': activityTexts.accountClose,
  'account.data_export': activityTexts.dataExport,
  'account.second_factor_on': activityTexts.secondFactorOn,
  'account.second_factor_off': activityTexts.secondFactorOff,
  'account.activity_on': activityTexts.activityLogOn,
  'account.activity_off': activityTexts.activityLogOff,
  'beneficiary.add': activityTexts.beneficiaryAdd,
  'beneficiary.change': activityTexts.beneficiaryChange,
  'beneficiary.delete': activityTexts.beneficiaryDelete,
  'bonus.redeem': activityTexts.bonusRedeem,
  'bulk.start': activityTexts.bulkPurchaseStart,
  'schedule.create': activityTexts.scheduleCreate,
  'schedule.skip': activityTexts.scheduleSkip,
  'schedule.pause': activityTexts.schedulePause,
  'schedule.resume': activityTexts.scheduleResume,
  'schedule.end': activityTexts.scheduleEnd,
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
    description: actionLabels[row.action]?.() ?? row.action.replace(/[._]/g, ' '),
    device: typeof device === 'string' ? device : null,
    at: row.occurred_at.toISOString(),
  }
}
