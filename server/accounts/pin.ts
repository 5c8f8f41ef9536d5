import { sql } from 'kysely'
import { accountFieldTexts } from '../../shared/account-field-texts.ts'
import type { AttemptId, UserId } from '../../shared/ids.ts'
import { recordAccountEvent } from '../audit/index.ts'
import type { Tx } from '../database/index.ts'
import { type Actor, ApiError } from '../http/index.ts'
import type { AccountDeps } from './deps.ts'
import { hashSecret, verifySecret, withHashSlot } from './password.ts'
import { assertPassword } from './password-changes.ts'
import { auditContext, type RequestOrigin } from './request-origin.ts'
import { lockUser } from './store.ts'

/** 5 wrong PINs within 15 minutes lock the PIN for 15 minutes; 10 within a day lock it until it is reset. */
const burstLimit = { max: 5, seconds: 15 * 60 } as const
const dailyLimit = { max: 10, seconds: 24 * 60 * 60 } as const

/**
 * Sets or changes the PIN, with the password. Clears failed attempts.
 * @throws ApiError PASSWORD_WRONG, TOO_MANY, INVALID for the last digits of the user's own phone
 */
export async function setPin(
  deps: AccountDeps,
  actor: Actor,
  { pin, password, ...origin }: { pin: string; password: string } & RequestOrigin,
): Promise<void> {
  await assertPassword(deps, actor, password, 'password')
  const pinHash = await withHashSlot({ account: actor.userId }, () => hashSecret(pin))
  await deps.db.inTransaction(async (tx) => {
    const { phone } = await lockUser(tx, actor.userId)
    if (phone?.endsWith(pin))
      throw new ApiError('INVALID', { field: 'pin', message: accountFieldTexts.pinWeak() })
    await tx.updateTable('users').set({ pin_hash: pinHash }).where('id', '=', actor.userId).execute()
    await tx.deleteFrom('pin_failures').where('user_id', '=', actor.userId).execute()
    await recordAccountEvent(tx, { actor, action: 'account.pin', ...auditContext(origin) })
  })
}

/**
 * Verifies the user's PIN; all endpoints that take a PIN share this counter. The attempt is counted as wrong before
 * the PIN is compared, so that concurrent attempts cannot exceed the limit; a correct one is removed again.
 * @param field wire name of the field that holds the PIN
 * @throws ApiError PIN_NOT_SET, PIN_WRONG, UNAVAILABLE, PIN_LOCKED (a locked PIN is not compared)
 */
export async function assertPin(
  { db }: Pick<AccountDeps, 'db'>,
  actor: Actor,
  pin: string,
  field = 'auth_pin',
): Promise<void> {
  const isValid = await withHashSlot({ account: actor.userId }, async () => {
    const { attemptId, pinHash } = await db.inTransaction((tx) => countAttempt(tx, actor.userId, field))
    const isMatch = await verifySecret(pinHash, pin)
    if (isMatch) await db.q.deleteFrom('pin_failures').where('id', '=', attemptId).execute()
    return isMatch
  })
  if (!isValid) throw new ApiError('PIN_WRONG', { field })
}

async function countAttempt(
  tx: Tx,
  userId: UserId,
  field: string,
): Promise<{ attemptId: AttemptId; pinHash: string }> {
  const { pin_hash } = await lockUser(tx, userId)
  if (!pin_hash) throw new ApiError('PIN_NOT_SET', { field })
  await assertNotLocked(tx, userId)
  const { id } = await tx
    .insertInto('pin_failures')
    .values({ user_id: userId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { attemptId: id, pinHash: pin_hash }
}

async function assertNotLocked(tx: Tx, userId: UserId): Promise<void> {
  const age = sql<number>`extract(epoch from app_now() - failed_at)::float8`
  const recent = await tx
    .selectFrom('pin_failures')
    .select(age.as('age'))
    .where('user_id', '=', userId)
    .orderBy('failed_at', 'desc')
    .limit(dailyLimit.max)
    .execute()
  const ages = recent.map((row) => row.age)
  const tenth = ages[dailyLimit.max - 1]
  if (tenth !== undefined && tenth - (ages[0] ?? 0) < dailyLimit.seconds) throw new ApiError('PIN_LOCKED')
  const [latest, fifth] = [ages[0], ages[burstLimit.max - 1]]
  if (latest === undefined || fifth === undefined) return
  if (fifth - latest < burstLimit.seconds && latest < burstLimit.seconds) {
    throw new ApiError('PIN_LOCKED', { retryAfterSeconds: Math.ceil(burstLimit.seconds - latest) })
  }
}
