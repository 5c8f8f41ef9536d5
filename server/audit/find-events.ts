import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { UserId } from '../../shared/ids.ts'
import type { Database, Tables } from '../database/index.ts'

export type AuditRow = Selectable<Tables['audit_log']>

export interface AuditFilter {
  /** A user's id. */
  readonly actor?: string | undefined
  /** Id of the user whose data is affected. */
  readonly dataSubject?: string | undefined
  /** A full action, or the part before its dot. */
  readonly action?: string | undefined
  readonly subject?: string | undefined
  /** Leaves out events that only read data. */
  readonly withoutReads?: boolean
  readonly from?: Date | undefined
  /** Exclusive. */
  readonly to?: Date | undefined
  /** Id of an event; only older ones are returned. */
  readonly before?: bigint | undefined
  readonly limit: number
}

type AuditEventRow = AuditRow & { readonly actor_name: string | null; readonly actor_uniqueid: string | null }

/** Audit events with the names of their actors, newest first. Every filter reads an index in this order. */
export async function findAuditEvents(db: Database, filter: AuditFilter): Promise<AuditEventRow[]> {
  const { rows } = await sql<AuditEventRow>`
    select event.*, users.name as actor_name, users.uniqueid as actor_uniqueid
    from (${filter.action === undefined ? newestQuery(filter) : actionQuery(filter, filter.action)}) event
      left join users on users.id = event.actor_id
    order by event.id desc limit ${filter.limit}`.execute(db.q)
  return rows
}

/** Events of one actor that are searched for an action: a manager's list is at most a few reads. */
const maxSearchedEvents = 200

/** Whether a user did something other than reading, within the last seconds. */
export async function hasActedWithin(db: Database, userId: UserId, seconds: number): Promise<boolean> {
  const { rows } = await sql<{ has_acted: boolean }>`
    select exists (select from (
        select action, occurred_at from audit_log where actor_id = ${userId} order by id desc limit ${maxSearchedEvents}) as latest
      where action not like '%.read' and occurred_at > app_now() - make_interval(secs => ${seconds})) as has_acted`.execute(
    db.q,
  )
  return rows[0]?.has_acted === true
}

const newestQuery = (filter: AuditFilter) => sql`
  select * from audit_log where id between ${minId(filter)} and ${maxId(filter)} and ${filterConditions(filter)}
  order by id desc limit ${filter.limit}`

/** One index probe per existing action with this name or prefix. */
const actionQuery = (filter: AuditFilter, action: string) => sql`
  with recursive known (action) as (
    select min(action collate "C") from audit_log where action collate "C" >= ${action}
    union all
    select (select min(action collate "C") from audit_log where action collate "C" > known.action) from known
    where known.action like ${`${escapeLikePattern(action)}%`})
  select matches.* from known cross join lateral (
    select * from audit_log where (action collate "C", id) >= (known.action, ${minId(filter)})
      and (action collate "C", id) <= (known.action, ${maxId(filter)}) and ${filterConditions(filter)}
    order by action collate "C" desc, id desc limit ${filter.limit}) matches
  where known.action = ${action} or known.action like ${`${escapeLikePattern(action)}.%`}`

/** Ids nearly follow time: no event is out of order by this many rows. */
const idSlack = 1_000

/** Lowest possible id of an event in the period. */
const minId = ({ from }: AuditFilter): RawBuilder<bigint> =>
  from
    ? sql`(select min(id) from (
        select id from audit_log where occurred_at >= ${from} order by occurred_at limit ${idSlack}) as first)`
    : sql`0::bigint`

/** Highest possible id of an event in the period. */
const maxId = ({ to, before }: AuditFilter): RawBuilder<bigint> => {
  const upperId = sql<bigint>`${before === undefined ? 2n ** 63n - 1n : before - 1n}::bigint`
  return to
    ? sql`(select least(max(id), ${upperId}) from (
        select id from audit_log where occurred_at < ${to} order by occurred_at desc limit ${idSlack}) as last)`
    : upperId
}

const filterConditions = ({
  actor,
  dataSubject,
  subject,
  withoutReads,
  from,
  to,
}: AuditFilter): RawBuilder<unknown> =>
  sql.join(
    [
      sql`true`,
      ...(actor ? [sql`actor_id = ${actor}::uuid`] : []),
      ...(dataSubject ? [sql`data_subject_id = ${dataSubject}::uuid`] : []),
      ...(subject ? [sql`subject = ${subject}`] : []),
      ...(withoutReads ? [sql`action not like '%.read' and action not like '%.read\\_%'`] : []),
      ...(from ? [sql`occurred_at >= ${from}`] : []),
      ...(to ? [sql`occurred_at < ${to}`] : []),
    ],
    sql` and `,
  )

/** A user's saved activities, newest first. */
export const activitiesOf = (
  db: Database,
  userId: UserId,
  { before, limit }: { before?: bigint | undefined; limit: number },
): Promise<AuditRow[]> =>
  db.q
    .selectFrom('audit_log')
    .selectAll()
    .where('data_subject_id', '=', userId)
    .where('visible_to_owner', '=', true)
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? 0n))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

const escapeLikePattern = (action: string): string => action.replace(/[\\%_]/g, '\\$&')
