import type { Journal } from '../journal.ts'
import type { Truth } from '../party.ts'
import { cardOf, tokenOf } from './cards.ts'

export const methods = ['CARD', 'ACCOUNT_TRANSFER', 'USSD', 'PHONE_NUMBER'] as const
export type Method = (typeof methods)[number]

/** A transaction, asked for or arrived on a reserved account. Amounts are whole kobo, times ISO. */
export interface Payment {
  /** Theirs: `MNFY|…`. */
  readonly reference: string
  /** The merchant's; an inflow has one of theirs here too. */
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

export type Ending =
  | {
      is: 'paid'
      status: 'PAID' | 'OVERPAID' | 'PARTIALLY_PAID'
      amountKobo: number
      currency: string
      method: Method
      cardNumber: string | null
      at: string
    }
  | { is: 'failed'; status: 'FAILED' | 'CANCELLED'; because: string; method: Method; at: string }

export interface Refund {
  /** The merchant's name for it, unique here. */
  readonly refundReference: string
  readonly reference: string
  readonly amountKobo: number
  readonly reason: string
  readonly note: string
  readonly openedAt: string
}

/** Where a refund is going: pending until `at`, then `end`. */
export interface RefundCourse {
  readonly end: 'COMPLETED' | 'FAILED'
  readonly at: string
}

/** An account of a customer's own. The BVN it was opened with is not kept: people may type a real one. */
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
  | { kind: 'ended'; reference: string; ending: Ending }
  | { kind: 'refunded'; refund: Refund; course: RefundCourse }
  | { kind: 'reserved'; account: Account }
  | { kind: 'released'; accountReference: string }

const party = 'monnify'

/** Everything that Monnify knows, made of its events alone. */
export class State {
  readonly #journal: Journal
  readonly #payments = new Map<string, Payment>()
  readonly #named = new Map<string, Payment>()
  readonly #endings = new Map<string, Ending>()
  readonly #refunds = new Map<string, Refund>()
  readonly #courses = new Map<string, RefundCourse>()
  readonly #cards = new Map<string, string>()
  readonly #accounts = new Map<string, Account>()
  readonly #released = new Set<string>()
  #minted = 0

  constructor(journal: Journal) {
    this.#journal = journal
  }

  record(event: Event): void {
    this.apply(event)
    this.#journal.append(party, event)
  }

  apply(event: Event): void {
    switch (event.kind) {
      case 'opened':
        this.#payments.set(event.payment.reference, event.payment)
        this.#named.set(event.payment.paymentReference, event.payment)
        return
      case 'ended':
        this.#endings.set(event.reference, event.ending)
        this.#keepCard(event.reference, event.ending)
        return
      case 'refunded':
        this.#refunds.set(event.refund.refundReference, event.refund)
        this.#courses.set(event.refund.refundReference, event.course)
        return
      case 'reserved':
        this.#accounts.set(event.account.accountReference, event.account)
        return
      case 'released':
        this.#released.add(event.accountReference)
    }
  }

  #keepCard(reference: string, ending: Ending) {
    const payment = this.#payments.get(reference)
    const card = ending.is === 'paid' && ending.cardNumber ? cardOf(ending.cardNumber) : null
    if (payment && card?.keeps) this.#cards.set(tokenOf(card, payment.email), card.number)
  }

  reset(): void {
    for (const map of [this.#payments, this.#named, this.#endings, this.#refunds, this.#courses]) map.clear()
    this.#cards.clear()
    this.#accounts.clear()
    this.#released.clear()
  }

  /** A reference of theirs: with bars, which an address must encode. */
  nextReference(): string {
    this.#minted += 1
    const at = new Date().toISOString().replace(/\D/g, '').slice(0, 17)
    return `MNFY|${at.slice(0, 14)}|${at.slice(14)}${String(this.#minted).padStart(6, '0')}`
  }

  payment(reference: string): Payment | undefined {
    return this.#payments.get(reference)
  }

  paymentNamed(paymentReference: string): Payment | undefined {
    return this.#named.get(paymentReference)
  }

  ending({ reference }: Payment): Ending | null {
    return this.#endings.get(reference) ?? null
  }

  /** The number of a card that may be charged again. */
  cardNumber(token: string): string | null {
    return this.#cards.get(token) ?? null
  }

  refund(refundReference: string): Refund | undefined {
    return this.#refunds.get(refundReference)
  }

  refundStatus(refund: Refund, now = Date.now()): 'PENDING' | RefundCourse['end'] {
    const course = this.#courses.get(refund.refundReference)
    return course && Date.parse(course.at) <= now ? course.end : 'PENDING'
  }

  /** What was given back or is on its way, kobo. */
  refundedKobo(reference: string): number {
    return this.#standing()
      .filter((refund) => refund.reference === reference)
      .reduce((sum, refund) => sum + refund.amountKobo, 0)
  }

  #standing(): Refund[] {
    return [...this.#refunds.values()].filter((refund) => this.refundStatus(refund) !== 'FAILED')
  }

  account(accountReference: string): Account | undefined {
    return this.#released.has(accountReference) ? undefined : this.#accounts.get(accountReference)
  }

  accountNumbered(accountNumber: string): Account | undefined {
    return [...this.#accounts.values()].find(
      (it) => it.accountNumber === accountNumber && !this.#released.has(it.accountReference),
    )
  }

  /** What arrived on an account, newest first. */
  inflowsOf(accountReference: string): Payment[] {
    return [...this.#payments.values()]
      .filter(({ product }) => product.type === 'RESERVED_ACCOUNT' && product.reference === accountReference)
      .reverse()
  }

  truth(): Truth {
    const captures = [...this.#endings].flatMap(([reference, ending]) =>
      ending.is === 'paid' ? [this.#moved(reference, ending)] : [],
    )
    const refunds = this.#standing().map((refund) => {
      const ending = this.#endings.get(refund.reference)
      const currency = ending?.is === 'paid' ? ending.currency : 'NGN'
      return this.#moved(refund.reference, { ...refund, currency, at: refund.openedAt })
    })
    return { captures, refunds, deliveries: [] }
  }

  #moved(reference: string, it: { amountKobo: number; currency: string; at: string }) {
    const { amountKobo, currency, at } = it
    const payment = this.#payments.get(reference)
    const order = payment?.metaData?.order_reference
    const orderReference = typeof order === 'string' ? order : null
    return {
      party,
      reference: payment?.paymentReference ?? reference,
      orderReference,
      amountKobo,
      currency,
      at,
    }
  }
}
