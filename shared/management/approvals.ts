import * as z from 'zod/mini'
import { AuthPin, pinErrors } from '../accounts.ts'
import { call } from '../contract.ts'
import { Iso, NairaNumber, text } from '../fields.ts'
import { OrderReference } from '../references.ts'

/** What can need a second manager, above the sum that is set for each. */
export const approvalKinds = ['wallet_topup', 'refund', 'set_apart'] as const
export type ApprovalKind = (typeof approvalKinds)[number]

export const secondManagerText = 'This sum needs a second manager. It waits for one.'

/** Something that a second manager must agree to. Naira. */
export const Approval = z.object({
  id: z.string(),
  kind: z.enum(approvalKinds),
  state: z.enum(['waiting', 'approved', 'rejected']),
  amount: NairaNumber,
  subject: z.nullable(z.string()),
  /** Whose money it is; null for a guest's. */
  user: z.nullable(z.object({ uniqueid: z.string(), name: z.string() })),
  /** Of a refund. */
  order_reference: z.nullable(OrderReference),
  /** Of money set apart: what it is, and where it would go. */
  set_apart: z.nullable(z.object({ note: z.string(), goes: z.string() })),
  asked_by: z.string(),
  asked_at: Iso,
  decided_by: z.nullable(z.string()),
  decided_at: z.nullable(Iso),
  /** Why it was rejected. */
  because: z.nullable(z.string()),
  /** The one who asked may not decide. */
  may_decide: z.boolean(),
})
export type Approval = z.infer<typeof Approval>

export const allApprovals = call({
  name: 'allApprovals',
  method: 'GET',
  path: '/management/approvals/all',
  audience: 'manager',
  summary: 'What waits for a second manager, and what was decided lately',
  query: z.object({ kind: z.optional(z.enum(approvalKinds)) }),
  data: z.array(Approval),
  errors: [],
})

const deciding = {
  method: 'POST',
  audience: 'manager',
  params: z.object({ id: z.string().check(z.uuid()) }),
  body: z.object({ auth_pin: AuthPin, reason: z.optional(text('Please say why.', 200)) }),
  data: z.object({}),
} as const
const errors = [...pinErrors, 'NOT_FOUND', 'NOT_ALLOWED', 'ALREADY_DECIDED'] as const

export const approve = call({
  ...deciding,
  name: 'approve',
  path: '/management/approvals/{id}/approve',
  summary: 'Agrees, and it happens',
  keyed: true,
  errors: [...errors, 'NOT_NOW'],
})

export const reject = call({
  ...deciding,
  name: 'reject',
  path: '/management/approvals/{id}/reject',
  summary: 'Refuses',
  errors,
})
