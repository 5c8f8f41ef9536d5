import * as z from 'zod/mini'
import { AuthPin, pinErrors } from '../auth-pin.ts'
import { defineEndpoint } from '../contract.ts'
import { fieldTexts } from '../field-texts.ts'
import { IsoTimestamp, NairaNumber, requiredText } from '../fields.ts'
import { OrderReference } from '../references.ts'
import { scopes } from '../scopes.ts'

/** Actions that can require a second manager: amounts above the configured limit, changes of these limits, and of a manager's scopes. */
export const approvalKinds = [
  'wallet_topup',
  'refund',
  'unallocated_funds',
  'purchase',
  'limit_change',
  'goodwill',
  'dispute_acceptance',
  'scope_change',
] as const
export type ApprovalKind = (typeof approvalKinds)[number]
/** Kinds that move money. */
export type MoneyApprovalKind = Exclude<ApprovalKind, 'limit_change' | 'scope_change'>

/** Goodwill is paid into the customer's wallet, or returned through the gateway of the order's payment. */
export const goodwillMethods = ['wallet', 'gateway'] as const
export type GoodwillMethod = (typeof goodwillMethods)[number]

export const pendingApprovalText = "This amount needs a second manager's approval. Approval pending."

/** A request that a second manager must approve. Naira. */
export const Approval = z.object({
  id: z.string(),
  kind: z.enum(approvalKinds),
  state: z.enum(['pending', 'approved', 'rejected']),
  /** Null for a change of limits or of scopes. */
  amount: z.nullable(NairaNumber),
  subject: z.nullable(z.string()),
  /** The user whose money it is; null for a guest's. */
  user: z.nullable(z.object({ uniqueid: z.string(), name: z.string() })),
  /** For a refund, a purchase, goodwill or a disputed payment of an order. */
  order_reference: z.nullable(OrderReference),
  /** For unallocated funds: a description and the proposed destination. */
  unallocated_funds: z.nullable(z.object({ note: z.string(), destination: z.string() })),
  /** For a change of limits: each limit with its old and new value. */
  changes: z.nullable(z.array(z.object({ name: z.string(), from: z.string(), to: z.string() }))),
  /** For a change of a manager's scopes: the new ones, none for an ordinary user. */
  scopes: z.nullable(z.array(z.enum(scopes))),
  /** For goodwill: how it is paid. */
  goodwill_method: z.nullable(z.enum(goodwillMethods)),
  requested_by: z.string(),
  requested_at: IsoTimestamp,
  decided_by: z.nullable(z.string()),
  decided_at: z.nullable(IsoTimestamp),
  /** Why it was rejected. */
  rejection_reason: z.nullable(z.string()),
  /** Neither the requesting manager nor a manager who benefits may decide. */
  can_decide: z.boolean(),
})
export type Approval = z.infer<typeof Approval>

export const getApprovals = defineEndpoint({
  name: 'getApprovals',
  method: 'GET',
  path: '/management/approvals/all',
  audience: 'manager',
  summary: 'Pending approvals and recent decisions',
  query: z.object({ kind: z.optional(z.enum(approvalKinds)) }),
  data: z.array(Approval),
})

const decisionEndpoint = {
  method: 'POST',
  audience: 'manager',
  params: z.object({ id: z.string().check(z.uuid()) }),
  body: z.object({ auth_pin: AuthPin, reason: z.optional(requiredText(fieldTexts.reasonMissing, 200)) }),
  data: z.object({}),
} as const
const errors = [...pinErrors, 'NOT_FOUND', 'NOT_ALLOWED', 'ALREADY_DECIDED'] as const

export const approve = defineEndpoint({
  ...decisionEndpoint,
  name: 'approve',
  path: '/management/approvals/{id}/approve',
  summary: 'Approves and executes a request',
  requiresIdempotencyKey: true,
  errors: [...errors, 'NOT_NOW', 'SERVICE_OFF', 'ORDER_EXPIRED', 'ORDER_PAID', 'CONFIGS_CHANGED'],
})

export const reject = defineEndpoint({
  ...decisionEndpoint,
  name: 'reject',
  path: '/management/approvals/{id}/reject',
  summary: 'Rejects a request',
  errors,
})
