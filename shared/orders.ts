import * as z from 'zod/mini'
import { accountFieldTexts } from './account-field-texts.ts'
import { AuthPin, pinErrors } from './auth-pin.ts'
import { services } from './constants.ts'
import { defineEndpoint } from './contract.ts'
import { IsoTimestamp, NairaNumber } from './fields.ts'
import { languages } from './languages.ts'
import { orderTexts } from './order-texts.ts'
import { AccessToken, OrderLinkCode, OrderReference } from './references.ts'

/** Order states. Transitions are in server/purchase/order.ts. */
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

/** The page of the purchase flow for an order's current state. */
export const orderPages = ['details', 'process', 'success'] as const
export type OrderPage = (typeof orderPages)[number]

/** The status of an order's money: one value for API clients, one sentence for the screen. */
export const moneyStatuses = ['not_taken', 'checking', 'received', 'spent', 'returning', 'returned'] as const

/**
 * Required of a caller before adding the bank account of a refund: nothing, send their PIN with it, sign in to the
 * account that paid, confirm a code e-mailed to the payer, or use the browser that paid.
 */
export const refundAccountRequirements = [
  'nothing',
  'pin',
  'sign_in',
  'email_code',
  'paying_browser',
] as const
export type RefundAccountRequirement = (typeof refundAccountRequirements)[number]

/** Text of the link to the refund account page: what the caller can do on that page. */
export const refundAccountLinkTexts: Readonly<Record<RefundAccountRequirement, () => string>> = {
  nothing: orderTexts.addRefundAccount,
  pin: orderTexts.addRefundAccount,
  sign_in: orderTexts.signInForRefund,
  email_code: orderTexts.confirmForRefund,
  paying_browser: orderTexts.howToGetRefund,
}
/** Why money is refunded although the order was delivered: it exceeds the order total, or it is goodwill. */
export const extraRefundReasons = ['paid_twice', 'wrong_amount', 'too_late', 'overpaid', 'goodwill'] as const
export const refundStatuses = ['pending', 'refunded', 'needs_account'] as const

/**
 * A refund of money in excess of the order total, or of goodwill. `message`: why, how much, where to and by when, for
 * the customer.
 */
export const OrderRefund = z.object({
  reason: z.enum(extraRefundReasons),
  status: z.enum(refundStatuses),
  message: z.string(),
})
export type OrderRefund = z.infer<typeof OrderRefund>

export const OrderStatus = z.object({
  reference: OrderReference,
  service: z.enum(services),
  state: z.enum(orderStates),
  page: z.enum(orderPages),
  money: z.object({ status: z.enum(moneyStatuses), message: z.string(), amount: NairaNumber }),
  /** When the order entered this state. */
  since: IsoTimestamp,
  /** True while the order is in manual review; false while a refund waits for the customer's bank account. */
  review: z.boolean(),
  /** A failed or abandoned payment can be retried on the same order. */
  can_pay: z.boolean(),
  /**
   * A refund of this order needs a bank account: its amount in its currency, the gateway whose bank list applies
   * (`gateway` of `GET /actions/get-all-banks`), and what this caller must do before adding one.
   */
  refund_account: z.optional(
    z.object({
      amount: NairaNumber,
      currency: z.string(),
      gateway: z.string(),
      requires: z.optional(z.enum(refundAccountRequirements)),
    }),
  ),
  /** True while the refund waits for the decision of the payer's bank about a dispute. */
  refund_held: z.optional(z.boolean()),
  /** True for the requester of a payment request: another person paid, and gets any refund. */
  paid_by_other: z.optional(z.boolean()),
  /** Refunds of money in excess of the order total: a second payment, an overpayment, a different amount. */
  extra_refunds: z.array(OrderRefund),
})
export type OrderStatus = z.infer<typeof OrderStatus>

/** A state that the order has entered. */
export const OrderStep = z.object({ state: z.enum(orderStates), at: IsoTimestamp })
export type OrderStep = z.infer<typeof OrderStep>

/** The status with the states that the order has entered, oldest first. */
export const OrderProgress = z.extend(OrderStatus, { steps: z.array(OrderStep) })
export type OrderProgress = z.infer<typeof OrderProgress>

export const getOrderState = defineEndpoint({
  name: 'getOrderState',
  method: 'GET',
  path: '/orders/{reference}/state',
  audience: 'anyone',
  summary: 'Current state of an order, for the session that created it or with its access token',
  params: z.object({ reference: OrderReference }),
  query: z.object({ access_token: z.optional(AccessToken) }),
  data: OrderProgress,
  errors: ['NOT_FOUND'],
})

/** A required, trimmed text of at most 40 characters. The endpoint accepts spaces, dashes and lower case. */
const orderProofText = (missing: () => string) =>
  z
    .string({ error: missing })
    .check(
      z.trim(),
      z.minLength(1, { error: missing }),
      z.maxLength(40, { error: accountFieldTexts.valueTooLong }),
    )

