import * as z from 'zod/mini'
import { AuthPin, pinErrors } from '../auth-pin.ts'
import { defineEndpoint } from '../contract.ts'
import { fieldTexts } from '../field-texts.ts'
import { IsoTimestamp, Naira, PhoneInput, requiredText } from '../fields.ts'
import { OrderReference } from '../references.ts'
import { goodwillMethods } from './approvals.ts'
import { managementFieldTexts } from './field-texts.ts'

/** Actions of a manager on a delivered order. The actions on an undelivered one are in `shared/operations.ts`. */
export const deliveredActions = ['show_codes', 'resend'] as const

const params = z.object({ reference: OrderReference })

/**
 * The token or the PINs of one delivered order. The only endpoint of the back office's order page that returns them: it
 * requires the PIN and is audited.
 */
export const showOrderCodes = defineEndpoint({
  name: 'showOrderCodes',
  method: 'POST',
  path: '/management/orders/{reference}/show-codes',
  audience: 'manager',
  summary: 'Shows the token or the PINs of a delivered order',
  params,
  body: z.object({ auth_pin: AuthPin }),
  data: z.object({
    /** In the order in which they are entered. Tokens are digits only. */
    codes: z.array(z.object({ label: z.string(), code: z.string() })),
    units: z.nullable(z.string()),
    /** Opens WhatsApp with the delivery message to the phone of the order. */
    whatsapp_url: z.string(),
  }),
  errors: [...pinErrors, 'NOT_FOUND', 'NOT_NOW'],
})

const resendChannels = ['sms', 'email'] as const
export type ResendChannel = (typeof resendChannels)[number]

/** Sends the delivery message again. At most five messages an hour per order. */
export const resendDelivery = defineEndpoint({
  name: 'resendDelivery',
  method: 'POST',
  path: '/management/orders/{reference}/resend',
  audience: 'manager',
  requiresIdempotencyKey: true,
  summary: 'Sends the delivery message of an order again',
  params,
  body: z.object({
    auth_pin: AuthPin,
    channel: z.enum(resendChannels),
    /** SMS only: a phone for this message alone; the order keeps its own. */
    phone_number: z.optional(PhoneInput),
  }),
  data: z.object({ channel: z.enum(resendChannels) }),
  errors: [...pinErrors, 'NOT_FOUND', 'NOT_NOW', 'TOO_MANY'],
})

/**
 * Pays goodwill for a delivered order, into the wallet of its customer or back through the gateway of its payment: at
 * most what was captured, less refunds and earlier goodwill. The order stays delivered, and its cashback is reversed in
 * proportion. Above the refund limit it waits for approval: 202 'pending'.
 */
export const payGoodwill = defineEndpoint({
  name: 'payGoodwill',
  method: 'POST',
  path: '/management/orders/{reference}/goodwill',
  audience: 'manager',
  mayRespondPending: true,
  requiresIdempotencyKey: true,
  summary: 'Pays goodwill for a delivered order',
  params,
  body: z.object({
    auth_pin: AuthPin,
    amount: Naira.check(z.refine((kobo) => kobo > 0n, { error: managementFieldTexts.goodwillMissing })),
    reason: requiredText(fieldTexts.reasonMissing, 300),
    /** Default: into the wallet; through the gateway for a customer without one. */
    method: z.optional(z.enum(goodwillMethods)),
  }),
  data: z.object({}),
  errors: [...pinErrors, 'NOT_ALLOWED', 'NOT_FOUND', 'NOT_NOW'],
})

/** A manager's note about an order, for other managers. */
export const OrderNote = z.object({ at: IsoTimestamp, author: z.string(), text: z.string() })

/** Notes are never changed or removed. */
export const addOrderNote = defineEndpoint({
  name: 'addOrderNote',
  method: 'POST',
  path: '/management/orders/{reference}/notes',
  audience: 'manager',
  requiresIdempotencyKey: true,
  summary: 'Adds a note to an order',
  params,
  body: z.object({ text: requiredText(managementFieldTexts.noteMissing, 1_000) }),
  data: OrderNote,
  errors: ['NOT_FOUND'],
})
