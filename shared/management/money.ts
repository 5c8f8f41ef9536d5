import * as z from 'zod/mini'
import { AuthPin, pinErrors } from '../auth-pin.ts'
import { vendors } from '../constants.ts'
import { defineEndpoint } from '../contract.ts'
import { fieldTexts } from '../field-texts.ts'
import { Day, IsoTimestamp, NairaNumber, requiredText } from '../fields.ts'
import { CursorParameter } from '../history.ts'
import { gateways } from '../payments.ts'
import { OrderReference } from '../references.ts'

/**
 * For how long a float lasts at the rate of the last six hours. `empty`: it has no money; `unknown`: there were not
 * enough purchases for a forecast.
 */
export const FloatForecast = z.discriminatedUnion('type', [
  z.object({ type: z.literal('hours'), hours: z.number() }),
  z.object({ type: z.literal('empty') }),
  z.object({ type: z.literal('unknown') }),
])
export type FloatForecast = z.infer<typeof FloatForecast>

/** Our prepaid balance at a vendor. Naira; today is the day in Lagos. */
export const VendorFloat = z.object({
  vendor: z.enum(vendors),
  /** By our ledger, at midnight. */
  opening: NairaNumber,
  /** Funding and reversals of the vendor. */
  added_today: NairaNumber,
  spent_today: NairaNumber,
  /** Now, by our ledger. */
  ledger: NairaNumber,
  /** Purchases without a known outcome, which the vendor may have charged. */
  unclear: NairaNumber,
  /** The balance that the vendor reported last; null before the first one. */
  live: z.nullable(z.object({ amount: NairaNumber, read_at: IsoTimestamp })),
  /** Basis of alert and forecast: the reported balance if it is recent, otherwise our ledger's. */
  balance: NairaNumber,
  low: z.boolean(),
  threshold: NairaNumber,
  threshold_hours: z.number(),
  /** Deliveries in the last six hours. */
  recent_purchases: z.number(),
  forecast: FloatForecast,
})
export type VendorFloat = z.infer<typeof VendorFloat>

/** The float at each configured vendor. */
export const getVendorFloats = defineEndpoint({
  name: 'getVendorFloats',
  method: 'GET',
  path: '/management/money/floats',
  audience: 'manager',
  summary: 'Floats at the vendors, with alert and forecast',
  data: z.array(VendorFloat),
})

/** Requests our balance from each vendor now. `unread`: vendors that did not respond. */
export const refreshVendorFloats = defineEndpoint({
  name: 'refreshVendorFloats',
  method: 'POST',
  path: '/management/money/floats/refresh',
  audience: 'manager',
  summary: 'Reads the balances at the vendors now',
  data: z.object({ floats: z.array(VendorFloat), unread: z.array(z.enum(vendors)) }),
})

/** How a line of a settlement compares with our payment. */
export const settlementMatches = ['matched', 'amount_differs', 'unmatched'] as const
export type SettlementMatch = (typeof settlementMatches)[number]

/** A payout of a gateway to our bank account. Naira; `net` is what remains of `gross` after fees. */
export const Settlement = z.object({
  id: z.string(),
  gateway: z.enum(gateways),
  /** The gateway's id. */
  settlement_id: z.string(),
  status: z.enum(['pending', 'paid', 'failed']),
  /** YYYY-MM-DD */
  settled_on: z.string(),
  gross: NairaNumber,
  fee: NairaNumber,
  net: NairaNumber,
  /** When its lines were read; null before. */
  read_at: z.nullable(IsoTimestamp),
  /** Number of lines by their match. */
  matched: z.number(),
  amount_differs: z.number(),
  unmatched: z.number(),
})
export type Settlement = z.infer<typeof Settlement>

/** Settlements, newest first. `match`: those with a line of that match. Days are included. */
export const getSettlements = defineEndpoint({
  name: 'getSettlements',
  method: 'GET',
  path: '/management/money/settlements',
  audience: 'manager',
  summary: 'Settlements of the gateways, with their matches',
  query: z.object({
    gateway: z.optional(z.enum(gateways)),
    match: z.optional(z.enum(settlementMatches)),
    from: z.optional(Day),
    to: z.optional(Day),
    cursor: z.optional(CursorParameter),
  }),
  data: z.object({
    list: z.array(Settlement),
    next: z.nullable(z.string()),
    /** Configured gateways. Naira. */
    gateways: z.array(
      z.object({
        gateway: z.enum(gateways),
        /** Whether it has an endpoint that lists settlements. */
        lists_settlements: z.boolean(),
        /** Days after which a payment counts as not settled; null without that endpoint. */
        unsettled_after_days: z.nullable(z.number()),
        /** Payments that were not settled and have no explanation. */
        unsettled_count: z.number(),
        unsettled_amount: NairaNumber,
      }),
    ),
  }),
  errors: ['INVALID'],
})

