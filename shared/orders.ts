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
