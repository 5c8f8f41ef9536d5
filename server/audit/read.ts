import type { Selectable } from 'kysely'
import type { Database, Tables } from '../database/index.ts'

export type AuditRow = Selectable<Tables['audit_log']>

export interface AuditFilter {
  /** Id of a person. */
  readonly actor?: string | undefined
  /** A whole action, or the part before its dot. */
  readonly action?: string | undefined
  readonly subject?: string | undefined
  readonly from?: Date | undefined
  /** Exclusive. */
  readonly to?: Date | undefined
  /** Older than this entry. */
  readonly before?: bigint | undefined
  readonly limit: number
}

/** Deeds with the names of who did them, newest first. */
export function deeds(db: Database, { actor, action, subject, from, to, before, limit }: AuditFilter) {
  return db.q
    .selectFrom('audit_log')
    .leftJoin('users', 'users.id', 'audit_log.actor_id')
    .selectAll('audit_log')
    .select(['users.name as actor_name', 'users.uniqueid as actor_uniqueid'])
    .$if(actor !== undefined, (it) => it.where('actor_id', '=', actor ?? ''))
    .$if(action !== undefined, (it) =>
      it.where((or) =>
        or.or([or('action', '=', action ?? ''), or('action', 'like', `${escaped(action)}.%`)]),
      ),
    )
    .$if(subject !== undefined, (it) => it.where('subject', '=', subject ?? ''))
    .$if(from !== undefined, (it) => it.where('at', '>=', from ?? new Date()))
    .$if(to !== undefined, (it) => it.where('at', '<', to ?? new Date()))
    .$if(before !== undefined, (it) => it.where('audit_log.id', '<', before ?? 0n))
    .orderBy('audit_log.id', 'desc')
    .limit(limit)
    .execute()
}

/** What a person kept of their own activities, newest first. */
export const activitiesOf = (
  db: Database,
  userId: string,
  { before, limit }: { before?: bigint | undefined; limit: number },
): Promise<AuditRow[]> =>
  db.q
    .selectFrom('audit_log')
    .selectAll()
    .where('owner_id', '=', userId)
    .where('shown', '=', true)
    .$if(before !== undefined, (it) => it.where('id', '<', before ?? 0n))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

const escaped = (action = ''): string => action.replace(/[\\%_]/g, '\\$&')
