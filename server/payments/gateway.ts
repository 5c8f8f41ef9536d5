import type { IncomingHttpHeaders } from 'node:http'
import type {
  GatewayDisputeId,
  GatewayRefundId,
  GatewaySettlementId,
  PaymentReference,
} from '../../shared/ids.ts'
import type { GatewayName, PaymentMethod } from '../../shared/payments.ts'
import type { SettlingGatewayName } from '../../shared/providers.ts'
import type { OrderReference } from '../../shared/references.ts'

/** Request to create a hosted checkout. Amounts are kobo. */
export interface CheckoutRequest {
  /** Our payment reference: `[A-Za-z0-9-]`, at most 50 characters, unique per payment attempt. */
  readonly reference: PaymentReference
  readonly amountKobo: bigint
  readonly email: string
  readonly method: PaymentMethod
  readonly returnUrl: string
  readonly cancelUrl: string
  readonly description: string
  /** For a wallet top-up the payment's own reference. */
  readonly orderReference: OrderReference | PaymentReference
}

/** The result of opening a checkout. The reason is stored as the payment's `failure_reason`. */
export type CheckoutResult =
  | { type: 'opened'; checkoutUrl: string; gatewayReference?: string }
  | { type: 'rejected'; reason: 'rejected' | 'unauthorised' | 'method' }
  /** The gateway already has the reference, or the response was lost: verify first. */
  | { type: 'unknown'; reason: 'duplicate' | 'timeout' | 'unreadable' }

/** A card that can be charged again. `token` is a secret: encrypted at rest, never logged or sent to a browser. */
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
 * The status of a payment at the gateway. Only `verify` may return `succeeded`; the caller still compares
 * reference, currency and amount. An unlisted status and a lost or unreadable response are `pending`.
 */
export type PaymentStatusResult =
  | {
      type: 'succeeded'
      reference: PaymentReference
      gatewayReference: string
      paidKobo: bigint
      /** ISO code as the gateway reports it. */
      currency: string
      feeKobo: bigint
      channel: string | null
      paidAt: string | null
      card: ReusableCard | null
      /** The name on the payer's account; absent where the gateway does not report it. */
      payerName?: string
    }
  | { type: 'failed'; reason: string }
  | { type: 'pending'; reason: string }
  | { type: 'reversed' }
  | { type: 'not_found' }

export type RefundStatusResult =
  | { type: 'accepted'; refundId: GatewayRefundId; state: 'pending' | 'processed' }
  | { type: 'needs_attention'; refundId: GatewayRefundId }
  | { type: 'failed'; reason: string; refundId: GatewayRefundId | null }
  /** Lost or unreadable: call `listRefunds` before sending another. */
  | { type: 'unknown'; reason: string }

/** Request to charge a card that is saved at the gateway. */
export interface CardCharge extends Omit<CheckoutRequest, 'method'> {
  /** The card's token: a secret. */
  readonly token: string
}

/**
 * The result of a charge of a saved card. None of them proves a payment: only `verify` does. The reason is stored
 * as the payment's `failure_reason`.
 */
export type ChargeResult =
  /** The gateway accepted the charge; `verify` returns its result. */
  | { type: 'accepted' }
  /** The customer must confirm the charge at the gateway first. */
  | { type: 'step_up'; checkoutUrl: string }
  /** Nothing was charged, and nothing will be. */
  | { type: 'rejected'; reason: 'card' | 'rejected' | 'unauthorised' }
  /** Duplicate reference, rejected key or lost response: verify, never charge again. */
  | { type: 'unknown'; reason: 'duplicate' | 'timeout' | 'unreadable' | 'unauthorised' }

/** The status of a dispute of a payment. `evidenceDueAt`: deadline for our evidence. */
export type DisputeStatusResult =
  | { type: 'open' | 'won'; paymentReference: PaymentReference; evidenceDueAt: Date | null }
  /** The gateway deducted `amountKobo` from our balance. */
  | { type: 'lost'; paymentReference: PaymentReference; evidenceDueAt: Date | null; amountKobo: bigint }
  | { type: 'not_found' }

/** A dispute in a gateway's list. */
export interface ListedDispute {
  readonly disputeId: GatewayDisputeId
  readonly status: Exclude<DisputeStatusResult, { type: 'not_found' }>
}

/** A file that supports our response to a dispute. */
export interface DisputeEvidence {
  readonly name: string
  readonly type: string
  readonly bytes: Buffer
}

/** Our response to a dispute. `amountKobo`: offered to the payer; 0 to contest. */
export interface DisputeResponse {
  readonly disputeId: GatewayDisputeId
  readonly decision: 'accept' | 'contest'
  readonly message: string
  readonly amountKobo: bigint
  readonly evidence: DisputeEvidence | null
  readonly customer: { readonly email: string; readonly name: string | null; readonly phone?: string }
  /** False once the request that decides the dispute may not be sent any more. */
  readonly isWithinSendTime: () => boolean
}

/**
 * `failed`: nothing was decided at the gateway; `message` is for managers. `unknown`: the gateway may have received the
 * response; call `hasDisputeResponse`.
 */
