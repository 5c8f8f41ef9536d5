import * as z from 'zod/mini'
import { AuthPin, pinErrors } from './accounts.ts'
import { services, tiles, vendors } from './constants.ts'
import { call } from './contract.ts'
import { Day, Email, Iso, LineCursor, Naira, NairaNumber, TypedPhone, text } from './fields.ts'
import { Cursor } from './history.ts'
import { UserId } from './management/users.ts'
import { OrderStatus, orderStates } from './orders.ts'
import { tokenKinds } from './power.ts'
import { OrderReference } from './references.ts'

/** "Tell me when it is back": one message, by SMS or by mail, when a service that is off takes orders again. */
export const tellMeWhenBack = call({
  name: 'tellMeWhenBack',
  method: 'POST',
  path: '/services/{service}/tell-me',
  audience: 'anyone',
  summary: 'Asks for one message when a service that is off takes orders again',
  params: z.object({ service: z.enum(tiles) }),
  body: z.object({ phone: z.optional(TypedPhone), email: z.optional(Email) }).check(
    z.refine((it) => it.phone !== undefined || it.email !== undefined, {
      error: 'Please enter a phone number or an e-mail address.',
      path: ['phone'],
    }),
  ),
  data: z.object({ service: z.enum(tiles) }),
  errors: ['SERVICE_ON', 'INVALID', 'TOO_MANY'],
})

/** What a manager may do with an order that waits for a person. */
export const reviewActs = ['requery', 'deliver', 'refund', 'close'] as const
export type ReviewAct = (typeof reviewActs)[number]

/** An order that waits for a person. Naira. Tokens and PINs are not in it. */
export const Review = z.object({
  reference: OrderReference,
  service: z.enum(services),
  state: z.enum(orderStates),
  /** Why, as the code names it: `overdue`, `mismatch`, `refund_failed`, `payment_reversed` … */
  reason: z.string(),
  /** The same in a sentence. */
  says: z.string(),
  since: Iso,
  /** Until when somebody must have looked. */
  due: Iso,
  late: z.boolean(),
  number: z.string(),
  total_amount: NairaNumber,
  vendor: z.enum(vendors),
  attempt: z.nullable(
    z.object({
      vendor: z.enum(vendors),
      request_id: z.string(),
      state: z.string(),
      because: z.nullable(z.string()),
      code: z.nullable(z.string()),
      asks: z.number(),
      sent_at: Iso,
    }),
  ),
  /** The refund that does not end, where there is one. */
  refund: z.nullable(
    z.object({
      payment_reference: z.string(),
      gateway: z.string(),
      state: z.string(),
      because: z.nullable(z.string()),
      amount: NairaNumber,
    }),
  ),
  /** What can be done with it now. */
  may: z.array(z.enum(reviewActs)),
})
export type Review = z.infer<typeof Review>

/** Orders and refunds that wait for a person, the longest waiting first. Reading them is logged. */
export const allReviews = call({
  name: 'allReviews',
  method: 'GET',
  path: '/management/reviews/all',
  audience: 'manager',
  summary: 'Orders and refunds that wait for a person',
  query: z.object({
    service: z.optional(z.enum(services)),
    reason: z.optional(z.string().check(z.maxLength(40))),
    late: z.optional(z.literal('1')),
    cursor: z.optional(Cursor),
  }),
  data: z.object({ list: z.array(Review), next: z.nullable(z.string()), count: z.number() }),
  errors: [],
})

const ofOrder = z.object({ reference: OrderReference })
const why = text('Please say why.', 300)
const acting = {
  method: 'POST',
  audience: 'manager',
  keyed: true,
  params: ofOrder,
  data: OrderStatus,
  errors: [...pinErrors, 'NOT_FOUND', 'NOT_NOW'],
} as const

/** Asks gateway and vendor now. It never tries again, and moves an order only by what they answer. */
export const requeryOrder = call({
  ...acting,
  name: 'requeryOrder',
  path: '/management/orders/{reference}/requery',
  summary: 'Asks gateway and vendor about an order now',
  body: z.object({ auth_pin: AuthPin, reason: why }),
})

