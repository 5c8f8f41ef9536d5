import type { Journal } from '../journal.ts'
import type { Truth } from '../party.ts'
import { authorizationCode, cardOf, demoAuthorizations } from './cards.ts'
import type {
  Account,
  Customer,
  Dispute,
  DisputeEnd,
  Ending,
  Event,
  Payment,
  Refund,
  RefundCourse,
  RefundEnd,
} from './facts.ts'

const party = 'paystack'

/** Everything that Paystack knows, made of its events alone. */
export class State {
  readonly #journal: Journal
  readonly #payments = new Map<string, Payment>()
  readonly #codes = new Map<string, Payment>()
  readonly #ids = new Map<string, Payment>()
  readonly #endings = new Map<string, Ending>()
  readonly #refunds = new Map<string, Refund>()
  readonly #courses = new Map<string, RefundCourse>()
  readonly #refundsOf = new Map<string, Refund[]>()
  readonly #disputes = new Map<string, Dispute>()
  readonly #disputeEnds = new Map<string, DisputeEnd>()
  readonly #cards = new Map<string, string>()
  readonly #authorizationsOff = new Set<string>()
  readonly #customers = new Map<string, Customer>()
  readonly #accounts = new Map<string, Account>()
  #lastId = 0n

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
        this.#codes.set(event.payment.accessCode, event.payment)
        this.#ids.set(event.payment.id, event.payment)
        return
      case 'ended':
        this.#endings.set(event.reference, event.ending)
        this.#keepCard(event.reference, event.ending)
        return
      case 'refunded':
        this.#refunds.set(event.refund.id, event.refund)
        this.#courses.set(event.refund.id, event.course)
        this.#refundsOf.set(event.refund.reference, [event.refund, ...this.refundsOf(event.refund.reference)])
        return
      case 'refund_retried':
        this.#courses.set(event.id, event.course)
        return
      case 'disputed':
        this.#disputes.set(event.dispute.id, event.dispute)
        return
      case 'dispute_resolved':
        this.#disputeEnds.set(event.id, event.end)
        return
      case 'authorization_off':
        this.#authorizationsOff.add(event.code)
        return
      case 'customer':
        for (const name of [event.customer.email, event.customer.code, event.customer.id])
          this.#customers.set(name, event.customer)
        return
      case 'account':
        this.#accounts.set(event.account.customerCode, event.account)
    }
  }

  #keepCard(reference: string, ending: Ending) {
    const payment = this.#payments.get(reference)
    const card = ending.is === 'paid' && ending.cardNumber ? cardOf(ending.cardNumber) : null
    if (!payment || !card?.reusable) return
    const code = authorizationCode(card, payment.email)
    this.#cards.set(code, card.number)
    // Paid with once more, the card may be charged again.
    this.#authorizationsOff.delete(code)
  }

  reset(): void {
    for (const map of [this.#payments, this.#codes, this.#ids, this.#endings, this.#refunds, this.#courses])
      map.clear()
    this.#refundsOf.clear()
    this.#disputes.clear()
    this.#disputeEnds.clear()
    this.#cards.clear()
    this.#authorizationsOff.clear()
    this.#customers.clear()
    this.#accounts.clear()
  }

  /** An id of theirs: past 2^53 and odd, so that reading it as a double changes it. */
  nextId(): string {
    const now = BigInt(Date.now()) * 20_000n + 1n
    this.#lastId = now > this.#lastId ? now : this.#lastId + 2n
    return String(this.#lastId)
  }

  payment(reference: string): Payment | undefined {
    return this.#payments.get(reference)
  }

  /** By our reference or by their id, as a refund may name it. */
  paymentNamed(name: string): Payment | undefined {
    return this.#payments.get(name) ?? this.#ids.get(name)
  }

  paymentById(id: string): Payment | undefined {
    return this.#ids.get(id)
  }

  paymentByCode(accessCode: string): Payment | undefined {
    return this.#codes.get(accessCode)
  }

  ending(payment: Payment): Ending | null {
    return this.#endings.get(payment.reference) ?? null
  }

  /** The number of a card that may be charged again; null when the code is unknown or switched off. */
  cardNumber(code: string): string | null {
    return this.#authorizationsOff.has(code)
      ? null
      : (this.#cards.get(code) ?? demoAuthorizations.get(code) ?? null)
  }

  /** By e-mail address, code or id. */
  customer(named: string): Customer | undefined {
    return this.#customers.get(named)
  }

  accountOf({ code }: Customer): Account | undefined {
    return this.#accounts.get(code)
  }

  accountNumbered(accountNumber: string): Account | undefined {
    return [...this.#accounts.values()].find((account) => account.accountNumber === accountNumber)
  }

  refund(id: string): Refund | undefined {
    return this.#refunds.get(id)
  }

  /** Newest first. */
  refundsOf(reference: string): readonly Refund[] {
    return this.#refundsOf.get(reference) ?? []
  }

  refundStatus(refund: Refund, now = Date.now()): 'pending' | RefundEnd {
    const course = this.#courses.get(refund.id)
    return course && Date.parse(course.at) <= now ? course.end : 'pending'
  }

  dispute(id: string): Dispute | undefined {
    return this.#disputes.get(id)
  }

  disputesOf(reference: string): readonly Dispute[] {
    return [...this.#disputes.values()].filter((it) => it.reference === reference)
  }

  disputeEnd({ id }: Dispute): DisputeEnd | null {
    return this.#disputeEnds.get(id) ?? null
  }

  /** What banks took of a payment, kobo. */
  disputedKobo(reference: string): number {
    return this.disputesOf(reference).reduce((sum, it) => sum + (this.disputeEnd(it)?.refundKobo ?? 0), 0)
  }

  /** What was given back or is on its way, kobo. */
  refundedKobo(reference: string): number {
    const standing = this.refundsOf(reference).filter((refund) => this.refundStatus(refund) !== 'failed')
    return standing.reduce((sum, refund) => sum + refund.amountKobo, this.disputedKobo(reference))
  }

  truth(): Truth {
    const captures = [...this.#endings].flatMap(([reference, ending]) =>
      ending.is === 'paid'
        ? [
            {
              ...this.#named(reference),
              amountKobo: ending.amountKobo,
              currency: ending.currency,
              at: ending.at,
            },
          ]
        : [],
    )
    const refunds = [...this.#refunds.values()]
      .filter((refund) => this.refundStatus(refund) !== 'failed')
      .map(({ reference, amountKobo, currency, openedAt }) => ({
        ...this.#named(reference),
        amountKobo,
        currency,
        at: openedAt,
      }))
    const taken = [...this.#disputes.values()].flatMap((it) => {
      const end = this.disputeEnd(it)
      return end && end.refundKobo > 0
        ? [{ ...this.#named(it.reference), amountKobo: end.refundKobo, currency: 'NGN', at: end.at }]
        : []
    })
    return { captures, refunds: [...refunds, ...taken], deliveries: [] }
  }

  #named(reference: string) {
    const order = this.#payments.get(reference)?.metadata?.order_reference
    return { party, reference, orderReference: typeof order === 'string' ? order : null }
  }
}
