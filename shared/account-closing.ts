import * as z from 'zod/mini'
import { TypedPassword } from './accounts.ts'
import { AuthPin } from './auth-pin.ts'
import { defineEndpoint } from './contract.ts'
import { Email, Naira, NairaNumber } from './fields.ts'

/** Conditions that an account must meet before its user closes it. */
export const closingConditions = ['wallet', 'debt', 'orders', 'bulk_purchase', 'dispute', 'role'] as const
export type ClosingCondition = (typeof closingConditions)[number]

/** Kinds of data that stay after an account is closed. */
export const keptData = [
  'orders',
  'wallet',
  'security_log',
  'bank_accounts',
  'bvn_consent',
  'tickets',
  'bulk_purchases',
  'payer_names',
  'sessions',
  'messages',
] as const
export type KeptData = (typeof keptData)[number]

/** The state of an account before it is closed. Amounts in naira. */
export const ClosingState = z.object({
  /** Unmet conditions; the account can be closed when there are none. */
  unmet: z.array(z.object({ condition: z.enum(closingConditions), message: z.string() })),
  /** The balance after the debt is paid from it. */
  wallet_balance: NairaNumber,
  /** The wallet holds less than any purchase costs: the user may give it up. */
  can_give_up_balance: z.boolean(),
  bonus: NairaNumber,
  cards: z.number(),
  bank_accounts: z.number(),
  /** `kept_days`: null for data without an end date. */
  kept: z.array(z.object({ name: z.enum(keptData), kept_days: z.nullable(z.number()) })),
})
export type ClosingState = z.infer<typeof ClosingState>

export const getClosingConditions = defineEndpoint({
  name: 'getClosingConditions',
  method: 'GET',
  path: '/account/user/close',
  audience: 'user',
  summary: 'Returns what prevents closing the account, and what is kept afterwards',
  data: ClosingState,
})

/** Closes the account for good, with the password and the PIN, or the e-mail when no PIN is set. Ends every session. */
export const closeAccount = defineEndpoint({
  name: 'closeAccount',
  method: 'POST',
  path: '/account/user/close',
  audience: 'user',
  summary: "Closes the user's own account",
  body: z.object({
    password: TypedPassword,
    email: z.optional(Email),
    auth_pin: z.optional(AuthPin),
    /** Naira: the whole balance, when the user gives it up. */
    give_up_balance: z.optional(Naira),
  }),
  data: z.object({}),
  errors: [
    'CANNOT_CLOSE',
    'NOT_NOW',
    'NOT_ALLOWED',
    'PASSWORD_WRONG',
    'PIN_WRONG',
    'PIN_LOCKED',
    'TOO_MANY',
    'UNAVAILABLE',
  ],
})
