import type { Journal } from '../journal.ts'
import type { ProviderRecords } from '../provider.ts'
import { findTestCard, tokenOf } from './cards.ts'

export const methods = ['CARD', 'ACCOUNT_TRANSFER', 'USSD', 'PHONE_NUMBER'] as const
export type Method = (typeof methods)[number]

/** A transaction, initialised or received on a virtual account. Amounts in whole kobo, times in ISO. */
export interface Payment {
  /** Monnify's reference: `MNFY|…`. */
  readonly reference: string
  /** The merchant's reference; a transfer has Monnify's reference here too. */
  readonly paymentReference: string
  readonly product: { readonly type: 'WEB_SDK' | 'RESERVED_ACCOUNT'; readonly reference: string }
  readonly amountKobo: number
  readonly currency: string
  readonly email: string
  readonly name: string
  readonly description: string
  readonly redirectUrl: string | null
  readonly methods: readonly Method[]
  readonly metaData: Readonly<Record<string, unknown>> | null
  readonly openedAt: string
}

export type PaymentOutcome =
  | {
      type: 'paid'
      status: 'PAID' | 'OVERPAID' | 'PARTIALLY_PAID'
      amountKobo: number
      currency: string
      method: Method
      cardNumber: string | null
      at: string
    }
  | { type: 'failed'; status: 'FAILED' | 'CANCELLED'; reason: string; method: Method; at: string }

export interface Refund {
  /** The merchant's reference, unique at Monnify. */
  readonly refundReference: string
  readonly reference: string
  readonly amountKobo: number
  readonly reason: string
  readonly note: string
  readonly openedAt: string
}

/** The outcome of a refund: pending until `at`, then `end`. */
export interface RefundOutcome {
  readonly end: 'COMPLETED' | 'FAILED'
  readonly at: string
}

/** A customer's virtual account. The BVN is not stored: users may enter a real one. */
export interface Account {
  readonly accountReference: string
  readonly accountNumber: string
  readonly accountName: string
  readonly customerName: string
  readonly customerEmail: string
  readonly openedAt: string
}

export type Event =
  | { kind: 'opened'; payment: Payment }
  | { kind: 'ended'; reference: string; ending: PaymentOutcome }
  | { kind: 'refunded'; refund: Refund; outcome: RefundOutcome }
  | { kind: 'reserved'; account: Account }
  | { kind: 'released'; accountReference: string }

const providerName = 'monnify'

/** Monnify's data, derived from its events only. */
export class State {
  readonly #journal: Journal
  readonly #payments = new Map<string, Payment>()
  readonly #byPaymentReference = new Map<string, Payment>()
  readonly #paymentOutcomes = new Map<string, PaymentOutcome>()
  readonly #refunds = new Map<string, Refund>()
  readonly #refundOutcomes = new Map<string, RefundOutcome>()
  readonly #cards = new Map<string, string>()
  readonly #accounts = new Map<string, Account>()
  readonly #released = new Set<string>()
  #generated = 0

  constructor(journal: Journal) {
    this.#journal = journal
  }

  record(event: Event): void {
    this.apply(event)
    this.#journal.append(providerName, event)
  }

  apply(event: Event): void {
    switch (event.kind) {
      case 'opened':
        this.#payments.set(event.payment.reference, event.payment)
        this.#byPaymentReference.set(event.payment.paymentReference, event.payment)
        return
      case 'ended':
        this.#paymentOutcomes.set(event.reference, event.ending)
        this.#saveCard(event.reference, event.ending)
        return
      case 'refunded':
        this.#refunds.set(event.refund.refundReference, event.refund)
        this.#refundOutcomes.set(event.refund.refundReference, event.outcome)
        return
      case 'reserved':
        this.#accounts.set(event.account.accountReference, event.account)
        return
      case 'released':
        this.#released.add(event.accountReference)
    }
  }

