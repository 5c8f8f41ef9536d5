import * as z from 'zod/mini'
import { paymentMethods, services } from './constants.ts'
import { defineEndpoint } from './contract.ts'
import { Email, Naira } from './fields.ts'
import { gateways } from './providers.ts'
import { AccessToken, OrderReference } from './references.ts'
import { serviceContracts } from './services/index.ts'

export { type GatewayName, gateways } from './providers.ts'

export type PaymentMethod = (typeof paymentMethods)[number]
export const paymentFors = [
  ...Object.values(serviceContracts).map(({ paymentFor }) => paymentFor),
  'wallet_topup',
] as const

export const PaymentOption = z.object({
  identifier: z.enum(paymentMethods),
  title: z.string(),
  description: z.string(),
})
export type PaymentOption = z.infer<typeof PaymentOption>

export const getPaymentOptions = defineEndpoint({
  name: 'getPaymentOptions',
  method: 'GET',
  path: '/actions/get-payment-options',
  audience: 'anyone',
  summary: 'Payment methods, in display order',
  data: z.array(PaymentOption),
})

/**
 * Starts a payment of a stored order. `amount` (the total) and `service_charge` are checked against the order and
 * otherwise ignored; `device_id` is ignored. Source: specification 1, section 7; D-059, D-066.
 */
export const initiatePayment = defineEndpoint({
  name: 'initiatePayment',
  method: 'POST',
  path: '/payments/initiate',
  audience: 'anyone',
  summary: 'Starts a payment and returns the checkout URL',
  requiresIdempotencyKey: true,
  allowsConcurrentRetry: true,
  body: z.object({
    order_reference: OrderReference,
    service_id: z.optional(OrderReference),
    amount: Naira,
    device_id: z.optional(z.nullable(z.string())),
    service_charge: z.optional(Naira),
    payment_for: z.enum(paymentFors),
    description: z.optional(z.nullable(z.string().check(z.maxLength(500)))),
    payment_method: z.enum(paymentMethods),
    save_card: z.optional(z.boolean()),
    email: z.optional(Email),
    /** Only for a wallet or saved-card payment above the limit that the payer has chosen. Source: ruling A6 */
    auth_pin: z.optional(z.string().check(z.maxLength(20))),
  }),
  data: z.object({ checkoutUrl: z.string() }),
  errors: [
    'NOT_FOUND',
    'ORDER_CHANGED',
    'ORDER_EXPIRED',
    'ORDER_PAID',
    'REQUEST_CLOSED',
    'PAYMENT_PENDING',
    'PAYMENT_FAILED',
    'REFUNDED',
    'SERVICE_OFF',
    'METHOD_UNAVAILABLE',
    'GATEWAY_UNAVAILABLE',
    'SIGN_IN',
    'VERIFY_FIRST',
    'WALLET_TOO_LOW',
    'PIN_NOT_SET',
    'PIN_WRONG',
    'PIN_LOCKED',
    'UNAVAILABLE',
  ],
})

/**
 * Resolves a return from the hosted checkout for the shell: our payment reference → the order's pages, or the result
 * page of a wallet top-up, whose reference is the payment's own.
 */
export const returnFromCheckout = defineEndpoint({
  name: 'returnFromCheckout',
  method: 'POST',
  path: '/payments/return',
  audience: 'anyone',
  summary: 'Resolves the order of a payment after the checkout',
  body: z.object({
    gateway: z.enum(gateways),
    reference: z.string().check(z.regex(/^[\w.=-]{1,60}$/)),
    nonce: z.optional(z.string().check(z.maxLength(100))),
  }),
  data: z.discriminatedUnion('service', [
    z.object({
      service: z.enum(services),
      reference: OrderReference,
      /** Null unless the nonce and the session match. */
      access_token: z.nullable(AccessToken),
      /** True for an order that pays a payment request: its payer gets no access token. */
      payment_request: z.boolean(),
    }),
    z.object({ service: z.literal('wallet_topup'), reference: z.string() }),
  ]),
  errors: ['NOT_FOUND'],
})
