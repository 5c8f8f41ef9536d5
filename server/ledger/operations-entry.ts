import { type RawBuilder, sql } from 'kysely'
import type { AttemptId, OrderId, RefundId, UserId } from '../../shared/ids.ts'
import { account } from './accounts.ts'
import { type Entry, transfer } from './entry.ts'
import { ledgerReasonTexts } from './texts.ts'

export const floatOpenedEvent = (vendor: string): string => `float:${vendor}:opened`

/** Opening balance of a vendor float: the vendor's balance that was funded before the ledger started. */
export function floatOpened(float: {
  vendor: string
  amountKobo: bigint
  reason: string
  postedAt?: Date | undefined
}): Entry {
  return {
    event: floatOpenedEvent(float.vendor),
    orderId: null,
    reason: float.reason,
    postedAt: float.postedAt,
    postings: transfer(account.vendorFloat(float.vendor), account.bank, float.amountKobo),
  }
}

/** A vendor float was funded. Posted once per transfer reference. */
export function floatFunded(funding: {
  vendor: string
  amountKobo: bigint
  reference: string
  reason: string
}): Entry {
  return {
    event: `float:${funding.vendor}:funded:${funding.reference}`,
    orderId: null,
    reason: funding.reason,
    postings: transfer(account.vendorFloat(funding.vendor), account.bank, funding.amountKobo),
  }
}

/** A vendor reversed a delivery: reverses its entry, so the money is on the order's suspense account again. */
export function vendorReversed(reversal: {
  orderId: OrderId
  deliveryEntry: { id: bigint; sums: ReadonlyMap<string, bigint> }
}): Entry {
  return {
    event: `order:${reversal.orderId}:vendor_reversed`,
    orderId: reversal.orderId,
    reverses: reversal.deliveryEntry.id,
    reason: ledgerReasonTexts.vendorReversed(),
    postings: [...reversal.deliveryEntry.sums].map(([name, kobo]) => [name, -kobo] as const),
  }
}

/** A late delivery: the vendor delivered an attempt that it had reported as failed. The cost is our loss. */
export function lateDeliveryAfterFailure(attempt: {
  attemptId: AttemptId
  orderId: OrderId
  vendor: string
  costKobo: bigint
}): Entry {
  return {
    event: `attempt:${attempt.attemptId}:delivered_after_failure`,
    orderId: attempt.orderId,
    reason: ledgerReasonTexts.deliveredAfterFailure(),
    postings: transfer(account.vendLoss, account.vendorFloat(attempt.vendor), attempt.costKobo),
  }
}

/** The last word of the event that a manual payout of a refund is posted with. The value is stored. */
const storedManualPayout = 'paid_by_hand'

/** SQL text: true for a refund that a manager has paid. @param id the column with the refund's id */
export const isRefundPaidManuallySql = (id: string): RawBuilder<boolean> =>
  sql`exists (select from ledger_entries where event = 'refund:' || ${sql.ref(id)} || ${sql.lit(`:${storedManualPayout}`)})`

/** A refund that the gateway could not make was paid manually: into a wallet or from our bank. */
export function refundPaidManually(payout: {
  refundId: RefundId
  orderId: OrderId | null
  amountKobo: bigint
  /** The wallet's owner; null for a bank transfer. */
  walletUserId: UserId | null
  reason: string
}): Entry {
  return {
    event: `refund:${payout.refundId}:${storedManualPayout}`,
    orderId: payout.orderId,
    reason: payout.reason,
    postings: transfer(
      account.refundPayable,
      payout.walletUserId === null ? account.bank : account.wallet(payout.walletUserId),
      payout.amountKobo,
    ),
  }
}
