import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { NewPassword } from '../../shared/accounts.ts'
import { Email } from '../../shared/fields.ts'
import type { UserId } from '../../shared/ids.ts'
import { type ManagerScope, scopes } from '../../shared/scopes.ts'
import { recordAuditEvent } from '../audit/index.ts'
import type { Database, Tx } from '../database/index.ts'
import { revokeUserSessionTokens } from '../http/index.ts'
import { grantScopes } from './grant-scopes.ts'
import { hashSecret } from './password.ts'
import { clearSecondFactor } from './second-factor.ts'
import { lockUser, newReferralCode, newUniqueid, type User, userByEmail } from './store.ts'

/** The command cannot be carried out; the message gives the reason. */
export class ManagerCommandError extends Error {}

const usage =
  'Use: npm run manager -- e-mail [name | off | reset-second-factor] [--scopes support,finance,operations,admin]'

/**
 * Runs `npm run manager`. Without arguments it lists the managers. An e-mail makes its user a manager, or creates
 * an account with a password. `--scopes` names the manager's scopes, all by default, and also changes those
 * of an existing manager. A second argument `off` makes a manager an ordinary user; `reset-second-factor` removes a lost
 * authenticator app.
 * @returns lines to print
 * @throws ManagerCommandError
 */
export async function managerCommand(db: Database, args: readonly string[]): Promise<string[]> {
  const { words, granted } = parseArguments(args)
  const [emailArgument, ...rest] = words
  if (emailArgument === undefined) return listManagers(db)
  const email = Email.safeParse(emailArgument)
  if (!email.success) throw new ManagerCommandError(`${emailArgument} is no e-mail address. ${usage}`)
  const user = await userByEmail(db.q, email.data)
  const action = rest.join(' ').trim()
  if (action === 'off') return removeManager(db, email.data, user)
  if (action === 'reset-second-factor') return resetSecondFactor(db, email.data, user)
  if (!user) return createManager(db, email.data, action || email.data, granted ?? scopes)
  return makeManager(db, user, granted)
}

async function removeManager(db: Database, email: string, user: User | undefined): Promise<string[]> {
  if (user?.role !== 'manager') throw new ManagerCommandError(`${email} is no manager.`)
  await setScopes(db, user.id, [])
  return [`${email} is no longer a manager, and was signed out everywhere.`]
}

/** Makes an existing user a manager, or changes a manager's scopes. */
async function makeManager(
  db: Database,
  user: User,
  granted: readonly ManagerScope[] | null,
): Promise<string[]> {
  const { email } = user
  if (user.role === 'manager' && !granted) return [`${email} is a manager already.`]
  // A user can register with another person's e-mail: only a verified e-mail proves the owner.
  if (!user.email_verified_at)
    throw new ManagerCommandError(`${email} has not verified the e-mail yet: they must do that first.`)
  await setScopes(db, user.id, granted ?? scopes)
  return [
    `${email} is a manager now (${(granted ?? scopes).join(', ')}), and must sign in again.`,
    ...(user.pin_hash ? [] : [pinAdvice]),
  ]
}

interface ParsedArguments {
  readonly words: readonly string[]
  /** The scopes of `--scopes`; null without it. */
  readonly granted: readonly ManagerScope[] | null
}

function parseArguments(args: readonly string[]): ParsedArguments {
  const index = args.findIndex((word) => word === '--scopes' || word.startsWith('--scopes='))
  const option = args[index]
  if (option === undefined) return { words: args, granted: null }
  const [, inline] = option.split('=')
  const value = inline ?? args[index + 1] ?? ''
  const names = value.split(',').map((name) => name.trim())
  const granted = scopes.filter((scope) => names.includes(scope))
  if (granted.length !== new Set(names).size)
    throw new ManagerCommandError(`${value || 'Nothing'} is no list of scopes. ${usage}`)
  const words = args.filter((_, at) => at !== index && (inline !== undefined || at !== index + 1))
  return { words, granted }
}

const pinAdvice = 'They still need a PIN: it is set in their account settings, with the password.'

async function listManagers(db: Database): Promise<string[]> {
  const managers = await db.q
    .selectFrom('users')
    .select(['email', 'name', 'scopes', 'pin_hash'])
    .where('role', '=', 'manager')
    .orderBy('email')
    .execute()
  if (managers.length === 0) return ['There is no manager. Make one: npm run manager -- e-mail [name]']
  return managers.map(
    ({ email, name, scopes: owned, pin_hash }) =>
      `${email}  ${name}  ${owned.join(', ') || 'no scopes'}${pin_hash ? '' : '  (no PIN yet)'}`,
  )
}

/** For a manager who lost the authenticator app and the recovery codes. */
async function resetSecondFactor(db: Database, email: string, user: User | undefined): Promise<string[]> {
  if (!user?.second_factor_at) throw new ManagerCommandError(`${email} has no authenticator app.`)
  await db.inTransaction(async (tx) => {
    await lockUser(tx, user.id)
    await clearSecondFactor(tx, user.id)
    await revokeUserSessionTokens(tx, user.id)
    await recordAuditEvent(tx, {
      actor: 'command',
      action: 'account.second_factor_off',
      subject: user.uniqueid,
      dataSubject: user.id,
    })
  })
  return [`${email} has no authenticator app any more, and was signed out everywhere.`]
}

const setScopes = (db: Database, userId: UserId, granted: readonly ManagerScope[]): Promise<void> =>
  db.inTransaction(async (tx) => {
    const { uniqueid } = await grantScopes(tx, userId, granted)
    await recordScopes(tx, { userId, uniqueid, granted })
  })

const recordScopes = (
  tx: Tx,
  { userId, uniqueid, granted }: { userId: UserId; uniqueid: string; granted: readonly ManagerScope[] },
): Promise<void> =>
  recordAuditEvent(tx, {
    actor: 'command',
    action: 'role.change',
    subject: uniqueid,
    dataSubject: userId,
    detail: { scopes: granted.join(', ') },
  })

async function createManager(
  db: Database,
  email: string,
  name: string,
  granted: readonly ManagerScope[],
): Promise<string[]> {
  const password = newPassword()
  const password_hash = await hashSecret(password)
  const uniqueid = newUniqueid()
  await db.inTransaction(async (tx) => {
    const createdUser = await tx
      .insertInto('users')
      .values({
        email,
        name,
        role: 'manager',
        scopes: [...granted],
        password_hash,
        uniqueid,
        referral_code: newReferralCode(),
        email_verified_at: sql<Date>`now()`,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await recordScopes(tx, { userId: createdUser.id, uniqueid, granted })
  })
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
