import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { NewPassword } from '../../shared/accounts.ts'
import { Email } from '../../shared/fields.ts'
import type { Database } from '../database/index.ts'
import { endBearersOf } from '../http/index.ts'
import { hashSecret } from './password.ts'
import { lockUser, newReferralCode, newUniqueid, userByEmail } from './store.ts'

/** The operator asked for something that cannot be; the message says why. */
export class ManagerRefused extends Error {}

/**
 * What `npm run manager` does: nothing more lists the managers; an e-mail makes its owner one, and a new
 * account with a password when there is none; `off` behind it takes the role away again.
 * @returns lines to print
 * @throws ManagerRefused
 */
export async function managerCommand(db: Database, [typed, ...more]: readonly string[]): Promise<string[]> {
  if (typed === undefined) return listManagers(db)
  const email = Email.safeParse(typed)
  if (!email.success)
    throw new ManagerRefused(`${typed} is no e-mail address. Use: npm run manager -- e-mail [name | off]`)
  const user = await userByEmail(db.q, email.data)
  if (more.join(' ') === 'off') {
    if (user?.role !== 'manager') throw new ManagerRefused(`${email.data} is no manager.`)
    await setRole(db, user.id, 'user')
    return [`${email.data} is no manager any more, and was signed out everywhere.`]
  }
  if (!user) return createManager(db, email.data, more.join(' ').trim() || email.data)
  if (user.role === 'manager') return [`${email.data} is a manager already.`]
  // Anybody can register with somebody's e-mail: only who reads its mail is its owner.
  if (!user.email_verified_at)
    throw new ManagerRefused(`${email.data} has not verified the e-mail yet: they must do that first.`)
  await setRole(db, user.id, 'manager')
  return [`${email.data} is a manager now, and signs in anew.`, ...(user.pin_hash ? [] : [pinAdvice])]
}

const pinAdvice = 'They still need a PIN: it is set in their account settings, with the password.'

async function listManagers(db: Database): Promise<string[]> {
  const all = await db.q
    .selectFrom('users')
    .select(['email', 'name', 'pin_hash'])
    .where('role', '=', 'manager')
    .orderBy('email')
    .execute()
  if (all.length === 0) return ['There is no manager. Make one: npm run manager -- e-mail [name]']
  return all.map(({ email, name, pin_hash }) => `${email}  ${name}${pin_hash ? '' : '  (no PIN yet)'}`)
}

/** The old sessions end: what somebody may do is not changed under a page that is open. */
const setRole = (db: Database, userId: string, role: 'user' | 'manager'): Promise<void> =>
  db.inTransaction(async (tx) => {
    await lockUser(tx, userId)
    await tx.updateTable('users').set({ role }).where('id', '=', userId).execute()
    await endBearersOf(tx, userId)
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

/** Random, and by the rule that everybody's password keeps. */
function newPassword(): string {
  for (;;) {
    const made = `${randomBytes(12).toString('base64url')}-`
    if (NewPassword.safeParse(made).success) return made
  }
}
