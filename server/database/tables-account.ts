import type { ColumnType, Generated } from 'kysely'
import type { Service } from '../../shared/constants.ts'
import type { BulkPurchaseId, OrderId, TicketId, UserId } from '../../shared/ids.ts'
import type { Language } from '../../shared/languages.ts'
import type { TicketState } from '../../shared/tickets.ts'
import type { DefaultStateColumn, Nullable, StateColumn } from './tables.ts'

/** Tables of the account area. */
export interface AccountTables {
  /** Devices that have signed in to an account: wrong passwords from other devices do not lock them out. */
  known_devices: { user_id: UserId; device_hash: Buffer; last_used_at: Generated<Date> }
  /** Each signs in once instead of a code of the authenticator app. */
  recovery_codes: { user_id: UserId; code_hash: Buffer; used_at: Generated<Date | null> }
  daily_user_spend: {
    user_id: UserId
    day: Date
    service: Service
    orders: number
    spent_kobo: bigint
    /** kWh, as decimal text. */
    units: string
  }
  tickets: {
    id: Generated<TicketId>
    number: string
    /** Null for a guest's ticket. */
    user_id: UserId | null
    order_id: OrderId | null
    /** Recipient of the reply. */
    email: string | null
    message: string
    state: Generated<TicketState>
    answer: string | null
    answered_by: string | null
    answered_at: Date | null
    created_at: Generated<Date>
    /** Language of the request, and of the reply; null in rows that an earlier release stored. */
    language: Nullable<Language>
  }
  bulk_purchases: {
    id: Generated<BulkPurchaseId>
    user_id: UserId
    file_name: string
    state: DefaultStateColumn<BulkPurchaseState>
    total_kobo: Generated<bigint>
    /** When completion is checked next. */
    due_at: Date | null
    created_at: Generated<Date>
    started_at: Date | null
    finished_at: Date | null
    /** Row counts by final state, once the file is done. */
    counts: ColumnType<Record<string, number> | null, string | null, string | null>
  }
  bulk_rows: {
    bulk_id: BulkPurchaseId
    line: number
    service: string
    number: string
    /** The biller (an electricity company, a network or an exam body), as the file names it. */
    provider: string
    type: string
    plan: string
    amount: string
    phone: string
    state: StateColumn<BulkRowState>
    error: string | null
    order_id: OrderId | null
    customer_name: string | null
    amount_kobo: bigint | null
    total_kobo: bigint | null
    attempt_count: Generated<number>
    /** When the row is processed next. */
    due_at: Date | null
  }
}

type BulkPurchaseState = 'checking' | 'ready' | 'running' | 'done'
type BulkRowState = 'checking' | 'invalid' | 'ready' | 'queued' | 'purchased' | 'rejected'
