import * as z from 'zod/mini'
import { paymentMethods } from './constants.ts'
import { defineEndpoint } from './contract.ts'
import { Day, Email, IsoTimestamp, LineCursor, Naira, NairaNumber } from './fields.ts'
import { walletKindTexts } from './wallet-texts.ts'

/** Minimum of one wallet top-up, naira; the maximum is a setting returned by the balance endpoint. */
export const topUpMinNaira = 1_000

/** Fields of the specified payload that a top-up does not need: accepted and ignored. */
const ignored = z.optional(z.unknown())

/**
 * Starts a top-up of the caller's wallet. The server generates the reference; the credited amount is what the
 * gateway confirms as paid. Source: rulings D-059, E-042, E-044, E-045.
 */
export const initiateTopUp = defineEndpoint({
  name: 'initiateTopUp',
  method: 'POST',
  path: '/account/payments/wallet/topup/initiate',
  audience: 'verified',
  summary: 'Starts a wallet top-up and returns the checkout URL',
  requiresIdempotencyKey: true,
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
  /** Credited amount; while pending, the requested amount. */
  amount: NairaNumber,
  type: z.literal('wallet_topup'),
})
export type TopUpResult = z.infer<typeof TopUpResult>

/** Verifies a top-up at the gateway. Credits once, however often it is called; 202 'pending' while undecided. */
export const verifyTopUp = defineEndpoint({
  name: 'verifyTopUp',
  method: 'POST',
  path: '/account/wallet/process-transactions',
  audience: 'verified',
  summary: 'Verifies a wallet top-up after the checkout',
  mayRespondPending: true,
  body: z.object({
    reference: z.string().check(z.minLength(1), z.maxLength(60)),
    /** The gateway's reference: informational only. */
    transactionReference: z.optional(z.nullable(z.string().check(z.maxLength(200)))),
  }),
  data: TopUpResult,
  errors: ['NOT_FOUND', 'PAYMENT_FAILED', 'PAYMENT_MISMATCH', 'TOPUP_NOT_PAID'],
})

export const WalletBalance = z.object({
  /** Available balance. */
  balance: NairaNumber,
  /** Held for orders in progress. */
  held: NairaNumber,
  /** Referral bonus, UTW: 1 UTW = 1 naira. */
  bonus: NairaNumber,
  currency: z.literal('NGN'),
  /** Bounds of one top-up. */
  top_up: z.object({ min: NairaNumber, max: NairaNumber }),
})
export type WalletBalance = z.infer<typeof WalletBalance>

export const getWalletBalance = defineEndpoint({
  name: 'getWalletBalance',
  method: 'GET',
  path: '/account/user/wallet/balance',
  audience: 'verified',
  summary: "The caller's wallet balance",
  data: WalletBalance,
})

/** Kinds of wallet transactions. */
export const walletTransactionKinds = [
  'top_up',
  'payment',
  'returned',
  'cashback',
  'cashback_taken_back',
  'bonus',
  'manager',
  'other',
] as const
export type WalletTransactionKind = (typeof walletTransactionKinds)[number]

/** Kinds of wallet transactions as customers read them, on the page and in the CSV. */
export const walletTransactionLabels = walletKindTexts satisfies Record<WalletTransactionKind, () => string>

export const WalletTransaction = z.object({
  id: z.string(),
  kind: z.enum(walletTransactionKinds),
  /** Signed: credits are positive. */
  amount: NairaNumber,
  description: z.string(),
  /** The related order or top-up. */
  reference: z.nullable(z.string()),
  at: IsoTimestamp,
  /** Balance after it; null in a list of one kind, where the entries between are missing. */
  balance: z.nullable(NairaNumber),
})
export type WalletTransaction = z.infer<typeof WalletTransaction>

/** Newest first. `from` and `to` are days in Lagos, both included. */
export const getWalletTransactions = defineEndpoint({
  name: 'getWalletTransactions',
  method: 'GET',
  path: '/account/wallet/movements/all',
  audience: 'verified',
  summary: "The caller's wallet transactions; CSV when format is csv",
  query: z.object({
    kind: z.optional(z.enum(walletTransactionKinds)),
    from: z.optional(Day),
    to: z.optional(Day),
    cursor: z.optional(LineCursor),
    format: z.optional(z.enum(['json', 'csv'])),
  }),
  data: z.object({
    list: z.array(WalletTransaction),
    /** Cursor of the next page; null on the last page. */
    next: z.nullable(z.string()),
  }),
})
