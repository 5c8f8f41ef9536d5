import type { ColumnType, Expression, Generated, Updateable } from 'kysely'
import type { Service } from '../../shared/constants.ts'
import type { Language } from '../../shared/languages.ts'
import type { OrderState } from '../../shared/orders.ts'
import type { GatewayName, PaymentMethod } from '../../shared/payments.ts'
import type { ManagerScope } from '../../shared/scopes.ts'
import type { WalletTransactionKind } from '../../shared/wallet.ts'
import type { AccountTables } from './tables-account.ts'
import type { BackOfficeTables } from './tables-back-office.ts'
import type { MoneyTables } from './tables-money.ts'
import type { OperationsTables } from './tables-operations.ts'
import type { PaymentRequestTables } from './tables-payment-requests.ts'
import type { PhoneTables } from './tables-phones.ts'
import type { PushTables } from './tables-push.ts'
import type { ScheduleTables } from './tables-schedules.ts'
import type { TranslationTables } from './tables-translations.ts'
import type { VirtualAccountTables } from './tables-virtual-accounts.ts'

/** All tables for Kysely. Money is `bigint` kobo; times are `Date`. */
export interface Tables
  extends AccountTables,
    BackOfficeTables,
    MoneyTables,
    OperationsTables,
    PaymentRequestTables,
    PhoneTables,
    PushTables,
    ScheduleTables,
    TranslationTables,
    VirtualAccountTables {
  app_metadata: { name: string; value: string }
  test_clock: { singleton: Generated<boolean>; clock_offset: ColumnType<unknown, never, unknown> }
  settings: { key: string; value: Json<unknown>; updated_at: Generated<Date> }
  setting_changes: {
    id: Generated<bigint>
    changed_at: Generated<Date>
    name: string
    old: Json<unknown> | null
    new: Json<unknown>
    /** 'command', or the manager's user id. */
    changed_by: string
  }
  rate_limits: {
    key: string
    /** Points in use when the row was last written. */
    points: Generated<number>
    /** When all points will be restored, in ms since 1970. */
    expire: bigint | null
  }
  idempotency_keys: {
    scope: string
    key: string
    request_hash: string
    http_status: number | null
    response: Json<unknown> | null
    created_at: Generated<Date>
  }
  users: {
    id: Generated<string>
    uniqueid: string
    name: string
    email: string
    phone: string | null
    role: Generated<'user' | 'manager'>
    /** Areas of the back office that a manager may work in; empty for other users. */
    scopes: Generated<ManagerScope[]>
    created_at: Generated<Date>
    /** Null for a user who must first choose a password by e-mail. */
    password_hash: string | null
    pin_hash: string | null
    /** Wallet and saved-card payments above this amount require the PIN; null: none does. */
    pin_above_kobo: bigint | null
    email_verified_at: Date | null
    /** Digest of the browser session that registered. */
    registered_session_hash: Buffer | null
    platform: string | null
    is_company: Generated<boolean>
    company_name: string | null
    address: string | null
    website: string | null
    rc_number: string | null
    /** A small picture as a data: address. */
    picture: string | null
    save_activity_logs: Generated<boolean>
    referral_code: string | null
    referred_by: string | null
    /** Masked to its last digits; the full BVN is encrypted in `identities`. */
    bvn_masked: string | null
    bvn_account_name: string | null
    /** Encrypted key of a manager's authenticator app; it counts from `second_factor_at` on. */
    second_factor_key: Generated<string | null>
    second_factor_at: Generated<Date | null>
    /** Time step of the last code that was used. */
    second_factor_step: Generated<bigint>
    /** A blocked user cannot sign in. Both are null for everyone else. */
    blocked_at: Generated<Date | null>
    blocked_reason: Generated<string | null>
    /** Chosen language; null is English. */
    language: Nullable<Language>
    /** When the user closed the account: its personal data is deleted, and its wallet is not credited. */
    closed_at: Generated<Date | null>
  }
  email_codes: {
    id: Generated<string>
    user_id: string
    purpose: 'verify' | 'reset'
    code_hash: Buffer
    session_hash: Buffer | null
    attempt_count: Generated<number>
    expires_at: Date
    used_at: Date | null
    created_at: Generated<Date>
  }
  pin_failures: { id: Generated<string>; user_id: string; failed_at: Generated<Date> }
  beneficiaries: {
    id: Generated<string>
    uniqueid: string
    user_id: string
    type: 'power' | 'cable-tv' | 'airtime' | 'vtu-data'
    number: string
    phone: string | null
    amount_kobo: bigint | null
    customer_name: string | null
    customer_address: string | null
    notes: string | null
    /** Type-specific details: companies and plans by our codes. */
    details: Json<Record<string, string | null>>
    created_at: Generated<Date>
  }
  session_tokens: {
    token_hash: Buffer
    user_id: string
    created_at: Generated<Date>
    revoked_at: Date | null
    /** Public id of the session, shown to its owner. */
    id: Generated<string>
    /** "Chrome on Android" */
    device: string | null
    last_seen_at: Date | null
  }
  states: { code: string; name: string }
  products: {
    service: Service
    code: string
    name: string
    abbr: string
    description: string
    company: string
    states: string[]
    meter_types: string[]
    position: number
    as_of: Date | string
  }
  vendor_products: {
    vendor: string
    service: Service
    code: string
    vendor_code: string
    variations: Json<Record<string, string>>
    listed_at: Date | null
    min_kobo: bigint | null
    max_kobo: bigint | null
  }
  variations: {
    vendor: string
    service: Service
    code: string
    variation: string
    vendor_code: string
    name: string
    price_kobo: bigint
    position: number
    on_sale: Generated<boolean>
  }
  state_transitions: { entity: string; from_state: string; to_state: string }
  customer_lookups: {
    id: Generated<string>
    vendor: string
    service: Service
    code: string
    variation: string
    beneficiary: string
    result: Json<VendorCustomer>
    verified_at: Generated<Date>
    expires_at: Date
  }
  orders: {
    id: Generated<string>
    reference: string
    access_token: string
    view_token: string
    /** Null for orders created before short links. */
    link_hash: Buffer | null
    service: Service
    code: string
    variation: string
    state: StateColumn<OrderState>
    state_since: DatabaseColumn<Date>
    version: DatabaseColumn<number>
    user_id: string | null
    session_hash: Buffer | null
    dedupe_hash: string
    beneficiary: string
    phone: string
    email: string | null
    amount_kobo: bigint
    service_charge_kobo: bigint
    total_kobo: bigint
    /** Cashback that delivery earns a signed-in buyer. Null on orders of a version that did not pin it. */
    cashback_kobo: bigint | null
    vendor: string
    customer_snapshot: Json<OrderCustomer>
    customer_lookup_id: string | null
    review_reason: string | null
    review_since: Date | null
    review_due: Date | null
    /** When a manager closed the order's review; null if open. */
    review_closed_at: ColumnType<Date | null, Date | null | undefined, Date | null>
    due_at: Date | null
    created_at: Generated<Date>
    paid_at: Date | null
    delivered_at: Date | null
    refunded_at: Date | null
    /** True after a late delivery: by an attempt that was written off, or that had failed at its vendor. */
    delivered_after_write_off: Generated<boolean>
    vendor_reversed: Generated<boolean>
    quantity: Generated<number>
    /** Name of the bouquet, plan or examination as sold. */
    variation_name: string | null
    /** The manager who purchased it for a user, at our cost. */
    purchased_by_manager_id: string | null
    /** W3C trace context that the row's later work continues. */
    traceparent: Nullable<string>
    /** Language of its messages; null is English. */
    language: Nullable<Language>
    /** The payment request that this order pays; its user is the requester, and another person pays. */
    payment_request_id: Nullable<string>
  }
  payments: {
    id: Generated<string>
    /** Null for a wallet top-up. */
    order_id: string | null
    purpose: Generated<'order' | 'wallet_topup'>
    /** The paying user, if signed in. */
    user_id: string | null
    /** The saved card that is charged. */
    card_id: string | null
    /** Save the card if the payment succeeds. */
    save_card: Generated<boolean>
    /** Equal for payments with one card at a gateway; null for other methods, and for payments of earlier releases. */
    card_signature: Nullable<string>
    reference: string
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
    paid_at: ColumnType<Date | null, Date | null | undefined, Date | null>
    failure_reason: string | null
    verify_count: Generated<number>
    due_at: Date | null
    expires_at: Date
    created_at: Generated<Date>
    /** For a top-up that needs review; the payments of an order are reviewed with the order. */
    review_reason: ColumnType<string | null, string | null | undefined, string | null>
    review_since: ColumnType<Date | null, Date | null | undefined, Date | null>
    /** Digest of the browser session that started it. */
    session_hash: Nullable<Buffer>
    /** The payer as named by the gateway, if any. */
    payer_name: Nullable<string>
    /** W3C trace context that the row's later work continues. */
    traceparent: Nullable<string>
  }
  attempts: {
    id: Generated<string>
    order_id: string
    vendor: string
    request_id: string
    beneficiary: string
    state: StateColumn<AttemptState>
    state_since: DatabaseColumn<Date>
    version: DatabaseColumn<number>
    amount_kobo: bigint
    send_count: Generated<number>
    sent_at: Generated<Date>
    due_at: Date | null
    requery_count: Generated<number>
    not_found_count: Generated<number>
    not_found_since: Date | null
    vendor_reference: string | null
    cost_kobo: bigint | null
    failure_reason: string | null
    vendor_code: string | null
    created_at: Generated<Date>
    /** The vendor's lookup token; sent with the vend and each requery. */
    vendor_token: string | null
    /** Null on attempts before this column existed. */
    service: Service | null
  }
  deliveries: {
    order_id: string
    attempt_id: string
    tokens: Json<{ kind: string; digits: string; units: string | null }[]>
    units: string | null
    tariff: string | null
    tariff_class: string | null
    vat_kobo: bigint | null
    arrears_kobo: bigint | null
    customer_name: string | null
    customer_address: string | null
    receipt_number: string | null
    pins: ColumnType<{ serial: string | null; pin: string }[], string | undefined, string>
    created_at: Generated<Date>
  }
  refunds: {
    id: Generated<string>
    order_id: string | null
    /** The refunded payment, or a transfer that belongs to no account. */
    payment_id: string | null
    deposit_id: ColumnType<string | null, string | null | undefined, string | null>
    /** `again`: retry of a failed refund; `again_of` is its id. `unmatched`: refund of an unmatched transfer. */
    cause: RefundCause | 'retry' | 'unmatched'
    retry_of_refund_id: ColumnType<string | null, string | null | undefined, string | null>
    /** Bank account submitted by the customer for it, encrypted. */
    payout_account_encrypted: ColumnType<string | null, string | null | undefined, string | null>
    /** The same for display: bank name and last digits. */
    payout_account_bank: ColumnType<string | null, string | null | undefined, string | null>
    payout_account_last4: ColumnType<string | null, string | null | undefined, string | null>
    /** The account holder, when it was submitted, and why a manager must approve it. */
    payout_account_name: Nullable<string>
    payout_account_set_at: Nullable<Date>
    payout_account_review: Nullable<AccountReview>
    /** When it was first sent to its gateway. */
    first_sent_at: Nullable<Date>
    /** The source from which a failed refund was paid instead. */
    manual_payout: ColumnType<
      'wallet' | 'bank' | null,
      'wallet' | 'bank' | null | undefined,
      'wallet' | 'bank' | null
    >
    state: StateColumn<RefundState>
    state_since: DatabaseColumn<Date>
    version: DatabaseColumn<number>
    amount_kobo: bigint
    currency: Generated<string>
    gateway_refund_id: string | null
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
    refund_id: string
    code_hash: Buffer
    /** The browser that requested the code; no other browser can use it. */
    session_hash: Buffer
    attempt_count: Generated<number>
    expires_at: Date
    verified_at: Date | null
    created_at: Generated<Date>
  }
  /** Recent card payments, for counting declines: by browser, by network (digests), by saved card. */
  card_attempts: {
    payment_id: string
    device: Buffer | null
    client: Buffer
    card: string | null
    created_at: Generated<Date>
    declined_at: Date | null
  }
  disputes: {
    id: Generated<string>
    gateway: GatewayName
    /** The gateway's id of the dispute. */
    gateway_dispute_id: string
    payment_id: string
    state: 'open' | 'won' | 'lost'
    /** The amount lost, once the dispute is lost. */
    amount_kobo: bigint | null
    /** Deadline for our evidence. */
    evidence_due_at: Date | null
    created_at: Generated<Date>
  }
  payment_cards: {
    id: Generated<string>
    uniqueid: string
    user_id: string
    gateway: GatewayName
    /** Encrypted; null once it is deleted at the gateway. */
    token: string | null
    token_hash: Buffer
    /** The e-mail address of the first payment, required by the gateway for later charges. */
    email: string
    first_digits: string
    last_digits: string
    expiry: string
    issuer: string | null
    type: string
    /** The same for the same physical card. */
    signature: string
    created_at: Generated<Date>
    saved_at: Generated<Date>
    deleted_at: Date | null
    /** When deletion at the gateway is tried next. */
    due_at: Date | null
    attempt_count: Generated<number>
  }
  webhook_inbox: {
    id: Generated<string>
    provider: string
    event_key: string
    raw: Buffer
    received_at: Generated<Date>
    handled_at: Date | null
    due_at: Generated<Date>
    /** W3C trace context that the row's later work continues. */
    traceparent: Nullable<string>
  }
  outbox: {
    id: Generated<string>
    dedupe_key: string
    channel: 'mail' | 'sms'
    recipient: string
    subject: string | null
    body: string
    html: string | null
    order_id: string | null
    state: Generated<'pending' | 'sending' | 'sent' | 'failed'>
    attempt_count: Generated<number>
    due_at: ColumnType<Date | null, Date | null | undefined, Date | null>
    failure_reason: string | null
    created_at: Generated<Date>
    sent_at: Date | null
    /** Cleared after sending. */
    redact_after_send: Generated<boolean>
    /** Not sent after this time. */
    expires_at: Date | null
    /** W3C trace context that the row's later work continues. */
    traceparent: Nullable<string>
  }
  notifications: {
    id: Generated<string>
    user_id: string
    service: string
    subject: string
    body: string
    order_id: string | null
    read_at: Date | null
    created_at: Generated<Date>
    /** Null: the amount of the order. */
    amount_kobo: bigint | null
  }
  ledger_entries: {
    id: Generated<bigint>
    event: string
    order_id: string | null
    reverses: bigint | null
    reason: string | null
    posted_at: Generated<Date>
  }
  ledger_postings: {
    entry_id: bigint
    account: string
    amount_kobo: bigint
    /** For wallet postings; set by the database. */
    kind: Generated<WalletTransactionKind | null>
    posted_at: Generated<Date | null>
  }
  balances: { account: string; balance_kobo: bigint }
  /** Balance of an account up to an entry; decimal text. */
  account_balance_snapshots: { account: string; entry_id: bigint; amount_kobo: string }
}