/** What the vendor said on the telephone or on its own pages: enough to deliver by. */
export const Evidence = z.object({
  /** The vendor's own reference of the delivery. */
  vendor_reference: text('Please enter the reference of the vendor.', 100),
  /** Prepaid electricity: 20 digits each; spaces and dashes are dropped. */
  tokens: z.optional(
    z
      .array(z.object({ kind: z.enum(tokenKinds), digits: z.string().check(z.maxLength(40)) }))
      .check(z.maxLength(10)),
  ),
  /** kWh as decimal text. */
  units: z.optional(
    z.string().check(z.regex(/^\d{1,7}(\.\d{1,4})?$/, 'Please enter the units as a number.')),
  ),
  /** Exam PINs. */
  pins: z.optional(
    z
      .array(
        z.object({
          serial: z.optional(z.nullable(z.string().check(z.maxLength(60)))),
          pin: z.string().check(z.minLength(1), z.maxLength(60)),
        }),
      )
      .check(z.maxLength(50)),
  ),
  /** What the vendor took from our float, naira; the amount of the order when it is not known. */
  cost: z.optional(Naira),
})

/** Marks an unclear order as delivered, with what the vendor delivered. The customer gets it as any other. */
export const deliverOrder = call({
  ...acting,
  name: 'deliverOrder',
  path: '/management/orders/{reference}/deliver',
  summary: 'Marks an unclear order as delivered, with the evidence',
  body: z.object({ auth_pin: AuthPin, reason: why, evidence: Evidence }),
})

/**
 * Gives the money of an unclear or stuck order back, above the daily cap too. A delivery that turns up later is
 * our loss. Where the gateway could not give it back (`refund_failed`), it says how it was paid instead:
 * into the customer's wallet, or by a bank transfer whose reference is the evidence. Above the configured sum
 * it waits for a second manager: 202 'pending'.
 */
export const refundOrder = call({
  ...acting,
  name: 'refundOrder',
  path: '/management/orders/{reference}/refund',
  summary: 'Gives the money of an unclear or stuck order back',
  body: z.object({
    auth_pin: AuthPin,
    reason: why,
    evidence: z.optional(
      z.object({ bank_reference: z.optional(text('Please enter the reference of the transfer.', 100)) }),
    ),
  }),
})

/** Takes an ended order out of the queue: somebody has looked. */
export const closeReview = call({
  ...acting,
  name: 'closeReview',
  path: '/management/orders/{reference}/close-review',
  summary: 'Takes an order that has ended out of the review queue',
  body: z.object({ auth_pin: AuthPin, reason: why }),
})

/** What may be done with an item of the list. Money that waits apart is given to a user, or back to who paid it. */
export const differenceActs = ['credit', 'return', 'explain'] as const
export type DifferenceAct = (typeof differenceActs)[number]
export type GivingAct = Exclude<DifferenceAct, 'explain'>
/** How money goes back to who paid it: as a refund at its gateway, or by a bank transfer that was made. */
export const returnWays = ['gateway', 'transfer'] as const
export type ReturnWay = (typeof returnWays)[number]

/** Ours and theirs disagree, or money waits apart. Naira, as far as it is about money. */
export const Difference = z.object({
  id: z.string(),
  /** `order`, `payment`, `refund`, `attempt`, `inflow`, `float`, `set_apart` or `dispute`. */
  kind: z.string(),
  /** An order's reference, a payment's, a request id at a vendor, a vendor. */
  subject: z.string(),
  order_reference: z.nullable(OrderReference),
  ours: z.nullable(NairaNumber),
  theirs: z.nullable(NairaNumber),
  note: z.nullable(z.string()),
  owner: z.string(),
  since: Iso,
  age_hours: z.number(),
  resolved_at: z.nullable(Iso),
  resolution: z.nullable(z.string()),
  may: z.array(z.enum(differenceActs)),
  /** The ways that `return` may take. */
  return_by: z.array(z.enum(returnWays)),
})
export type Difference = z.infer<typeof Difference>

/**
 * The published figure of a day in Lagos. Naira: what moved at the counterparties (payments, refunds, what
 * vendors took for deliveries), and how much of it they confirmed. `explained_percent` is null on a day without money.
 */