  #saveCard(reference: string, outcome: PaymentOutcome) {
    const payment = this.#payments.get(reference)
    const card = outcome.type === 'paid' && outcome.cardNumber ? findTestCard(outcome.cardNumber) : null
    if (payment && card?.isReusable) this.#cards.set(tokenOf(card, payment.email), card.number)
  }

  reset(): void {
    for (const map of [
      this.#payments,
      this.#byPaymentReference,
      this.#paymentOutcomes,
      this.#refunds,
      this.#refundOutcomes,
    ])
      map.clear()
    this.#cards.clear()
    this.#accounts.clear()
    this.#released.clear()
  }

  /** A Monnify reference: contains `|`, which must be URL-encoded. */
  nextReference(): string {
    this.#generated += 1
    const occurredAt = new Date().toISOString().replace(/\D/g, '').slice(0, 17)
    return `MNFY|${occurredAt.slice(0, 14)}|${occurredAt.slice(14)}${String(this.#generated).padStart(6, '0')}`
  }

  /** Newest first. */
  payments(): Payment[] {
    return [...this.#payments.values()].reverse()
  }

  payment(reference: string): Payment | undefined {
    return this.#payments.get(reference)
  }

  paymentByReference(paymentReference: string): Payment | undefined {
    return this.#byPaymentReference.get(paymentReference)
  }

  paymentOutcome({ reference }: Payment): PaymentOutcome | null {
    return this.#paymentOutcomes.get(reference) ?? null
  }

  /** The number of a card that may be charged again. */
  cardNumber(token: string): string | null {
    return this.#cards.get(token) ?? null
  }

  /** Newest first. */
  refunds(): Refund[] {
    return [...this.#refunds.values()].reverse()
  }

  refund(refundReference: string): Refund | undefined {
    return this.#refunds.get(refundReference)
  }

  refundStatus(refund: Refund, now = Date.now()): 'PENDING' | RefundOutcome['end'] {
    const outcome = this.#refundOutcomes.get(refund.refundReference)
    return outcome && Date.parse(outcome.at) <= now ? outcome.end : 'PENDING'
  }

  /** The refunded and pending amount, in kobo. */
  refundedKobo(reference: string): number {
    return this.#currentRefunds()
      .filter((refund) => refund.reference === reference)
      .reduce((sum, refund) => sum + refund.amountKobo, 0)
  }

  #currentRefunds(): Refund[] {
    return [...this.#refunds.values()].filter((refund) => this.refundStatus(refund) !== 'FAILED')
  }

  account(accountReference: string): Account | undefined {
    return this.#released.has(accountReference) ? undefined : this.#accounts.get(accountReference)
  }

  accountByNumber(accountNumber: string): Account | undefined {
    return [...this.#accounts.values()].find(
      (account) => account.accountNumber === accountNumber && !this.#released.has(account.accountReference),
    )
  }

  /** Transfers to an account, newest first. */
  depositsOf(accountReference: string): Payment[] {
    return [...this.#payments.values()]
      .filter(({ product }) => product.type === 'RESERVED_ACCOUNT' && product.reference === accountReference)
      .reverse()
  }

  records(): ProviderRecords {
    const captures = [...this.#paymentOutcomes].flatMap(([reference, outcome]) =>
      outcome.type === 'paid' ? [this.#recordOf(reference, outcome)] : [],
    )
    const refunds = this.#currentRefunds().map((refund) => {
      const outcome = this.#paymentOutcomes.get(refund.reference)
      const currency = outcome?.type === 'paid' ? outcome.currency : 'NGN'
      return this.#recordOf(refund.reference, { ...refund, currency, at: refund.openedAt })
    })
    return { captures, refunds, deliveries: [] }
  }

  #recordOf(
    reference: string,
    { amountKobo, currency, at: occurredAt }: { amountKobo: number; currency: string; at: string },
  ) {
    const payment = this.#payments.get(reference)
    const order = payment?.metaData?.order_reference
    const orderReference = typeof order === 'string' ? order : null
    return {
      party: providerName,
      reference: payment?.paymentReference ?? reference,
      orderReference,
      amountKobo,
      currency,
      at: occurredAt,
    }
  }
}
