import * as z from 'zod/mini'
import { accountFieldTexts } from './account-field-texts.ts'
import { AuthPin, pinErrors } from './auth-pin.ts'
import { services, tiles, vendors } from './constants.ts'
import { defineEndpoint } from './contract.ts'
import { fieldTexts } from './field-texts.ts'
import {
  Day,
  Email,
  IsoTimestamp,
  LineCursor,
  Naira,
  NairaNumber,
  PhoneInput,
  requiredText,
} from './fields.ts'
import { CursorParameter } from './history.ts'
import { managementFieldTexts } from './management/field-texts.ts'
import { UserUniqueId } from './management/users.ts'
import { OrderStatus, orderStates } from './orders.ts'
import { gateways } from './payments.ts'
import { tokenKinds } from './power.ts'
import { OrderReference } from './references.ts'

/** "Notify me when it's back": one message, by SMS or e-mail, when a paused service takes orders again. */
export const subscribeToServiceAlert = defineEndpoint({
  name: 'subscribeToServiceAlert',
  method: 'POST',
  path: '/services/{service}/tell-me',
  audience: 'anyone',
  summary: 'Requests one message for when a paused service takes orders again',
  params: z.object({ service: z.enum(tiles) }),
  body: z.object({ phone: z.optional(PhoneInput), email: z.optional(Email) }).check(
    z.refine((body) => body.phone !== undefined || body.email !== undefined, {
      error: accountFieldTexts.contactMissing,
      path: ['phone'],
    }),
  ),
  data: z.object({ service: z.enum(tiles) }),
  errors: ['SERVICE_ON', 'INVALID', 'TOO_MANY'],
})

/** Actions a manager can take on an order in review. */
export const reviewActions = ['requery', 'deliver', 'refund', 'reject_account', 'close'] as const
export type ReviewAction = (typeof reviewActions)[number]

/**
 * The refund of an undelivered order, if made now: amount, customer and method. `account` is the bank account that
 * waits for approval, `transfer` a bank transfer that the manager has made, `none` a purchase that cost the user nothing.
 */
export const RefundPreview = z.object({
  amount: NairaNumber,
  customer: z.string(),
  method: z.enum(['gateway', 'wallet', 'account', 'transfer', 'none']),
  /** For `gateway`. */
  gateway: z.nullable(z.enum(gateways)),
})
export type RefundPreview = z.infer<typeof RefundPreview>

/** An order in manual review. Naira. Tokens and PINs are excluded. */
export const Review = z.object({
  reference: OrderReference,
  service: z.enum(services),
  state: z.enum(orderStates),
  /** Reason code: `overdue`, `mismatch`, `refund_failed`, `payment_reversed` … */
  reason: z.string(),
  /** The reason as a sentence. */
  message: z.string(),
  since: IsoTimestamp,
  /** Deadline for the review. */
  due_at: IsoTimestamp,
  late: z.boolean(),
  number: z.string(),
  total_amount: NairaNumber,
  vendor: z.enum(vendors),
  attempt: z.nullable(
    z.object({
      vendor: z.enum(vendors),
      request_id: z.string(),
      state: z.string(),
      reason: z.nullable(z.string()),
      code: z.nullable(z.string()),
      requery_count: z.number(),
      sent_at: IsoTimestamp,
    }),
  ),
  /** The refund that is not processed yet, if any. */
  refund: z.nullable(
    z.object({
      payment_reference: z.string(),
      gateway: z.string(),
      state: z.string(),
      reason: z.nullable(z.string()),
      amount: NairaNumber,
      /** The refund account that waits for approval, and the payer's name at the gateway. */
      account: z.optional(
        z.object({
          reason: z.enum(['name_mismatch', 'recent_change']),
          bank: z.nullable(z.string()),
          last4: z.nullable(z.string()),
          name: z.nullable(z.string()),
          payer_name: z.nullable(z.string()),
        }),
      ),
    }),
  ),
  /** Possible loss of refunding now, naira: the outcome at the vendor, or of the refund at its gateway, is unknown. */
  refund_risk: z.nullable(
    z.object({ type: z.enum(['vendor_may_deliver', 'gateway_may_refund']), amount: NairaNumber }),
  ),
  /** Null while the order cannot be refunded. */
  refund_preview: z.nullable(RefundPreview),
  /** Actions available now. */
  allowed_actions: z.array(z.enum(reviewActions)),
})
export type Review = z.infer<typeof Review>

