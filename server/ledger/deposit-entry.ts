import { type RawBuilder, sql } from 'kysely'
import type { DepositId, UserId } from '../../shared/ids.ts'
import { lesserOf } from '../../shared/money.ts'
import { storedDepositKind } from '../database/index.ts'
import { account } from './accounts.ts'
import type { Entry } from './entry.ts'

const receivedEvent = (depositId: DepositId): string => `${storedDepositKind}:${depositId}:received`

/** SQL text: the event of a deposit's entry. `left`: it was paid out. @param id the column with the deposit's id */
export const depositEventSql = (id: string, step: 'received' | 'left'): RawBuilder<string> =>
  sql`${sql.lit(`${storedDepositKind}:`)} || ${sql.ref(id)} || ${sql.lit(`:${step}`)}`

/**
 * A deposit to a user's virtual account: credited to the wallet less the displayed funding fee (at most the deposit).
 * The gateway's fee is our cost.
 */
export function depositCredited(deposit: {
  depositId: DepositId
  userId: UserId
  gateway: string
  paidKobo: bigint
  feeKobo: bigint
  fundingFeeKobo: bigint
  reason: string
}): Entry {
  const chargedFeeKobo = lesserOf(deposit.fundingFeeKobo, deposit.paidKobo)
  return {
    event: receivedEvent(deposit.depositId),
    orderId: null,
    reason: deposit.reason,
    postings: [
      [account.gateway(deposit.gateway), deposit.paidKobo - deposit.feeKobo],
      [account.gatewayFee, deposit.feeKobo],
      [account.serviceCharge, -chargedFeeKobo],
      [account.wallet(deposit.userId), chargedFeeKobo - deposit.paidKobo],
    ],
  }
}

/** An unapplied deposit is paid out once: into its owner's wallet, or by bank transfer to its payer. */
export function unappliedDepositPaidOut(deposit: {
  depositId: DepositId
  amountKobo: bigint
  /** The wallet's owner; null for a bank transfer. */
  walletUserId: UserId | null
  reason: string
}): Entry {
  return {
    event: `${storedDepositKind}:${deposit.depositId}:left`,
    orderId: null,
    reason: deposit.reason,
    postings: [
      [account.unapplied, deposit.amountKobo],
      [
        deposit.walletUserId === null ? account.bank : account.wallet(deposit.walletUserId),
        -deposit.amountKobo,
      ],
    ],
  }
}

/** A deposit to an unknown account: posted to `unapplied` for manual review. */
export function depositUnapplied(deposit: {
  depositId: DepositId
  gateway: string
  paidKobo: bigint
  feeKobo: bigint
}): Entry {
  return {
    event: receivedEvent(deposit.depositId),
    orderId: null,
    postings: [
      [account.gateway(deposit.gateway), deposit.paidKobo - deposit.feeKobo],
      [account.gatewayFee, deposit.feeKobo],
      [account.unapplied, -deposit.paidKobo],
    ],
  }
}
