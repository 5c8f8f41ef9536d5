import type { ColumnType, Generated } from 'kysely'
import type { Service } from '../../shared/constants.ts'
import type {
  AttemptId,
  CustomerLookupId,
  OrderId,
  PaymentRequestId,
  UserId,
  VendRequestId,
} from '../../shared/ids.ts'
import type { Language } from '../../shared/languages.ts'
import type { OrderState } from '../../shared/orders.ts'
import type { OrderReference } from '../../shared/references.ts'
import type { DatabaseColumn, Json, Nullable, StateColumn } from './tables.ts'
import type { VendorCustomer } from './tables-catalogue.ts'

/** Orders, vend attempts and deliveries. */
export interface OrderTables {
  orders: {
    id: Generated<OrderId>
    reference: OrderReference
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
    user_id: UserId | null
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
    customer_lookup_id: CustomerLookupId | null
    review_reason: string | null
    review_since: Date | null
    review_due: Date | null
    /** When a manager closed the order's review; null if open. */
    review_closed_at: Nullable<Date>
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
    purchased_by_manager_id: UserId | null
    /** W3C trace context that the row's later work continues. */
    traceparent: Nullable<string>
    /** Language of its messages; null is English. */
    language: Nullable<Language>
    /** The payment request that this order pays; its user is the requester, and another person pays. */
    payment_request_id: Nullable<PaymentRequestId>
  }
  attempts: {
    id: Generated<AttemptId>
    order_id: OrderId
    vendor: string
    request_id: VendRequestId
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
    order_id: OrderId
    attempt_id: AttemptId
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
}

/** The lookup result stored with an order, so that it can be shown and vended without another lookup. */
export interface OrderCustomer extends VendorCustomer {
  firstTime: boolean
}

export type AttemptState = 'sending' | 'delivered' | 'failed' | 'unknown' | 'written_off'
