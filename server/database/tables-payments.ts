import type { Generated } from 'kysely'
import type {
  CardId,
  DepositId,
  GatewayRefundId,
  OrderId,
  PaymentId,
  PaymentReference,
  RefundId,
  UserId,
} from '../../shared/ids.ts'
import type { GatewayName, PaymentMethod } from '../../shared/payments.ts'
import type { DatabaseColumn, Nullable, StateColumn } from './tables.ts'

/** Payments and their refunds. */
export interface PaymentTables {
  payments: {
    id: Generated<PaymentId>
    /** Null for a wallet top-up. */
    order_id: OrderId | null
    purpose: Generated<'order' | 'wallet_topup'>
    /** The paying user, if signed in. */
    user_id: UserId | null
    /** The saved card that is charged. */
    card_id: CardId | null
    /** Save the card if the payment succeeds. */
    save_card: Generated<boolean>
    /** Equal for payments with one card at a gateway; null for other methods, and for payments of earlier releases. */
    card_signature: Nullable<string>
    reference: PaymentReference
    /** A gateway's method, or our own: from a wallet, or by a manager at our cost. */
    gateway: GatewayName | 'wallet' | 'manager'
    method: PaymentMethod | 'MANAGER'
    state: StateColumn<PaymentState>
    state_since: DatabaseColumn<Date>
    version: DatabaseColumn<number>
    amount_kobo: bigint
    currency: Generated<string>
    email: string
    checkout_url: string | null
    return_nonce_hash: Buffer
    gateway_reference: string | null
    paid_kobo: bigint | null
    paid_currency: string | null
    fee_kobo: bigint | null
    channel: string | null
    /** When the payer paid, by the real clock; null if the gateway did not report it. */
    paid_at: Nullable<Date>
    failure_reason: string | null
    verify_count: Generated<number>
    due_at: Date | null
    expires_at: Date
    created_at: Generated<Date>
    /** For a top-up that needs review; the payments of an order are reviewed with the order. */
    review_reason: Nullable<string>
    review_since: Nullable<Date>
    /** Digest of the browser session that started it. */
    session_hash: Nullable<Buffer>
    /** The payer as named by the gateway, if any. */
    payer_name: Nullable<string>
    /** W3C trace context that the row's later work continues. */
    traceparent: Nullable<string>
  }
  refunds: {
    id: Generated<RefundId>
    order_id: OrderId | null
    /** The refunded payment, or a transfer that belongs to no account. */
    payment_id: PaymentId | null
    deposit_id: Nullable<DepositId>
    /** `again`: retry of a failed refund; `again_of` is its id. `unmatched`: refund of an unmatched transfer. */
    cause: RefundCause | 'retry' | 'unmatched'
    retry_of_refund_id: Nullable<RefundId>
    /** Bank account submitted by the customer for it, encrypted. */
    payout_account_encrypted: Nullable<string>
    /** The same for display: bank name and last digits. */
    payout_account_bank: Nullable<string>
    payout_account_last4: Nullable<string>
    /** The account holder, when it was submitted, and why a manager must approve it. */
    payout_account_name: Nullable<string>
    payout_account_set_at: Nullable<Date>
    payout_account_review: Nullable<AccountReview>
    /** When it was first sent to its gateway. */
    first_sent_at: Nullable<Date>
    /** The source from which a failed refund was paid instead. */
    manual_payout: Nullable<'wallet' | 'bank'>
    state: StateColumn<RefundState>
    state_since: DatabaseColumn<Date>
    version: DatabaseColumn<number>
    amount_kobo: bigint
    currency: Generated<string>
    gateway_refund_id: GatewayRefundId | null
    failure_reason: string | null
    poll_count: Generated<number>
    due_at: Date | null
    created_at: Generated<Date>
    /** W3C trace context that the row's later work continues. */
    traceparent: Nullable<string>
  }
  /** Codes e-mailed to the payer of a refund that needs a bank account. */
  refund_account_codes: {
    id: Generated<string>
    refund_id: RefundId
    code_hash: Buffer
    /** The browser that requested the code; no other browser can use it. */
    session_hash: Buffer
    attempt_count: Generated<number>
    expires_at: Date
    verified_at: Date | null
    created_at: Generated<Date>
  }
}

export type PaymentState =
  | 'created'
  | 'initialised'
  | 'pending'
  | 'succeeded'
  | 'failed'
  | 'expired'
  | 'mismatch'
  | 'succeeded_late'
  | 'reversed'

export type RefundState = 'requested' | 'sent' | 'processed' | 'failed' | 'unknown' | 'needs_attention'

/** Refund cause: the order was not delivered, a second or wrong payment, or an overpayment. */
export type RefundCause =
  | 'not_delivered'
  | 'second_payment'
  | 'mismatch'
  | 'overpaid'
  | 'too_late'
  | 'goodwill'

/** Why the bank account of a refund needs a manager's approval. */
export type AccountReview = 'name_mismatch' | 'recent_change'
