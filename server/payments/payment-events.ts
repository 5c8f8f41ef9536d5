import type { RefundCause, Tx } from '../database/index.ts'
import type { Refund } from './payment.ts'
import { refundRouteTexts } from './texts.ts'

/** The order fields that this module needs. */
interface LockedOrder {
  readonly id: string
  readonly totalKobo: bigint
}

/** The destination of one refund: the original method, the account set for it, or a manual payout. */
export function refundRouteOf(
  refund: Pick<
    Refund,
    'payout_account_encrypted' | 'payout_account_bank' | 'payout_account_last4' | 'manual_payout'
  >,
): string {
  if (refund.manual_payout === 'wallet') return refundRouteTexts.wallet()
  if (refund.manual_payout === 'bank') return refundRouteTexts.transfer()
  if (!refund.payout_account_encrypted) return refundRouteTexts.source()
  const { payout_account_last4: last4, payout_account_bank: bank } = refund
  // Older rows have no account digits.
  if (!last4) return refundRouteTexts.addedAccount()
  return bank
    ? refundRouteTexts.accountAtBank({ digits: last4, bank })
    : refundRouteTexts.accountEnding({ digits: last4 })
}

/** A state change of a refund. */
export interface RefundStateChange {
  readonly refundId: string
  readonly cause: RefundCause
  readonly state: 'requested' | 'processed' | 'failed' | 'needs_attention'
  readonly amountKobo: bigint
  /** The destination; null for a manager's purchase, which cost the user nothing. */
  readonly route: string | null
  /** Set when another account is requested after a first one: distinguishes the requests. */
  readonly accountVersion?: string | undefined
}

/** The payout account set for a refund, as shown in notifications. */
export interface RefundAccount {
  readonly refundId: string
  /** Distinguishes successive accounts of one refund. */
  readonly accountVersion: string
  readonly amountKobo: bigint
  readonly bank: string | null
  readonly last4: string
  /** A manager must approve the account before the payout. */
  readonly needsReview: boolean
  /** The payer, in addition to the order's contacts. */
  readonly payer: { readonly email: string; readonly userId: string | null }
}

/**
 * Order-side handlers of payment events; the composition root supplies them. Every call runs in the transaction that
 * applies the payment's status.
 */
export interface PaymentEvents {
  /** Locks the order's row first: the global lock order is order → payment → refund. */
  lockOrder(tx: Tx, orderId: string): Promise<LockedOrder>
  /**
   * Finds and locks the order of a payment whose row was lost, and marks it as awaiting payment if no payment had
   * started. Undefined when the order was lost too.
   */
  reopenForLostPayment(
    tx: Tx,
    orderReference: string,
  ): Promise<(LockedOrder & { createdAt: Date }) | undefined>
  /** The order was paid in full. `refused` carries the reason for the refund. */
  onPaid(tx: Tx, orderId: string): Promise<{ type: 'taken' } | { type: 'refused'; reason: RefundCause }>
  /** An order was not paid in time and has no open payment left. */
  onExpired(tx: Tx, orderId: string): Promise<void>
  /** A refund of the order changed state: requested, processed, failed or needs attention. */
  onRefundStateChanged(tx: Tx, orderId: string, refund: RefundStateChange): Promise<void>
  /** A payout account was set for a refund: all contacts of the order are notified. */
  onRefundAccountSet(tx: Tx, orderId: string, account: RefundAccount): Promise<void>
  /** A received payment was charged back, or refunded outside the application. */
  onChargeback(tx: Tx, orderId: string): Promise<void>
  /** Flags the order for manual review. */
  flagForReview(tx: Tx, orderId: string, reason: string): Promise<void>
}
