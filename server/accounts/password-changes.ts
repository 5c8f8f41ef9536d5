import { sql } from 'kysely'
import type { UserId } from '../../shared/ids.ts'
import * as pages from '../../shared/pages.ts'
import { recordAccountEvent } from '../audit/index.ts'
import type { Tx } from '../database/index.ts'
import { type Actor, ApiError, type Caller, revokeUserSessionTokens } from '../http/index.ts'
import { passwordChangedMessage, passwordLinkMessage } from '../messaging/index.ts'
import { enqueueMail } from '../outbox/index.ts'
import { claimAccount } from './claim-account.ts'
import { consumeResetToken, createResetToken, isResetToken, resetSeconds } from './codes.ts'
import type { AccountDeps } from './deps.ts'
import { hashSecret, verifySecret, withHashSlot } from './password.ts'
import { clearPasswordFailures, ipAndMailboxKey } from './password-limits.ts'
import { auditContext, type RequestOrigin } from './request-origin.ts'
import { lockUser, userByEmail, userById, verifiedName } from './store.ts'

/** Mails a password link. The response does not reveal whether the account exists. @throws ApiError TOO_MANY */
export async function sendPasswordLink(deps: AccountDeps, email: string, { ip }: Caller): Promise<void> {
  await deps.limits.consume('mail_client', ip)
  await deps.limits.consume('reset_pair', ipAndMailboxKey({ ip, email }))
  deps.runInBackground('password link', async () => {
    const account = await userByEmail(deps.db.q, email)
    if (!account) return
    await deps.db.inTransaction(async (tx) => {
      const user = await lockUser(tx, account.id)
      const token = await createResetToken(tx, user.id)
      if (!token) return
      const query = new URLSearchParams({ token: token.text, email: user.email })
      const mail = passwordLinkMessage({
        brandName: deps.brandName,
        name: verifiedName(user),
        minutes: resetSeconds / 60,
        resetUrl: `${deps.appUrl}${pages.resetPasswordPath}?${query}`,
      })
      await enqueueMail(tx, {
        dedupeKey: `code:${token.id}`,
        to: user.email,
        mail,
        redactAfterSend: true,
        ttlSeconds: resetSeconds,
      })
    })
    deps.triggerOutbox()
  })
}

/**
 * Sets the password with the token of a mailed link. This also verifies the e-mail and clears the failed attempts
 * of other clients.
 * @throws ApiError RESET_WRONG, UNAVAILABLE
 */
export async function resetPasswordByLink(
  deps: AccountDeps,
  { email, token, password }: { email: string; token: string; password: string },
  { ip, ...origin }: Pick<Caller, 'ip'> & RequestOrigin,
): Promise<void> {
  // Only a valid link causes a slow hash: a wrong one costs nothing, so attempts need no limit.
  if (!(await isResetToken(deps.db, email, token))) throw new ApiError('RESET_WRONG')
  const passwordHash = await withHashSlot({ account: email, client: ip }, () => hashSecret(password))
  const userId = await deps.db.inTransaction(async (tx) => {
    const owner = await consumeResetToken(tx, email, token)
    if (!owner) throw new ApiError('RESET_WRONG')
    const actor = await setPassword(deps, tx, owner, passwordHash, { provesEmail: true })
    await recordAccountEvent(tx, { actor, action: 'account.password_reset', ...auditContext(origin) })
    return owner
  })
  await clearPasswordFailures(deps.limits, { email, userId, client: ip })
  deps.triggerOutbox()
}

/** Changes the password, given the old one. @throws ApiError PASSWORD_WRONG, TOO_MANY */
export async function changePassword(
  deps: AccountDeps,
  actor: Actor,
  { old, next, ...origin }: { old: string; next: string } & RequestOrigin,
): Promise<void> {
  const verifiedHash = await assertPassword(deps, actor, old, 'old_password')
  const passwordHash = await withHashSlot({ account: actor.userId }, () => hashSecret(next))
  await deps.db.inTransaction(async (tx) => {
    // Another change since then, for example by a mailed link, has ended this session.
    if ((await lockUser(tx, actor.userId)).password_hash !== verifiedHash)
      throw new ApiError('PASSWORD_WRONG', { field: 'old_password' })
    await setPassword(deps, tx, actor.userId, passwordHash)
    await recordAccountEvent(tx, { actor, action: 'account.password', ...auditContext(origin) })
  })
  deps.triggerOutbox()
}

/** Stores the password, ends all sessions, invalidates open codes and links, and notifies the owner. */
async function setPassword(
  { brandName, appUrl }: AccountDeps,
  tx: Tx,
  userId: UserId,
  passwordHash: string,
  { provesEmail = false } = {},
): Promise<Pick<Actor, 'userId' | 'role'>> {
  const user = await lockUser(tx, userId)
  if (provesEmail && !user.email_verified_at) await claimAccount(tx, userId)
  await tx.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', userId).execute()
  await revokeUserSessionTokens(tx, userId)
  await tx
    .updateTable('email_codes')
    .set({ used_at: sql<Date>`app_now()` })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute()
  await enqueueMail(tx, {
    dedupeKey: `password:${userId}:${passwordHash.slice(-16)}`,
    to: user.email,
    mail: passwordChangedMessage({
      brandName,
      name: verifiedName(user),
      resetUrl: `${appUrl}${pages.forgotPasswordPath}`,
    }),
  })
  return { userId, role: user.role }
}

/**
 * Verifies the password of a signed-in user. The attempt is counted as wrong before the password is compared, so that
 * concurrent attempts cannot exceed the limit; a correct one is restored.
 * @param field wire name of the field that holds the password
 * @returns the stored hash that it matches
 * @throws ApiError PASSWORD_WRONG, TOO_MANY, UNAVAILABLE
 */
export async function assertPassword(
  { db, limits }: AccountDeps,
  actor: Actor,
  password: string,
  field: string,
): Promise<string | null> {
  const user = await userById(db.q, actor.userId)
  await limits.check('password_person', user.id)
  const isValid = await withHashSlot({ account: user.id }, async () => {
    await limits.consume('password_person', user.id)
    const isMatch = await verifySecret(user.password_hash, password)
    if (isMatch) await limits.restore('password_person', user.id)
    return isMatch
  })
  if (!isValid) throw new ApiError('PASSWORD_WRONG', { field })
  return user.password_hash
}
