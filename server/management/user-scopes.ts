import type { ManagerScope } from '../../shared/scopes.ts'
import { grantScopes } from '../accounts/index.ts'
import { type ApprovalCaller, type ApprovalHandler, createScopeApproval } from '../approvals/index.ts'
import type { Database } from '../database/index.ts'
import { ApiError } from '../http/index.ts'
import { managedUserTexts } from './texts.ts'
import type { userByUniqueid } from './users.ts'

type User = Awaited<ReturnType<typeof userByUniqueid>>

interface ScopeRequest {
  readonly user: User
  readonly scopes: readonly ManagerScope[]
  readonly reason: string
}

/**
 * Requests other scopes for a user; a second admin approves it.
 * @throws ApiError NOT_ALLOWED for the own account, NO_CHANGES, NOT_NOW for an unverified e-mail and while another
 * request is pending
 */
export async function requestScopes(
  db: Database,
  { user, scopes, reason }: ScopeRequest,
  caller: ApprovalCaller,
): Promise<void> {
  const requestedScopes = [...new Set(scopes)].sort()
  if (requestedScopes.join() === [...user.scopes].sort().join()) throw new ApiError('NO_CHANGES')
  // Only a verified e-mail proves who the user is.
  if (!user.email_verified_at) throw new ApiError('NOT_NOW', { message: managedUserTexts.unverified() })
  await db.inTransaction((tx) =>
    createScopeApproval(tx, { userId: user.id, scopes: requestedScopes, reason }, caller),
  )
}

/** Applies an approved change of scopes. */
export const onScopeChangeApproved: ApprovalHandler = async (tx, { user_id, scopes }) => {
  if (user_id === null || scopes === null)
    throw new Error('A change of scopes names its user and the new scopes')
  await grantScopes(tx, user_id, scopes)
  return async () => undefined
}
