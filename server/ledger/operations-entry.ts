import { account } from './accounts.ts'
import type { Entry } from './entry.ts'

export const floatOpenedEvent = (vendor: string): string => `float:${vendor}:opened`

/** Our books of a float begin: what they lack to what the vendor holds for us was paid to it before. */
export function floatOpened(it: { vendor: string; missingKobo: bigint; why: string }): Entry {
  return {
    event: floatOpenedEvent(it.vendor),
    orderId: null,
    reason: it.why,
    lines: [
      [account.vendorFloat(it.vendor), it.missingKobo],
      [account.bank, -it.missingKobo],
    ],
  }
}

/** We paid a vendor, so that it holds more for us. Once for each reference of the transfer. */
export function floatFunded(it: {
  vendor: string
  amountKobo: bigint
  reference: string
  why: string
}): Entry {
  return {
    event: `float:${it.vendor}:funded:${it.reference}`,
    orderId: null,
    reason: it.why,
    lines: [
      [account.vendorFloat(it.vendor), it.amountKobo],
      [account.bank, -it.amountKobo],
    ],
  }
}

/** A vendor took back what it had delivered: the delivery is undone, and its money stands on the order again. */
export function vendorReversed(it: {
  orderId: string
  delivered: { id: bigint; sums: ReadonlyMap<string, bigint> }
}): Entry {
  return {
    event: `order:${it.orderId}:vendor_reversed`,
    orderId: it.orderId,
    reverses: it.delivered.id,
    reason: 'the vendor reversed its delivery',
    lines: [...it.delivered.sums].map(([name, kobo]) => [name, -kobo] as const),
  }
}

/** A try that was proven failed turned out delivered after all: our loss. */
export function deliveredAfterFailure(it: {
  attemptId: string
  orderId: string
  vendor: string
  costKobo: bigint
}): Entry {
  return {
    event: `attempt:${it.attemptId}:delivered_after_failure`,
    orderId: it.orderId,
    reason: 'delivered after the vendor had said that it failed',
    lines: [
      [account.vendLoss, it.costKobo],
      [account.vendorFloat(it.vendor), -it.costKobo],
    ],
  }
}

/** A refund that the gateway could not give was paid by us instead: into a wallet, or from our bank. */
export function refundPaidByHand(it: {
  refundId: string
  orderId: string | null
  amountKobo: bigint
  /** Whose wallet; null for a bank transfer. */
  walletOf: string | null
  why: string
}): Entry {
  return {
    event: `refund:${it.refundId}:paid_by_hand`,
    orderId: it.orderId,
    reason: it.why,
    lines: [
      [account.refundPayable, it.amountKobo],
      [it.walletOf === null ? account.bank : account.wallet(it.walletOf), -it.amountKobo],
    ],
  }
}
