import type { Generated } from 'kysely'
import type { UserId } from '../../shared/ids.ts'
import type { Language } from '../../shared/languages.ts'
import type { Json } from './tables.ts'

/** Tables of USSD, incoming SMS and opt-outs. */
export interface PhoneTables {
  /** Phones (E.164) that a user proved to be theirs. Valid while the user's profile has the same phone. */
  verified_phones: { phone: string; user_id: UserId; verified_at: Generated<Date> }
  ussd_sessions: {
    /** The provider's id. */
    session_id: string
    /** E.164 */
    phone: string
    /** The screen that the phone shows; its type is in server/ussd. */
    screen: Json<unknown>
    /** The screen at which a later session of the phone can resume. */
    saved_screen: Json<unknown> | null
    /** First line of the screen, such as why an input was rejected. */
    notice: string | null
    /** Length and keyed digest of the inputs so far. They may contain a PIN, so they are not stored. */
    input_length: number
    input_hash: Buffer
    /** A step is running until then. */
    claimed_until: Date | null
    created_at: Generated<Date>
    updated_at: Generated<Date>
  }
  incoming_sms: {
    /** The provider's id. */
    message_id: string
    phone: string
    command: string
    received_at: Generated<Date>
  }
  /** The language that a phone (E.164) chose in the USSD menu. */
  phone_languages: { phone: string; language: Language; chosen_at: Generated<Date> }
  sms_opt_outs: { phone: string; opted_out_at: Generated<Date> }
  email_opt_outs: { email: string; opted_out_at: Generated<Date> }
}
