import type { Generated } from 'kysely'
import type { DepositId, OrderId, UserId, VirtualAccountId } from '../../shared/ids.ts'
import type { GatewayName } from '../../shared/payments.ts'
import type { DatabaseColumn, Nullable, StateColumn } from './tables.ts'

/**
 * The stored word for a deposit: entity of its state transitions, kind of its reconciliation and breaks, prefix of its
 * ledger events and of the ids of its automatic purchase.
 */
export const storedDepositKind = 'inflow'

/** Tables of virtual accounts. */
export interface VirtualAccountTables {
  bvn_checks: {
    id: Generated<string>
    user_id: UserId
    gateway: GatewayName
    /** The consent text, verbatim. */
    consent: string
    consented_at: Generated<Date>
    /** Null while the check is pending. */
    outcome: 'match' | 'mismatch' | 'unavailable' | null
    answered_at: Date | null
  }
  identities: {
    user_id: UserId
    gateway: GatewayName
    /** BVN, bank and account number, encrypted. */
    encrypted_payload: string
    verified_at: Generated<Date>
  }
  virtual_accounts: {
    id: Generated<VirtualAccountId>
    /** Our reference at the gateway. */
    reference: string
    user_id: UserId
    type: 'power' | 'cable-tv'
    number: string
    gateway: GatewayName
    state: StateColumn<VirtualAccountState>
    state_since: DatabaseColumn<Date>
    version: DatabaseColumn<number>
    bank_name: string | null
    account_name: string | null
    account_number: string | null
    /** Deducted from each transfer, as shown when the account was requested. */
    funding_fee_kobo: Generated<bigint>
    failure_reason: string | null
    poll_count: Generated<number>
    due_at: Date | null
    created_at: Generated<Date>
    last_deposit_at: Date | null
    /** Deposits automatically buy for this number. */
    auto_purchase: Generated<boolean>
  }
  deposits: {
    id: Generated<DepositId>
    gateway: GatewayName
    gateway_reference: string
    /** The gateway's own id, where its refund endpoints require it. */
    transaction_id: Nullable<string>
    state: StateColumn<DepositState>
    state_since: DatabaseColumn<Date>
    version: DatabaseColumn<number>
    virtual_account_id: VirtualAccountId | null
    paid_kobo: bigint | null
    currency: string | null
    fee_kobo: bigint | null
    funding_fee_kobo: bigint | null
    payer_name: string | null
    paid_at: Date | null
    failure_reason: string | null
    /** Null if no purchase is made with it. */
    auto_purchase_status: 'wanted' | 'bought' | 'declined' | null
    /** The order paid with it. */
    order_id: OrderId | null
    poll_count: Generated<number>
    due_at: Date | null
    created_at: Generated<Date>
    /** W3C trace context that the row's later work continues. */
    traceparent: Nullable<string>
  }
}

export type VirtualAccountState = 'requested' | 'reserved' | 'refused' | 'closed'
export type DepositState = 'received' | 'credited' | 'unmatched' | 'unconfirmed'
