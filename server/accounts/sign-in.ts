import { sql } from 'kysely'
import type { SignedIn } from '../../shared/accounts.ts'
import { accountEvent } from '../audit/index.ts'
import type { Tx } from '../database/index.ts'
import { type Caller, endBearer, issueBearer, Refused } from '../http/index.ts'
import { adoptOrders } from '../purchase/index.ts'
import { tryCode } from './codes.ts'
import type { AccountParts } from './parts.ts'
import { inTurn, isSecret } from './password.ts'
import { profileOf } from './profile.ts'
import { mailCode } from './register.ts'
import { type User, userByEmail, userById } from './store.ts'
import { told, type Where } from './where.ts'

/** Who signs in, as far as it is known before. */
type SigningIn = Pick<Caller, 'session' | 'client'> & Where

async function openSession(tx: Tx, user: Pick<User, 'id' | 'role'>, where: Where): Promise<string> {
  const by = { userId: user.id, role: user.role }
  await accountEvent(tx, { by, action: 'account.sign_in', ...told(where) })
  return issueBearer(tx, user.id, where.device)
}

/**
 * Signs in. An unknown e-mail takes as long, counts as much and is told the same as a wrong password.
 * What the browser bought as a guest goes with the person. The bearer that the call came with ends.
 * @throws Refused SIGN_IN_WRONG, TOO_MANY, UNAVAILABLE
 */
export async function signInWith(
  parts: AccountParts,
  { email, password }: { email: string; password: string },
  { session, client, bearer, device, request }: SigningIn & { bearer: string | null },
): Promise<SignedIn> {
  const { limits, db } = parts
  await limits.check('sign_in_client', client)
  await limits.check('sign_in_account', email)
  const user = await userByEmail(db.q, email)
  const right = await inTurn(async () => {
    await limits.check('sign_in_account', email)
    const found = await isSecret(user?.password_hash ?? null, password)
    if (!found) {
      await limits.fail('sign_in_account', email)
      await limits.fail('sign_in_client', client)
    }
    return found
  })
  if (!user || !right) throw new Refused('SIGN_IN_WRONG')
  const api_token = await db.inTransaction(async (tx) => {
    if (bearer) await endBearer(tx, bearer)
    if (session) await adoptOrders(tx, session, user.id)
    return openSession(tx, user, { device, request })
  })
  return { ...profileOf(user), api_token }
}

/**
 * Proves an e-mail by its code. Only the browser that registered is signed in by it: four digits are too
 * few to be a password.
 * @returns the bearer, or null when the code signs nobody in
 * @throws Refused CODE_WRONG, TOO_MANY
 */
export async function verifyWith(
  parts: AccountParts,
  { email, token }: { email: string; token: string },
  { session, client, actor, device, request }: SigningIn & Pick<Caller, 'actor'>,
): Promise<string | null> {
  const { limits, db } = parts
  const own = actor && (await userById(db.q, actor.userId))
  if (own?.email === email && own.email_verified_at) return null
  await limits.check('code_client', client)
  const used = await tryCode(db, parts.secret, {
    email,
    code: token,
    session,
    actorId: actor?.userId ?? null,
  })
  if (!used) {
    await limits.fail('code_client', client)
    throw new Refused('CODE_WRONG', { field: 'token' })
  }
  return db.inTransaction(async (tx) => {
    const { id, role } = await tx
      .updateTable('users')
      .set({ email_verified_at: sql<Date>`coalesce(email_verified_at, business_now())` })
      .where('id', '=', used.userId)
      .returning(['id', 'role'])
      .executeTakeFirstOrThrow()
    if (actor || !used.byItsBrowser || !session) return null
    await adoptOrders(tx, session, used.userId)
    return openSession(tx, { id, role }, { device, request })
  })
}

/** Mails another code to whoever registered in this browser, or is signed in here. Says nothing of who that is. */
export async function sendCodeAgain(
  parts: AccountParts,
  email: string,
  { session, client, actor }: Caller,
): Promise<void> {
  await parts.limits.spend('mail_client', client)
  await parts.limits.spend('mail_address', email)
  parts.background('another code', async () => {
    const user = await userByEmail(parts.db.q, email)
    if (!user || user.email_verified_at) return
    if (actor?.userId !== user.id && !isItsBrowser(user, session)) return
    await parts.db.inTransaction((tx) => mailCode(parts, tx, user.id, session))
    parts.wakeOutbox()
  })
}

const isItsBrowser = (user: User, session: Buffer | null): boolean =>
  user.registered_session === null ? session === null : !!session?.equals(user.registered_session)
