import { formatMoney, nairaOf } from '../../shared/money.ts'
import { recordActivity } from '../audit/index.ts'
import type { Database } from '../database/index.ts'
import { type Actor, ApiError, type Caller, idFromIdempotencyKey } from '../http/index.ts'
import {
  account,
  balanceOf,
  bonusRedeemed,
  InsufficientBalance,
  isWalletOpen,
  post,
} from '../ledger/index.ts'
import { notify } from '../notifications/index.ts'
import type { Settings } from '../settings/index.ts'
import { referralServerTexts } from './texts.ts'

interface RedeemBonusDeps {
  readonly db: Database
  readonly settings: Settings
}

/**
 * Transfers bonus to the wallet, one to one, in one ledger entry. A repeat with the same idempotency key moves nothing,
 * even after a crash.
 * @param amountKobo whole kobo
 * @throws ApiError INVALID below the minimum, BONUS_TOO_LOW
 */
export async function redeemReferralBonus(
  { db, settings }: RedeemBonusDeps,
  amountKobo: bigint,
  { actor, requestId, idempotencyKey }: Pick<Caller<Actor>, 'actor' | 'requestId' | 'idempotencyKey'>,
): Promise<{ redeemed: number; bonus: number; balance: number }> {
  const { userId } = actor
  const redemptionId = idFromIdempotencyKey('redeemBonus', { actor, idempotencyKey })
  const minKobo = BigInt(await settings.get('wallet_minimum_deposit')) * 100n
  if (amountKobo < minKobo) {
    const amount = formatMoney(minKobo, { decimals: 0 }).replace('₦', '')
    const message = referralServerTexts.belowMinimum({ amount })
    throw new ApiError('INVALID', { field: 'amount', message })
  }
  try {
    return await db.inTransaction(async (tx) => {
      if (!(await isWalletOpen(tx, userId))) throw new ApiError('SESSION_ENDED')
      if (await post(tx, bonusRedeemed({ redemptionId, userId, amountKobo }))) {
        await recordActivity(tx, {
          actor,
          action: 'bonus.redeem',
          detail: { kobo: Number(amountKobo) },
          requestId,
        })
        await notify(tx, {
          userId,
          service: 'wallet',
          subject: referralServerTexts.redeemedSubject(),
          body: referralServerTexts.redeemed({ amount: formatMoney(amountKobo) }),
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
    if (error instanceof InsufficientBalance) throw new ApiError('BONUS_TOO_LOW', { field: 'amount' })
    throw error
  }
}
