import type { ColumnType, Generated } from 'kysely'
import type { Service, Tile, VendorName } from '../../shared/constants.ts'
import type { OrderId } from '../../shared/ids.ts'
import type { Language } from '../../shared/languages.ts'
import type { Json, Nullable } from './tables.ts'
import type { storedDepositKind } from './tables-virtual-accounts.ts'

/** Tables of audit and operations. */
export interface OperationsTables {
  audit_log: {
    id: Generated<bigint>
    occurred_at: Generated<Date>
    /** The actor's role: a command is an operator at the machine, the system is a scheduled job. */
    role: 'user' | 'manager' | 'command' | 'system'
    actor_id: string | null
    action: string
    /** The target: an order reference, a user's uniqueid, a setting. */
    subject: string | null
    /** The user whose data is concerned. */
    data_subject_id: string | null
    detail: Json<AuditDetail>
    /** Id of the request, as in the log. */
    request_id: string | null
    /** Shown to the owner in their activity log. */
    visible_to_owner: Generated<boolean>
  }
  /** Messages about orders that finished long ago. Append-only. */
  message_archive: {
    order_id: OrderId
    created_at: Date
    sent_at: Date | null
    attempt_count: number
    channel: 'mail' | 'sms'
    state: 'sent' | 'failed'
    recipient: string
    subject: string | null
    failure_reason: string | null
  }
  circuit_breakers: {
    vendor: VendorName
    service: Service
    state: 'closed' | 'open' | 'half_open'
    state_since: Generated<Date>
    reason: string
    /** Consecutive outages: each lasts longer than the last. */
    open_count: Generated<number>
    probe_at: Date | null
    consecutive_successes: Generated<number>
    /** Minimum float with the vendor before it becomes available again. */
    min_float_kobo: bigint | null
  }
  service_alert_subscriptions: {
    id: Generated<string>
    service: Tile
    channel: 'mail' | 'sms'
    recipient: string
    created_at: Generated<Date>
    notified_at: Date | null
    /** Language of the request, and of the alert; null is English. */
    language: Nullable<Language>
  }
  invariant_violations: {
    id: Generated<bigint>
    invariant: string
    subject: string
    service: Service | null
    message: string
    detected_at: Generated<Date>
    resolved_at: Date | null
    accepted_at: Date | null
    accepted_by: string | null
    accepted_reason: string | null
  }
  reconciliation_breaks: {
    id: Generated<bigint>
    kind: string
    subject: string
    internal_kobo: bigint | null
    external_kobo: bigint | null
    note: string | null
    team: Generated<string>
    first_seen_at: Generated<Date>
    last_seen_at: Generated<Date>
    resolved_at: Date | null
    resolution: string | null
  }
  reconciled_items: {
    kind: 'payment' | 'refund' | 'attempt' | typeof storedDepositKind
    subject_id: string
    matched: boolean
    reconciled_at: Generated<Date>
  }
  daily_metrics: {
    day: ColumnType<Date, string, string>
    metrics: Json<unknown>
    computed_at: Generated<Date>
  }
}

/** Details of an audit event; never a secret. */
export type AuditDetail = Readonly<Record<string, string | number | boolean | null>>
