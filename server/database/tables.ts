import type { ColumnType, Generated } from 'kysely'
import type { Service } from '../../shared/constants.ts'
import type { OrderState } from '../../shared/orders.ts'
import type { GatewayName, PaymentMethod } from '../../shared/payments.ts'
import type { MovementKind } from '../../shared/wallet.ts'
import type { AccountTables } from './tables-account.ts'
import type { BackOfficeTables } from './tables-back-office.ts'
import type { OperationsTables } from './tables-operations.ts'
import type { VirtualAccountTables } from './tables-virtual-accounts.ts'

/** Every table as Kysely sees it. Money is `bigint` kobo; times are `Date`. */
export interface Tables extends AccountTables, BackOfficeTables, OperationsTables, VirtualAccountTables {
  facts: { name: string; value: string }
  clock: { one: Generated<boolean>; ahead: ColumnType<unknown, never, unknown> }
  settings: { key: string; value: Json<unknown>; updated_at: Generated<Date> }
  setting_changes: {
    id: Generated<string>
    at: Generated<Date>
    name: string
    old: Json<unknown> | null
    new: Json<unknown>
    /** 'command', or the manager's user id. */
    changed_by: string
  }
  rate_limits: { key: string; points: Generated<number>; expire: bigint | null }
  idempotency_keys: {
    scope: string
    key: string
    request_hash: string
    http: number | null
    answer: Json<unknown> | null
    created_at: Generated<Date>
  }
  users: {
    id: Generated<string>
    uniqueid: string
    name: string
    email: string
    phone: string | null
    role: Generated<'user' | 'manager'>
    created_at: Generated<Date>
    /** Null for a person who can only sign in after choosing a password by mail. */
    password_hash: string | null
    pin_hash: string | null
    email_verified_at: Date | null
    /** Digest of the browser session that registered. */
    registered_session: Buffer | null
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
    /** Masked to its last digits; the BVN itself is sealed in `identities`. */
    bvn_masked: string | null
    bvn_account_name: string | null
  }
  email_codes: {
    id: Generated<string>
    user_id: string
    purpose: 'verify' | 'reset'
    hash: Buffer
    session_hash: Buffer | null
    tries: Generated<number>
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
    /** What only this type has: the companies and plans by our codes. */
    details: Json<Record<string, string | null>>
    created_at: Generated<Date>
  }
  bearers: {
    hash: Buffer
    user_id: string
    created_at: Generated<Date>
    ended_at: Date | null
    /** The session's name for its owner. */
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
  state_moves: { machine: string; from_state: string; to_state: string }
  verifications: {
    id: Generated<string>
    vendor: string
    service: Service
    code: string
    variation: string
    beneficiary: string
    found: Json<FoundCustomer>
    verified_at: Generated<Date>
    stale_at: Date
  }
  orders: {
    id: Generated<string>
    reference: string
    access_token: string
    view_token: string
    service: Service
    code: string
    variation: string
    state: OrderState
    state_since: Generated<Date>
    version: Generated<number>
    user_id: string | null
    session_hash: Buffer | null
    fingerprint: string
    beneficiary: string
    phone: string
    email: string | null
    amount_kobo: bigint
    service_charge_kobo: bigint
    total_kobo: bigint
    /** What its delivery earns a signed-in buyer. Null on orders of a version that did not pin it. */
    cashback_kobo: bigint | null
    vendor: string
    customer: Json<OrderCustomer>
    verification_id: string | null
    review_reason: string | null
    review_since: Date | null
    review_due: Date | null
    due_at: Date | null
    created_at: Generated<Date>
    paid_at: Date | null
    delivered_at: Date | null
    refunded_at: Date | null
    late_delivered: Generated<boolean>
    vendor_reversed: Generated<boolean>
    quantity: Generated<number>
    /** The bouquet, plan or examination by name, as it was sold. */
    variation_name: string | null
    /** The manager who bought it for a user, at our cost. */
    bought_by: string | null
  }
  payments: {
    id: Generated<string>
    /** Null for what goes into a wallet. */
    order_id: string | null
    purpose: Generated<'order' | 'wallet_topup'>
    /** Who pays, when they are signed in. */
    user_id: string | null
    /** The saved card that is charged. */
    card_id: string | null
    /** Keep the card when this succeeds. */
    save_card: Generated<boolean>
    reference: string
    /** A gateway's, or our own: out of a wallet, or by a manager at our cost. */
    gateway: GatewayName | 'wallet' | 'manager'
    method: PaymentMethod | 'MANAGER'
    state: PaymentState
    state_since: Generated<Date>
    version: Generated<number>
    amount_kobo: bigint
    currency: Generated<string>
    email: string
    checkout_url: string | null
    nonce_hash: Buffer
    gateway_reference: string | null
    paid_kobo: bigint | null
    paid_currency: string | null
    fee_kobo: bigint | null
    channel: string | null
    failed_because: string | null
    checks: Generated<number>
    due_at: Date | null
    expires_at: Date
    created_at: Generated<Date>
    /** Of a top-up that a person must look at; an order's payments are looked at with their order. */
    review_reason: ColumnType<string | null, string | null | undefined, string | null>
    review_since: ColumnType<Date | null, Date | null | undefined, Date | null>
  }
  attempts: {
    id: Generated<string>
    order_id: string
    vendor: string
    request_id: string
    beneficiary: string
    state: AttemptState
    state_since: Generated<Date>
    version: Generated<number>
    amount_kobo: bigint
    sends: Generated<number>
    sent_at: Generated<Date>
    due_at: Date | null
    asks: Generated<number>
    never_received: Generated<number>
    never_received_since: Date | null
    vendor_reference: string | null
    cost_kobo: bigint | null
    because: string | null
    code: string | null
    created_at: Generated<Date>
    /** The vendor's own, from its lookup: goes back with the vend and every question about it. */
    handle: string | null
    /** Null on tries before it was kept. */
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
    /** What it gives back: a payment, or a transfer that came to nobody's account. */
    payment_id: string | null
    inflow_id: ColumnType<string | null, string | null | undefined, string | null>
    /** `again`: a failed one, asked for once more; `again_of` says which. `unmatched`: a transfer's. */
    cause: RefundCause | 'again' | 'unmatched'
    again_of: ColumnType<string | null, string | null | undefined, string | null>
    /** Bank and account that the customer named for it, sealed. */
    account: ColumnType<string | null, string | null | undefined, string | null>
    /** The same as it is told: the bank by name, and the last digits. */
    account_bank: ColumnType<string | null, string | null | undefined, string | null>
    account_ends: ColumnType<string | null, string | null | undefined, string | null>
    /** Where a failed one was paid from by us instead. */
    paid_by_hand: ColumnType<
      'wallet' | 'bank' | null,
      'wallet' | 'bank' | null | undefined,
      'wallet' | 'bank' | null
    >
    state: RefundState
    state_since: Generated<Date>
    version: Generated<number>
    amount_kobo: bigint
    currency: Generated<string>
    refund_id: string | null
    because: string | null
    asks: Generated<number>
    due_at: Date | null
    created_at: Generated<Date>
  }
  disputes: {
    id: Generated<string>
    gateway: GatewayName
    /** The gateway's id of it. */
    gateway_dispute: string
    payment_id: string
    state: 'open' | 'won' | 'lost'
    /** What it took, once it is lost. */
    amount_kobo: bigint | null
    /** Until when the gateway wants our answer. */
    answer_by: Date | null
    created_at: Generated<Date>
  }
  payment_cards: {
    id: Generated<string>
    uniqueid: string
    user_id: string
    gateway: GatewayName
    /** Sealed; null once the gateway has forgotten it. */
    token: string | null
    token_hash: Buffer
    /** The address of the first payment: the gateway wants it again. */
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
    /** When the gateway is to be told, again, that it was deleted. */
    due_at: Date | null
    tries: Generated<number>
  }
  webhook_inbox: {
    id: Generated<string>
    party: string
    event_key: string
    raw: Buffer
    received_at: Generated<Date>
    handled_at: Date | null
    due_at: Generated<Date>
  }
  outbox: {
    id: Generated<string>
    once_key: string
    channel: 'mail' | 'sms'
    recipient: string
    subject: string | null
    body: string
    html: string | null
    order_id: string | null
    state: Generated<'waiting' | 'sending' | 'sent' | 'failed'>
    tries: Generated<number>
    due_at: ColumnType<Date | null, Date | null | undefined, Date | null>
    because: string | null
    created_at: Generated<Date>
    sent_at: Date | null
    /** Blanked once it is sent. */
    secret: Generated<boolean>
    /** Not sent any more from then on. */
    useless_at: Date | null
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
    /** Of a notification without an order. */
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
    /** Of a wallet's postings, written by the database. */
    kind: Generated<MovementKind | null>
    posted_at: Generated<Date | null>
  }
  balances: { account: string; balance_kobo: bigint }
  /** What an account's postings up to an entry come to; decimal text. */
  ledger_sums: { account: string; entry_id: bigint; amount_kobo: string }
}

/** A JSON column: read as the value, written as JSON text. */
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
/** Why money goes back: the order was not delivered, a second or wrong payment, more than was asked. */
export type RefundCause = 'not_delivered' | 'second_payment' | 'mismatch' | 'overpaid' | 'too_late'

/** What a vendor said of a meter, smartcard or profile. Money as decimal text of kobo. */
export interface FoundCustomer {
  /** '' where nobody says it. */
  name: string
  /** The customer's own number there, where it is not the number asked about. */
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

/** What an order keeps of its lookup, so that it can be shown and vended without asking again. */
export interface OrderCustomer extends FoundCustomer {
  firstTime: boolean
}