export type DisputeResponseResult =
  | { type: 'received' }
  | { type: 'failed'; message: string }
  | { type: 'unknown'; reason: string }

export interface GatewayRefund {
  readonly refundId: GatewayRefundId
  /** Our refund reference, where the gateway stores one. */
  readonly merchantReference?: string
  readonly amountKobo: bigint
  readonly state: 'pending' | 'processed' | 'failed' | 'needs_attention'
}

/** A parsed webhook: a notification only; every fact is fetched from the gateway. */
export type WebhookEvent =
  | { type: 'payment'; reference: PaymentReference; eventKey: string }
  | { type: 'refund'; paymentReference: PaymentReference; refundId: GatewayRefundId | null; eventKey: string }
  /** From a gateway that sends our refund reference and not the payment's. */
  | { type: 'own_refund'; refundReference: string; eventKey: string }
  /** A deposit to a virtual account; `gatewayReference` is the argument of `banking.getDeposit`. */
  | { type: 'deposit'; gatewayReference: string; eventKey: string }
  /** A dispute was opened or resolved; `disputeId` is the argument of `getDispute`. */
  | { type: 'dispute'; disputeId: GatewayDisputeId; eventKey: string }
  | { type: 'other'; eventKey: string }

/** A transaction in a gateway's list that took money: a payment, or a deposit to a virtual account. */
export interface GatewayTransaction {
  readonly type: 'checkout' | 'deposit'
  /** `reversed`: at least a part was refunded or charged back. */
  readonly status: 'paid' | 'reversed'
  /** Our payment reference; for a deposit the argument of `banking.getDeposit`. */
  readonly reference: string
  readonly gatewayReference: string
  /** The amount that the payer paid. */
  readonly amountKobo: bigint
}

/** A payout of a gateway to our bank account. Refunds and chargebacks can exceed the payments: then it is negative. */
export interface GatewaySettlement {
  readonly settlementId: GatewaySettlementId
  readonly status: 'pending' | 'paid' | 'failed'
  readonly grossKobo: bigint
  /** Less all deductions. */
  readonly netKobo: bigint
  /** YYYY-MM-DD */
  readonly settledOn: string
}

/** A transaction in a settlement: the amount paid by the payer, and what we receive of it. */
export interface GatewaySettlementLine {
  readonly gatewayReference: string
  /** Our payment reference; for a deposit the gateway's. */
  readonly reference: string
  readonly grossKobo: bigint
  readonly netKobo: bigint
}

/** The order and payer that a gateway stored with a payment. */
export interface CheckoutOrigin {
  /** The order's reference; for a wallet top-up the payment's own. */
  readonly orderReference: OrderReference | null
  readonly email: string | null
}

/** Request to refund a payment. Amounts are kobo. */
interface RefundRequest {
  readonly paymentReference: PaymentReference
  readonly gatewayReference: string
  /** Our reference, `[A-Za-z0-9-]`, unique per refund; ignored by gateways that store none. */
  readonly refundReference: string
  readonly amountKobo: bigint
  /** ISO code of the received money. */
  readonly currency: string
  readonly reason: string
}

/** A bank in a gateway's list: codes are specific to the gateway. */
export interface GatewayBank {
  readonly name: string
  readonly code: string
}

export type AccountNameResult =
  | { type: 'found'; name: string }
  | { type: 'not_found' }
  | { type: 'unavailable'; reason: string }

/** Whether a BVN belongs to the owner of a bank account. Never logged. */
export type BvnMatchResult =
  | { type: 'match'; accountName: string }
  | { type: 'mismatch' }
  | { type: 'unavailable'; reason: string }

export interface GatewayVirtualAccount {
  readonly bankName: string
  readonly bankCode: string | null
  readonly accountName: string
  readonly accountNumber: string
}

export type ReservationResult =
  | { type: 'reserved'; accounts: readonly GatewayVirtualAccount[]; isActive: boolean }
  /** Requested; the accounts follow later: call `getReservation` again. */
  | { type: 'pending' }
  | { type: 'rejected'; reason: string }
  | { type: 'unknown'; reason: string }

/** A deposit to a virtual account, as the gateway confirms it. */
export type GatewayDeposit =
  | {
      type: 'received'
      gatewayReference: string
      /** The gateway's transaction id, where refunds use it. */
      transactionId?: string
      /** Our reference, set at the reservation. */
      accountReference: string
      paidKobo: bigint
      feeKobo: bigint
      currency: string
      paidAt: string | null
      payerName: string | null
    }
  | { type: 'pending' }
  | { type: 'not_found' }

