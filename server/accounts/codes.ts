import { createHash, createHmac, hkdfSync, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { verificationPinLength } from '../../shared/constants.ts'
import type { UserId } from '../../shared/ids.ts'
import type { Database, Tx } from '../database/index.ts'

/** Validity of a mailed code and of a password link. */
export const codeSeconds = 10 * 60
export const resetSeconds = 30 * 60
const maxAttempts = 5
/** Per account. Links have a higher limit: other people request them too and must not use up the owner's. */
const maxPerDay = { verify: 5, reset: 20 } as const

type Purpose = 'verify' | 'reset'

/** A code or the token of a link, and the id of the row that stores its digest. */
export interface CreatedCode {
  readonly id: string
  readonly text: string
}

/**
 * Creates a verification code and invalidates earlier ones. The caller has locked the user's row.
 * @param session the browser that may enter it; null for a client without one
 * @returns null when the daily limit is reached
 */
export async function createVerificationCode(
  tx: Tx,
  sessionSecret: string,
  { userId, session }: { userId: UserId; session: Buffer | null },
): Promise<CreatedCode | null> {
  const text = String(randomInt(10 ** verificationPinLength)).padStart(verificationPinLength, '0')
  const hash = digestOf(sessionSecret, userId, text)
  return storeCode(tx, { userId, purpose: 'verify', text, hash, session, seconds: codeSeconds })
}

/**
 * Creates the unguessable token of a password link.
 * @returns null when the daily limit is reached and the account has a valid link: other people on several networks can reach
 * the limit, and the owner must always have a link that works
 */
export async function createResetToken(tx: Tx, userId: UserId): Promise<CreatedCode | null> {
  const text = randomBytes(32).toString('base64url')
  return storeCode(tx, {
    userId,
    purpose: 'reset',
    text,
    hash: hashOf(text),
    session: null,
    seconds: resetSeconds,
  })
}

async function storeCode(
  tx: Tx,
  input: {
    userId: UserId
    purpose: Purpose
    text: string
    hash: Buffer
    session: Buffer | null
    seconds: number
  },
): Promise<CreatedCode | null> {
  const { count } = await tx
    .selectFrom('email_codes')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('user_id', '=', input.userId)
    .where('purpose', '=', input.purpose)
    .where('created_at', '>', sql<Date>`app_now() - interval '24 hours'`)
    .executeTakeFirstOrThrow()
  const isLimited = count >= maxPerDay[input.purpose]
  if (isLimited && (input.purpose === 'verify' || (await hasValidLink(tx, input.userId)))) return null
  // A link stays valid when a later one is created: otherwise another person's request would invalidate the owner's.
  if (input.purpose === 'verify') await invalidateCodes(tx, input.userId)
  const { id } = await tx
    .insertInto('email_codes')
    .values({
      user_id: input.userId,
      purpose: input.purpose,
      code_hash: input.hash,
      session_hash: input.session,
      expires_at: sql<Date>`app_now() + make_interval(secs => ${input.seconds})`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, text: input.text }
}

const hasValidLink = async (tx: Tx, userId: UserId): Promise<boolean> => {
  const link = await tx
    .selectFrom('email_codes')
    .select('id')
    .where('user_id', '=', userId)
    .where('purpose', '=', 'reset')
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`app_now()`)
    .limit(1)
    .executeTakeFirst()
  return link !== undefined
}

const invalidateCodes = (tx: Tx, userId: UserId) =>
  tx
    .updateTable('email_codes')
    .set({ used_at: sql<Date>`app_now()` })
    .where('user_id', '=', userId)
    .where('purpose', '=', 'verify')
    .where('used_at', 'is', null)
    .execute()

/** A correct code: its user, and whether the browser it was created for entered it. */
export interface VerifiedCode {
  readonly userId: UserId
  readonly isSameBrowser: boolean
}

/**
 * Verifies a code. The attempt is counted before the code is compared, and a correct code works once.
 * Attempts of another browser do not count: they would use up those of the browser that registered.
 */
export async function verifyCode(
  db: Database,
  sessionSecret: string,
  input: { email: string; code: string; session: Buffer | null; actorId: string | null },
): Promise<VerifiedCode | null> {
  const row = await db.q
    .updateTable('email_codes')
    .set((eb) => ({ attempt_count: eb('attempt_count', '+', 1) }))
    .where('id', '=', (eb) =>
      eb
        .selectFrom('email_codes')
        .innerJoin('users', 'users.id', 'email_codes.user_id')
        .select('email_codes.id')
        .where('users.email', '=', input.email)
        .where('purpose', '=', 'verify')
        .where('used_at', 'is', null)
        .orderBy('email_codes.created_at', 'desc')
        .limit(1),
    )
    .where('used_at', 'is', null)
    .where('attempt_count', '<', maxAttempts)
    .where('expires_at', '>', sql<Date>`app_now()`)
    .where((eb) =>
      eb.or([
        sql<boolean>`session_hash is not distinct from ${input.session}::bytea`,
        sql<boolean>`user_id = ${input.actorId}::uuid`,
      ]),
    )
    .returningAll()
    .executeTakeFirst()
  if (!row || !timingSafeEqual(row.code_hash, digestOf(sessionSecret, row.user_id, input.code))) return null
  if (!(await markUsed(db.q, row.id))) return null
  const isSameBrowser = !!row.session_hash && !!input.session && input.session.equals(row.session_hash)
  return { userId: row.user_id, isSameBrowser }
}

const findValidLink = (db: Database['q'] | Tx, email: string, token: string) =>
  db
    .selectFrom('email_codes')
    .innerJoin('users', 'users.id', 'email_codes.user_id')
    .select(['email_codes.id', 'email_codes.user_id'])
    .where('users.email', '=', email)
    .where('purpose', '=', 'reset')
    .where('code_hash', '=', hashOf(token))
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`app_now()`)
    .executeTakeFirst()

/** True while the token of a link is valid. */
export const isResetToken = async ({ q }: Database, email: string, token: string): Promise<boolean> =>
  (await findValidLink(q, email, token)) !== undefined

/** Uses up the token of a link for an e-mail, once. @returns the user id; null when it is not valid */
export async function consumeResetToken(tx: Tx, email: string, token: string): Promise<string | null> {
  const row = await findValidLink(tx, email, token)
  return row && (await markUsed(tx, row.id)) ? row.user_id : null
}

async function markUsed(db: Database['q'] | Tx, id: string): Promise<boolean> {
  const result = await db
    .updateTable('email_codes')
    .set({ used_at: sql<Date>`app_now()` })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Keyed: 10,000 codes are hashed in a moment, so a plain hash in a stolen table would reveal them. */
const digestOf = (sessionSecret: string, userId: UserId, code: string): Buffer =>
  createHmac('sha256', Buffer.from(hkdfSync('sha256', sessionSecret, 'sanwo', 'e-mail codes', 32)))
    .update(`${userId} ${code}`)
    .digest()
