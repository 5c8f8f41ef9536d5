import type { UserId } from '../../shared/ids.ts'
import type { Activity } from '../../shared/security.ts'
import { type AuditRow, activitiesOf } from '../audit/index.ts'
import type { Database } from '../database/index.ts'
import { pageOf } from '../http/index.ts'
import { activityTexts } from './texts.ts'

const pageSize = 50

const actionLabels: Readonly<Record<string, () => string>> = activityTexts

/** One page of the user's activity log, newest first. */
export async function listActivity(
  db: Database,
  userId: UserId,
  cursor: string | undefined,
): Promise<{ list: Activity[]; next: string | null }> {
  const before = cursor === undefined ? undefined : BigInt(cursor)
  const rows = await activitiesOf(db, userId, { before, limit: pageSize + 1 })
  const { page, next } = pageOf(rows, pageSize, (last) => String(last.id))
  return { list: page.map(activityFrom), next }
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
