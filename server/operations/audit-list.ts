import type { z } from 'zod/mini'
import type { AuditEntry, auditLogs } from '../../shared/operations.ts'
import { audit, type Deed, deeds } from '../audit/index.ts'
import type { Database } from '../database/index.ts'

type Wish = z.infer<typeof auditLogs.query>

const pageSize = 50

/** Who did what, newest first. That it was read is one more line of it. */
export async function listDeeds(
  db: Database,
  wish: Wish,
  reader: Pick<Deed, 'by' | 'request'>,
): Promise<{ list: AuditEntry[]; next: string | null }> {
  const actor = wish.user_id === undefined ? undefined : await idOf(db, wish.user_id)
  const rows =
    actor === null
      ? []
      : await deeds(db, {
          actor,
          action: wish.action,
          subject: wish.subject,
          from: wish.from === undefined ? undefined : dayBegins(wish.from),
          to: wish.to === undefined ? undefined : dayBegins(wish.to, 1),
          before: wish.cursor === undefined ? undefined : BigInt(wish.cursor),
          limit: pageSize + 1,
        })
  const shown = rows.slice(0, pageSize)
  const last = shown.at(-1)
  await audit(db.q, { ...reader, action: 'audit.read' })
  return {
    list: shown.map((row) => ({
      id: String(row.id),
      at: row.at.toISOString(),
      role: row.role,
      by:
        row.actor_uniqueid === null
          ? null
          : { uniqueid: row.actor_uniqueid, name: row.actor_name ?? row.actor_uniqueid },
      action: row.action,
      subject: row.subject,
      detail: { ...row.detail },
      request: row.request,
    })),
    next: rows.length > pageSize && last ? String(last.id) : null,
  }
}

/** Lagos keeps one hour before UTC all year. */
function dayBegins(day: string, after = 0): Date {
  const begins = new Date(`${day}T00:00:00+01:00`)
  begins.setUTCDate(begins.getUTCDate() + after)
  return begins
}

/** Id of a person by the name that managers use; null when nobody has it. */
async function idOf(db: Database, uniqueid: string): Promise<string | null> {
  const user = await db.q.selectFrom('users').select('id').where('uniqueid', '=', uniqueid).executeTakeFirst()
  return user?.id ?? null
}
