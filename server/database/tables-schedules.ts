import type { Generated } from 'kysely'
import type { Service } from '../../shared/constants.ts'
import type { OrderId, ScheduleId, UserId } from '../../shared/ids.ts'
import type {
  NotifyChannel,
  RunReason,
  ScheduleFrequency,
  SchedulePaymentMethod,
  ScheduleState,
} from '../../shared/schedules.ts'
import type { StateColumn } from './tables.ts'

/** Tables of scheduled purchases and of the forecast. Days are days in Lagos, YYYY-MM-DD. */
export interface ScheduleTables {
  schedules: {
    id: Generated<ScheduleId>
    user_id: UserId
    state: StateColumn<ScheduleState>
    service: Service
    number: string
    /** Our code of the biller: an electricity company, a network or an exam body. */
    provider: string
    type: string
    plan: string
    quantity: number
    /** E.164 */
    phone: string
    title: string
    /** Amount of one purchase, before charges. */
    amount_kobo: bigint
    frequency: ScheduleFrequency
    start_on: string
    /** Null once no run follows. */
    next_on: string | null
    /** The day of the run that its owner was reminded of. */
    reminded_on: string | null
    payment_method: SchedulePaymentMethod
    card_uniqueid: string | null
    max_run_kobo: bigint
    /** Per calendar month. */
    max_month_kobo: bigint
    remind_by: NotifyChannel
    /** Why it was paused by us; null when its owner paused it. */
    pause_reason: string | null
    /** When the reminder or the run is due. */
    due_at: Date | null
    created_at: Generated<Date>
  }
  /** One per schedule and period: the day it was due. */
  schedule_runs: {
    id: Generated<string>
    schedule_id: ScheduleId
    period: string
    state: StateColumn<ScheduleRunState>
    order_id: OrderId | null
    /** The order's total, once it counts towards the month's limit. */
    total_kobo: bigint | null
    reason_code: RunReason | null
    /** Why the run was skipped, failed or waits, in one sentence. */
    reason: string | null
    /** Attempts that the wallet's balance did not cover. */
    low_wallet_count: Generated<number>
    due_at: Date | null
    created_at: Generated<Date>
  }
  low_units_alerts: {
    id: Generated<string>
    user_id: UserId
    /** Meter number. */
    number: string
    channel: NotifyChannel
    /** The purchase whose units were reported as running low: one message for each. */
    alerted_purchase_at: Date | null
    due_at: Date | null
    created_at: Generated<Date>
  }
}

type ScheduleRunState = 'waiting' | 'paying' | 'paid' | 'skipped' | 'failed'
