import * as z from 'zod/mini'
import { paymentMethods } from './constants.ts'
import { call } from './contract.ts'
import { Day, Email, Iso, LineCursor, Naira, NairaNumber } from './fields.ts'

/** The least somebody may put into a wallet at once, naira; the most is a setting that `balance` tells. */
export const topUpMinNaira = 1_000

/** Body fields that the specification's payload carries and a top-up does not need: read, never obeyed. */
const ignored = z.optional(z.unknown())

/**
 * Starts putting money into the caller's own wallet. The reference is the server's; what is credited is
 * what the gateway says was paid. Source: decisions D-059, E-042, E-044, E-045.
 */
export const initiateTopUp = call({
  name: 'initiateTopUp',
  method: 'POST',
  path: '/account/payments/wallet/topup/initiate',
  audience: 'verified',
  summary: 'Starts a wallet top-up and answers where to pay',
  keyed: true,
  body: z.object({
    amount: Naira,
    payment_for: z.optional(z.literal('wallet_topup')),
    payment_method: z.enum(paymentMethods),
    save_card: z.optional(z.boolean()),
    email: z.optional(Email),
    order_reference: ignored,
    service_id: ignored,
    device_id: ignored,
    service_charge: ignored,
    description: ignored,
  }),
  data: z.object({ checkoutUrl: z.string() }),
  errors: ['INVALID', 'METHOD_UNAVAILABLE', 'GATEWAY_UNAVAILABLE', 'TOO_MANY'],
})

/** A top-up as its result page shows it. `type` is shown in upper case. */
export const TopUpResult = z.object({
  reference: z.string(),
  /** What was credited; while it is pending, what was asked for. */
  amount: NairaNumber,
  type: z.literal('wallet_topup'),
})
export type TopUpResult = z.infer<typeof TopUpResult>

/** Asks the gateway about a top-up. Credits once, however often it is called; 202 'pending' while unclear. */
export const processTransactions = call({
  name: 'processTransactions',
  method: 'POST',
  path: '/account/wallet/process-transactions',
  audience: 'verified',
  summary: 'Checks a wallet top-up that came back from the checkout',
  body: z.object({
    reference: z.string().check(z.minLength(1), z.maxLength(60)),
    /** The gateway's name for it: a hint that decides nothing. */
    transactionReference: z.optional(z.nullable(z.string().check(z.maxLength(200)))),
  }),
  data: TopUpResult,
  errors: ['NOT_FOUND', 'PAYMENT_FAILED', 'PAYMENT_MISMATCH', 'TOPUP_NOT_PAID'],
})

export const WalletBalance = z.object({
  /** What may be spent. */
  balance: NairaNumber,
  /** Set aside for orders that are being sent. */
  held: NairaNumber,
  /** Referral bonus, UTW: 1 UTW = 1 naira. */
  bonus: NairaNumber,
  currency: z.literal('NGN'),
  /** Bounds of one top-up. */
  top_up: z.object({ min: NairaNumber, max: NairaNumber }),
})
export type WalletBalance = z.infer<typeof WalletBalance>

export const getWalletBalance = call({
  name: 'getWalletBalance',
  method: 'GET',
  path: '/account/user/wallet/balance',
  audience: 'verified',
  summary: "What the caller's wallet holds",
  data: WalletBalance,
  errors: [],
})

/** What changed a wallet. */
export const movementKinds = [
  'top_up',
  'payment',
  'returned',
  'cashback',
  'cashback_taken_back',
  'bonus',
  'manager',
  'other',
] as const
export type MovementKind = (typeof movementKinds)[number]

export const Movement = z.object({
  id: z.string(),
  kind: z.enum(movementKinds),
  /** Signed: what came in is positive. */
  amount: NairaNumber,
  description: z.string(),
  /** The order or the top-up that it belongs to. */
  reference: z.nullable(z.string()),
  at: Iso,
})
export type Movement = z.infer<typeof Movement>

/** Newest first. `from` and `to` are days in Lagos, both included. */
export const getWalletMovements = call({
  name: 'getWalletMovements',
  method: 'GET',
  path: '/account/wallet/movements/all',
  audience: 'verified',
  summary: "What moved the caller's wallet; CSV when format is csv",
  query: z.object({
    kind: z.optional(z.enum(movementKinds)),
    from: z.optional(Day),
    to: z.optional(Day),
    cursor: z.optional(LineCursor),
    format: z.optional(z.enum(['json', 'csv'])),
  }),
  data: z.object({
    list: z.array(Movement),
    /** Ask with it for the next part; null at the end. */
    next: z.nullable(z.string()),
  }),
  errors: [],
})
