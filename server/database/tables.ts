import type { ColumnType, Expression, Generated, Updateable } from 'kysely'
import type { OrderId } from '../../shared/ids.ts'
import type { WalletTransactionKind } from '../../shared/wallet.ts'
import type { AccountTables } from './tables-account.ts'
import type { BackOfficeTables } from './tables-back-office.ts'
import type { CardTables } from './tables-cards.ts'
import type { CatalogueTables } from './tables-catalogue.ts'
import type { MoneyTables } from './tables-money.ts'
import type { OperationsTables } from './tables-operations.ts'
import type { OrderTables } from './tables-orders.ts'
import type { PaymentRequestTables } from './tables-payment-requests.ts'
import type { PaymentTables } from './tables-payments.ts'
import type { PhoneTables } from './tables-phones.ts'
import type { PushTables } from './tables-push.ts'
import type { ScheduleTables } from './tables-schedules.ts'
import type { TranslationTables } from './tables-translations.ts'
import type { UserTables } from './tables-users.ts'
import type { VirtualAccountTables } from './tables-virtual-accounts.ts'

/** All tables for Kysely. Money is `bigint` kobo; times are `Date`. */
export interface Tables
  extends AccountTables,
    BackOfficeTables,
    CardTables,
    CatalogueTables,
    MoneyTables,
    OperationsTables,
    OrderTables,
    PaymentRequestTables,
    PaymentTables,
    PhoneTables,
    PushTables,
    ScheduleTables,
    TranslationTables,
    UserTables,
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
  state_transitions: { entity: string; from_state: string; to_state: string }
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
    order_id: OrderId | null
    state: Generated<'pending' | 'sending' | 'sent' | 'failed'>
    attempt_count: Generated<number>
    due_at: Nullable<Date>
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
  ledger_entries: {
    id: Generated<bigint>
    event: string
    order_id: OrderId | null
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

/** A JSON column: read as a value, written as JSON text. */
export type Json<T> = ColumnType<T, string, string>
