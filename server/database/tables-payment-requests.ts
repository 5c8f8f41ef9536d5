import type { Generated } from 'kysely'
import type { Service } from '../../shared/constants.ts'
import type { OrderId, PaymentRequestId, UserId } from '../../shared/ids.ts'
import type { DatabaseColumn, Json, Nullable, StateColumn } from './tables.ts'

/** Expiry is a comparison of `expires_at`, not a state. */
type PaymentRequestState = 'open' | 'paid' | 'cancelled' | 'blocked'

/** The product of a payment request: a quote request without its amount. Numbers and codes are our own. */
export interface RequestedProduct {
  readonly number: string
  /** The company code. */
  readonly provider: string
  readonly type: string
  readonly plan: string
  /** The name of the product, for display: a bouquet, a plan; null where there is none. */
  readonly planName: string | null
  readonly phone: string
  readonly quantity: number
  readonly email: string | null
}

/** Tables of payment requests. */
export interface PaymentRequestTables {
  payment_requests: {
    id: Generated<PaymentRequestId>
    /** The requester. */
    user_id: UserId
    code_hash: Buffer
    /** The code of the link, encrypted, for its owner to copy again. */
    encrypted_code: string
    /** The quoted order from which it was created. It may have been deleted since. */
    quoted_order_id: OrderId
    service: Service
    selection: Json<RequestedProduct>
    /** Null: the payer enters the amount. */
    amount_kobo: bigint | null
    note: string | null
    state: StateColumn<PaymentRequestState>
    state_since: DatabaseColumn<Date>
    version: DatabaseColumn<number>
    paid_order_id: Nullable<OrderId>
    expires_at: Date
    created_at: Generated<Date>
  }
  payment_request_reports: {
    id: Generated<string>
    request_id: string
    reason: string
    created_at: Generated<Date>
  }
}
