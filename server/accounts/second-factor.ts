import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import type { UserId } from '../../shared/ids.ts'
import { recordAccountEvent } from '../audit/index.ts'
import type { Tx } from '../database/index.ts'
import { type Actor, ApiError } from '../http/index.ts'
import type { AccountDeps } from './deps.ts'
import { assertPassword } from './password-changes.ts'
import { auditContext, type RequestOrigin } from './request-origin.ts'
import { revokeOtherSessions } from './sessions.ts'
import { lockUser, newRecoveryCode, type User, userById } from './store.ts'
import { secondFactorTexts } from './texts.ts'

/** RFC 6238 with the values that every authenticator app supports. */
const totpOf = (key: string, label: { issuer: string; account: string }) =>
  new TOTP({
    issuer: label.issuer,
    label: label.account,
    secret: Secret.fromBase32(key),
    algorithm: 'SHA1',
    digits: 6,
    period: 30,
  })

const keyBytes = 20
const recoveryCodeCount = 10
/** A clock that is one step off is accepted. */
const totpWindowSteps = 1

const encryptionContext = (userId: UserId): string => `second-factor:${userId}`
/** A recovery code has 60 random bits: a plain hash cannot be reversed by guessing. */
const hashOf = (code: string): Buffer =>
  createHash('sha256').update(code.toUpperCase().replace(/[\s-]/g, '')).digest()

/**
 * Creates and stores an unconfirmed key.
 * @throws ApiError PASSWORD_WRONG, NOT_NOW when a second factor is set up
 */
export async function startEnrolment(
  deps: AccountDeps,
  actor: Actor,
  password: string,
): Promise<{ key: string; uri: string }> {
  await assertPassword(deps, actor, password, 'password')
  const key = new Secret({ size: keyBytes }).base32
  const user = await deps.db.inTransaction(async (tx) => {
    const lockedUser = await lockUser(tx, actor.userId)
    if (lockedUser.second_factor_at)
      throw new ApiError('NOT_NOW', { message: secondFactorTexts.alreadySetUp() })
    await tx
      .updateTable('users')
      .set({ second_factor_key: deps.secrets.encrypt(key, encryptionContext(lockedUser.id)) })
      .where('id', '=', lockedUser.id)
      .execute()
    return lockedUser
  })
  return { key, uri: totpOf(key, { issuer: deps.brandName, account: user.email }).toString() }
}

/**
 * Sets the second factor up. Ends the user's other sessions: they were opened with the password alone.
 * @param session id of the current session
 * @returns the recovery codes
 * @throws ApiError SECOND_FACTOR_WRONG, NOT_NOW without an unconfirmed key
 */
export async function confirmEnrolment(
  deps: AccountDeps,
  actor: Actor,
  { code, session, ...origin }: { code: string; session: string | null } & RequestOrigin,
): Promise<string[]> {
  return runLimitedAttempt(deps, actor.userId, async (tx, user) => {
    const recoveryCodes = await enrol(deps, tx, user, { code, actor, origin })
    if (recoveryCodes) await revokeOtherSessions(tx, user.id, session)
    return recoveryCodes
  })
}

async function enrol(
  deps: AccountDeps,
  tx: Tx,
  user: User,
  { code, actor, origin }: { code: string; actor: Actor; origin: RequestOrigin },
): Promise<string[] | null> {
  if (user.second_factor_at || !user.second_factor_key)
    throw new ApiError('NOT_NOW', { message: secondFactorTexts.notStarted() })
  if (!(await consumeTotpCode(deps, tx, user, code))) return null
  const codes = Array.from({ length: recoveryCodeCount }, newRecoveryCode)
  await tx
    .updateTable('users')
    .set({ second_factor_at: sql<Date>`app_now()` })
    .where('id', '=', user.id)
    .execute()
  await tx.deleteFrom('recovery_codes').where('user_id', '=', user.id).execute()
  await tx
    .insertInto('recovery_codes')
    .values(codes.map((text) => ({ user_id: user.id, code_hash: hashOf(text) })))
    .execute()
  await recordAccountEvent(tx, {
    actor,
    action: 'account.second_factor_on',
    ...auditContext(origin),
  })
  return codes
}

