import { usualCashbackPercent } from '../../shared/constants.ts'
import { lesserOf } from '../../shared/money.ts'
import type { Tx } from '../database/index.ts'
import {
  account,
  cashbackEarned,
  cashbackEvent,
  cashbackTakenBack,
  lockBalance,
  post,
  postedEntry,
  sumOf,
} from '../ledger/index.ts'
import { cashbackOf, orderById, type Reward, type Rewards } from '../purchase/index.ts'

/** Cashback into the wallet of a signed-in buyer, once for each delivered order. */
export const cashback: Rewards = {
  prepare: async () => earn,
  takeBack,
}

const earn: Reward = async (tx, order) => {
  const amountKobo = order.cashback_kobo ?? cashbackOf(order.amount_kobo, usualCashbackPercent * 100)
  if (!order.user_id || order.bought_by || amountKobo === 0n || !(await hasWallet(tx, order.user_id))) return
  await lockBalance(tx, account.wallet(order.user_id))
  // What an earlier take-back could not collect is settled first.
  const owing = await sumOf(tx, account.receivable(order.user_id))
  const owedKobo = lesserOf(owing, amountKobo)
  await post(tx, cashbackEarned({ orderId: order.id, userId: order.user_id, amountKobo, owedKobo }))
}

/** Takes what the wallet holds; the rest is owed. It never stands in the way of a refund. */
async function takeBack(tx: Tx, orderId: string): Promise<void> {
  const earned = await postedEntry(tx, cashbackEvent(orderId))
  const { user_id: userId } = await orderById(tx, orderId)
  if (!earned || !userId) return
  const amountKobo = earned.sums.get(account.cashback) ?? 0n
  const holds = await lockBalance(tx, account.wallet(userId))
  const walletKobo = lesserOf(holds, amountKobo)
  await post(tx, cashbackTakenBack({ orderId, userId, amountKobo, walletKobo, reverses: earned.id }))
}

/** People who have not proved their e-mail buy as guests do. */
async function hasWallet(tx: Tx, userId: string): Promise<boolean> {
  const person = await tx
    .selectFrom('users')
    .select('email_verified_at')
    .where('id', '=', userId)
    .executeTakeFirst()
  return person?.email_verified_at != null
}
