import type { ColumnType, Generated } from 'kysely'
import type { Service } from '../../shared/constants.ts'
import type { TicketState } from '../../shared/tickets.ts'

/** What the account area keeps. */
export interface AccountTables {
  spent_days: {
    user_id: string
    day: Date
    service: Service
    orders: number
    spent_kobo: bigint
    /** kWh, as decimal text. */
    units: string
  }
  tickets: {
    id: Generated<string>
    number: string
    /** Null for a guest's. */
    user_id: string | null
    order_id: string | null
    /** Where the answer goes. */
    email: string | null
    message: string
    state: Generated<TicketState>
    answer: string | null
    answered_by: string | null
    answered_at: Date | null
    created_at: Generated<Date>
  }
  bulk_purchases: {
    id: Generated<string>
    user_id: string
    file_name: string
    state: Generated<'checking' | 'ready' | 'running' | 'done'>
    total_kobo: Generated<bigint>
    /** When its end is looked for, again. */
    due_at: Date | null
    created_at: Generated<Date>
    started_at: Date | null
    finished_at: Date | null
    /** Rows by how they ended, once it is done. */
    counts: ColumnType<Record<string, number> | null, string | null, string | null>
  }
  bulk_rows: {
    bulk_id: string
    line: number
    service: string
    number: string
    provider: string
    type: string
    plan: string
    amount: string
    phone: string
    state: 'checking' | 'wrong' | 'ready' | 'waiting' | 'bought' | 'refused'
    why: string | null
    order_id: string | null
    customer_name: string | null
    amount_kobo: bigint | null
    total_kobo: bigint | null
    tries: Generated<number>
    /** When it is taken in hand, again. */
    due_at: Date | null
  }
}
