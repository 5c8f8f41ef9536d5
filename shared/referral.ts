import * as z from 'zod/mini'
import { defineEndpoint } from './contract.ts'
import { IsoTimestamp, Naira, NairaNumber } from './fields.ts'

/** A user who registered with the referrer's code. The name is abbreviated. */
export const ReferredUser = z.object({
  name: z.string(),
  joined_at: IsoTimestamp,
  /** The bonus, UTW, once the first qualifying order is delivered; null until then. */
  bonus: z.nullable(NairaNumber),
})
export type ReferredUser = z.infer<typeof ReferredUser>

/** Amounts in UTW: 1 UTW = 1 naira. */
export const Referral = z.object({
  code: z.nullable(z.string()),
  /** The registration page with the code filled in. */
  share_url: z.nullable(z.string()),
  balance: NairaNumber,
  /** Lifetime total. */
  earned: NairaNumber,
  /** Current bonus per referred user, and the minimum order amount for it. */
  bonus: NairaNumber,
  bonus_min_amount: NairaNumber,
  /** Minimum amount of one redemption. Source: specification 2, section 9; E-049 */
  wallet_minimum_deposit: NairaNumber,
  /** The newest hundred referred users. */
  list: z.array(ReferredUser),
})
export type Referral = z.infer<typeof Referral>

export const getReferral = defineEndpoint({
  name: 'getReferral',
  method: 'GET',
  path: '/account/referral/all',
  audience: 'verified',
  summary: "The user's referral code, bonus and referred users",
  data: Referral,
})

/** Moves bonus into the wallet, 1:1, in one transaction. */
export const redeemBonus = defineEndpoint({
  name: 'redeemBonus',
  method: 'POST',
  path: '/account/referral/redeem-bonus',
  audience: 'verified',
  summary: 'Converts referral bonus to wallet balance',
  requiresIdempotencyKey: true,
  body: z.object({ amount: Naira }),
  data: z.object({ redeemed: NairaNumber, bonus: NairaNumber, balance: NairaNumber }),
  errors: ['INVALID', 'BONUS_TOO_LOW'],
})