/** One settlement with at most 500 lines, those that do not match first. Naira. */
export const getSettlement = defineEndpoint({
  name: 'getSettlement',
  method: 'GET',
  path: '/management/money/settlements/{id}',
  audience: 'manager',
  summary: 'One settlement with its lines',
  params: z.object({ id: z.uuid() }),
  data: z.object({
    settlement: Settlement,
    lines: z.array(
      z.object({
        gateway_reference: z.string(),
        reference: z.string(),
        order_reference: z.nullable(OrderReference),
        gross: NairaNumber,
        fee: NairaNumber,
        net: NairaNumber,
        match: z.enum(settlementMatches),
        /** Why it does not match. */
        note: z.nullable(z.string()),
      }),
    ),
  }),
  errors: ['NOT_FOUND'],
})

export const disputeDecisions = ['accept', 'contest'] as const
export const maxEvidenceBytes = 5 * 1024 * 1024

/** A dispute of a payment by the payer's bank. Naira. */
export const ManagedDispute = z.object({
  id: z.string(),
  gateway: z.enum(gateways),
  /** The gateway's id. */
  dispute_id: z.string(),
  payment_reference: z.string(),
  /** Null for a wallet top-up. */
  order_reference: z.nullable(OrderReference),
  state: z.enum(['open', 'won', 'lost']),
  amount: NairaNumber,
  evidence_due_at: z.nullable(IsoTimestamp),
  /** The deadline has passed. */
  overdue: z.boolean(),
  created_at: IsoTimestamp,
  can_respond: z.boolean(),
  /** Name of the manager whose acceptance awaits a second manager; null without one. */
  acceptance_requested_by: z.nullable(z.string()),
  /** Our newest response. `unknown`: the gateway may have received it, and is queried. */
  response: z.nullable(
    z.object({
      decision: z.enum(disputeDecisions),
      state: z.enum(['requested', 'unknown', 'received', 'failed']),
      reason: z.string(),
      file_name: z.nullable(z.string()),
      /** Why it failed. */
      failure: z.nullable(z.string()),
      sent_at: IsoTimestamp,
    }),
  ),
})
export type ManagedDispute = z.infer<typeof ManagedDispute>

/** Disputes: open ones by deadline, then closed ones, newest first; at most 200. */
export const getDisputes = defineEndpoint({
  name: 'getDisputes',
  method: 'GET',
  path: '/management/money/disputes',
  audience: 'manager',
  summary: 'Disputes of payments, with our responses',
  data: z.array(ManagedDispute),
})

/**
 * Accepts a dispute, which returns the money to the payer, or contests it with evidence: a PDF, PNG or JPEG of at most
 * 5 MB. Sent to the gateway immediately, unless the accepted amount needs a second manager's approval.
 */
export const sendDisputeResponse = defineEndpoint({
  name: 'sendDisputeResponse',
  method: 'POST',
  path: '/management/money/disputes/{id}/respond',
  audience: 'manager',
  requiresIdempotencyKey: true,
  mayRespondPending: true,
  summary: 'Accepts a dispute, or contests it with evidence',
  params: z.object({ id: z.uuid() }),
  upload: { field: 'file', maxBytes: maxEvidenceBytes, optional: true },
  body: z.object({
    auth_pin: AuthPin,
    decision: z.enum(disputeDecisions),
    reason: requiredText(fieldTexts.reasonMissing, 500),
  }),
  /** `awaiting_approval`: nothing is sent before a second manager approves. */
  data: z.object({ state: z.enum(['awaiting_approval', 'requested', 'unknown', 'received', 'failed']) }),
  errors: [...pinErrors, 'FILE_REFUSED', 'TOO_LARGE', 'INVALID', 'NOT_FOUND', 'NOT_NOW'],
})
