import { createHash, randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../database/index.ts'
import type { Actor } from './actor.ts'
import { Refused } from './refused.ts'

type Q = Kysely<Tables>

const hashOf = (bearer: string): Buffer => createHash('sha256').update(bearer).digest()

/** The bearer of an `Authorization` header, '' when there is none. */
export const bearerIn = (authorization: string | undefined): string =>
  /^Bearer(?:\s+(.*))?$/i.exec(authorization?.trim() ?? '')?.[1]?.trim() ?? ''

/**
 * Who a call's `Authorization` header names. A missing or empty bearer is a guest.
 * @throws Refused SESSION_ENDED for a bearer that we never issued, or that has ended
 */
export async function authenticate(q: Q, authorization: string | undefined): Promise<Actor | null> {
  const bearer = bearerIn(authorization)
  if (!bearer) return null
  const row = await q
    .selectFrom('bearers')
    .innerJoin('users', 'users.id', 'bearers.user_id')
    .where('bearers.hash', '=', hashOf(bearer))
    .where('bearers.ended_at', 'is', null)
    .select(['users.id', 'users.role', 'users.email_verified_at'])
    .select(isUnseen.as('unseen'))
    .executeTakeFirst()
  if (!row) throw new Refused('SESSION_ENDED')
  if (row.unseen) await markSeen(q, bearer)
  return { userId: row.id, role: row.role, verified: row.email_verified_at !== null }
}

/** Its owner is told when a session was last used, to within ten minutes: a write at each call would be too many. */
const isUnseen = sql<boolean>`coalesce(bearers.last_seen_at, bearers.created_at) < now() - interval '10 minutes'`

const markSeen = (q: Q, bearer: string) =>
  q
    .updateTable('bearers')
    .set({ last_seen_at: sql<Date>`now()` })
    .where('hash', '=', hashOf(bearer))
    .where(isUnseen)
    .execute()

/**
 * Makes a bearer for a person. We keep its hash: this is the only time that it is seen.
 * @param device where it is used, for its owner: "Chrome on Android"
 */
export async function issueBearer(tx: Q, userId: string, device: string | null = null): Promise<string> {
  const bearer = randomBytes(32).toString('base64url')
  await tx
    .insertInto('bearers')
    .values({ hash: hashOf(bearer), user_id: userId, device, ended_at: null })
    .execute()
  return bearer
}

/** The session behind a bearer, by the name its owner knows it by; null when it has ended. */
export async function sessionOf(q: Q, bearer: string): Promise<string | null> {
  const row = await q
    .selectFrom('bearers')
    .select('id')
    .where('hash', '=', hashOf(bearer))
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return row?.id ?? null
}

/** Ends one bearer; ending it again changes nothing. */
export async function endBearer(tx: Q, bearer: string): Promise<void> {
  await tx
    .updateTable('bearers')
    .set({ ended_at: sql<Date>`now()` })
    .where('hash', '=', hashOf(bearer))
    .where('ended_at', 'is', null)
    .execute()
}

/** Ends every bearer of a person, as a new password does. */
export async function endBearersOf(tx: Q, userId: string): Promise<void> {
  await tx
    .updateTable('bearers')
    .set({ ended_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .execute()
}
