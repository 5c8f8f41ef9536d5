export const channels = ['card', 'bank_transfer', 'ussd', 'bank', 'payattitude'] as const
export type Channel = (typeof channels)[number]
/** Channel of a payment: a checkout channel or a dedicated account. */
export type PaymentChannel = Channel | 'dedicated_nuban'

/** An initialised payment. Amounts in whole kobo, ids as decimal digits, times in ISO. */
export interface Payment {
  readonly id: string
  readonly reference: string
  readonly accessCode: string
  readonly amountKobo: number
  readonly currency: string
  readonly email: string
  readonly callbackUrl: string | null
  readonly channels: readonly Channel[]
  readonly metadata: Readonly<Record<string, unknown>> | null
  readonly openedAt: string
}

export type PaymentOutcome =
  | {
      type: 'paid'
      amountKobo: number
      currency: string
      channel: PaymentChannel
      cardNumber: string | null
      at: string
      /** Account name of the sender of a transfer. */
      payer?: string
    }
  | { type: 'failed'; reason: string; channel: Channel; at: string }

export interface Refund {
  readonly id: string
  readonly reference: string
  readonly amountKobo: number
  readonly currency: string
  readonly customerNote: string | null
  readonly merchantNote: string | null
  readonly openedAt: string
}

/** One customer per e-mail address. */
export interface Customer {
  readonly id: string
  readonly code: string
  readonly email: string
  readonly firstName: string | null
  readonly lastName: string | null
  readonly phone: string | null
  readonly metadata: Readonly<Record<string, unknown>> | null
}

/** A dedicated account; one per customer. */
export interface Account {
  readonly id: string
  readonly customerCode: string
  readonly accountNumber: string
  readonly at: string
}

export type RefundEnd = 'processed' | 'failed' | 'needs-attention'
export type RefundStatus = 'pending' | RefundEnd

/** The outcome of a refund: pending until `at`, then `end`. */
export interface RefundOutcome {
  readonly end: RefundEnd
  readonly at: string
}

/** A dispute by the payer's bank. */
export interface Dispute {
  readonly id: string
  readonly reference: string
  readonly openedAt: string
  readonly dueAt: string
}

/** The bank's decision. `refundKobo`: amount paid to the payer from our balance. */
export interface DisputeEnd {
  readonly resolution: 'merchant-accepted' | 'declined'
  readonly refundKobo: number
  readonly at: string
}

export type Event =
  | { kind: 'opened'; payment: Payment }
  | { kind: 'ended'; reference: string; ending: PaymentOutcome }
  | { kind: 'refunded'; refund: Refund; outcome: RefundOutcome }
  | { kind: 'refund_retried'; id: string; outcome: RefundOutcome }
  | { kind: 'disputed'; dispute: Dispute }
  | { kind: 'dispute_answered'; id: string }
  | { kind: 'dispute_resolved'; id: string; end: DisputeEnd }
  | { kind: 'authorization_off'; code: string }
  | { kind: 'customer'; customer: Customer }
  | { kind: 'account'; account: Account }
