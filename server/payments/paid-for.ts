import type { RefundCause, Tx } from '../database/index.ts'

/** What a payment is for, as this room needs to know it. */
export interface PayableOrder {
  readonly id: string
  readonly totalKobo: bigint
}

/** Where money goes back to, as its owner knows it. */
export const refundRoutes = {
  source: 'the card or account you paid with',
  wallet: 'your wallet',
  account: 'the account you named',
} as const

/** A refund's move. `to`: back where it came from, into the payer's wallet, or into an account that they named. */
export interface RefundMove {
  readonly refundId: string
  readonly cause: RefundCause
  readonly state: 'requested' | 'processed' | 'failed' | 'needs_attention'
  readonly amountKobo: bigint
  /** Nobody's: a manager's purchase cost its user nothing. */
  readonly to: keyof typeof refundRoutes | 'nobody'
}

/**
 * Whoever sells things declares to this room what a payment pays for; `main` supplies it. Every call
 * runs in the transaction that settles the payment.
 */
export interface OnPaid {
  /** Locks the order's row first, so that everybody locks in one order: order → payment → refund. */
  lock(tx: Tx, orderId: string): Promise<PayableOrder>
  /** The order was paid in full. `refused` says why the money must go back. */
  take(
    tx: Tx,
    orderId: string,
    late: boolean,
  ): Promise<{ is: 'taken' } | { is: 'refused'; because: RefundCause }>
  /** No open payment is left of an order that was not paid in time. */
  lapse(tx: Tx, orderId: string): Promise<void>
  /** A refund of the order moved: begun, processed, or stuck. */
  refundMoved(tx: Tx, orderId: string, refund: RefundMove): Promise<void>
  /** Money that had come was taken away again, by the bank or outside our hands. */
  reversed(tx: Tx, orderId: string): Promise<void>
  /** Something a person must look at. */
  review(tx: Tx, orderId: string, reason: string): Promise<void>
}
