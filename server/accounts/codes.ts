import { createHash, createHmac, hkdfSync, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { verificationPinLength } from '../../shared/constants.ts'
import type { Database, Tx } from '../database/index.ts'

/** How long a mailed code or link is good for. */
export const codeSeconds = 10 * 60
export const resetSeconds = 30 * 60
const mostTries = 5
const mostPerDay = 5

type Purpose = 'verify' | 'reset'

/** A code or the secret of a link, and the row that keeps its digest. */
export interface Made {
  readonly id: string
  readonly text: string
}

/**
 * Makes a code for a person whose row is locked; earlier ones are good no more. Null when today's are spent.
 * @param session the browser that may enter it; null for a client without one
 */
export async function makeCode(
  tx: Tx,
  secret: string,
  { userId, session }: { userId: string; session: Buffer | null },
): Promise<Made | null> {
  const text = String(randomInt(10 ** verificationPinLength)).padStart(verificationPinLength, '0')
  const hash = digestOf(secret, userId, text)
  return keep(tx, { userId, purpose: 'verify', text, hash, session, seconds: codeSeconds })
}

/** The same for the secret of a link, which nobody can guess. */
export async function makeResetToken(tx: Tx, userId: string): Promise<Made | null> {
  const text = randomBytes(32).toString('base64url')
  return keep(tx, {
    userId,
    purpose: 'reset',
    text,
    hash: hashOf(text),
    session: null,
    seconds: resetSeconds,
  })
}

async function keep(
  tx: Tx,
  it: {
    userId: string
    purpose: Purpose
    text: string
    hash: Buffer
    session: Buffer | null
    seconds: number
  },
): Promise<Made | null> {
  const { count } = await tx
    .selectFrom('email_codes')
    .select((of) => of.fn.countAll<bigint>().as('count'))
    .where('user_id', '=', it.userId)
    .where('purpose', '=', it.purpose)
    .where('created_at', '>', sql<Date>`business_now() - interval '24 hours'`)
    .executeTakeFirstOrThrow()
  if (count >= mostPerDay) return null
  await endCodes(tx, it.userId, it.purpose)
  const { id } = await tx
    .insertInto('email_codes')
    .values({
      user_id: it.userId,
      purpose: it.purpose,
      hash: it.hash,
      session_hash: it.session,
      expires_at: sql<Date>`business_now() + make_interval(secs => ${it.seconds})`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, text: it.text }
}

const endCodes = (tx: Tx, userId: string, purpose: Purpose) =>
  tx
    .updateTable('email_codes')
    .set({ used_at: sql<Date>`business_now()` })
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .execute()

/** A code that was right: whose it is, and whether the browser that it was made for entered it. */
export interface UsedCode {
  readonly userId: string
  readonly byItsBrowser: boolean
}

/**
 * Tries a code. The try is counted before the code is looked at, and only one of two right ones wins.
 * Another browser's try does not count: it would spend the tries of the one that registered.
 */
export async function tryCode(
  db: Database,
  secret: string,
  it: { email: string; code: string; session: Buffer | null; actorId: string | null },
): Promise<UsedCode | null> {
  const row = await db.q
    .updateTable('email_codes')
    .set((of) => ({ tries: of('tries', '+', 1) }))
    .where('id', '=', (of) =>
      of
        .selectFrom('email_codes')
        .innerJoin('users', 'users.id', 'email_codes.user_id')
        .select('email_codes.id')
        .where('users.email', '=', it.email)
        .where('purpose', '=', 'verify')
        .where('used_at', 'is', null)
        .orderBy('email_codes.created_at', 'desc')
        .limit(1),
    )
    .where('used_at', 'is', null)
    .where('tries', '<', mostTries)
    .where('expires_at', '>', sql<Date>`business_now()`)
    .where((of) =>
      of.or([
        sql<boolean>`session_hash is not distinct from ${it.session}::bytea`,
        sql<boolean>`user_id = ${it.actorId}::uuid`,
      ]),
    )
    .returningAll()
    .executeTakeFirst()
  if (!row || !timingSafeEqual(row.hash, digestOf(secret, row.user_id, it.code))) return null
  if (!(await spend(db.q, row.id))) return null
  const byItsBrowser = !!row.session_hash && !!it.session && it.session.equals(row.session_hash)
  return { userId: row.user_id, byItsBrowser }
}

/** Takes the secret of a link for an e-mail, once. @returns whose it is */
export async function takeResetToken(tx: Tx, email: string, token: string): Promise<string | null> {
  const row = await tx
    .selectFrom('email_codes')
    .innerJoin('users', 'users.id', 'email_codes.user_id')
    .select(['email_codes.id', 'email_codes.user_id'])
    .where('users.email', '=', email)
    .where('purpose', '=', 'reset')
    .where('hash', '=', hashOf(token))
    .where('expires_at', '>', sql<Date>`business_now()`)
    .executeTakeFirst()
  return row && (await spend(tx, row.id)) ? row.user_id : null
}

async function spend(db: Database['q'] | Tx, id: string): Promise<boolean> {
  const spent = await db
    .updateTable('email_codes')
    .set({ used_at: sql<Date>`business_now()` })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return spent.numUpdatedRows === 1n
}

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Ten thousand codes are hashed in a moment: only our key keeps a stolen table from telling them. */
const digestOf = (secret: string, userId: string, code: string): Buffer =>
  createHmac('sha256', Buffer.from(hkdfSync('sha256', secret, 'sanwo', 'e-mail codes', 32)))
    .update(`${userId} ${code}`)
    .digest()
