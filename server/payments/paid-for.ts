import type { RefundCause, Tx } from '../database/index.ts'
import type { Refund } from './payment.ts'

/** What a payment is for, as this room needs to know it. */
export interface PayableOrder {
  readonly id: string
  readonly totalKobo: bigint
}

/** Where money goes back to, as its owner knows it. */
export const refundRoutes = {
  source: 'the card or account you paid with',
  wallet: 'your wallet',
  transfer: 'your bank account by a transfer from us',
} as const

/** The same of one refund: it may go into an account that was named for it, or be paid by us instead. */
export function routeOf(
  refund: Pick<Refund, 'account' | 'account_bank' | 'account_ends' | 'paid_by_hand'>,
): string {
  if (refund.paid_by_hand === 'wallet') return refundRoutes.wallet
  if (refund.paid_by_hand === 'bank') return refundRoutes.transfer
  if (!refund.account) return refundRoutes.source
  const { account_ends: ends, account_bank: bank } = refund
  // What was named before this was kept.
  if (!ends) return 'the account you named'
  return bank ? `the account ending ${ends} at ${bank}` : `the account ending ${ends} that you named`
}

/** A refund's move. */
export interface RefundMove {
  readonly refundId: string
  readonly cause: RefundCause
  readonly state: 'requested' | 'processed' | 'failed' | 'needs_attention'
  readonly amountKobo: bigint
  /** Where it goes to; null for what a manager bought, which cost its user nothing. */
  readonly route: string | null
}

/**
 * Whoever sells things declares to this room what a payment pays for; `main` supplies it. Every call
 * runs in the transaction that settles the payment.
 */
export interface OnPaid {
  /** Locks the order's row first, so that everybody locks in one order: order → payment → refund. */
  lock(tx: Tx, orderId: string): Promise<PayableOrder>
  /** The order was paid in full. `refused` says why the money must go back. */
  take(tx: Tx, orderId: string): Promise<{ is: 'taken' } | { is: 'refused'; because: RefundCause }>
  /** No open payment is left of an order that was not paid in time. */
  lapse(tx: Tx, orderId: string): Promise<void>
  /** A refund of the order moved: begun, processed, or stuck. */
  refundMoved(tx: Tx, orderId: string, refund: RefundMove): Promise<void>
  /** Money that had come was taken away again, by the bank or outside our hands. */
  reversed(tx: Tx, orderId: string): Promise<void>
  /** Something a person must look at. */
  review(tx: Tx, orderId: string, reason: string): Promise<void>
}
