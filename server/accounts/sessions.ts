import { sql } from 'kysely'
import type { UserId } from '../../shared/ids.ts'
import type { Session } from '../../shared/security.ts'
import type { Database, Tx } from '../database/index.ts'
import { ApiError, isActiveSessionToken } from '../http/index.ts'
import { accountServerTexts } from './texts.ts'

const activeSessions = (db: Database, userId: UserId) =>
  db.q
    .selectFrom('session_tokens')
    .innerJoin('users', 'users.id', 'session_tokens.user_id')
    .select(['session_tokens.id', 'device', 'session_tokens.created_at'])
    .select((eb) => eb.fn.coalesce('last_seen_at', 'session_tokens.created_at').as('last_seen_at'))
    .where('user_id', '=', userId)
    .where(isActiveSessionToken)

/** The user's active sessions: the current one first, then by last use. */
export async function listSessions(
  db: Database,
  { userId, current }: { userId: UserId; current: string | null },
): Promise<Session[]> {
  const rows = await activeSessions(db, userId)
    .orderBy(sql`session_tokens.id is not distinct from ${current}::uuid`, 'desc')
    .orderBy('last_seen_at', 'desc')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    device: row.device ?? accountServerTexts.unknownDevice(),
    current: row.id === current,
    created_at: row.created_at.toISOString(),
    last_seen_at: row.last_seen_at.toISOString(),
  }))
}

/** A user's active sessions for a manager, by last use. */
export async function listActiveSessions(db: Database, userId: UserId): Promise<Omit<Session, 'current'>[]> {
  const sessions = await listSessions(db, { userId, current: null })
  return sessions.map(({ current: _, ...session }) => session)
}

const revoke = (tx: Tx, userId: UserId) =>
  tx
    .updateTable('session_tokens')
    .set({ revoked_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)

/** Ends one session of the user. @throws ApiError NOT_FOUND */
export async function revokeSession(tx: Tx, userId: UserId, id: string): Promise<void> {
  const result = await revoke(tx, userId).where('id', '=', id).executeTakeFirst()
  if (result.numUpdatedRows === 0n) throw new ApiError('NOT_FOUND')
}

/** Ends all sessions of the user except the current one. @returns the number of ended sessions */
export async function revokeOtherSessions(tx: Tx, userId: UserId, current: string | null): Promise<number> {
  const result = await revoke(tx, userId)
    .where(sql<boolean>`id is distinct from ${current}::uuid`)
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}
