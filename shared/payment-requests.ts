import * as z from 'zod/mini'
import { services } from './constants.ts'
import { defineEndpoint } from './contract.ts'
import { BoundedNaira, IsoTimestamp, NairaNumber, orderTotals } from './fields.ts'
import { moneyStatuses, orderStates } from './orders.ts'
import { paymentRequestFieldTexts } from './payment-request-texts.ts'
import { AccessToken, OrderReference, PaymentRequestCode } from './references.ts'
import { lookupErrors } from './service-contract.ts'

/** `expired`: it was open until its expiry. */
export const paymentRequestStates = ['open', 'paid', 'cancelled', 'expired', 'blocked'] as const
export type PaymentRequestStatus = (typeof paymentRequestStates)[number]

/** Choices of a request's life, in days. */
export const requestDays = [1, 3, 7] as const
const noteMaxLength = 140
/** A web address, or what a phone turns into a link. */
const linkPattern = /https?:|www\.|\/\/|@|[\p{L}\d-]\.\p{L}{2,}/iu

/** One line of plain text without links. */
const Note = z.string().check(
  z.trim(),
  z.maxLength(noteMaxLength, { error: () => paymentRequestFieldTexts.noteTooLong({ max: noteMaxLength }) }),
  z.regex(/^[\P{C}]*$/u, { error: paymentRequestFieldTexts.noteInvalid }),
  z.refine((note) => !linkPattern.test(note), { error: paymentRequestFieldTexts.noteInvalid }),
)

/** A request as its requester sees it. Naira; `amount` is null if the payer enters it. */
export const PaymentRequest = z.object({
  id: z.string(),
  state: z.enum(paymentRequestStates),
  service: z.enum(services),
  /** "Ikeja Electric", "DStv Compact" */
  title: z.string(),
  number: z.string(),
  amount: z.nullable(NairaNumber),
  note: z.nullable(z.string()),
  code: PaymentRequestCode,
  /** Full address of the payer's page. */
  link: z.string(),
  expires_at: IsoTimestamp,
  created_at: IsoTimestamp,
  /** The order that paid it, for the requester to open. */
  order: z.nullable(
    z.object({
      reference: OrderReference,
      state: z.enum(orderStates),
      link: z.string(),
      /** The release before does not send it. */
      total_amount: z.optional(NairaNumber),
    }),
  ),
})
export type PaymentRequest = z.infer<typeof PaymentRequest>

/** A request as the payer sees it: first name, and the number masked. */
export const PublicRequest = z.object({
  state: z.enum(paymentRequestStates),
  requester: z.string(),
  service: z.enum(services),
  title: z.string(),
  /** "****0099" */
  number: z.string(),
  amount: z.nullable(NairaNumber),
  note: z.nullable(z.string()),
  expires_at: IsoTimestamp,
})
export type PublicRequest = z.infer<typeof PublicRequest>

/** The order of a request as its payer sees it: no token, no full number, no contact of the requester. */
export const PayerOrder = z.object({
  reference: OrderReference,
  state: z.enum(orderStates),
  service: z.enum(services),
  title: z.string(),
  number: z.string(),
  requester: z.string(),
  ...orderTotals,
  money: z.object({ status: z.enum(moneyStatuses), message: z.string() }),
  /** Refunds of money beyond the order, as sentences. */
  refunds: z.array(z.string()),
  /** A refund of this order needs a bank account. */
  needs_account: z.boolean(),
  can_pay: z.boolean(),
  /** State of the request: only an open one can be paid. */
  request: z.enum(paymentRequestStates),
  /** Code of the request's page. */
  request_code: z.optional(PaymentRequestCode),
  delivered_at: z.nullable(IsoTimestamp),
})
export type PayerOrder = z.infer<typeof PayerOrder>

export const createPaymentRequest = defineEndpoint({
  name: 'createPaymentRequest',
  method: 'POST',
  path: '/account/payment-requests',
  audience: 'verified',
  summary: 'Asks another person to pay for a quoted order',
  body: z.object({
    order_reference: OrderReference,
    /** True: the payer enters the amount. For electricity and airtime. */
    open_amount: z.optional(z.boolean()),
    note: z.optional(z.nullable(Note)),
    days: z.union(
      requestDays.map((days) => z.literal(days)),
      { error: paymentRequestFieldTexts.daysInvalid },
    ),
  }),
  data: PaymentRequest,
  errors: ['NOT_FOUND', 'ORDER_PAID', 'TOO_MANY'],
})

/** Newest first, at most a hundred. */
export const getPaymentRequests = defineEndpoint({
  name: 'getPaymentRequests',
  method: 'GET',
  path: '/account/payment-requests',
  audience: 'verified',
  summary: "The user's payment requests",
  data: z.array(PaymentRequest),
})

export const cancelPaymentRequest = defineEndpoint({
  name: 'cancelPaymentRequest',
  method: 'POST',
  path: '/account/payment-requests/{id}/cancel',
  audience: 'verified',
  summary: 'Cancels an open payment request',
  params: z.object({ id: z.uuid() }),
  body: z.object({}),
  data: PaymentRequest,
  errors: ['NOT_FOUND', 'REQUEST_CLOSED'],
})

export const getPaymentRequest = defineEndpoint({
  name: 'getPaymentRequest',
  method: 'GET',
  path: '/payment-requests/{code}',
  audience: 'anyone',
  summary: 'A payment request as its payer sees it',
  params: z.object({ code: PaymentRequestCode }),
  data: PublicRequest,
  errors: ['NOT_FOUND', 'TOO_MANY'],
})

export const createPaymentRequestOrder = defineEndpoint({
  name: 'createPaymentRequestOrder',
  method: 'POST',
  path: '/payment-requests/{code}/order',
  audience: 'anyone',
  summary: 'Creates the order that pays a payment request',
  params: z.object({ code: PaymentRequestCode }),
  body: z.object({ amount: z.optional(BoundedNaira) }),
  data: z.object({ reference: OrderReference }),
  errors: ['NOT_FOUND', 'REQUEST_CLOSED', 'ORDER_CHANGED', 'LOOKUP_UNAVAILABLE', ...lookupErrors],
})

export const getPayerOrder = defineEndpoint({
  name: 'getPayerOrder',
  method: 'POST',
  path: '/payment-requests/orders/{reference}',
  audience: 'anyone',
  summary: 'The order of a payment request as its payer sees it',
  params: z.object({ reference: OrderReference }),
  body: z.object({ token: z.optional(z.nullable(AccessToken)) }),
  data: PayerOrder,
  errors: ['NOT_FOUND', 'TOO_MANY'],
})

const reportMaxLength = 500
export const reportPaymentRequest = defineEndpoint({
  name: 'reportPaymentRequest',
  method: 'POST',
  path: '/payment-requests/{code}/report',
  audience: 'anyone',
  summary: 'Reports a payment request as abuse',
  params: z.object({ code: PaymentRequestCode }),
  body: z.object({
    reason: z.string({ error: paymentRequestFieldTexts.reasonMissing }).check(
      z.trim(),
      z.minLength(3, { error: paymentRequestFieldTexts.reasonMissing }),
      z.maxLength(reportMaxLength, {
        error: () => paymentRequestFieldTexts.noteTooLong({ max: reportMaxLength }),
      }),
      z.regex(/^[\P{Cc}\n\r\t]*$/u, { error: paymentRequestFieldTexts.noteInvalid }),
    ),
  }),
  data: z.object({}),
  errors: ['NOT_FOUND', 'TOO_MANY'],
})
