import type { Generated } from 'kysely'
import type { BeneficiaryId, OrderId, UserId } from '../../shared/ids.ts'
import type { Language } from '../../shared/languages.ts'
import type { ManagerScope } from '../../shared/scopes.ts'
import type { Json, Nullable } from './tables.ts'

/** Accounts of users: sign-in, sessions, beneficiaries and notifications. */
export interface UserTables {
  users: {
    id: Generated<UserId>
    uniqueid: string
    name: string
    email: string
    phone: string | null
    role: Generated<'user' | 'manager'>
    /** Areas of the back office that a manager may work in; empty for other users. */
    scopes: Generated<ManagerScope[]>
    created_at: Generated<Date>
    /** Null for a user who must first choose a password by e-mail. */
    password_hash: string | null
    pin_hash: string | null
    /** Wallet and saved-card payments above this amount require the PIN; null: none does. */
    pin_above_kobo: bigint | null
    email_verified_at: Date | null
    /** Digest of the browser session that registered. */
    registered_session_hash: Buffer | null
    platform: string | null
    is_company: Generated<boolean>
    company_name: string | null
    address: string | null
    website: string | null
    rc_number: string | null
    /** A small picture as a data: address. */
    picture: string | null
    save_activity_logs: Generated<boolean>
    referral_code: string | null
    referred_by: string | null
    /** Masked to its last digits; the full BVN is encrypted in `identities`. */
    bvn_masked: string | null
    bvn_account_name: string | null
    /** Encrypted key of a manager's authenticator app; it counts from `second_factor_at` on. */
    second_factor_key: Generated<string | null>
    second_factor_at: Generated<Date | null>
    /** Time step of the last code that was used. */
    second_factor_step: Generated<bigint>
    /** A blocked user cannot sign in. Both are null for everyone else. */
    blocked_at: Generated<Date | null>
    blocked_reason: Generated<string | null>
    /** Chosen language; null is English. */
    language: Nullable<Language>
    /** When the user closed the account: its personal data is deleted, and its wallet is not credited. */
    closed_at: Generated<Date | null>
  }
  email_codes: {
    id: Generated<string>
    user_id: UserId
    purpose: 'verify' | 'reset'
    code_hash: Buffer
    session_hash: Buffer | null
    attempt_count: Generated<number>
    expires_at: Date
    used_at: Date | null
    created_at: Generated<Date>
  }
  pin_failures: { id: Generated<string>; user_id: UserId; failed_at: Generated<Date> }
  session_tokens: {
    token_hash: Buffer
    user_id: UserId
    created_at: Generated<Date>
    revoked_at: Date | null
    /** Public id of the session, shown to its owner. */
    id: Generated<string>
    /** "Chrome on Android" */
    device: string | null
    last_seen_at: Date | null
  }
  beneficiaries: {
    id: Generated<BeneficiaryId>
    uniqueid: string
    user_id: UserId
    type: 'power' | 'cable-tv' | 'airtime' | 'vtu-data'
    number: string
    phone: string | null
    amount_kobo: bigint | null
    customer_name: string | null
    customer_address: string | null
    notes: string | null
    /** Type-specific details: companies and plans by our codes. */
    details: Json<Record<string, string | null>>
    created_at: Generated<Date>
  }
  notifications: {
    id: Generated<string>
    user_id: UserId
    service: string
    subject: string
    body: string
    order_id: OrderId | null
    read_at: Date | null
    created_at: Generated<Date>
    /** Null: the amount of the order. */
    amount_kobo: bigint | null
  }
}