/** @throws ApiError PASSWORD_WRONG, SECOND_FACTOR_WRONG, NOT_NOW without a second factor */
export async function disableFactor(
  deps: AccountDeps,
  actor: Actor,
  { password, code, ...origin }: { password: string; code: string } & RequestOrigin,
): Promise<void> {
  await assertPassword(deps, actor, password, 'password')
  await runLimitedAttempt(deps, actor.userId, async (tx, user) => {
    if (!user.second_factor_at) throw new ApiError('NOT_NOW', { message: secondFactorTexts.notSetUp() })
    if (!(await consumeCode(deps, tx, user, code))) return null
    await clearSecondFactor(tx, user.id)
    await recordAccountEvent(tx, {
      actor,
      action: 'account.second_factor_off',
      ...auditContext(origin),
    })
    return true
  })
}

/** Removes the key and the recovery codes of a locked user. */
export async function clearSecondFactor(tx: Tx, userId: UserId): Promise<void> {
  await tx
    .updateTable('users')
    .set({ second_factor_key: null, second_factor_at: null })
    .where('id', '=', userId)
    .execute()
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
}

/**
 * Asks for the second factor of a user who has one, after the password was verified. The code is used up before the
 * sign-in is committed, and is used up also when the sign-in fails later.
 * @throws ApiError SECOND_FACTOR_NEEDED without a code, SECOND_FACTOR_WRONG, TOO_MANY
 */
export async function assertSecondFactor(
  deps: AccountDeps,
  user: User,
  code: string | undefined,
): Promise<void> {
  if (!user.second_factor_at) return
  if (!code) throw new ApiError('SECOND_FACTOR_NEEDED', { field: 'second_factor_code' })
  await runLimitedAttempt(
    deps,
    user.id,
    async (tx, lockedUser) => ((await consumeCode(deps, tx, lockedUser, code)) ? true : null),
    'second_factor_code',
  )
}

export async function countUnusedRecoveryCodes(
  { db }: Pick<AccountDeps, 'db'>,
  userId: UserId,
): Promise<number> {
  const row = await db.q
    .selectFrom('recovery_codes')
    .select((builder) => builder.fn.countAll<string>().as('count'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

export const hasSecondFactor = async ({ db }: Pick<AccountDeps, 'db'>, userId: UserId): Promise<boolean> =>
  (await userById(db.q, userId)).second_factor_at !== null

/**
 * Runs an attempt on a locked user. It is counted as wrong before the code is compared, so that concurrent attempts
 * cannot exceed the limit; a correct one is not counted. Null is a wrong code.
 */
async function runLimitedAttempt<T>(
  { db, limits }: AccountDeps,
  userId: UserId,
  attempt: (tx: Tx, user: User) => Promise<T | null>,
  field = 'code',
): Promise<T> {
  await limits.consume('second_factor', userId)
  const result = await db.inTransaction(async (tx) => attempt(tx, await lockUser(tx, userId)))
  if (result === null) throw new ApiError('SECOND_FACTOR_WRONG', { field })
  await limits.restore('second_factor', userId)
  return result
}

const consumeCode = async (deps: AccountDeps, tx: Tx, user: User, code: string): Promise<boolean> =>
  (await consumeTotpCode(deps, tx, user, code)) || (await consumeRecoveryCode(tx, user.id, code))

/** A code counts once: its time step must be later than the last one that was used. */
async function consumeTotpCode(
  { secrets, brandName }: AccountDeps,
  tx: Tx,
  user: User,
  code: string,
): Promise<boolean> {
  const token = code.replace(/\s/g, '')
  if (!user.second_factor_key || !/^\d{6}$/.test(token)) return false
  const key = secrets.decrypt(user.second_factor_key, encryptionContext(user.id))
  const totp = totpOf(key, { issuer: brandName, account: user.email })
  const timestamp = await nowMs(tx)
  const delta = totp.validate({ token, timestamp, window: totpWindowSteps })
  if (delta === null) return false
  const step = BigInt(totp.counter({ timestamp }) + delta)
  const updateResult = await tx
    .updateTable('users')
    .set({ second_factor_step: step })
    .where('id', '=', user.id)
    .where('second_factor_step', '<', step)
    .executeTakeFirst()
  return updateResult.numUpdatedRows > 0n
}

async function consumeRecoveryCode(tx: Tx, userId: UserId, code: string): Promise<boolean> {
  const updateResult = await tx
    .updateTable('recovery_codes')
    .set({ used_at: sql<Date>`app_now()` })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashOf(code))
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return updateResult.numUpdatedRows > 0n
}

async function nowMs(tx: Tx): Promise<number> {
  const { rows } = await sql<{
    ms: number
  }>`select extract(epoch from app_now())::float8 * 1000 as ms`.execute(tx)
  return rows[0]?.ms ?? 0
}
