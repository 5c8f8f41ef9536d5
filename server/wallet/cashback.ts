import { defaultCashbackPercent } from '../../shared/constants.ts'
import type { OrderId, UserId } from '../../shared/ids.ts'
import { lesserOf } from '../../shared/money.ts'
import type { Tx } from '../database/index.ts'
import {
  account,
  accountSum,
  cashbackEarned,
  cashbackEvent,
  cashbackReversed,
  findPostedEntry,
  lockBalance,
  post,
  unreversedCashbackKobo,
} from '../ledger/index.ts'
import { cashbackOf, orderById, type Reward, type Rewards } from '../purchase/index.ts'

/** Credits cashback to a signed-in buyer's wallet once per delivered order. */
export const cashback: Rewards = {
  prepare: async () => grantCashback,
  reverse: reverseCashback,
}

const grantCashback: Reward = async (tx, order) => {
  const amountKobo = order.cashback_kobo ?? cashbackOf(order.amount_kobo, defaultCashbackPercent * 100)
  if (
    !order.user_id ||
    order.purchased_by_manager_id ||
    amountKobo === 0n ||
    !(await hasWallet(tx, order.user_id))
  )
    return
  await lockBalance(tx, account.wallet(order.user_id))
  // Settles the receivable of an earlier reversal first.
  const receivableKobo = await accountSum(tx, account.receivable(order.user_id))
  const owedKobo = lesserOf(receivableKobo, amountKobo)
  await post(tx, cashbackEarned({ orderId: order.id, userId: order.user_id, amountKobo, owedKobo }))
}

/** Debits the wallet up to its balance; the rest is a receivable. Never blocks a refund. */
async function reverseCashback(tx: Tx, orderId: OrderId): Promise<void> {
  const earnedEntry = await findPostedEntry(tx, cashbackEvent(orderId))
  const { user_id: userId } = await orderById(tx, orderId)
  if (!earnedEntry || !userId) return
  // A goodwill payment has reversed a part of it.
  const amountKobo = await unreversedCashbackKobo(tx, orderId)
  if (amountKobo <= 0n) return
  const balanceKobo = await lockBalance(tx, account.wallet(userId))
  const walletKobo = lesserOf(balanceKobo, amountKobo)
  await post(tx, cashbackReversed({ orderId, userId, amountKobo, walletKobo, reverses: earnedEntry.id }))
}

/** Users with an unverified e-mail count as guests. */
async function hasWallet(tx: Tx, userId: UserId): Promise<boolean> {
  const user = await tx
    .selectFrom('users')
    .select('email_verified_at')
    .where('id', '=', userId)
    .executeTakeFirst()
  return user?.email_verified_at != null
}
