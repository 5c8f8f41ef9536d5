import type { ColumnType, Generated } from 'kysely'
import type { Service, Tile, VendorName } from '../../shared/constants.ts'
import type { Json } from './tables.ts'

/** What audit and operations keep. */
export interface OperationsTables {
  audit_log: {
    id: Generated<bigint>
    at: Generated<Date>
    /** In what capacity it was done: a command is an operator at the machine, the system is a job of ours. */
    role: 'user' | 'manager' | 'command' | 'system'
    actor_id: string | null
    action: string
    /** What it was done to: an order's reference, a person's uniqueid, a setting. */
    subject: string | null
    /** Whose data it is about. */
    owner_id: string | null
    detail: Json<AuditDetail>
    /** Id of the request, as in the log. */
    request: string | null
    /** The owner sees it among their activities. */
    shown: Generated<boolean>
  }
  vendor_health: {
    vendor: VendorName
    service: Service
    state: 'selling' | 'paused' | 'trial'
    since: Generated<Date>
    reason: string
    /** Pauses in a row: each lasts longer than the last. */
    pauses: Generated<number>
    probe_at: Date | null
    good_probes: Generated<number>
    /** What our float there must hold before it sells again. */
    needs_kobo: bigint | null
  }
  back_requests: {
    id: Generated<string>
    service: Tile
    channel: 'mail' | 'sms'
    recipient: string
    created_at: Generated<Date>
    told_at: Date | null
  }
  breaches: {
    id: Generated<bigint>
    rule: string
    subject: string
    service: Service | null
    says: string
    found_at: Generated<Date>
    ended_at: Date | null
    accepted_at: Date | null
    accepted_by: string | null
    accepted_why: string | null
  }
  differences: {
    id: Generated<bigint>
    kind: string
    subject: string
    our_kobo: bigint | null
    their_kobo: bigint | null
    note: string | null
    owner: Generated<string>
    since: Generated<Date>
    seen_at: Generated<Date>
    resolved_at: Date | null
    resolution: string | null
  }
  compared: {
    kind: 'payment' | 'refund' | 'attempt' | 'inflow'
    subject_id: string
    agreed: boolean
    at: Generated<Date>
  }
  daily_figures: {
    day: ColumnType<string, string, string>
    figures: Json<unknown>
    made_at: Generated<Date>
  }
}

/** Small facts about a deed; never a secret. */
export type AuditDetail = Readonly<Record<string, string | number | boolean | null>>
