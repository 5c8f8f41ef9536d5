import { type ManagementCall, mayCall } from '../../shared/management/call-scopes.ts'
import type { Review, ReviewAction } from '../../shared/operations.ts'
import type { Actor } from '../http/index.ts'

const actionCalls = {
  requery: 'requeryOrder',
  deliver: 'deliverOrder',
  refund: 'refundOrder',
  reject_account: 'rejectAccountOfRefund',
  close: 'closeReview',
} as const satisfies Record<ReviewAction, ManagementCall>

/** The review with the actions that the manager's scopes cover. */
export const withPermittedActions = <R extends Pick<Review, 'allowed_actions'>>(
  { scopes = [] }: Pick<Actor, 'scopes'>,
  review: R,
): R => ({
  ...review,
  allowed_actions: review.allowed_actions.filter((action) => mayCall(scopes, actionCalls[action])),
})