/** Columns that an update sets; a value may be an SQL expression. */
export type Patch<T extends keyof Tables> = {
  [C in keyof Updateable<Tables[T]>]:
    | Updateable<Tables[T]>[C]
    | Expression<Exclude<Updateable<Tables[T]>[C], undefined>>
}

/** A state that only its state machine changes (`defineStateMachine`): no other update of it compiles. */
export type StateColumn<S extends string> = ColumnType<S, S, never>
/** The same for a state with a default. */
export type DefaultStateColumn<S extends string> = ColumnType<S, S | undefined, never>
/** A column that the database sets with each update. */
export type DatabaseColumn<T> = ColumnType<T, T | undefined, never>

/** A column that an insert may omit. */
export type Nullable<T> = ColumnType<T | null, T | null | undefined, T | null>

/** Why the bank account of a refund needs a manager's approval. */
export type AccountReview = 'name_mismatch' | 'recent_change'

/** A JSON column: read as a value, written as JSON text. */
export type Json<T> = ColumnType<T, string, string>

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
export type AttemptState = 'sending' | 'delivered' | 'failed' | 'unknown' | 'written_off'
export type RefundState = 'requested' | 'sent' | 'processed' | 'failed' | 'unknown' | 'needs_attention'
/** Refund cause: the order was not delivered, a second or wrong payment, or an overpayment. */
export type RefundCause =
  | 'not_delivered'
  | 'second_payment'
  | 'mismatch'
  | 'overpaid'
  | 'too_late'
  | 'goodwill'

/** A vendor's customer lookup of a meter, smartcard or profile. Money as decimal text of kobo. */
export interface VendorCustomer {
  /** '' if the vendor does not return it. */
  name: string
  /** The customer's number at the company, if it differs from the number looked up. */
  number?: string | null
  address: string | null
  minKobo: string | null
  maxKobo: string | null
  arrearsKobo: string | null
  tariff: string | null
  nairaPerKwh: string | null
  canVend: boolean
  handle: string | null
}

/** The lookup result stored with an order, so that it can be shown and vended without another lookup. */
export interface OrderCustomer extends VendorCustomer {
  firstTime: boolean
}
