import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { MeterTypeCode } from '../../shared/constants.ts'
import type { ApprovalId, CampaignId, DisputeId, OrderId, RefundId, UserId } from '../../shared/ids.ts'
import type { ApprovalKind, GoodwillMethod } from '../../shared/management/approvals.ts'
import type { ManagerScope } from '../../shared/scopes.ts'
import type { DefaultStateColumn, Nullable, StateColumn } from './tables.ts'

/** A setting's value when a change of it was requested, and the requested one. */
export interface SettingChange {
  readonly from: number | null
  readonly to: number | null
}

type CampaignState = 'scheduled' | 'sending' | 'paused' | 'stopped' | 'sent'
/** `sending`: claimed by a worker. */
type RecipientState = 'pending' | 'sending' | 'sent' | 'failed' | 'cancelled'

/** Tables of the back office: order search terms, state history, approvals, notes, campaigns. */
export interface BackOfficeTables {
  /** Managers' notes about a user. Append-only. */
  user_notes: {
    id: GeneratedAlways<bigint>
    user_id: UserId
    author_id: UserId
    body: string
    created_at: Generated<Date>
  }
  order_search_terms: { term: string; created_at: Date; order_id: OrderId }
  search_documents: {
    row_id: string
    kind: 'order' | 'payment' | 'top_up' | 'ticket' | 'record' | 'attempt'
    /** The text that managers search, in lower case: references, number, phone, e-mail and names. */
    body: string
    created_at: Date
  }
  search_queue: { id: GeneratedAlways<bigint>; table_name: string; row_id: string }
  /** Tables whose older rows still need a search document, with the last row that has one. */
  search_backfills: { table_name: string; last_id: Generated<string> }
  state_history: {
    id: Generated<bigint>
    entity: 'order' | 'payment' | 'attempt' | 'refund'
    entity_id: string
    order_id: OrderId | null
    state: string
    reason: string | null
    occurred_at: Generated<Date>
  }
  daily_order_totals: {
    day: Date
    delivered: number
    refunded: number
    revenue_kobo: bigint
    turnover_kobo: bigint
  }
  approvals: {
    id: Generated<ApprovalId>
    kind: ApprovalKind
    state: StateColumn<'pending' | 'approved' | 'rejected'>
    /** Null for a change of limits or scopes. */
    amount_kobo: bigint | null
    subject: string | null
    /** The affected user; null for the refund of a guest's order and for a change of limits. */
    user_id: UserId | null
    /** The beneficiary: a user id, or the phone of a guest's order; null if unknown. */
    beneficiary: Generated<string | null>
    /** For a limit change: each setting with its value at the request and the requested value. */
    settings: ColumnType<Readonly<Record<string, SettingChange>> | null, string | null | undefined, never>
    /** For a change of a manager's scopes: the requested ones, none for an ordinary user. */
    scopes: Generated<ManagerScope[] | null>
    /** For a refund, a purchase or goodwill. */
    order_id: OrderId | null
    /** For unallocated funds on the reconciliation list. */
    reconciliation_break_id: bigint | null
    /** Reference of the bank transfer by which a manager returned unallocated funds; null for every other way. */
    bank_reference: string | null
    /** For goodwill: how it is paid. Null in requests from before the choice, which are paid into the wallet. */
    goodwill_route: Generated<GoodwillMethod | null>
    /** The refund that is paid; null when the order itself is refunded, in earlier requests and for other kinds. */
    refund_id: Generated<RefundId | null>
    /** For the acceptance of a dispute. */
    dispute_id: Generated<DisputeId | null>
    requested_by: string
    requested_at: Generated<Date>
    /** The second manager; null while the request is pending, and if the amount needed no second manager. */
    decided_by: string | null
    decided_at: Date | null
    rejection_reason: string | null
  }
  /** Append-only. */
  order_notes: {
    id: string
    order_id: OrderId
    author_id: UserId
    body: string
    created_at: Generated<Date>
  }
  campaigns: {
    id: Generated<CampaignId>
    channel: 'email' | 'sms'
    service: string
    /** E-mail only. */
    subject: string | null
    /** Plain text. */
    body: string
    /** E-mail only, sanitised. */
    html: string | null
    file_name: string | null
    file_type: string | null
    file: Buffer | null
    sent_by: string
    created_at: Generated<Date>
    /** Recipient counts by final state; null while some are pending or being sent. */
    counts: Nullable<Record<string, number>>
    state: DefaultStateColumn<CampaignState>
    /** Null for a campaign that is sent immediately. */
    scheduled_at: Nullable<Date>
    /** Recipients who had unsubscribed when the campaign was created. They are sent nothing. */
    unsubscribed_count: Generated<number>
  }
  campaign_recipients: {
    campaign_id: CampaignId
    recipient: string
    state: DefaultStateColumn<RecipientState>
    attempt_count: Generated<number>
    due_at: Generated<Date | null>
    failure_reason: string | null
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
    meter_type: MeterTypeCode
    phone: string
    amount_kobo: bigint
    disco: string
    order_reference: string
    platform: string
    email: string | null
    units: string
    token: string
    description: string | null
    user_id: UserId | null
    recorded_by: string
    created_at: Generated<Date>
  }
}
