import type { Generated } from 'kysely'
import type { CardId, DisputeId, GatewayDisputeId, PaymentId, UserId } from '../../shared/ids.ts'
import type { GatewayName } from '../../shared/payments.ts'

/** Saved cards, attempts with cards, and disputes of payments. */
export interface CardTables {
  payment_cards: {
    id: Generated<CardId>
    uniqueid: string
    user_id: UserId
    gateway: GatewayName
    /** Encrypted; null once it is deleted at the gateway. */
    token: string | null
    token_hash: Buffer
    /** The e-mail address of the first payment, required by the gateway for later charges. */
    email: string
    first_digits: string
    last_digits: string
    expiry: string
    issuer: string | null
    type: string
    /** The same for the same physical card. */
    signature: string
    created_at: Generated<Date>
    saved_at: Generated<Date>
    deleted_at: Date | null
    /** When deletion at the gateway is tried next. */
    due_at: Date | null
    attempt_count: Generated<number>
  }
  /** Recent card payments, for counting declines: by browser, by network (digests), by saved card. */
  card_attempts: {
    payment_id: PaymentId
    device: Buffer | null
    client: Buffer
    card: string | null
    created_at: Generated<Date>
    declined_at: Date | null
  }
  disputes: {
    id: Generated<DisputeId>
    gateway: GatewayName
    /** The gateway's id of the dispute. */
    gateway_dispute_id: GatewayDisputeId
    payment_id: PaymentId
    state: 'open' | 'won' | 'lost'
    /** The amount lost, once the dispute is lost. */
    amount_kobo: bigint | null
    /** Deadline for our evidence. */
    evidence_due_at: Date | null
    created_at: Generated<Date>
  }
}
