import { sql } from 'kysely'
import type { SignedInUser } from '../../shared/accounts.ts'
import type { UserId } from '../../shared/ids.ts'
import { languageOf } from '../../shared/languages.ts'
import { recordAccountEvent } from '../audit/index.ts'
import type { Tx } from '../database/index.ts'
import { ApiError, type Caller, issueSessionToken, revokeSessionToken } from '../http/index.ts'
import { currentLanguage } from '../languages/index.ts'
import { claimGuestOrders } from '../purchase/index.ts'
import { verifyCode } from './codes.ts'
import type { AccountDeps } from './deps.ts'
import { isKnownDevice, rememberDevice } from './known-devices.ts'
import { verifySecret, withHashSlot } from './password.ts'
import { countPasswordAttempt, ipAndMailboxKey } from './password-limits.ts'
import { profileOf } from './profile.ts'
import { mailCode } from './register.ts'
import { auditContext, type RequestOrigin } from './request-origin.ts'
import { assertSecondFactor } from './second-factor.ts'
import { lockUser, type User, userByEmail, userById } from './store.ts'

/** Client details of a sign-in. */
type SignInContext = Pick<Caller, 'sessionHash' | 'ip' | 'deviceIdHash'> & RequestOrigin

/** This transaction has locked or changed the user's row, so the session limit holds. */
async function openSession(
  tx: Tx,
  user: Pick<User, 'id' | 'role'>,
  { deviceIdHash, ...origin }: RequestOrigin & Pick<SignInContext, 'deviceIdHash'>,
): Promise<string> {
  const actor = { userId: user.id, role: user.role }
  await recordAccountEvent(tx, { actor, action: 'account.sign_in', ...auditContext(origin) })
  if (deviceIdHash) await rememberDevice(tx, user.id, deviceIdHash)
  return issueSessionToken(tx, user.id, origin.device)
}

/**
 * Signs in. An unknown e-mail takes the same time, counts the same and gets the same error as a wrong password.
 * Orders the browser placed as a guest become the user's. The session of the request ends.
 * Only the right password reveals that an account is blocked.
 * @throws ApiError SIGN_IN_WRONG, ACCOUNT_BLOCKED, SECOND_FACTOR_NEEDED, SECOND_FACTOR_WRONG, TOO_MANY, UNAVAILABLE
 */
export async function signInWithPassword(
  deps: AccountDeps,
  {
    email,
    password,
    second_factor_code,
  }: { email: string; password: string; second_factor_code?: string | undefined },
  {
    sessionHash,
    ip,
    sessionToken,
    device,
    deviceIdHash,
    requestId,
  }: SignInContext & { sessionToken: string | null },
): Promise<SignedInUser> {
  const { limits, db } = deps
  const user = await userByEmail(db.q, email)
  const isKnown = !!user && !!deviceIdHash && (await isKnownDevice(db, user.id, deviceIdHash))
  await limits.check('sign_in_right', email)
  const attempt = await countPasswordAttempt(limits, { email, ip, deviceIdHash, isKnown })
  const isValid = await withHashSlot({ account: email, client: ip }, () =>
    verifySecret(user?.password_hash ?? null, password),
  ).catch(async (error: unknown) => {
    await attempt.restore()
    throw error
  })
  if (!user || !isValid) {
    await attempt.fail()
    throw new ApiError('SIGN_IN_WRONG')
  }
  await attempt.restore()
  await limits.recordFailure('sign_in_right', email)
  await assertSecondFactor(deps, user, second_factor_code)
  const api_token = await db.inTransaction(async (tx) => {
    const { blocked_at, closed_at, password_hash, second_factor_at } = await lockUser(tx, user.id)
    // A password that was changed since it was compared opens no session: all earlier ones have ended.
    if (closed_at || password_hash !== user.password_hash) throw new ApiError('SIGN_IN_WRONG')
    if (blocked_at) throw new ApiError('ACCOUNT_BLOCKED')
    // Set up since the password was compared: the earlier sessions have ended, and this one would lack the code.
    if (second_factor_at && !user.second_factor_at)
      throw new ApiError('SECOND_FACTOR_NEEDED', { field: 'second_factor_code' })
    if (sessionToken) await revokeSessionToken(tx, sessionToken)
    if (sessionHash) await claimGuestOrders(tx, sessionHash, user.id)
    await storeLanguage(tx, user.id)
    return openSession(tx, user, { device, deviceIdHash, requestId })
  })
  return { ...profileOf(user), language: user.language, api_token }
}

/** Keeps the language that the browser chose with the user, for messages. A browser without a choice changes nothing. */
async function storeLanguage(tx: Tx, userId: UserId): Promise<void> {
  const language = languageOf(currentLanguage())
  if (language !== 'en') await tx.updateTable('users').set({ language }).where('id', '=', userId).execute()
}

/**
 * Verifies an e-mail by its code. The code signs in only the browser that registered: four digits are too few for a
 * password.
 * @returns the session token; null when no session is created
 * @throws ApiError CODE_WRONG
 */
export async function verifyEmailByCode(
  deps: AccountDeps,
  { email, token }: { email: string; token: string },
  { sessionHash, actor, device, deviceIdHash, requestId }: Omit<SignInContext, 'ip'> & Pick<Caller, 'actor'>,
): Promise<string | null> {
  const { db } = deps
  const current = actor && (await userById(db.q, actor.userId))
  if (current?.email === email && current.email_verified_at) return null
  const usedCode = await verifyCode(db, deps.sessionSecret, {
    email,
    code: token,
    session: sessionHash,
    actorId: actor?.userId ?? null,
  })
  if (!usedCode) throw new ApiError('CODE_WRONG', { field: 'token' })
  return db.inTransaction(async (tx) => {
    const user = await tx
      .updateTable('users')
      .set({ email_verified_at: sql<Date>`coalesce(email_verified_at, app_now())` })
      .where('id', '=', usedCode.userId)
      .where('closed_at', 'is', null)
      .returning(['id', 'role', 'blocked_at', 'second_factor_at'])
      .executeTakeFirst()
    if (!user) throw new ApiError('CODE_WRONG', { field: 'token' })
    const { id, role, blocked_at, second_factor_at } = user
    if (actor || !usedCode.isSameBrowser || !sessionHash || blocked_at || second_factor_at) return null
    await claimGuestOrders(tx, sessionHash, usedCode.userId)
    return openSession(tx, { id, role }, { device, deviceIdHash, requestId })
  })
}

/** Mails a new code if this browser registered the account or is signed in to it. The response reveals neither. */
export async function resendCode(
  deps: AccountDeps,
  email: string,
  { sessionHash, ip, actor }: Caller,
): Promise<void> {
  await deps.limits.consume('mail_client', ip)
  await deps.limits.consume('mail_pair', ipAndMailboxKey({ ip, email }))
  deps.runInBackground('another code', async () => {
    const user = await userByEmail(deps.db.q, email)
    if (!user || user.email_verified_at) return
    if (actor?.userId !== user.id && !isRegisteringBrowser(user, sessionHash)) return
    await deps.db.inTransaction((tx) => mailCode(deps, tx, user.id, sessionHash))
    deps.triggerOutbox()
  })
}

const isRegisteringBrowser = (user: User, session: Buffer | null): boolean =>
  user.registered_session_hash === null ? session === null : !!session?.equals(user.registered_session_hash)
