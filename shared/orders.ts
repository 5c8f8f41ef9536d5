import * as z from 'zod/mini'
import { services } from './constants.ts'
import { call } from './contract.ts'
import { Iso, NairaNumber } from './fields.ts'
import { AccessToken, OrderReference } from './references.ts'

/** The states of an order, as everybody names them. Their moves are in server/purchase/order.ts. */
export const orderStates = [
  'quoted',
  'awaiting_payment',
  'paid',
  'vending',
  'delivered',
  'vend_failed',
  'refunding',
  'refunded',
  'expired',
] as const
export type OrderState = (typeof orderStates)[number]

/** The page of a journey that belongs to an order's true state. */
export const orderPages = ['details', 'process', 'success'] as const
export type OrderPage = (typeof orderPages)[number]

/** Where the money of an order is, for people: one word for the program, one sentence for the screen. */
export const moneyPlaces = ['not_taken', 'checking', 'received', 'spent', 'returning', 'returned'] as const

export const OrderStatus = z.object({
  reference: OrderReference,
  service: z.enum(services),
  state: z.enum(orderStates),
  page: z.enum(orderPages),
  money: z.object({ is: z.enum(moneyPlaces), says: z.string(), amount: NairaNumber }),
  /** When the state began. */
  since: Iso,
  /** True while a person of ours looks at the order. */
  review: z.boolean(),
  /** A failed or abandoned payment may be tried again on the same order. */
  may_pay: z.boolean(),
  /**
   * Money of this order waits for an account to be paid into: naira, and whose list of banks counts
   * (`gateway` of `GET /actions/get-all-banks`).
   */
  refund_account: z.optional(z.object({ amount: NairaNumber, gateway: z.string() })),
})
export type OrderStatus = z.infer<typeof OrderStatus>

export const orderState = call({
  name: 'orderState',
  method: 'GET',
  path: '/orders/{reference}/state',
  audience: 'anyone',
  summary: 'The true state of an order, for its owner: the session that made it, or its access token',
  params: z.object({ reference: OrderReference }),
  query: z.object({ access_token: z.optional(AccessToken) }),
  data: OrderStatus,
  errors: ['NOT_FOUND'],
})

const BankAccount = z.object({
  bank_code: z.string().check(z.regex(/^[\w-]{1,20}$/, 'Please choose your bank.')),
  account_number: z.string().check(z.regex(/^\d{10}$/, 'An account number has 10 digits.')),
  access_token: z.optional(AccessToken),
})

/** Whose account it is that a refund would be paid into, so that nobody sends money to a mistyped number. */
export const checkRefundAccount = call({
  name: 'checkRefundAccount',
  method: 'POST',
  path: '/orders/{reference}/refund-account/check',
  audience: 'anyone',
  summary: 'The name on an account, before a refund is paid into it',
  params: z.object({ reference: OrderReference }),
  body: BankAccount,
  /** Null where the gateway cannot tell names. */
  data: z.object({ account_name: z.nullable(z.string()) }),
  errors: ['NOT_FOUND', 'ACCOUNT_NOT_WANTED', 'INVALID', 'UNAVAILABLE', 'TOO_MANY'],
})

/**
 * Names the account that a refund is paid into, when the bank that the money came from could not take it
 * back. Only what `refund_account` of the order's state asks for. Source: Paystack, "Retry refund".
 */
export const giveRefundAccount = call({
  name: 'giveRefundAccount',
  method: 'POST',
  path: '/orders/{reference}/refund-account',
  audience: 'anyone',
  summary: 'Names the account that a refund is paid into',
  keyed: true,
  repeatable: true,
  params: z.object({ reference: OrderReference }),
  body: BankAccount,
  data: OrderStatus,
  errors: ['NOT_FOUND', 'ACCOUNT_NOT_WANTED', 'INVALID', 'UNAVAILABLE', 'TOO_MANY'],
})