/** An order opened without its access token, which is returned. */
const OpenedOrder = z.object({
  reference: OrderReference,
  service: z.enum(services),
  page: z.enum(orderPages),
  access_token: AccessToken,
})

/**
 * Opens an order read-only in another browser for a caller with its reference, its phone and the last four
 * characters of its number. Five attempts; every failure gets the same response.
 */
export const findOwnOrder = defineEndpoint({
  name: 'findOwnOrder',
  method: 'POST',
  path: '/orders/find',
  audience: 'anyone',
  summary: 'Opens an order by its reference, its phone and the last four digits of its number',
  body: z.object({
    reference: orderProofText(accountFieldTexts.orderReferenceMissing),
    phone: orderProofText(accountFieldTexts.orderPhoneMissing),
    last_four: orderProofText(accountFieldTexts.lastFourMissing),
  }),
  data: OpenedOrder,
  errors: ['NOT_FOUND', 'TOO_MANY'],
})

/** Opens an order by the code of the short link in its SMS. */
export const openOrderLink = defineEndpoint({
  name: 'openOrderLink',
  method: 'POST',
  path: '/orders/open-link',
  audience: 'anyone',
  summary: 'Opens an order by the code of its short link',
  body: z.object({ code: OrderLinkCode }),
  /** `language`: of the messages of the order. */
  data: z.extend(OpenedOrder, { language: z.enum(languages) }),
  errors: ['NOT_FOUND', 'TOO_MANY'],
})

const BankAccount = z.object({
  bank_code: z.string().check(z.regex(/^[\w-]{1,20}$/, { error: accountFieldTexts.bankMissing })),
  account_number: z.string().check(z.regex(/^\d{10}$/, { error: accountFieldTexts.accountNumberInvalid })),
  access_token: z.optional(AccessToken),
})

const refundAccountErrors = ['NOT_FOUND', 'ACCOUNT_NOT_WANTED', 'SIGN_IN', 'NOT_ALLOWED', 'TOO_MANY'] as const

/** E-mails a code to the address that the payer gave in the payment dialog. The code works in this browser only. */
export const sendRefundAccountCode = defineEndpoint({
  name: 'sendRefundAccountCode',
  method: 'POST',
  path: '/orders/{reference}/refund-account/code',
  audience: 'anyone',
  summary: 'E-mails the payer a code that allows this browser to add the bank account of a refund',
  params: z.object({ reference: OrderReference }),
  body: z.object({ access_token: z.optional(AccessToken) }),
  /** The masked address, and how many minutes the code is valid. */
  data: z.object({ email: z.string(), minutes: z.number() }),
  errors: [...refundAccountErrors],
})

/** Confirms the e-mailed code: for 30 minutes this browser may add the bank account. */
export const confirmRefundAccountCode = defineEndpoint({
  name: 'confirmRefundAccountCode',
  method: 'POST',
  path: '/orders/{reference}/refund-account/confirm',
  audience: 'anyone',
  summary: 'Confirms the code e-mailed to the payer',
  params: z.object({ reference: OrderReference }),
  body: z.object({
    code: z
      .string({ error: accountFieldTexts.codeMissing })
      .check(z.trim(), z.regex(/^\d{6}$/, { error: () => accountFieldTexts.codeLength({ length: 6 }) })),
    access_token: z.optional(AccessToken),
  }),
  data: OrderStatus,
  errors: [...refundAccountErrors, 'CODE_WRONG'],
})

/** Name of the account that a refund would be paid into, to catch a mistyped number. */
export const checkRefundAccount = defineEndpoint({
  name: 'checkRefundAccount',
  method: 'POST',
  path: '/orders/{reference}/refund-account/check',
  audience: 'anyone',
  summary: 'The name on an account, before a refund is paid into it',
  params: z.object({ reference: OrderReference }),
  body: BankAccount,
  /** Null when the gateway does not return names. */
  data: z.object({ account_name: z.nullable(z.string()) }),
  errors: [...refundAccountErrors, 'INVALID', 'UNAVAILABLE'],
})

/**
 * Sets the account that a refund is paid into, when the original bank account could not be credited. Allowed only
 * while the order's `refund_account` is set, and only for the payer: a link to the order is not enough. An account
 * in a name other than the payer's, or a change within a day, waits for a manager's approval. Source: Paystack,
 * "Retry refund".
 */
export const setRefundAccount = defineEndpoint({
  name: 'setRefundAccount',
  method: 'POST',
  path: '/orders/{reference}/refund-account',
  audience: 'anyone',
  summary: 'Sets the bank account that a refund is paid into',
  requiresIdempotencyKey: true,
  allowsConcurrentRetry: true,
  params: z.object({ reference: OrderReference }),
  body: z.extend(BankAccount, { auth_pin: z.optional(AuthPin) }),
  data: OrderStatus,
  errors: [...refundAccountErrors, ...pinErrors, 'INVALID'],
})
