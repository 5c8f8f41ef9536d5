import type { IncomingHttpHeaders } from 'node:http'
import type { GatewayName, PaymentMethod } from '../../shared/payments.ts'

/** What the room asks of a gateway to open a hosted checkout. Amounts are kobo. */
export interface CheckoutRequest {
  /** Our payment reference: `[A-Za-z0-9-]`, at most 50 characters, unique per try. */
  readonly reference: string
  readonly amountKobo: bigint
  readonly email: string
  readonly method: PaymentMethod
  readonly returnUrl: string
  readonly cancelUrl: string
  readonly description: string
  readonly orderReference: string
}

export type Checkout =
  | { is: 'opened'; checkoutUrl: string; gatewayReference?: string }
  | { is: 'refused'; because: 'rejected' | 'unauthorised' | 'method' }
  /** The reference is in use there, or the answer was lost: verify before anything else. */
  | { is: 'unknown'; because: 'duplicate' | 'timeout' | 'unreadable' }

/** A card that may be charged again. `token` is a secret: encrypted at rest, never logged or sent to a browser. */
export interface ReusableCard {
  readonly token: string
  readonly email: string
  readonly firstDigits: string
  readonly lastDigits: string
  /** MM/YY */
  readonly expiry: string
  readonly issuer: string | null
  readonly type: string
  readonly signature: string | null
}

/**
 * What the gateway says of a payment. Only `verify` may yield `succeeded`, and the room still compares
 * reference, currency and amount. An unlisted status, a lost or unreadable answer is `pending`.
 */
export type PaymentTruth =
  | {
      is: 'succeeded'
      reference: string
      gatewayReference: string
      paidKobo: bigint
      /** ISO code as they say it. */
      currency: string
      feeKobo: bigint
      channel: string | null
      paidAt: string | null
      card: ReusableCard | null
    }
  | { is: 'failed'; because: string }
  | { is: 'pending'; because: string }
  | { is: 'reversed' }
  | { is: 'not_found' }

export type RefundTruth =
  | { is: 'accepted'; refundId: string; state: 'pending' | 'processed' }
  | { is: 'needs_attention'; refundId: string }
  | { is: 'failed'; because: string; refundId: string | null }
  /** Lost or unreadable: ask `findRefunds` before sending another. */
  | { is: 'unknown'; because: string }

/** What the room asks of a gateway to charge a card that was saved there. */
export interface CardCharge extends Omit<CheckoutRequest, 'method'> {
  /** The card's token: a secret. */
  readonly token: string
}

/** What a charge of a saved card led to. None of them says that money came: only `verify` does. */
export type Charge =
  /** They took the charge up; how it ended is asked with `verify`. */
  | { is: 'taken' }
  /** The customer must confirm there first. */
  | { is: 'step_up'; checkoutUrl: string }
  /** Nothing was charged, and nothing will be. */
  | { is: 'refused'; because: 'card' | 'rejected' | 'unauthorised' }
  /** The reference is in use there, or the answer was lost: verify, never charge again. */
  | { is: 'unknown'; because: 'duplicate' | 'timeout' | 'unreadable' }

/** What became of a payer's dispute about a payment, at their bank. `answerBy`: until when our answer is wanted there. */
export type DisputeTruth =
  | { is: 'open' | 'won'; paymentReference: string; answerBy: Date | null }
  /** The gateway took `amountKobo` out of what it holds for us. */
  | { is: 'lost'; paymentReference: string; answerBy: Date | null; amountKobo: bigint }
  | { is: 'not_found' }

export interface FoundRefund {
  readonly refundId: string
  /** Our name for it, where the gateway keeps one. */
  readonly ourReference?: string
  readonly amountKobo: bigint
  readonly state: 'pending' | 'processed' | 'failed' | 'needs_attention'
}

/** What a webhook tells us: a hint, believed only after `verify`. */
export type WebhookHint =
  | { about: 'payment'; reference: string; eventKey: string }
  | { about: 'refund'; paymentReference: string; refundId: string | null; eventKey: string }
  /** The same from a gateway that names the refund as we do, and not our payment. */
  | { about: 'own_refund'; refundReference: string; eventKey: string }
  /** Money arrived on a reserved account; `gatewayReference` is what `banking.inflow` asks about. */
  | { about: 'inflow'; gatewayReference: string; eventKey: string }
  /** A payer's bank contests a payment, or has decided; `disputeId` is what `dispute` asks about. */
  | { about: 'dispute'; disputeId: string; eventKey: string }
  | { about: 'other'; eventKey: string }

