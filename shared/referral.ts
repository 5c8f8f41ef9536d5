import * as z from 'zod/mini'
import { call } from './contract.ts'
import { Iso, Naira, NairaNumber } from './fields.ts'

/** Somebody who came by a person's code. Only as much of the name as tells friends apart. */
export const Referred = z.object({
  name: z.string(),
  joined_at: Iso,
  /** The bonus, UTW, once the first large enough order was delivered; null until then. */
  bonus: z.nullable(NairaNumber),
})
export type Referred = z.infer<typeof Referred>

/** Amounts in UTW: 1 UTW = 1 naira. */
export const Referral = z.object({
  code: z.nullable(z.string()),
  /** The registration page with the code filled in. */
  share_url: z.nullable(z.string()),
  balance: NairaNumber,
  /** All that was ever earned. */
  earned: NairaNumber,
  /** What one friend earns now, and from which amount of an order on. */
  bonus: NairaNumber,
  bonus_from: NairaNumber,
  /** The least that may be redeemed at once. Source: specification 2, section 9; E-049 */
  wallet_minimum_deposit: NairaNumber,
  /** The newest hundred. */
  list: z.array(Referred),
})
export type Referral = z.infer<typeof Referral>

export const getReferral = call({
  name: 'getReferral',
  method: 'GET',
  path: '/account/referral/all',
  audience: 'verified',
  summary: "One's own referral code, bonus and friends",
  data: Referral,
  errors: [],
})

/** Moves bonus into the wallet, one to one, in one step. */
export const redeemBonus = call({
  name: 'redeemBonus',
  method: 'POST',
  path: '/account/referral/redeem-bonus',
  audience: 'verified',
  summary: 'Turns referral bonus into wallet money',
  keyed: true,
  body: z.object({ amount: Naira }),
  data: z.object({ redeemed: NairaNumber, bonus: NairaNumber, balance: NairaNumber }),
  errors: ['INVALID', 'BONUS_TOO_LOW'],
})