/** Banking services that some gateways offer: account names, BVN match, virtual accounts. */
export interface BankServices {
  listBanks(): Promise<readonly GatewayBank[] | null>
  resolveAccount(request: { bankCode: string; accountNumber: string }): Promise<AccountNameResult>
  /** Absent where the gateway has no synchronous BVN match. */
  matchBvn?(request: {
    bvn: string
    bankCode: string
    accountNumber: string
    name: string
  }): Promise<BvnMatchResult>
  /** Reserves once per `accountReference`; a retry returns the same accounts. */
  reserveAccount?(request: {
    accountReference: string
    accountName: string
    customerName: string
    customerEmail: string
    bvn: string
  }): Promise<ReservationResult>
  getReservation?(accountReference: string): Promise<ReservationResult>
  getDeposit?(gatewayReference: string): Promise<GatewayDeposit>
  /**
   * References of the deposits to a virtual account, for lost webhooks; null when the list could not be fetched. Takes
   * at most 15 minutes; `isComplete` is false if that was not enough.
   */
  listDepositReferences?(
    accountReference: string,
  ): Promise<{ readonly references: readonly string[]; readonly isComplete: boolean } | null>
  /** Closes a virtual account permanently. False when the gateway did not confirm it. */
  closeAccount?(accountReference: string): Promise<boolean>
}

type SettlementMember = 'listSettlements' | 'listSettlementLines' | 'settlementDays'

/** The adapter of one gateway: it lists settlements exactly if `gatewayDetails` says so. */
export type GatewayAdapter<G extends GatewayName> = Gateway &
  (G extends SettlingGatewayName
    ? Required<Pick<Gateway, SettlementMember>>
    : { readonly [Member in SettlementMember]?: never })

/** The adapter of each gateway; null for a gateway without keys. */
export type Gateways = Readonly<Record<GatewayName, Gateway | null>>

/** A payment gateway adapter. Every call has a total time limit and does not throw for a bad response. */
export interface Gateway {
  readonly name: GatewayName
  readonly capabilities: {
    readonly methods: readonly PaymentMethod[]
    readonly savedCards: boolean
    /** Smallest charge, kobo. */
    readonly minKobo: bigint
  }
  /** Allowed hosts of checkout URLs: the application redirects to no other host. */
  readonly checkoutHosts: readonly string[]
  createCheckout(request: CheckoutRequest): Promise<CheckoutResult>
  verify(reference: PaymentReference): Promise<PaymentStatusResult>
  refund(request: RefundRequest): Promise<RefundStatusResult>
  /**
   * Every refund of one payment, newest first; null when the list could not be fetched. A gateway that stores our
   * reference is queried by `refundReference` and returns that refund or none.
   */
  listRefunds(request: {
    paymentReference: PaymentReference
    gatewayReference: string
    refundReference?: string
  }): Promise<GatewayRefund[] | null>
  /**
   * Sets the payout account of a refund that needs attention; absent where refunds never need one.
   * Bank codes are those of `banking.listBanks`.
   */
  refundToAccount?(request: {
    refundId: GatewayRefundId
    currency: string
    bankCode: string
    accountNumber: string
  }): Promise<RefundStatusResult>
  /**
   * Every transaction that took money and was opened in a period; null when the list could not be read completely. For
   * a database that was restored from a backup.
   */
  listTransactions(period: { from: Date; to: Date }): Promise<GatewayTransaction[] | null>
  /**
   * Every settlement of a period, and pending ones; null when the list could not be read completely. Absent where the
   * gateway has no endpoint that lists settlements, together with `listSettlementLines` and `settlementDays`.
   */
  listSettlements?(period: { from: Date; to: Date }): Promise<GatewaySettlement[] | null>
  /** Business days after which the gateway has paid a payment out to us. */
  readonly settlementDays?: number
  /** Every transaction of a settlement; null when the list could not be read completely. */
  listSettlementLines?(settlementId: GatewaySettlementId): Promise<GatewaySettlementLine[] | null>
  /** The order and payer stored with a payment; null when they could not be fetched. */
  getCheckoutOrigin(reference: PaymentReference): Promise<CheckoutOrigin | null>
  /** Absent where only the payment's status reports disputes. Null when the dispute could not be fetched. */
  getDispute?(disputeId: GatewayDisputeId): Promise<DisputeStatusResult | null>
  /**
   * Every dispute that was opened in a period, where no webhook announces them; null when the list could not be read
   * completely.
   */
  listDisputes?(period: { from: Date; to: Date }): Promise<ListedDispute[] | null>
  /** Sends our response to a dispute. Absent where the gateway's API takes none, together with `hasDisputeResponse`. */
  respondToDispute?(response: DisputeResponse): Promise<DisputeResponseResult>
  /** Whether the gateway has our response; null when the gateway could not be queried. */
  hasDisputeResponse?(disputeId: GatewayDisputeId): Promise<boolean | null>
  readonly banking?: BankServices
  /** Charges a saved card once, under our reference. */
  chargeSavedCard(request: CardCharge): Promise<ChargeResult>
  /** Revokes a saved card's token permanently. False when the gateway did not confirm it. */
  revokeCardToken(token: string): Promise<boolean>
  /** Verifies the signature over the raw bytes in constant time. */
  isWebhookAuthentic(raw: Buffer, headers: IncomingHttpHeaders): boolean
  /** Null when the body is not a webhook of this gateway. */
  parseWebhook(raw: Buffer): WebhookEvent | null
}
