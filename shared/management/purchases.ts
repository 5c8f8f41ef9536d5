import * as z from 'zod/mini'
import { AuthPin, pinErrors } from '../auth-pin.ts'
import { CabletvForm, CabletvOrder } from '../cabletv.ts'
import { defineEndpoint } from '../contract.ts'
import { Naira, requiredText } from '../fields.ts'
import { PowerForm, PowerOrder } from '../power.ts'
import { AccessToken, OrderReference } from '../references.ts'
import { managementFieldTexts } from './field-texts.ts'
import { UserUniqueId } from './users.ts'

/**
 * Fields that every manager purchase sends in addition to the verified form. The stored order is authoritative.
 * Source: E-006
 */
const managerOrderFields = {
  order_reference: OrderReference,
  access_token: AccessToken,
  auth_pin: AuthPin,
  user_id: UserUniqueId,
} as const

const subscribeErrors = [
  ...pinErrors,
  'NOT_ALLOWED',
  'NOT_FOUND',
  'ORDER_CHANGED',
  'ORDER_EXPIRED',
  'ORDER_PAID',
  'SERVICE_OFF',
  'REFUNDED',
] as const

/**
 * Buys an order that was looked up for a user, at the company's expense: 200 with the receipt when delivered, 202
 * 'pending' while the delivery is unconfirmed or awaits approval, 409 REFUNDED when the vend failed and the company's
 * payment was reversed. A retry with the same idempotency key gets the same response and buys nothing.
 * Source: specification 2, section 7; E-005, E-006
 */
export const purchasePowerForUser = defineEndpoint({
  name: 'purchasePowerForUser',
  method: 'POST',
  path: '/management/power/subscribe',
  audience: 'manager',
  summary: 'Buys electricity for a user',
  mayRespondPending: true,
  requiresIdempotencyKey: true,
  body: z.extend(PowerForm, managerOrderFields),
  data: z.nullable(PowerOrder),
  errors: subscribeErrors,
})

/** As `purchasePowerForUser`. Source: E-057 (PIN and user are required here too) */
export const purchaseCabletvForUser = defineEndpoint({
  name: 'purchaseCabletvForUser',
  method: 'POST',
  path: '/management/cabletv/subscribe',
  audience: 'manager',
  summary: 'Renews a TV subscription for a user',
  mayRespondPending: true,
  requiresIdempotencyKey: true,
  body: z.extend(CabletvForm, managerOrderFields),
  data: z.nullable(CabletvOrder),
  errors: subscribeErrors,
})

/** Minimum amount that a manager may credit to a user's wallet, naira. Source: specification 2, section 9; E-043 */
export const managerTopUpMinNaira = 5

/**
 * Credits a user's wallet. Above the configured limit it waits for approval: 202 'pending'. The subject becomes the
 * ledger note and the user's notification. Source: E-061, E-062
 */
export const topUpWallet = defineEndpoint({
  name: 'topUpWallet',
  method: 'POST',
  path: '/management/wallet/top-up',
  audience: 'manager',
  summary: "Credits a user's wallet",
  mayRespondPending: true,
  requiresIdempotencyKey: true,
  body: z.object({
    amount: Naira.check(
      z.refine((kobo) => kobo >= BigInt(managerTopUpMinNaira) * 100n, {
        error: managementFieldTexts.topUpTooLow,
      }),
    ),
    subject: z.optional(z.union([z.literal(''), requiredText(managementFieldTexts.purposeMissing, 120)])),
    auth_pin: AuthPin,
    user_id: UserUniqueId,
  }),
  data: z.object({ approval_id: z.nullable(z.string()) }),
  errors: [...pinErrors, 'NOT_ALLOWED', 'NOT_FOUND'],
})
