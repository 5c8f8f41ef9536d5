import { account } from './accounts.ts'

export type Line = readonly [account: string, amountKobo: bigint]

/** One balanced, permanent event. `event` is unique: the same thing is never posted twice. */
export interface Entry {
  readonly event: string
  readonly orderId: string | null
  readonly lines: readonly Line[]
  readonly reverses?: bigint
  readonly reason?: string
}

/** Adds up lines of one account and drops those that come to 0. */
export function tidy(lines: readonly Line[]): Line[] {
  const sums = new Map<string, bigint>()
  for (const [name, amountKobo] of lines) sums.set(name, (sums.get(name) ?? 0n) + amountKobo)
  return [...sums].filter(([, sum]) => sum !== 0n).sort(([a], [b]) => (a < b ? -1 : 1))
}

/** A customer's payment arrived. What it is applied to is the order's suspense account; `unapplied` holds what no order takes. */
export function captured(it: {
  paymentId: string
  /** Null where nothing of it is applied. */
  orderId: string | null
  gateway: string
  paidKobo: bigint
  feeKobo: bigint
  appliedKobo: bigint
}): Entry {
  return {
    event: `payment:${it.paymentId}:captured`,
    orderId: it.orderId,
    lines: [
      [account.gateway(it.gateway), it.paidKobo - it.feeKobo],
      [account.gatewayFee, it.feeKobo],
      ...(it.orderId === null ? [] : ([[account.order(it.orderId), -it.appliedKobo]] as const)),
      [account.unapplied, it.appliedKobo - it.paidKobo],
    ],
  }
}

/** The vendor delivered: the order's money becomes the vendor's cost and our income. */
export function delivered(it: {
  orderId: string
  vendor: string
  totalKobo: bigint
  amountKobo: bigint
  serviceChargeKobo: bigint
  costKobo: bigint
}): Entry {
  return {
    event: `order:${it.orderId}:delivered`,
    orderId: it.orderId,
    lines: [
      [account.order(it.orderId), it.totalKobo],
      [account.vendorFloat(it.vendor), -it.costKobo],
      [account.serviceCharge, -it.serviceChargeKobo],
      [account.commission, it.costKobo - it.amountKobo],
    ],
  }
}

/** Money is owed back: from the order's suspense account, or from what no order took. */
export function refundRequested(it: {
  refundId: string
  orderId: string | null
  amountKobo: bigint
  from: 'order' | 'unapplied'
}): Entry {
  return {
    event: `refund:${it.refundId}:requested`,
    orderId: it.orderId,
    lines: [
      [it.from === 'order' && it.orderId ? account.order(it.orderId) : account.unapplied, it.amountKobo],
      [account.refundPayable, -it.amountKobo],
    ],
  }
}

/** The gateway gave the money back. */
export function refundProcessed(it: {
  refundId: string
  orderId: string | null
  gateway: string
  amountKobo: bigint
}): Entry {
  return {
    event: `refund:${it.refundId}:processed`,
    orderId: it.orderId,
    lines: [
      [account.refundPayable, it.amountKobo],
      [account.gateway(it.gateway), -it.amountKobo],
    ],
  }
}

/**
 * A bank took back a payment that had come: it is owed to us. `owner` names the account that says so: the
 * person whose top-up it was, what their wallet holds of it taken first, or the order that it paid.
 */
export function chargedBack(it: {
  paymentId: string
  orderId: string | null
  gateway: string
  owner: string
  paidKobo: bigint
  walletKobo: bigint
}): Entry {
  return {
    event: `payment:${it.paymentId}:reversed`,
    orderId: it.orderId,
    reason: 'the bank took the payment back',
    lines: [
      [account.gateway(it.gateway), -it.paidKobo],
      [account.receivable(it.owner), it.paidKobo - it.walletKobo],
      ...(it.walletKobo > 0n ? ([[account.wallet(it.owner), it.walletKobo]] as const) : []),
    ],
  }
}

/** A bank took a part of a payment back, as the gateway told of its dispute. Owed to us as by `chargedBack`. */
export function disputeLost(it: {
  disputeId: string
  orderId: string | null
  gateway: string
  owner: string
  amountKobo: bigint
  walletKobo: bigint
}): Entry {
  return {
    event: `dispute:${it.disputeId}:lost`,
    orderId: it.orderId,
    reason: 'the bank took a part of the payment back',
    lines: [
      [account.gateway(it.gateway), -it.amountKobo],
      [account.receivable(it.owner), it.amountKobo - it.walletKobo],
      ...(it.walletKobo > 0n ? ([[account.wallet(it.owner), it.walletKobo]] as const) : []),
    ],
  }
}

/** An order was not delivered, and its payment had been taken back: nobody owes anybody anything. */
export function undeliveredUnpaid(it: { orderId: string; totalKobo: bigint }): Entry {
  return {
    event: `order:${it.orderId}:nothing_to_refund`,
    orderId: it.orderId,
    lines: [
      [account.order(it.orderId), it.totalKobo],
      [account.receivable(it.orderId), -it.totalKobo],
    ],
  }
}

/** A vend that was written off and refunded turned out delivered: our loss. */
export function lateDelivered(it: { orderId: string; vendor: string; costKobo: bigint }): Entry {
  return {
    event: `order:${it.orderId}:late_delivered`,
    orderId: it.orderId,
    lines: [
      [account.vendLoss, it.costKobo],
      [account.vendorFloat(it.vendor), -it.costKobo],
    ],
  }
}
