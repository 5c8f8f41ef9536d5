import { lesserOf } from '../../shared/money.ts'
import { account } from './accounts.ts'
import type { Entry } from './entry.ts'

const eventOf = (inflowId: string): string => `inflow:${inflowId}:received`

/**
 * A transfer arrived on somebody's own account: it is theirs, less the funding fee that they were shown (all
 * of it when it is smaller than that). What the gateway keeps is our cost.
 */
export function inflowCredited(it: {
  inflowId: string
  userId: string
  gateway: string
  paidKobo: bigint
  feeKobo: bigint
  fundingFeeKobo: bigint
  reason: string
}): Entry {
  const keptKobo = lesserOf(it.fundingFeeKobo, it.paidKobo)
  return {
    event: eventOf(it.inflowId),
    orderId: null,
    reason: it.reason,
    lines: [
      [account.gateway(it.gateway), it.paidKobo - it.feeKobo],
      [account.gatewayFee, it.feeKobo],
      [account.serviceCharge, -keptKobo],
      [account.wallet(it.userId), keptKobo - it.paidKobo],
    ],
  }
}

/** A transfer that was for nobody here leaves us once: into the wallet of whoever it was for, or from our bank to its payer. */
export function inflowLeft(it: {
  inflowId: string
  amountKobo: bigint
  /** Whose wallet; null for a bank transfer. */
  walletOf: string | null
  why: string
}): Entry {
  return {
    event: `inflow:${it.inflowId}:left`,
    orderId: null,
    reason: it.why,
    lines: [
      [account.unapplied, it.amountKobo],
      [it.walletOf === null ? account.bank : account.wallet(it.walletOf), -it.amountKobo],
    ],
  }
}

/** A transfer arrived on an account that is nobody's here: it is kept apart for a person to look at. */
export function inflowUnapplied(it: {
  inflowId: string
  gateway: string
  paidKobo: bigint
  feeKobo: bigint
}): Entry {
  return {
    event: eventOf(it.inflowId),
    orderId: null,
    lines: [
      [account.gateway(it.gateway), it.paidKobo - it.feeKobo],
      [account.gatewayFee, it.feeKobo],
      [account.unapplied, -it.paidKobo],
    ],
  }
}
