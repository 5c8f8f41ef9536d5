import { sql } from 'kysely'
import * as pages from '../../shared/pages.ts'
import { accountEvent } from '../audit/index.ts'
import type { Tx } from '../database/index.ts'
import { type Actor, type Caller, endBearersOf, Refused } from '../http/index.ts'
import { passwordChanged, passwordLink } from '../messaging/index.ts'
import { putMail } from '../outbox/index.ts'
import { makeResetToken, resetSeconds, takeResetToken } from './codes.ts'
import type { AccountParts } from './parts.ts'
import { hashSecret, inTurn, isSecret } from './password.ts'
import { lockUser, userByEmail, userById } from './store.ts'
import { told, type Where } from './where.ts'

/** Mails the link to a new password. Says nothing of whether there is an account. @throws Refused TOO_MANY */
export async function sendPasswordLink(
  parts: AccountParts,
  email: string,
  { client }: Caller,
): Promise<void> {
  await parts.limits.spend('mail_client', client)
  await parts.limits.spend('mail_address', email)
  parts.background('password link', async () => {
    const known = await userByEmail(parts.db.q, email)
    if (!known) return
    await parts.db.inTransaction(async (tx) => {
      const user = await lockUser(tx, known.id)
      const token = await makeResetToken(tx, user.id)
      if (!token) return
      const query = new URLSearchParams({ token: token.text, email: user.email })
      const mail = passwordLink({
        brandName: parts.brandName,
        name: user.name,
        minutes: resetSeconds / 60,
        resetUrl: `${parts.appUrl}${pages.resetPassword}?${query}`,
      })
      await putMail(tx, {
        onceKey: `code:${token.id}`,
        to: user.email,
        mail,
        secret: true,
        usefulSeconds: resetSeconds,
      })
    })
    parts.wakeOutbox()
  })
}

/** Sets the password by the link of the mail. Whoever reads that mail has proved the e-mail too. @throws Refused RESET_WRONG, TOO_MANY */
export async function resetWith(
  parts: AccountParts,
  { email, token, password }: { email: string; token: string; password: string },
  { client, ...where }: Pick<Caller, 'client'> & Where,
): Promise<void> {
  await parts.limits.check('code_client', client)
  const passwordHash = await inTurn(() => hashSecret(password))
  const done = await parts.db.inTransaction(async (tx) => {
    const userId = await takeResetToken(tx, email, token)
    if (!userId) return false
    const by = await setPassword(parts, tx, userId, passwordHash, { provesEmail: true })
    await accountEvent(tx, { by, action: 'account.password_reset', ...told(where) })
    return true
  })
  if (!done) {
    await parts.limits.fail('code_client', client)
    throw new Refused('RESET_WRONG')
  }
  parts.wakeOutbox()
}

/** Changes the password of somebody who knows the old one. @throws Refused PASSWORD_WRONG, TOO_MANY */
export async function changePassword(
  parts: AccountParts,
  actor: Actor,
  { old, next, ...where }: { old: string; next: string } & Where,
): Promise<void> {
  await assertPassword(parts, actor, old, 'old_password')
  const passwordHash = await inTurn(() => hashSecret(next))
  await parts.db.inTransaction(async (tx) => {
    await setPassword(parts, tx, actor.userId, passwordHash)
    await accountEvent(tx, { by: actor, action: 'account.password', ...told(where) })
  })
  parts.wakeOutbox()
}

/** Everything that hung on the old password ends with it. */
async function setPassword(
  { brandName, appUrl }: AccountParts,
  tx: Tx,
  userId: string,
  passwordHash: string,
  { provesEmail = false } = {},
): Promise<Pick<Actor, 'userId' | 'role'>> {
  const user = await lockUser(tx, userId)
  await tx
    .updateTable('users')
    .set({
      password_hash: passwordHash,
      ...(provesEmail && {
        email_verified_at: sql<Date>`coalesce(email_verified_at, business_now())`,
      }),
    })
    .where('id', '=', userId)
    .execute()
  await endBearersOf(tx, userId)
  await tx
    .updateTable('email_codes')
    .set({ used_at: sql<Date>`business_now()` })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute()
  await putMail(tx, {
    onceKey: `password:${userId}:${passwordHash.slice(-16)}`,
    to: user.email,
    mail: passwordChanged({ brandName, name: user.name, resetUrl: `${appUrl}${pages.forgotPassword}` }),
  })
  return { userId, role: user.role }
}

/**
 * Asks a signed-in person for their password again.
 * @param field wire name of the field it stands in
 * @throws Refused PASSWORD_WRONG, TOO_MANY, UNAVAILABLE
 */
export async function assertPassword(
  { db, limits }: AccountParts,
  actor: Actor,
  password: string,
  field: string,
): Promise<void> {
  const user = await userById(db.q, actor.userId)
  const right = await inTurn(async () => {
    await limits.check('password_person', user.id)
    const found = await isSecret(user.password_hash, password)
    if (!found) await limits.fail('password_person', user.id)
    return found
  })
  if (!right) throw new Refused('PASSWORD_WRONG', { field })
}
