import { sql } from 'kysely'
import type { UserId } from '../../shared/ids.ts'
import { recordAccountEvent } from '../audit/index.ts'
import type { Database } from '../database/index.ts'
import type { Actor } from '../http/index.ts'
import type { AccountDeps } from './deps.ts'
import { assertPin } from './pin.ts'

type DatabaseDeps = Pick<AccountDeps, 'db'>

/**
 * A number that its user no longer has can be assigned to another person: a link ends when no PIN has been entered on
 * the phone for this time.
 */
const linkDays = 180

/**
 * The user who proved that a phone (E.164) is theirs; null for a phone without one. A phone counts while the user's
 * profile still has it, its PIN was entered on it in the last `linkDays` and the account is not blocked. The phones of
 * managers do not: a manager's PIN also approves the work of other managers.
 */
export async function userOfPhone({ db }: DatabaseDeps, phone: string): Promise<Actor | null> {
  const row = await eligibleUsers(db, phone)
    .innerJoin('verified_phones', (join) =>
      join
        .onRef('verified_phones.user_id', '=', 'users.id')
        .onRef('verified_phones.phone', '=', 'users.phone'),
    )
    .where('verified_phones.verified_at', '>', sql<Date>`app_now() - make_interval(days => ${linkDays})`)
    .executeTakeFirst()
  return row ? { userId: row.id, role: 'user', emailVerified: true } : null
}

/** Users who can prove that a phone is theirs: it is in their profile, which anyone can claim, and they have a PIN. */
export const candidatesOfPhone = (
  { db }: DatabaseDeps,
  phone: string,
): Promise<{ id: string; uniqueid: string }[]> =>
  eligibleUsers(db, phone).where('users.pin_hash', 'is not', null).execute()

const eligibleUsers = (db: Database, phone: string) =>
  db.q
    .selectFrom('users')
    .select(['users.id', 'users.uniqueid'])
    .where('users.phone', '=', phone)
    .where('users.role', '=', 'user')
    .where('users.email_verified_at', 'is not', null)
    .where('users.blocked_at', 'is', null)

/**
 * Links a phone to a user: the network proves that the caller holds the phone, the PIN that they own the account.
 * @throws ApiError as `assertPin` does
 */
export async function linkPhoneWithPin(
  { db }: DatabaseDeps,
  { phone, userId, pin, requestId }: { phone: string; userId: UserId; pin: string; requestId: string },
): Promise<Actor> {
  const actor: Actor = { userId, role: 'user', emailVerified: true }
  await assertPin({ db }, actor, pin)
  await db.inTransaction(async (tx) => {
    await tx
      .insertInto('verified_phones')
      .values({ phone, user_id: userId })
      .onConflict((row) =>
        row.column('phone').doUpdateSet({ user_id: userId, verified_at: sql<Date>`app_now()` }),
      )
      .execute()
    await recordAccountEvent(tx, { actor, action: 'account.phone_verified', requestId })
  })
  return actor
}

/** Verifies the PIN of the account that a phone is linked to, and renews the link. @throws ApiError as `assertPin` does */
export async function assertPinOfLinkedPhone(
  { db }: DatabaseDeps,
  { phone, actor, pin }: { phone: string; actor: Actor; pin: string },
): Promise<void> {
  await assertPin({ db }, actor, pin)
  await db.q
    .updateTable('verified_phones')
    .set({ verified_at: sql<Date>`app_now()` })
    .where('phone', '=', phone)
    .where('user_id', '=', actor.userId)
    .execute()
}
