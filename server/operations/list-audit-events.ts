import type { z } from 'zod/mini'
import type { AuditEntry, getAuditLogs } from '../../shared/operations.ts'
import { type AuditEvent, currentDetail, findAuditEvents, recordAuditEvent } from '../audit/index.ts'
import type { Database } from '../database/index.ts'
import { pageOf } from '../http/index.ts'

type AuditQuery = z.infer<typeof getAuditLogs.query>

const pageSize = 50

/** Audit events, newest first. Reading them is itself an audit event. */
export async function listAuditEvents(
  db: Database,
  query: AuditQuery,
  reader: Pick<AuditEvent, 'actor' | 'requestId'>,
): Promise<{ list: AuditEntry[]; next: string | null }> {
  const actor = await userIdOf(db, query.user_id)
  const dataSubject = await userIdOf(db, query.about_user_id)
  const rows =
    actor === null || dataSubject === null
      ? []
      : await findAuditEvents(db, {
          actor,
          dataSubject,
          action: query.action,
          subject: query.subject,
          withoutReads: query.reads === 'exclude',
          from: query.from === undefined ? undefined : startOfDay(query.from),
          to: query.to === undefined ? undefined : startOfDay(query.to, 1),
          before: query.cursor === undefined ? undefined : BigInt(query.cursor),
          limit: pageSize + 1,
        })
  const { page, next } = pageOf(rows, pageSize, (last) => String(last.id))
  await recordAuditEvent(db.q, { ...reader, action: 'audit.read' })
  return {
    list: page.map((row) => ({
      id: String(row.id),
      at: row.occurred_at.toISOString(),
      role: row.role,
      actor:
        row.actor_uniqueid === null
          ? null
          : { uniqueid: row.actor_uniqueid, name: row.actor_name ?? row.actor_uniqueid },
      action: row.action,
      subject: row.subject,
      detail: { ...currentDetail(row.detail) },
      request_id: row.request_id,
    })),
    next,
  }
}

/** Lagos is UTC+1 all year. */
function startOfDay(day: string, addDays = 0): Date {
  const start = new Date(`${day}T00:00:00+01:00`)
  start.setUTCDate(start.getUTCDate() + addDays)
  return start
}

/** Id of the user with this uniqueid; null when there is none, undefined without a filter. */
async function userIdOf(db: Database, uniqueid: string | undefined): Promise<string | null | undefined> {
  if (uniqueid === undefined) return undefined
  const user = await db.q.selectFrom('users').select('id').where('uniqueid', '=', uniqueid).executeTakeFirst()
  return user?.id ?? null
}
