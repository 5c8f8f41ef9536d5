import * as z from 'zod/mini'
import { AuthPin, pinErrors } from '../accounts.ts'
import { CabletvForm, CabletvOrder } from '../cabletv.ts'
import { call } from '../contract.ts'
import { Naira, text } from '../fields.ts'
import { PowerForm, PowerOrder } from '../power.ts'
import { AccessToken, OrderReference } from '../references.ts'
import { UserId } from './users.ts'

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
