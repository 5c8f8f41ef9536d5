import type { Generated } from 'kysely'
import type { UserId } from '../../shared/ids.ts'
import type { Language } from '../../shared/languages.ts'
import type { Nullable } from './tables.ts'

/** Tables of push notifications. */
export interface PushTables {
  /** A browser that receives notifications. With a user while the session is active, otherwise for a guest's session. */
  push_subscriptions: {
    id: Generated<string>
    endpoint: string
    endpoint_hash: Buffer
    /** The browser's public key and secret, base64url. */
    p256dh: string
    auth: string
    user_id: UserId | null
    session_id: string | null
    session_hash: Buffer | null
    created_at: Generated<Date>
  }
  /** Notifications that are not sent yet. A row is deleted when it is sent or has failed. */
  push_messages: {
    id: Generated<string>
    dedupe_key: string
    subscription_id: string
    title: string
    body: string
    path: string
    attempt_count: Generated<number>
    due_at: Generated<Date>
    traceparent: string | null
    created_at: Generated<Date>
  }
  /** Services about which a subscription is notified once, when they are available again. */
  push_service_alerts: { subscription_id: string; service: string; language: Nullable<Language> }
}
