import { formatMoney, nairaOf } from '../../shared/money.ts'
import { activity } from '../audit/index.ts'
import type { Database } from '../database/index.ts'
import { type Actor, type Caller, intentionId, Refused } from '../http/index.ts'
import { account, balanceOf, bonusRedeemed, NotEnough, post } from '../ledger/index.ts'
import { notify } from '../notifications/index.ts'
import type { Settings } from '../settings/index.ts'

interface Parts {
  readonly db: Database
  readonly settings: Settings
}

/**
 * Turns bonus into wallet money, one to one, in one step: it is in both accounts, or in neither. A repeat under
 * the same key moves nothing more, even after a crash.
 * @param amountKobo whole kobo
 * @throws Refused INVALID below the minimum, BONUS_TOO_LOW
 */
export async function redeem(
  { db, settings }: Parts,
  amountKobo: bigint,
  { actor, request, key }: Pick<Caller<Actor>, 'actor' | 'request' | 'key'>,
): Promise<{ redeemed: number; bonus: number; balance: number }> {
  const { userId } = actor
  const redemptionId = intentionId('redeemBonus', { actor, key })
  const minKobo = BigInt(await settings.get('wallet_minimum_deposit')) * 100n
  if (amountKobo < minKobo) {
    const says = `Please redeem at least ${formatMoney(minKobo, { decimals: 0 }).slice(1)} UTW.`
    throw new Refused('INVALID', { field: 'amount', says })
  }
  try {
    return await db.inTransaction(async (tx) => {
      if (await post(tx, bonusRedeemed({ redemptionId, userId, amountKobo }))) {
        await activity(tx, {
          by: actor,
          action: 'bonus.redeem',
          detail: { kobo: Number(amountKobo) },
          request,
        })
        await notify(tx, {
          userId,
          service: 'wallet',
          subject: 'Bonus redeemed',
          body: `${formatMoney(amountKobo)} of your referral bonus is in your wallet.`,
          amountKobo,
        })
      }
      return {
        redeemed: nairaOf(amountKobo),
        bonus: nairaOf(await balanceOf(tx, account.bonus(userId))),
        balance: nairaOf(await balanceOf(tx, account.wallet(userId))),
      }
    })
  } catch (error) {
    if (error instanceof NotEnough) throw new Refused('BONUS_TOO_LOW', { field: 'amount' })
    throw error
  }
}
