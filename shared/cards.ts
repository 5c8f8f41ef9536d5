import * as z from 'zod/mini'
import { defineEndpoint } from './contract.ts'
import { initiatePayment } from './payments.ts'
import { OrderReference } from './references.ts'

/** Id of a saved card: random, and usable only by its owner. */
export const CardUniqueId = z.string().check(z.regex(/^[\w-]{16,40}$/, 'is not a saved card'))

/** A card that its owner can pay with again. The gateway's token never leaves the server. */
export const SavedCard = z.object({
  uniqueid: CardUniqueId,
  /** The first six digits. */
  first_digits: z.string(),
  last_digits: z.string(),
  /** MM/YY */
  expiry: z.string(),
  issuer: z.nullable(z.string()),
  /** The brand in lower case: visa, mastercard, verve, … */
  type: z.string(),
})
export type SavedCard = z.infer<typeof SavedCard>

export const getPaymentCards = defineEndpoint({
  name: 'getPaymentCards',
  method: 'GET',
  path: '/account/user/payment-cards/all',
  audience: 'verified',
  summary: "The caller's saved cards, the newest first",
  data: z.array(SavedCard),
})

export const deletePaymentCard = defineEndpoint({
  name: 'deletePaymentCard',
  method: 'DELETE',
  path: '/account/user/payment-cards/{uniqueid}',
  audience: 'verified',
  summary: 'Deletes a saved card, here and at the gateway',
  params: z.object({ uniqueid: CardUniqueId }),
  data: z.object({}),
  errors: ['NOT_FOUND'],
})

/**
 * Charges a saved card for a stored order, or for a top-up when `payment_for` is wallet_topup (then
 * `order_reference` may be absent). Returns the process page, or the gateway's page for a second step. Source:
 * specification 1, section 7; rulings D-064, D-068.
 */
export const initiateCardPayment = defineEndpoint({
  name: 'initiateCardPayment',
  method: 'POST',
  path: '/account/payments/payment-card/initiate',
  audience: 'verified',
  summary: 'Pays with a saved card and returns the next page',
  requiresIdempotencyKey: true,
  allowsConcurrentRetry: true,
  body: z.extend(initiatePayment.body, {
    order_reference: z.optional(z.nullable(OrderReference)),
    service_id: z.optional(z.nullable(OrderReference)),
    payment_method: z.literal('SAVED_CARD'),
    payment_card_id: CardUniqueId,
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
    'PAYMENT_MISMATCH',
    'REFUNDED',
    'SERVICE_OFF',
    'METHOD_UNAVAILABLE',
    'GATEWAY_UNAVAILABLE',
    'PIN_NOT_SET',
    'PIN_WRONG',
    'PIN_LOCKED',
    'UNAVAILABLE',
  ],
})
