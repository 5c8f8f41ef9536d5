import { type RawBuilder, type Selectable, sql } from 'kysely'
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

type Deed = AuditRow & { readonly actor_name: string | null; readonly actor_uniqueid: string | null }

/** Deeds with the names of who did them, newest first. Every way is read from an index that has it in that order. */
export async function deeds(db: Database, filter: AuditFilter): Promise<Deed[]> {
  const { rows } = await sql<Deed>`
    select deed.*, users.name as actor_name, users.uniqueid as actor_uniqueid
    from (${filter.action === undefined ? newest(filter) : ofActions(filter, filter.action)}) deed
      left join users on users.id = deed.actor_id
    order by deed.id desc limit ${filter.limit}`.execute(db.q)
  return rows
}

const newest = (filter: AuditFilter) => sql`
  select * from audit_log where id between ${first(filter)} and ${last(filter)} and ${also(filter)}
  order by id desc limit ${filter.limit}`

/** One probe of the index for each action of the name that there is. */
const ofActions = (filter: AuditFilter, action: string) => sql`
  with recursive known (action) as (
    select min(action collate "C") from audit_log where action collate "C" >= ${action}
    union all
    select (select min(action collate "C") from audit_log where action collate "C" > known.action) from known
    where known.action like ${`${escaped(action)}%`})
  select part.* from known cross join lateral (
    select * from audit_log where (action collate "C", id) >= (known.action, ${first(filter)})
      and (action collate "C", id) <= (known.action, ${last(filter)}) and ${also(filter)}
    order by action collate "C" desc, id desc limit ${filter.limit}) part
  where known.action = ${action} or known.action like ${`${escaped(action)}.%`}`

/** Lines are numbered nearly in the order of time: none is so many lines out of it. */
const outOfOrder = 1_000

/** The least number that a line of these days may have. */
const first = ({ from }: AuditFilter): RawBuilder<bigint> =>
  from
    ? sql`(select min(id) from (
        select id from audit_log where at >= ${from} order by at limit ${outOfOrder}) as first)`
    : sql`0::bigint`

/** The greatest one. */
const last = ({ to, before }: AuditFilter): RawBuilder<bigint> => {
  const older = sql<bigint>`${before === undefined ? 2n ** 63n - 1n : before - 1n}::bigint`
  return to
    ? sql`(select least(max(id), ${older}) from (
        select id from audit_log where at < ${to} order by at desc limit ${outOfOrder}) as last)`
    : older
}

const also = ({ actor, subject, from, to }: AuditFilter): RawBuilder<unknown> =>
  sql.join(
    [
      sql`true`,
      ...(actor ? [sql`actor_id = ${actor}::uuid`] : []),
      ...(subject ? [sql`subject = ${subject}`] : []),
      ...(from ? [sql`at >= ${from}`] : []),
      ...(to ? [sql`at < ${to}`] : []),
    ],
    sql` and `,
  )

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

const escaped = (action: string): string => action.replace(/[\\%_]/g, '\\$&')
