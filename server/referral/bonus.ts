import { formatMoney, lesserOf } from '../../shared/money.ts'
import type { Tx } from '../database/index.ts'
import {
  account,
  lockBalance,
  post,
  postedEntry,
  referralEarned,
  referralEvent,
  referralTakenBack,
} from '../ledger/index.ts'
import { notify } from '../notifications/index.ts'
import { type Order, orderById, type Rewards } from '../purchase/index.ts'
import type { Settings } from '../settings/index.ts'

/**
 * A bonus in UTW (1 UTW = 1 naira) for whoever referred a person, once: when that person's first order of
 * at least the configured amount is delivered. Source: specification 1, section 9; the rule is a setting.
 */
export const referralBonus = (settings: Settings): Rewards => ({
  async prepare() {
    const { referral_bonus_kobo, referral_order_min_kobo } = await settings.all()
    const rule = { bonusKobo: BigInt(referral_bonus_kobo), minKobo: BigInt(referral_order_min_kobo) }
    return (tx, order) => earn(tx, order, rule)
  },
  takeBack,
})

async function earn(tx: Tx, order: Order, rule: { bonusKobo: bigint; minKobo: bigint }): Promise<void> {
  if (!order.user_id || order.bought_by || rule.bonusKobo === 0n || order.amount_kobo < rule.minKobo) return
  const referrerId = await referrerOf(tx, order.user_id)
  if (!referrerId) return
  const isNew = await post(
    tx,
    referralEarned({
      orderId: order.id,
      referredId: order.user_id,
      referrerId,
      amountKobo: rule.bonusKobo,
    }),
  )
  if (!isNew) return
  await notify(tx, {
    userId: referrerId,
    service: 'referral',
    subject: 'You earned a referral bonus',
    body: `A friend who came by your code made a first purchase. ${utw(rule.bonusKobo)} is in your bonus.`,
    amountKobo: rule.bonusKobo,
  })
}

/** 1 UTW is 1 naira. */
const utw = (kobo: bigint): string => `${formatMoney(kobo).replace('₦', '')} UTW`

/** Takes what is left of the bonus; the rest is owed. */
async function takeBack(tx: Tx, orderId: string): Promise<void> {
  const { user_id: referredId } = await orderById(tx, orderId)
  if (!referredId) return
  const earned = await postedEntry(tx, referralEvent(referredId))
  const referrerId = await referrerOf(tx, referredId)
  if (earned?.orderId !== orderId || !referrerId) return
  const amountKobo = earned.sums.get(account.referral) ?? 0n
  const holds = await lockBalance(tx, account.bonus(referrerId))
  const bonusKobo = lesserOf(holds, amountKobo)
  await post(
    tx,
    referralTakenBack({ orderId, referredId, referrerId, amountKobo, bonusKobo, reverses: earned.id }),
  )
}

/** Who sent somebody to us; nobody refers themselves. Both must have proved their e-mail. */
async function referrerOf(tx: Tx, userId: string): Promise<string | null> {
  const row = await tx
    .selectFrom('users as newcomer')
    .innerJoin('users as referrer', 'referrer.id', 'newcomer.referred_by')
    .select('referrer.id')
    .where('newcomer.id', '=', userId)
    .where('newcomer.email_verified_at', 'is not', null)
    .where('referrer.email_verified_at', 'is not', null)
    .whereRef('referrer.id', '<>', 'newcomer.id')
    .executeTakeFirst()
  return row?.id ?? null
}
