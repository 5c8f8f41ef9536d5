import { type ManagementEndpoint, mayUseEndpoint } from '../../shared/management/endpoint-scopes.ts'
import type { OrderOperations, Review, ReviewAction } from '../../shared/operations.ts'
import type { Actor } from '../http/index.ts'
import { unavailableActionTexts } from './texts.ts'

const actionEndpoints = {
  requery: 'requeryOrder',
  deliver: 'deliverOrder',
  refund: 'refundOrder',
  reject_account: 'rejectAccountOfRefund',
  close: 'closeReview',
} as const satisfies Record<ReviewAction, ManagementEndpoint>

/** The review with the actions that the manager's scopes cover. */
export const withPermittedActions = <R extends Pick<Review, 'allowed_actions'>>(
  { scopes = [] }: Pick<Actor, 'scopes'>,
  review: R,
): R => ({
  ...review,
  allowed_actions: review.allowed_actions.filter((action) => mayUseEndpoint(scopes, actionEndpoints[action])),
})

/** The actions on an order that the manager's scopes cover; the others, and those of `alsoUnavailable`, are unavailable. */
export function withPermittedOperations(
  actor: Pick<Actor, 'scopes'>,
  operations: OrderOperations,
  alsoUnavailable: OrderOperations['unavailable_actions'],
): OrderOperations {
  const permitted = withPermittedActions(actor, operations)
  const notPermitted = operations.allowed_actions
    .filter((action) => !permitted.allowed_actions.includes(action))
    .map((action) => ({ action, message: unavailableActionTexts.scopeMissing() }))
  return {
    ...permitted,
    unavailable_actions: [...operations.unavailable_actions, ...notPermitted, ...alsoUnavailable],
  }
}