/** One refund to be sent. Amounts are kobo. */
export interface RefundRequest {
  readonly paymentReference: string
  readonly gatewayReference: string
  /** Ours, `[A-Za-z0-9-]`, unique for each refund; a gateway that keeps none ignores it. */
  readonly refundReference: string
  readonly amountKobo: bigint
  /** ISO code of the money that came. */
  readonly currency: string
  readonly reason: string
}

/** A bank as one gateway knows it: codes are the gateway's own. */
export interface Bank {
  readonly name: string
  readonly code: string
}

export type AccountName =
  | { is: 'found'; name: string }
  | { is: 'not_found' }
  | { is: 'unavailable'; because: string }

/** Whether a BVN belongs to the owner of a bank account. Never logged. */
export type BvnMatch =
  | { is: 'match'; accountName: string }
  | { is: 'mismatch' }
  | { is: 'unavailable'; because: string }

export interface ReservedAccount {
  readonly bankName: string
  readonly bankCode: string | null
  readonly accountName: string
  readonly accountNumber: string
}

export type Reservation =
  | { is: 'reserved'; accounts: readonly ReservedAccount[]; active: boolean }
  /** Asked for, and the accounts come later: ask `reservation` again. */
  | { is: 'pending' }
  | { is: 'refused'; because: string }
  | { is: 'unknown'; because: string }

/** Money that arrived on a reserved account, as the gateway confirms it. */
export type Inflow =
  | {
      is: 'received'
      gatewayReference: string
      /** Their own id of it, where refunds are asked about by that. */
      transactionId?: string
      /** Ours, given at the reservation. */
      accountReference: string
      paidKobo: bigint
      feeKobo: bigint
      currency: string
      paidAt: string | null
      payerName: string | null
    }
  | { is: 'pending' }
  | { is: 'not_found' }

/** What some gateways do beside collecting: names of accounts, BVN, accounts of a customer's own. */
export interface Banking {
  banks(): Promise<readonly Bank[] | null>
  resolveAccount(of: { bankCode: string; accountNumber: string }): Promise<AccountName>
  /** Absent where the gateway has no answer on the spot. */
  matchBvn?(of: { bvn: string; bankCode: string; accountNumber: string; name: string }): Promise<BvnMatch>
  /** Reserves once for each `accountReference` of ours; a repeat answers the same accounts. */
  reserve?(of: {
    accountReference: string
    accountName: string
    customerName: string
    customerEmail: string
    bvn: string
  }): Promise<Reservation>
  reservation?(accountReference: string): Promise<Reservation>
  inflow?(gatewayReference: string): Promise<Inflow>
  /** References of what arrived on a reserved account, for messages that were lost; null when it could not be asked. */
  arrivals?(accountReference: string): Promise<readonly string[] | null>
  /** Closes a reserved account for ever. False when it is not known to have happened. */
  release?(accountReference: string): Promise<boolean>
}

/** One payment gateway, by its own public protocol. Every call has a total deadline and throws nothing for a bad answer. */
export interface Gateway {
  readonly name: GatewayName
  readonly can: {
    readonly methods: readonly PaymentMethod[]
    readonly savedCards: boolean
    /** Smallest charge, kobo. */
    readonly minKobo: bigint
  }
  /** Hosts a checkout address may have: redirects go nowhere else. */
  readonly checkoutHosts: readonly string[]
  open(request: CheckoutRequest): Promise<Checkout>
  verify(reference: string): Promise<PaymentTruth>
  refund(request: RefundRequest): Promise<RefundTruth>
  /**
   * Every refund of one payment, newest first; null when it could not be asked. A gateway that keeps our
   * names is asked about `refundReference` alone, and answers that one or none.
   */
  findRefunds(request: {
    paymentReference: string
    gatewayReference: string
    refundReference?: string
  }): Promise<FoundRefund[] | null>
  /**
   * Gives a refund that needs attention the account to pay into; absent where refunds never need one.
   * Bank codes are those of `banking.banks`.
   */
  payInto?(of: {
    refundId: string
    currency: string
    bankCode: string
    accountNumber: string
  }): Promise<RefundTruth>
  /** Absent where disputes are told by a payment's own state alone. Null when it could not be asked. */
  dispute?(disputeId: string): Promise<DisputeTruth | null>
  readonly banking?: Banking
  /** Charges a saved card once, under a reference of ours. */
  chargeSaved(request: CardCharge): Promise<Charge>
  /** Switches a saved card's token off for ever. False when it is not known to have happened. */
  forgetCard(token: string): Promise<boolean>
  /** Signature over the raw bytes, compared in constant time. */
  authentic(raw: Buffer, headers: IncomingHttpHeaders): boolean
  /** Null when the body is not theirs to read. */
  hint(raw: Buffer): WebhookHint | null
}
