import * as z from 'zod/mini'
import { AuthPin } from '../accounts.ts'
import { CabletvForm, CabletvOrder } from '../cabletv.ts'
import { call } from '../contract.ts'
import { Iso, Naira, NairaNumber, text } from '../fields.ts'
import { PowerForm, PowerOrder } from '../power.ts'
import { AccessToken, OrderReference } from '../references.ts'
import { UserId } from './users.ts'

const pinErrors = ['PIN_NOT_SET', 'PIN_WRONG', 'PIN_LOCKED', 'UNAVAILABLE'] as const

/** What every manager purchase sends beside the verified form. The stored order is the truth. Source: E-006 */
const manages = {
  order_reference: OrderReference,
  access_token: AccessToken,
  auth_pin: AuthPin,
  user_id: UserId,
} as const

const subscribeErrors = [
  ...pinErrors,
  'NOT_FOUND',
  'ORDER_CHANGED',
  'ORDER_EXPIRED',
  'SERVICE_OFF',
  'REFUNDED',
] as const

/**
 * Buys a verified order for a user, from our own balance: 200 with the receipt when it is delivered, 202
 * 'pending' while it is not decided, 409 REFUNDED when nothing was bought. A repeat answers alike and buys nothing.
 * Source: specification 2, section 7; E-005, E-006
 */
export const subscribePower = call({
  name: 'subscribePower',
  method: 'POST',
  path: '/management/power/subscribe',
  audience: 'manager',
  summary: 'Buys electricity for a user',
  keyed: true,
  body: z.extend(PowerForm, manages),
  data: z.nullable(PowerOrder),
  errors: subscribeErrors,
})

/** As `subscribePower`. Source: E-057 (PIN and user are required here too) */
export const subscribeCabletv = call({
  name: 'subscribeCabletv',
  method: 'POST',
  path: '/management/cabletv/subscribe',
  audience: 'manager',
  summary: 'Renews a TV subscription for a user',
  keyed: true,
  body: z.extend(CabletvForm, manages),
  data: z.nullable(CabletvOrder),
  errors: subscribeErrors,
})

/** The least that a manager may put into a wallet, naira. Source: specification 2, section 9; E-043 */
export const managerTopUpMinNaira = 5

/**
 * Puts money into a user's wallet. Above the configured sum it waits for a second manager: 202 'pending'.
 * The subject is the ledger note and the user's news. Source: E-061, E-062
 */
export const topUpWallet = call({
  name: 'topUpWallet',
  method: 'POST',
  path: '/management/wallet/top-up',
  audience: 'manager',
  summary: "Puts money into a user's wallet",
  keyed: true,
  body: z.object({
    amount: Naira.check(z.refine((kobo) => kobo >= BigInt(managerTopUpMinNaira) * 100n, 'The least is ₦5.')),
    subject: z.optional(z.union([z.literal(''), text('Please say what it is for.', 120)])),
    auth_pin: AuthPin,
    user_id: UserId,
  }),
  data: z.object({ approval_id: z.nullable(z.string()) }),
  errors: [...pinErrors, 'NOT_FOUND'],
})

/** Something that a second manager must agree to. Naira. */
export const Approval = z.object({
  id: z.string(),
  kind: z.enum(['wallet_topup']),
  state: z.enum(['waiting', 'approved', 'rejected']),
  amount: NairaNumber,
  subject: z.nullable(z.string()),
  user: z.nullable(z.object({ uniqueid: z.string(), name: z.string() })),
  asked_by: z.string(),
  asked_at: Iso,
  decided_by: z.nullable(z.string()),
  decided_at: z.nullable(Iso),
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
  data: z.array(Approval),
  errors: [],
})

const deciding = {
  method: 'POST',
  audience: 'manager',
  params: z.object({ id: z.string().check(z.uuid()) }),
  body: z.object({ auth_pin: AuthPin, reason: z.optional(text('Please say why.', 200)) }),
  data: z.object({}),
  errors: [...pinErrors, 'NOT_FOUND', 'NOT_ALLOWED', 'ALREADY_DECIDED'],
} as const

export const approve = call({
  ...deciding,
  name: 'approve',
  path: '/management/approvals/{id}/approve',
  summary: 'Agrees, and it happens',
  keyed: true,
})

export const reject = call({
  ...deciding,
  name: 'reject',
  path: '/management/approvals/{id}/reject',
  summary: 'Refuses',
})
