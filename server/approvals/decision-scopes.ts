import type { ApprovalKind } from '../../shared/management/approvals.ts'
import type { ManagerScope } from '../../shared/scopes.ts'
import type { Actor } from '../http/index.ts'

/** The scope that decides requests of each kind. */
const decisionScopes = {
  wallet_topup: 'finance',
  refund: 'finance',
  unallocated_funds: 'finance',
  purchase: 'finance',
  goodwill: 'finance',
  dispute_acceptance: 'finance',
  limit_change: 'admin',
  scope_change: 'admin',
} as const satisfies Record<ApprovalKind, ManagerScope>

export const mayDecide = ({ scopes = [] }: Pick<Actor, 'scopes'>, kind: ApprovalKind): boolean =>
  scopes.includes(decisionScopes[kind])
