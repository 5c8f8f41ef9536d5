import type { OrderId, UserId } from '../../shared/ids.ts'
import { formatMoney, lesserOf } from '../../shared/money.ts'
import type { Tx } from '../database/index.ts'
import {
  account,
  findPostedEntry,
  isWalletOpen,
  lockBalance,
  post,
  referralEarned,
  referralEvent,
  referralReversed,
} from '../ledger/index.ts'
import { notify } from '../notifications/index.ts'
import { type Order, orderById, type Rewards } from '../purchase/index.ts'
import type { Secrets } from '../secrets/index.ts'
import type { Settings } from '../settings/index.ts'
import { canEarnMore, isIndependentOfReferrer } from './eligibility.ts'
import { referralServerTexts } from './texts.ts'

/**
 * Credits the referrer with a bonus in UTW (1 UTW = 1 naira), once per referred user: when the user's first order of at
 * least the configured amount is delivered, and the user is independent of the referrer (`isIndependentOfReferrer`). Source:
 * specification 1, section 9; the amounts are settings.
 */
export const referralBonus = (settings: Settings, secrets: Secrets): Rewards => ({
  async prepare() {
    const { referral_bonus_kobo, referral_order_min_kobo } = await settings.all()
    const rule = { bonusKobo: BigInt(referral_bonus_kobo), minKobo: BigInt(referral_order_min_kobo) }
    return (tx, order) => awardBonus(tx, secrets, order, rule)
  },
  reverse: reverseBonus,
})

async function awardBonus(
  tx: Tx,
  secrets: Secrets,
  order: Order,
  rule: { bonusKobo: bigint; minKobo: bigint },
): Promise<void> {
  if (
    !order.user_id ||
    order.purchased_by_manager_id ||
    rule.bonusKobo === 0n ||
    order.amount_kobo < rule.minKobo
  )
    return
  const referrerId = await referrerOf(tx, order.user_id)
  if (!referrerId || (await findPostedEntry(tx, referralEvent(order.user_id)))) return
  if (!(await isWalletOpen(tx, referrerId))) return
  await lockBalance(tx, account.bonus(referrerId))
  if (!(await isIndependentOfReferrer(tx, secrets, { referrerId, newcomerId: order.user_id, order }))) return
  if (!(await canEarnMore(tx, referrerId))) return
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
    subject: referralServerTexts.earnedSubject(),
    body: referralServerTexts.earned({ amount: formatMoney(rule.bonusKobo).replace('₦', '') }),
    amountKobo: rule.bonusKobo,
  })
}

/** Reverses the bonus of an order: takes the remaining bonus; the rest is owed. A closed account has no bonus left. */
async function reverseBonus(tx: Tx, orderId: OrderId): Promise<void> {
  const { user_id: referredId } = await orderById(tx, orderId)
  if (!referredId) return
  const bonusEntry = await findPostedEntry(tx, referralEvent(referredId))
  if (bonusEntry?.orderId !== orderId) return
  const { referred_by: referrerId } = await tx
    .selectFrom('users')
    .select('referred_by')
    .where('id', '=', referredId)
    .executeTakeFirstOrThrow()
  if (!referrerId || !(await isWalletOpen(tx, referrerId))) return
  const amountKobo = bonusEntry.sums.get(account.referral) ?? 0n
  const balanceKobo = await lockBalance(tx, account.bonus(referrerId))
  const bonusKobo = lesserOf(balanceKobo, amountKobo)
  await post(
    tx,
    referralReversed({ orderId, referredId, referrerId, amountKobo, bonusKobo, reverses: bonusEntry.id }),
  )
}

/** The user's referrer; never the user. Both must have verified their e-mail. */
async function referrerOf(tx: Tx, userId: UserId): Promise<string | null> {
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
