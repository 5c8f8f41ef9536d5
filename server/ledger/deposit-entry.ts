import { lesserOf } from '../../shared/money.ts'
import { account } from './accounts.ts'
import type { Entry } from './entry.ts'

const receivedEvent = (depositId: string): string => `inflow:${depositId}:received`

/**
 * A deposit to a user's virtual account: credited to the wallet less the displayed funding fee (at most the deposit).
 * The gateway's fee is our cost.
 */
export function depositCredited(deposit: {
  depositId: string
  userId: string
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
  depositId: string
  amountKobo: bigint
  /** The wallet's owner; null for a bank transfer. */
  walletUserId: string | null
  reason: string
}): Entry {
  return {
    event: `inflow:${deposit.depositId}:left`,
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
  depositId: string
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
