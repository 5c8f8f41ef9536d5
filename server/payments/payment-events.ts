import type { OrderId, RefundId, UserId } from '../../shared/ids.ts'
import type { OrderReference } from '../../shared/references.ts'
import type { RefundCause, Tx } from '../database/index.ts'
import type { Payment, Refund, RefundSource } from './payment.ts'
import { refundDestinationTexts } from './texts.ts'

/** The order fields that this module needs. */
interface LockedOrder {
  readonly id: string
  readonly totalKobo: bigint
}

/** An order that a payment paid: `PaymentDeps.scheduleOrder` takes it after the commit. */
export interface NewlyPaidOrder {
  readonly id: string
}

const sourceTexts = {
  CARD: refundDestinationTexts.card,
  SAVED_CARD: refundDestinationTexts.card,
  ACCOUNT_TRANSFER: refundDestinationTexts.bankAccount,
  USSD: refundDestinationTexts.bankAccount,
  PHONE_NUMBER: refundDestinationTexts.source,
  WALLET: refundDestinationTexts.source,
  MANAGER: refundDestinationTexts.source,
} satisfies Record<Payment['method'], () => string>

/** The payment instrument: the card or account that a payment was made with. */
export const paymentInstrumentOf = (payment: RefundSource | undefined): string =>
  payment && 'method' in payment ? sourceTexts[payment.method]() : refundDestinationTexts.source()

/** The destination of one refund: what its payment was made with, the account set for it, or a manual payout. */
export function refundDestinationOf(
  refund: Pick<
    Refund,
    'payout_account_encrypted' | 'payout_account_bank' | 'payout_account_last4' | 'manual_payout'
  >,
  payment: RefundSource | undefined,
): string {
  if (refund.manual_payout === 'wallet') return refundDestinationTexts.wallet()
  if (refund.manual_payout === 'bank') return refundDestinationTexts.transfer()
  if (!refund.payout_account_encrypted) return paymentInstrumentOf(payment)
  const { payout_account_last4: last4, payout_account_bank: bank } = refund
  // Older rows have no account digits.
  if (!last4) return refundDestinationTexts.addedAccount()
  return bank
    ? refundDestinationTexts.accountAtBank({ digits: last4, bank })
    : refundDestinationTexts.accountEnding({ digits: last4 })
}

/** A state change of a refund. */
export interface RefundStateChange {
  readonly refundId: RefundId
  readonly cause: RefundCause
  readonly state: 'requested' | 'processed' | 'failed' | 'needs_attention'
  readonly amountKobo: bigint
  /** The destination, in the language of the message; null for a manager's purchase, which cost the user nothing. */
  readonly destination: (() => string) | null
  /** Set when another account is requested after a first one: distinguishes the requests. */
  readonly accountVersion?: string | undefined
}

/** The payout account set for a refund, as shown in notifications. */
export interface RefundAccount {
  readonly refundId: RefundId
  /** Distinguishes successive accounts of one refund. */
  readonly accountVersion: string
  readonly amountKobo: bigint
  readonly bank: string | null
  readonly last4: string
  /** A manager must approve the account before the payout. */
  readonly needsReview: boolean
  /** The payer, in addition to the order's contacts. */
  readonly payer: { readonly email: string; readonly userId: UserId | null }
}

/**
 * Order-side handlers of payment events; the composition root supplies them. Every call runs in the transaction that
 * applies the payment's status.
 */
export interface PaymentEvents {
  /** Locks the order's row first: the global lock order is order → payment → refund. */
  lockOrder(tx: Tx, orderId: OrderId): Promise<LockedOrder>
  /**
   * Finds and locks the order of a payment whose row was lost, and marks it as awaiting payment if no payment had
   * started. Undefined when the order was lost too.
   */
  reopenForMissingPayment(
    tx: Tx,
    orderReference: OrderReference,
  ): Promise<(LockedOrder & { createdAt: Date }) | undefined>
  /** The order was paid in full. `rejected` carries the reason for the refund. */
  onPaid(
    tx: Tx,
    orderId: OrderId,
  ): Promise<{ type: 'accepted'; order: NewlyPaidOrder } | { type: 'rejected'; reason: RefundCause }>
  /** An order was not paid in time and has no open payment left. */
  onExpired(tx: Tx, orderId: OrderId): Promise<void>
  /** A refund of the order changed state: requested, processed, failed or needs attention. */
  onRefundStateChanged(tx: Tx, orderId: OrderId, refund: RefundStateChange): Promise<void>
  /** A payout account was set for a refund: all contacts of the order are notified. */
  onRefundAccountSet(tx: Tx, orderId: OrderId, account: RefundAccount): Promise<void>
  /** A received payment was charged back, or refunded outside the application. */
  onChargeback(tx: Tx, orderId: OrderId): Promise<void>
  /** The payer's bank has returned a part of a received payment. */
  onPartialChargeback(tx: Tx, orderId: OrderId): Promise<void>
  /** No payment of the order has an open dispute any more: a refund that waited for the outcome is due. */
  onDisputeClosed(tx: Tx, orderId: OrderId): Promise<void>
  /** Flags the order for manual review. */
  flagForReview(tx: Tx, orderId: OrderId, reason: string): Promise<void>
}
