import { createHash, randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../database/index.ts'
import type { Actor } from './actor.ts'
import { Refused } from './refused.ts'

type Q = Kysely<Tables>

const hashOf = (bearer: string): Buffer => createHash('sha256').update(bearer).digest()

/**
 * Who a call's `Authorization` header names. A missing or empty bearer is a guest.
 * @throws Refused SESSION_ENDED for a bearer that we never issued, or that has ended
 */
export async function authenticate(q: Q, authorization: string | undefined): Promise<Actor | null> {
  const bearer = /^Bearer(?:\s+(.*))?$/i.exec(authorization?.trim() ?? '')?.[1]?.trim()
  if (!bearer) return null
  const row = await q
    .selectFrom('bearers')
    .innerJoin('users', 'users.id', 'bearers.user_id')
    .where('bearers.hash', '=', hashOf(bearer))
    .where('bearers.ended_at', 'is', null)
    .select(['users.id', 'users.role', 'users.email_verified_at'])
    .executeTakeFirst()
  if (!row) throw new Refused('SESSION_ENDED')
  return { userId: row.id, role: row.role, verified: row.email_verified_at !== null }
}

/** Makes a bearer for a person. We keep its hash: this is the only time that it is seen. */
export async function issueBearer(tx: Q, userId: string): Promise<string> {
  const bearer = randomBytes(32).toString('base64url')
  await tx
    .insertInto('bearers')
    .values({ hash: hashOf(bearer), user_id: userId, ended_at: null })
    .execute()
  return bearer
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
