import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { NewPassword } from '../../shared/accounts.ts'
import { Email } from '../../shared/fields.ts'
import type { Database } from '../database/index.ts'
import { revokeUserSessionTokens } from '../http/index.ts'
import { hashSecret } from './password.ts'
import { lockUser, newReferralCode, newUniqueid, userByEmail } from './store.ts'

/** The command cannot be carried out; the message gives the reason. */
export class ManagerCommandError extends Error {}

/**
 * Runs `npm run manager`. Without arguments it lists the managers. An e-mail makes its user a manager, or creates
 * an account with a password. A second argument `off` removes the role.
 * @returns lines to print
 * @throws ManagerRefused
 */
export async function managerCommand(
  db: Database,
  [emailArgument, ...rest]: readonly string[],
): Promise<string[]> {
  if (emailArgument === undefined) return listManagers(db)
  const email = Email.safeParse(emailArgument)
  if (!email.success)
    throw new ManagerCommandError(
      `${emailArgument} is no e-mail address. Use: npm run manager -- e-mail [name | off]`,
    )
  const user = await userByEmail(db.q, email.data)
  if (rest.join(' ') === 'off') {
    if (user?.role !== 'manager') throw new ManagerCommandError(`${email.data} is no manager.`)
    await setRole(db, user.id, 'user')
    return [`${email.data} is no longer a manager, and was signed out everywhere.`]
  }
  if (!user) return createManager(db, email.data, rest.join(' ').trim() || email.data)
  if (user.role === 'manager') return [`${email.data} is a manager already.`]
  // A stranger can register with another person's e-mail: only a verified e-mail proves the owner.
  if (!user.email_verified_at)
    throw new ManagerCommandError(`${email.data} has not verified the e-mail yet: they must do that first.`)
  await setRole(db, user.id, 'manager')
  return [`${email.data} is a manager now, and must sign in again.`, ...(user.pin_hash ? [] : [pinAdvice])]
}

const pinAdvice = 'They still need a PIN: it is set in their account settings, with the password.'

async function listManagers(db: Database): Promise<string[]> {
  const managers = await db.q
    .selectFrom('users')
    .select(['email', 'name', 'pin_hash'])
    .where('role', '=', 'manager')
    .orderBy('email')
    .execute()
  if (managers.length === 0) return ['There is no manager. Make one: npm run manager -- e-mail [name]']
  return managers.map(({ email, name, pin_hash }) => `${email}  ${name}${pin_hash ? '' : '  (no PIN yet)'}`)
}

/** Ends the user's sessions: permissions never change in an open session. */
const setRole = (db: Database, userId: string, role: 'user' | 'manager'): Promise<void> =>
  db.inTransaction(async (tx) => {
    await lockUser(tx, userId)
    await tx.updateTable('users').set({ role }).where('id', '=', userId).execute()
    await revokeUserSessionTokens(tx, userId)
  })

async function createManager(db: Database, email: string, name: string): Promise<string[]> {
  const password = newPassword()
  await db.q
    .insertInto('users')
    .values({
      email,
      name,
      role: 'manager',
      password_hash: await hashSecret(password),
      uniqueid: newUniqueid(),
      referral_code: newReferralCode(),
      email_verified_at: sql<Date>`now()`,
    })
    .execute()
  return [
    `${email} is a manager now.`,
    `Password: ${password}`,
    'It is shown this once: sign in and change it.',
    pinAdvice,
  ]
}

/** A random password that satisfies the password rule. */
function newPassword(): string {
  for (;;) {
    const password = `${randomBytes(12).toString('base64url')}-`
    if (NewPassword.safeParse(password).success) return password
  }
}