export const DailyFigure = z.object({
  day: z.string(),
  moved: NairaNumber,
  explained: NairaNumber,
  explained_percent: z.nullable(z.number()),
  /** Orders whose outcome was unknown for more than half an hour. */
  unknowns: z.number(),
  double_vends: z.number(),
  open_differences: z.number(),
  oldest_difference_hours: z.number(),
})
export type DailyFigure = z.infer<typeof DailyFigure>

/** Open differences, the oldest first, and those that were resolved in the last week; the last thirty figures. */
export const reconciliation = call({
  name: 'reconciliation',
  method: 'GET',
  path: '/management/reconciliation/all',
  audience: 'manager',
  summary: 'Differences between our books and the counterparties, and the daily figures',
  query: z.object({ kind: z.optional(z.string().check(z.maxLength(40))), cursor: z.optional(Cursor) }),
  data: z.object({
    list: z.array(Difference),
    next: z.nullable(z.string()),
    figures: z.array(DailyFigure),
  }),
  errors: [],
})

const ofDifference = z.object({ id: z.string().check(z.regex(/^\d{1,18}$/)) })

/** Explains a difference, with the reason. A float that still differs is listed again at the next comparison. */
export const resolveDifference = call({
  name: 'resolveDifference',
  method: 'POST',
  path: '/management/reconciliation/{id}/resolve',
  audience: 'manager',
  summary: 'Explains a difference',
  params: ofDifference,
  body: z.object({ auth_pin: AuthPin, reason: why }),
  data: z.object({}),
  errors: [...pinErrors, 'NOT_FOUND'],
})

/** Above the sum for refunds it waits for a second manager: 202 'pending'. */
const giving = {
  method: 'POST',
  audience: 'manager',
  keyed: true,
  params: ofDifference,
  data: z.object({}),
  errors: [...pinErrors, 'NOT_FOUND', 'NOT_NOW'],
} as const

/** Puts money that waits apart into the wallet of the user it was meant for. */
export const creditSetApart = call({
  ...giving,
  name: 'creditSetApart',
  path: '/management/reconciliation/{id}/credit',
  summary: "Puts money that waits apart into a user's wallet",
  body: z.object({ auth_pin: AuthPin, reason: why, user_id: UserId }),
})

/**
 * Gives money that waits apart back to who paid it: by a bank transfer that was made, named by its reference;
 * without one as a refund at its gateway.
 */
export const returnSetApart = call({
  ...giving,
  name: 'returnSetApart',
  path: '/management/reconciliation/{id}/return',
  summary: 'Gives money that waits apart back to who paid it',
  body: z.object({
    auth_pin: AuthPin,
    reason: why,
    bank_reference: z.optional(text('Please enter the reference of the transfer.', 100)),
  }),
})

/** Who did what. `detail` holds small facts and never a secret. */
export const AuditEntry = z.object({
  id: z.string(),
  at: Iso,
  role: z.enum(['user', 'manager', 'command', 'system']),
  by: z.nullable(z.object({ uniqueid: z.string(), name: z.string() })),
  /** `{what}.{deed}`: `order.refund`, `vendor.pause`. */
  action: z.string(),
  subject: z.nullable(z.string()),
  detail: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  /** Id of the request, as in the log. */
  request: z.nullable(z.string()),
})
export type AuditEntry = z.infer<typeof AuditEntry>

/** Newest first. `action`: a whole one, or what stands before its dot. Reading it is logged too. */
export const auditLogs = call({
  name: 'auditLogs',
  method: 'GET',
  path: '/management/audit-logs/all',
  audience: 'manager',
  summary: 'Who did what',
  query: z.object({
    /** uniqueid of a person. */
    user_id: z.optional(z.string().check(z.maxLength(60))),
    action: z.optional(z.string().check(z.maxLength(60))),
    subject: z.optional(z.string().check(z.maxLength(100))),
    from: z.optional(Day),
    to: z.optional(Day),
    cursor: z.optional(LineCursor),
  }),
  data: z.object({ list: z.array(AuditEntry), next: z.nullable(z.string()) }),
  errors: [],
})