/** The actions on an order, whether or not it is in review. */
export const OrderOperations = z.extend(
  z.pick(Review, {
    reference: true,
    service: true,
    refund: true,
    refund_risk: true,
    refund_preview: true,
    allowed_actions: true,
  }),
  {
    /** The other common actions, each with the reason in one sentence; goodwill while the payment is disputed. */
    unavailable_actions: z.array(
      z.object({ action: z.enum([...reviewActions, 'goodwill']), message: z.string() }),
    ),
  },
)
export type OrderOperations = z.infer<typeof OrderOperations>

/** Orders and refunds in manual review, longest waiting first. Reads are audited. */
export const getReviews = defineEndpoint({
  name: 'getReviews',
  method: 'GET',
  path: '/management/reviews/all',
  audience: 'manager',
  summary: 'Orders and refunds in manual review',
  query: z.object({
    service: z.optional(z.enum(services)),
    reason: z.optional(z.string().check(z.maxLength(40))),
    late: z.optional(z.literal('1')),
    cursor: z.optional(CursorParameter),
  }),
  data: z.object({ list: z.array(Review), next: z.nullable(z.string()), count: z.number() }),
})

const OrderParams = z.object({ reference: OrderReference })
const reason = requiredText(fieldTexts.reasonMissing, 300)
const reviewActionEndpoint = {
  method: 'POST',
  audience: 'manager',
  requiresIdempotencyKey: true,
  params: OrderParams,
  data: OrderStatus,
  errors: [...pinErrors, 'NOT_ALLOWED', 'NOT_FOUND', 'NOT_NOW'],
} as const

/** Requeries gateway and vendor now. It never vends again, and changes the order only by their responses. */
export const requeryOrder = defineEndpoint({
  ...reviewActionEndpoint,
  name: 'requeryOrder',
  path: '/management/orders/{reference}/requery',
  summary: 'Requeries gateway and vendor about an order now',
  body: z.object({ auth_pin: AuthPin, reason }),
})

/**
 * Rejects the account that a customer entered for a refund; `refundOrder` approves it. The customer is asked for
 * another account.
 */
export const rejectAccountOfRefund = defineEndpoint({
  ...reviewActionEndpoint,
  name: 'rejectAccountOfRefund',
  path: '/management/orders/{reference}/refund-account/reject',
  summary: 'Rejects the bank account given for a refund',
  body: z.object({ auth_pin: AuthPin, reason }),
})

