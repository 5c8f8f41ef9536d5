import type { ColumnType, Generated } from 'kysely'
import type { GatewayName } from '../../shared/payments.ts'

/** What virtual accounts keep. */
export interface VirtualAccountTables {
  bvn_checks: {
    id: Generated<string>
    user_id: string
    gateway: GatewayName
    /** What the person agreed to, word for word. */
    consent: string
    consented_at: Generated<Date>
    /** Null while the question is on its way. */
    outcome: 'match' | 'mismatch' | 'unavailable' | null
    answered_at: Date | null
  }
  identities: {
    user_id: string
    gateway: GatewayName
    /** BVN, bank and account number, sealed. */
    sealed: string
    verified_at: Generated<Date>
  }
  virtual_accounts: {
    id: Generated<string>
    /** Ours, at the gateway. */
    reference: string
    user_id: string
    type: 'power' | 'cable-tv'
    number: string
    gateway: GatewayName
    state: VirtualAccountState
    state_since: Generated<Date>
    version: Generated<number>
    bank_name: string | null
    account_name: string | null
    account_number: string | null
    /** Taken from each transfer, as it was shown at the reservation. */
    funding_fee_kobo: Generated<bigint>
    because: string | null
    asks: Generated<number>
    due_at: Date | null
    created_at: Generated<Date>
    last_inflow_at: Date | null
    /** What arrives buys for its number at once. */
    buys: Generated<boolean>
  }
  inflows: {
    id: Generated<string>
    gateway: GatewayName
    gateway_reference: string
    /** The gateway's own id of it, where its refunds are asked about by that. */
    transaction_id: ColumnType<string | null, string | null | undefined, string | null>
    state: InflowState
    state_since: Generated<Date>
    version: Generated<number>
    virtual_account_id: string | null
    paid_kobo: bigint | null
    currency: string | null
    fee_kobo: bigint | null
    funding_fee_kobo: bigint | null
    payer_name: string | null
    paid_at: Date | null
    because: string | null
    /** Null when nothing is to be bought with it. */
    buying: 'wanted' | 'bought' | 'declined' | null
    /** The order that it pays for. */
    order_id: string | null
    asks: Generated<number>
    due_at: Date | null
    created_at: Generated<Date>
  }
}

export type VirtualAccountState = 'requested' | 'reserved' | 'refused' | 'closed'
export type InflowState = 'noted' | 'credited' | 'unmatched' | 'unconfirmed'
