import type { ColumnType, Generated } from 'kysely'
import type { VendorName } from '../../shared/constants.ts'
import type { DepositId, DisputeId, GatewaySettlementId, PaymentId, SettlementId } from '../../shared/ids.ts'
import type { GatewayName } from '../../shared/payments.ts'
import type { StateColumn } from './tables.ts'

/** Tables of floats, settlements and responses to disputes. */
export interface MoneyTables {
  /** The balance that each vendor reported last. */
  vendor_balances: { vendor: VendorName; balance_kobo: bigint; read_at: Generated<Date> }
  settlements: {
    id: Generated<SettlementId>
    gateway: GatewayName
    gateway_settlement_id: GatewaySettlementId
    status: 'pending' | 'paid' | 'failed'
    /** Before the deductions. */
    gross_kobo: bigint
    /** Everything that was deducted. */
    fee_kobo: bigint
    /** Paid to our bank account; negative when the deductions exceed the payments. */
    net_kobo: bigint
    settled_on: ColumnType<Date, string, string>
    /** When the lines were read completely. */
    lines_read_at: Date | null
    created_at: Generated<Date>
  }
  /** When all settlements of the lookback were last read and compared with our payments. */
  settlement_comparisons: { gateway: GatewayName; compared_at: Date }
  settlement_lines: {
    settlement_id: SettlementId
    gateway_reference: string
    reference: string
    gross_kobo: bigint
    fee_kobo: bigint
    net_kobo: bigint
    payment_id: PaymentId | null
    deposit_id: DepositId | null
    match: 'matched' | 'amount_differs' | 'unmatched'
    /** Why the line does not match. */
    note: string | null
  }
  dispute_responses: {
    id: string
    dispute_id: DisputeId
    decision: 'accept' | 'contest'
    state: StateColumn<'requested' | 'unknown' | 'accepted' | 'failed'>
    reason: string
    /** Offered to the payer: nothing when the dispute is contested. */
    amount_kobo: bigint
    file_name: string | null
    file_type: string | null
    file: Buffer | null
    /** The gateway's name of the uploaded evidence. */
    uploaded_as: string | null
    failure_reason: string | null
    requested_by: string
    created_at: Generated<Date>
  }
}