/** Evidence of a delivery, from the vendor's support or dashboard: sufficient to mark the order as delivered. */
export const Evidence = z.object({
  /** The vendor's reference of the delivery. */
  vendor_reference: requiredText(managementFieldTexts.vendorReferenceMissing, 100),
  /** Prepaid electricity: 20 digits each; spaces and dashes are removed. */
  tokens: z.optional(
    z
      .array(z.object({ kind: z.enum(tokenKinds), digits: z.string().check(z.maxLength(40)) }))
      .check(z.maxLength(10)),
  ),
  /** kWh as decimal text. */
  units: z.optional(
    z.string().check(z.regex(/^\d{1,7}(\.\d{1,4})?$/, { error: managementFieldTexts.unitsInvalid })),
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
  /** Amount the vendor deducted from our float, naira; the order's amount when unknown. */
  cost: z.optional(Naira),
})

/**
 * Marks an order with an unknown outcome as delivered, with the vendor's evidence. The customer is notified as
 * usual.
 */
export const deliverOrder = defineEndpoint({
  ...reviewActionEndpoint,
  name: 'deliverOrder',
  path: '/management/orders/{reference}/deliver',
  summary: 'Marks an order with an unknown outcome as delivered, with evidence',
  body: z.object({ auth_pin: AuthPin, reason, evidence: Evidence }),
})

/**
 * Refunds an undelivered order, even above the daily cap. The vendor is requeried first; if it has delivered,
 * nothing is refunded (409). If the gateway cannot refund, the request states how the customer is paid instead: into
 * the wallet, or by a bank transfer whose reference is the evidence. Above the configured limit, and always while
 * the vendor or the gateway may still deliver or refund, it waits for approval: 202 'pending'.
 */
export const refundOrder = defineEndpoint({
  ...reviewActionEndpoint,
  name: 'refundOrder',
  path: '/management/orders/{reference}/refund',
  summary: 'Refunds an order whose outcome is unknown or that makes no progress',
  mayRespondPending: true,
  body: z.object({
    auth_pin: AuthPin,
    reason,
    evidence: z.optional(
      z.object({ bank_reference: z.optional(requiredText(managementFieldTexts.bankReferenceMissing, 100)) }),
    ),
  }),
})

/** Removes an order from the review queue after it has ended or its gateway has accepted the refund. */
export const closeReview = defineEndpoint({
  ...reviewActionEndpoint,
  name: 'closeReview',
  path: '/management/orders/{reference}/close-review',
  summary: 'Removes a completed order from the review queue',
  body: z.object({ auth_pin: AuthPin, reason }),
})

/** Actions on a reconciliation list item. Unallocated funds are credited to a user or returned to the payer. */
export const breakActions = ['credit', 'return', 'open', 'explain'] as const
export type BreakAction = (typeof breakActions)[number]
export type AllocationAction = Exclude<BreakAction, 'open' | 'explain'>
/** How funds are returned to the payer: as a refund at the gateway, or by a completed bank transfer. */
export const returnMethods = ['gateway', 'transfer'] as const
export type ReturnMethod = (typeof returnMethods)[number]

/** A break: a difference between our ledger and a provider, or unallocated funds. Amounts in naira. */
export const ReconciliationBreak = z.object({
  id: z.string(),
  /** `order`, `payment`, `refund`, `attempt`, `inflow`, `float`, `unallocated_funds`, `dispute`, `settlement` or `unsettled`. */
  kind: z.string(),
  /** An order reference, a payment reference, a vendor request id, or a vendor. */
  subject: z.string(),
  order_reference: z.nullable(OrderReference),
  our_amount: z.nullable(NairaNumber),
  provider_amount: z.nullable(NairaNumber),
  note: z.nullable(z.string()),
  owner: z.string(),
  since: IsoTimestamp,
  age_hours: z.number(),
  resolved_at: z.nullable(IsoTimestamp),
  resolution: z.nullable(z.string()),
  allowed_actions: z.array(z.enum(breakActions)),
  /** Methods available for `return`. */
  return_methods: z.array(z.enum(returnMethods)),
})
export type ReconciliationBreak = z.infer<typeof ReconciliationBreak>

/**
 * Reconciliation metrics of one day in Lagos. Naira: the volume at the providers (payments, refunds, vendors'
 * charges for deliveries), and how much of it they confirmed. `reconciled_percent` is null on a day without money.
 */
export const DailyMetrics = z.object({
  day: z.string(),
  volume: NairaNumber,
  reconciled: NairaNumber,
  reconciled_percent: z.nullable(z.number()),
  /** Vend attempts whose outcome was unknown for more than 30 minutes. */
  unknown_outcomes: z.number(),
  double_vends: z.number(),
  open_breaks: z.number(),
  oldest_break_hours: z.number(),
})
export type DailyMetrics = z.infer<typeof DailyMetrics>

/** Open breaks, oldest first, and those resolved in the last week; metrics of the last thirty days. */
export const getReconciliation = defineEndpoint({
  name: 'getReconciliation',
  method: 'GET',
  path: '/management/reconciliation/all',
  audience: 'manager',
  summary: 'Reconciliation breaks between our ledger and the providers, and daily metrics',
  query: z.object({
    kind: z.optional(z.string().check(z.maxLength(40))),
    cursor: z.optional(CursorParameter),
  }),
  data: z.object({
    list: z.array(ReconciliationBreak),
    next: z.nullable(z.string()),
    daily_metrics: z.array(DailyMetrics),
  }),
})

const BreakParams = z.object({ id: z.string().check(z.regex(/^\d{1,18}$/)) })

/** Resolves a break with a reason. If the float still differs, the next reconciliation opens a new break. */
export const resolveBreak = defineEndpoint({
  name: 'resolveBreak',
  method: 'POST',
  path: '/management/reconciliation/{id}/resolve',
  audience: 'manager',
  summary: 'Resolves a reconciliation break',
  params: BreakParams,
  body: z.object({ auth_pin: AuthPin, reason }),
  data: z.object({}),
  errors: [...pinErrors, 'NOT_FOUND'],
})

/** Records the opening balance of a float that our ledger does not have yet: the vendor's current balance. */
export const openFloatBalance = defineEndpoint({
  name: 'openFloatBalance',
  method: 'POST',
  path: '/management/reconciliation/{id}/open-float',
  audience: 'manager',
  requiresIdempotencyKey: true,
  summary: "Records the opening balance of a vendor's float",
  params: BreakParams,
  body: z.object({ auth_pin: AuthPin, reason }),
  data: z.object({}),
  errors: [...pinErrors, 'NOT_FOUND', 'NOT_NOW'],
})

/** Above the refund limit it waits for approval: 202 'pending'. */
const allocationEndpoint = {
  method: 'POST',
  audience: 'manager',
  requiresIdempotencyKey: true,
  params: BreakParams,
  data: z.object({}),
  errors: [...pinErrors, 'NOT_ALLOWED', 'NOT_FOUND', 'NOT_NOW'],
} as const

/** Credits unallocated funds to the wallet of the intended user. */
export const creditUnallocatedFunds = defineEndpoint({
  ...allocationEndpoint,
  name: 'creditUnallocatedFunds',
  path: '/management/reconciliation/{id}/credit',
  summary: "Credits unallocated funds to a user's wallet",
  mayRespondPending: true,
  body: z.object({ auth_pin: AuthPin, reason, user_id: UserUniqueId }),
})

/**
 * Returns unallocated funds to the payer: by a completed bank transfer, given by its reference; without one as a
 * refund at the gateway.
 */
export const returnUnallocatedFunds = defineEndpoint({
  ...allocationEndpoint,
  name: 'returnUnallocatedFunds',
  path: '/management/reconciliation/{id}/return',
  summary: 'Returns unallocated funds to the payer',
  mayRespondPending: true,
  body: z.object({
    auth_pin: AuthPin,
    reason,
    bank_reference: z.optional(requiredText(managementFieldTexts.bankReferenceMissing, 100)),
  }),
})

/** An audit event. `detail` holds a few values and never a secret. */
export const AuditEntry = z.object({
  id: z.string(),
  at: IsoTimestamp,
  role: z.enum(['user', 'manager', 'command', 'system']),
  actor: z.nullable(z.object({ uniqueid: z.string(), name: z.string() })),
  /** `{subject}.{action}`: `order.refund`, `vendor.pause`. */
  action: z.string(),
  subject: z.nullable(z.string()),
  detail: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  /** Request id, as in the log. */
  request_id: z.nullable(z.string()),
})
export type AuditEntry = z.infer<typeof AuditEntry>

/** Newest first. `action`: a complete action, or the part before its dot. Reads are audited. */
export const getAuditLogs = defineEndpoint({
  name: 'getAuditLogs',
  method: 'GET',
  path: '/management/audit-logs/all',
  audience: 'manager',
  summary: 'Audit log',
  query: z.object({
    /** The uniqueid of the user who acted. */
    user_id: z.optional(z.string().check(z.maxLength(60))),
    /** The uniqueid of the user whose data is affected. */
    about_user_id: z.optional(z.string().check(z.maxLength(60))),
    action: z.optional(z.string().check(z.maxLength(60))),
    subject: z.optional(z.string().check(z.maxLength(100))),
    /** `exclude` leaves out events that only read data. */
    reads: z.optional(z.enum(['include', 'exclude'])),
    from: z.optional(Day),
    to: z.optional(Day),
    cursor: z.optional(LineCursor),
  }),
  data: z.object({ list: z.array(AuditEntry), next: z.nullable(z.string()) }),
})
