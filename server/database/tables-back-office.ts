import type { Generated, GeneratedAlways } from 'kysely'
import type { MeterType } from '../../shared/constants.ts'

/** What the back office finds orders by, and what it keeps of its own. */
export interface BackOfficeTables {
  order_terms: { term: string; created_at: Date; order_id: string }
  turns: {
    id: Generated<bigint>
    machine: 'order' | 'payment' | 'attempt' | 'refund'
    subject_id: string
    order_id: string | null
    state: string
    because: string | null
    at: Generated<Date>
  }
  day_totals: {
    day: Date
    delivered: number
    refunded: number
    revenue_kobo: bigint
    turnover_kobo: bigint
  }
  approvals: {
    id: Generated<string>
    kind: 'wallet_topup' | 'refund' | 'set_apart'
    state: 'waiting' | 'approved' | 'rejected'
    amount_kobo: bigint
    subject: string | null
    /** Null for the refund of a guest's order. */
    user_id: string | null
    /** Of a refund. */
    order_id: string | null
    /** Of money set apart, on the list of differences. */
    difference_id: bigint | null
    /** Of a bank transfer that was made for it. */
    bank_reference: string | null
    asked_by: string
    asked_at: Generated<Date>
    /** Null where one manager was enough. */
    decided_by: string | null
    decided_at: Date | null
    because: string | null
  }
  campaigns: {
    id: Generated<string>
    channel: 'email' | 'sms'
    service: string
    /** E-mail only. */
    subject: string | null
    /** Plain text. */
    body: string
    /** E-mail only, cleaned. */
    html: string | null
    file_name: string | null
    file_type: string | null
    file: Buffer | null
    sent_by: string
    created_at: Generated<Date>
    /** How many readers ended how, by state; null while somebody waits. */
    counts: GeneratedAlways<Record<string, number> | null>
  }
  campaign_recipients: {
    campaign_id: string
    recipient: string
    state: Generated<'waiting' | 'sent' | 'failed'>
    tries: Generated<number>
    due_at: Generated<Date | null>
    because: string | null
    sent_at: Date | null
  }
  templates: {
    id: Generated<string>
    channel: 'email' | 'sms'
    type: string
    name: string
    subject: string
    body: string
    updated_at: Generated<Date>
    updated_by: string | null
  }
  power_records: {
    id: Generated<string>
    reference: string
    view_token: string
    meter_number: string
    meter_type: MeterType
    phone: string
    amount_kobo: bigint
    disco: string
    order_reference: string
    platform: string
    email: string | null
    units: string
    token: string
    description: string | null
    user_id: string | null
    recorded_by: string
    created_at: Generated<Date>
  }
}
