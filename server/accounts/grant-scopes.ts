import type { UserId } from '../../shared/ids.ts'
import type { ManagerScope } from '../../shared/scopes.ts'
import type { Tx } from '../database/index.ts'
import { ApiError, revokeUserSessionTokens } from '../http/index.ts'
import { clearSecondFactor } from './second-factor.ts'
import { lockUser, type User } from './store.ts'
import { managedAccountTexts } from './texts.ts'

/**
 * Gives a user these scopes of a manager, or makes them an ordinary user with none. Ends the user's sessions:
 * permissions never change in an open session.
 * @throws ApiError NOT_NOW for a closed account
 */
export async function grantScopes(tx: Tx, userId: UserId, scopes: readonly ManagerScope[]): Promise<User> {
  const user = await lockUser(tx, userId)
  if (user.closed_at) throw new ApiError('NOT_NOW', { message: managedAccountTexts.closed() })
  await tx
    .updateTable('users')
    .set({ role: scopes.length > 0 ? 'manager' : 'user', scopes: [...scopes] })
    .where('id', '=', userId)
    .execute()
  if (scopes.length === 0) await clearSecondFactor(tx, userId)
  await revokeUserSessionTokens(tx, userId)
  return user
}
