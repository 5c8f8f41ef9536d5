import { sql } from 'kysely'
import type { UserId } from '../../shared/ids.ts'
import { settingsPath } from '../../shared/pages.ts'
import { recordAuditEvent } from '../audit/index.ts'
import type { Database, Tx } from '../database/index.ts'
import { type Actor, ApiError, revokeUserSessionTokens } from '../http/index.ts'
import { pinRemovedMessage } from '../messaging/index.ts'
import { enqueueMail } from '../outbox/index.ts'
import { lockUser, type User, verifiedName } from './store.ts'
import { managedAccountTexts } from './texts.ts'

/** A manager's action on a user's account; the manager's PIN is already checked. */
export interface AccountAction {
  readonly actor: Actor
  /** Id of the request. */
  readonly requestId: string
  readonly userId: UserId
  readonly reason: string
}

/**
 * Runs a manager's action on a locked account and records it.
 * @throws ApiError NOT_NOW for a closed account, NOT_ALLOWED for the manager's own account, SCOPE_MISSING for a manager's account without admin
 */
function actOn(
  db: Database,
  { actor, requestId, userId, reason }: AccountAction,
  action: 'user.block' | 'user.unblock' | 'user.sign_out' | 'user.reset_pin',
  work: (tx: Tx, user: User) => Promise<void>,
): Promise<void> {
  if (actor.userId === userId)
    throw new ApiError('NOT_ALLOWED', { message: managedAccountTexts.ownAccount() })
  return db.inTransaction(async (tx) => {
    const user = await lockUser(tx, userId)
    if (user.closed_at) throw new ApiError('NOT_NOW', { message: managedAccountTexts.closed() })
    if (user.role === 'manager' && !actor.scopes?.includes('admin')) throw new ApiError('SCOPE_MISSING')
    await work(tx, user)
    await recordAuditEvent(tx, {
      actor,
      action,
      subject: user.uniqueid,
      dataSubject: userId,
      detail: { reason },
      requestId,
    })
  })
}

/**
 * Blocks an account and ends its sessions. Orders and the wallet are not changed; a running bulk purchase stops, and the hold
 * of its other rows is released. Its payment requests cannot be paid while it is blocked.
 * @throws ApiError NOT_ALLOWED, NOT_NOW for a blocked account
 */
export const blockAccount = (db: Database, action: AccountAction): Promise<void> =>
  actOn(db, action, 'user.block', async (tx, user) => {
    if (user.blocked_at) throw new ApiError('NOT_NOW', { message: managedAccountTexts.alreadyBlocked() })
    await tx
      .updateTable('users')
      .set({ blocked_at: sql<Date>`app_now()`, blocked_reason: action.reason })
      .where('id', '=', user.id)
      .execute()
    await revokeUserSessionTokens(tx, user.id)
  })

/** @throws ApiError NOT_ALLOWED, NOT_NOW for an account that is not blocked */
export const unblockAccount = (db: Database, action: AccountAction): Promise<void> =>
  actOn(db, action, 'user.unblock', async (tx, user) => {
    if (!user.blocked_at) throw new ApiError('NOT_NOW', { message: managedAccountTexts.notBlocked() })
    await tx
      .updateTable('users')
      .set({ blocked_at: null, blocked_reason: null })
      .where('id', '=', user.id)
      .execute()
  })

/** Ends every session of the user. @throws ApiError NOT_ALLOWED */
export const signOutAccount = (db: Database, action: AccountAction): Promise<void> =>
  actOn(db, action, 'user.sign_out', (tx, user) => revokeUserSessionTokens(tx, user.id))

/**
 * Removes the PIN, ends all sessions, and notifies the user by e-mail, who signs in and sets a new one with the password.
 * @throws ApiError NOT_ALLOWED, NOT_NOW for a user without a PIN
 */
export const removePin = (
  { db, brandName, appUrl }: { db: Database; brandName: string; appUrl: string },
  action: AccountAction,
): Promise<void> =>
  actOn(db, action, 'user.reset_pin', async (tx, user) => {
    if (!user.pin_hash) throw new ApiError('NOT_NOW', { message: managedAccountTexts.noPin() })
    await tx.updateTable('users').set({ pin_hash: null }).where('id', '=', user.id).execute()
    await tx.deleteFrom('pin_failures').where('user_id', '=', user.id).execute()
    // Another person may hold a session, and may have asked for this.
    await revokeUserSessionTokens(tx, user.id)
    await enqueueMail(tx, {
      dedupeKey: `pin-removed:${action.requestId}`,
      to: user.email,
      mail: pinRemovedMessage({
        brandName,
        name: verifiedName(user),
        settingsUrl: `${appUrl}${settingsPath}`,
      }),
    })
  })
