import { sql } from 'kysely'
import type { Session } from '../../shared/security.ts'
import type { Database, Tx } from '../database/index.ts'
import { Refused } from '../http/index.ts'

/** More are open only where somebody signs in by a program, over and over. */
const mostShown = 100

const live = (db: Database, userId: string) =>
  db.q
    .selectFrom('bearers')
    .select(['id', 'device', 'created_at'])
    .select((of) => of.fn.coalesce('last_seen_at', 'created_at').as('last_seen_at'))
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)

/** Where somebody is signed in: the session that asks first, then the last used. */
export async function sessionsOf(
  db: Database,
  { userId, current }: { userId: string; current: string | null },
): Promise<Session[]> {
  const rows = await live(db, userId)
    .orderBy(sql`id is not distinct from ${current}::uuid`, 'desc')
    .orderBy('last_seen_at', 'desc')
    .limit(mostShown)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    device: row.device ?? 'Unknown device',
    current: row.id === current,
    created_at: row.created_at.toISOString(),
    last_seen_at: row.last_seen_at.toISOString(),
  }))
}

const end = (tx: Tx, userId: string) =>
  tx
    .updateTable('bearers')
    .set({ ended_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)

/** Ends one of somebody's own. @throws Refused NOT_FOUND */
export async function endOwnSession(tx: Tx, userId: string, id: string): Promise<void> {
  const ended = await end(tx, userId).where('id', '=', id).executeTakeFirst()
  if (ended.numUpdatedRows === 0n) throw new Refused('NOT_FOUND')
}

/** Ends all of somebody's but the one that asks. @returns how many */
export async function endOthers(tx: Tx, userId: string, current: string | null): Promise<number> {
  const ended = await end(tx, userId)
    .where(sql<boolean>`id is distinct from ${current}::uuid`)
    .executeTakeFirst()
  return Number(ended.numUpdatedRows)
}
