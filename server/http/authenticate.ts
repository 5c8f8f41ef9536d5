import { createHash, randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { UserId } from '../../shared/ids.ts'
import type { Tables } from '../database/index.ts'
import type { Actor } from './actor.ts'
import { ApiError } from './api-error.ts'

type Q = Kysely<Tables>

const hashOf = (sessionToken: string): Buffer => createHash('sha256').update(sessionToken).digest()

/** The session token in an `Authorization` header, '' if there is none. */
export const sessionTokenFromHeader = (authorization: string | undefined): string =>
  /^Bearer(?:\s+(.*))?$/i.exec(authorization?.trim() ?? '')?.[1]?.trim() ?? ''

/**
 * Authenticates a request. A missing or empty token is a guest.
 * @throws ApiError SESSION_ENDED for an unknown, revoked or expired session token
 */
export async function authenticate(q: Q, authorization: string | undefined): Promise<Actor | null> {
  const sessionToken = sessionTokenFromHeader(authorization)
  if (!sessionToken) return null
  const row = await q
    .selectFrom('session_tokens')
    .innerJoin('users', 'users.id', 'session_tokens.user_id')
    .where('session_tokens.token_hash', '=', hashOf(sessionToken))
    .where(isActiveSessionToken)
    .select(['users.id', 'users.role', 'users.scopes', 'users.second_factor_at', 'users.email_verified_at'])
    .select(isLastUseStale.as('is_last_use_stale'))
    .executeTakeFirst()
  if (!row) throw new ApiError('SESSION_ENDED')
  if (row.is_last_use_stale) await updateLastUse(q, sessionToken)
  const emailVerified = row.email_verified_at !== null
  return row.role === 'manager'
    ? {
        userId: row.id,
        role: row.role,
        scopes: row.scopes,
        lacksSecondFactor: row.second_factor_at === null,
        emailVerified,
      }
    : { userId: row.id, role: row.role, emailVerified }
}

const lastUsedAt = sql<Date>`coalesce(session_tokens.last_seen_at, session_tokens.created_at)`

/**
 * Not revoked, not of a blocked user, and not idle too long: 30 days for a user, 12 hours for a manager. For
 * `session_tokens` joined with `users`.
 */
export const isActiveSessionToken = sql<boolean>`(session_tokens.revoked_at is null and users.blocked_at is null and ${lastUsedAt} > app_now()
  - case users.role when 'manager' then interval '12 hours' else interval '30 days' end)`

/** The last use is stored to within ten minutes; a write at every request would be too many. */
const isLastUseStale = sql<boolean>`${lastUsedAt} < app_now() - interval '10 minutes'`

/** Maximum sessions per user. More are opened only by an API client that signs in repeatedly. */
const maxSessions = 20

const updateLastUse = (q: Q, sessionToken: string) =>
  q
    .updateTable('session_tokens')
    .set({ last_seen_at: sql<Date>`app_now()` })
    .where('token_hash', '=', hashOf(sessionToken))
    .where(isLastUseStale)
    .execute()

/**
 * Creates a session token for a user whose row is locked. Only its hash is stored; this is the only time that the token
 * is available. Beyond 20 sessions the least recently used one is revoked.
 * @param device shown to the user in their session list: "Chrome on Android"
 */
export async function issueSessionToken(
  tx: Q,
  userId: UserId,
  device: string | null = null,
): Promise<string> {
  const sessionToken = randomBytes(32).toString('base64url')
  await tx
    .insertInto('session_tokens')
    .values({
      token_hash: hashOf(sessionToken),
      user_id: userId,
      device,
      revoked_at: null,
      created_at: sql<Date>`app_now()`,
    })
    .execute()
  await tx
    .updateTable('session_tokens')
    .set({ revoked_at: sql<Date>`now()` })
    .where('token_hash', 'in', (eb) =>
      eb
        .selectFrom('session_tokens')
        .select('token_hash')
        .where('user_id', '=', userId)
        .where('revoked_at', 'is', null)
        .where('token_hash', '<>', hashOf(sessionToken))
        .orderBy(lastUsedAt, 'desc')
        .offset(maxSessions - 1),
    )
    .execute()
  return sessionToken
}

/** The id of the session of a token, as shown to its owner; null if it was revoked. */
export async function sessionIdOf(q: Q, sessionToken: string): Promise<string | null> {
  const row = await q
    .selectFrom('session_tokens')
    .select('id')
    .where('token_hash', '=', hashOf(sessionToken))
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return row?.id ?? null
}

/** Revokes one session token. Idempotent. */
export async function revokeSessionToken(tx: Q, sessionToken: string): Promise<void> {
  await tx
    .updateTable('session_tokens')
    .set({ revoked_at: sql<Date>`now()` })
    .where('token_hash', '=', hashOf(sessionToken))
    .where('revoked_at', 'is', null)
    .execute()
}

/** Revokes all session tokens of a user, for example after a password change. */
export async function revokeUserSessionTokens(tx: Q, userId: UserId): Promise<void> {
  await tx
    .updateTable('session_tokens')
    .set({ revoked_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .execute()
}
