import type { ProviderRecords, SimulatorContext } from '../provider.ts'
import { authorizationCode, demoAuthorizations, findTestCard } from './cards.ts'
import type {
  Account,
  Customer,
  Dispute,
  DisputeEnd,
  Event,
  Payment,
  PaymentOutcome,
  Refund,
  RefundOutcome,
  RefundStatus,
} from './types.ts'

const providerName = 'paystack'

/** Paystack's data, derived from its events only. */
export class State {
  readonly settings: SimulatorContext['settings']
  readonly #journal: SimulatorContext['journal']
  readonly #payments = new Map<string, Payment>()
  readonly #codes = new Map<string, Payment>()
  readonly #ids = new Map<string, Payment>()
  readonly #paymentOutcomes = new Map<string, PaymentOutcome>()
  readonly #refunds = new Map<string, Refund>()
  readonly #refundOutcomes = new Map<string, RefundOutcome>()
  readonly #refundsOf = new Map<string, Refund[]>()
  readonly #disputes = new Map<string, Dispute>()
  readonly #disputeEnds = new Map<string, DisputeEnd>()
  readonly #answeredDisputes = new Set<string>()
  readonly #cards = new Map<string, string>()
  readonly #authorizationsOff = new Set<string>()
  readonly #customers = new Map<string, Customer>()
  readonly #accounts = new Map<string, Account>()
  #lastId = 0

  constructor({ journal, settings }: Pick<SimulatorContext, 'journal' | 'settings'>) {
    this.#journal = journal
    this.settings = settings
  }

  record(event: Event): void {
    this.apply(event)
    this.#journal.append(providerName, event)
  }

  apply(event: Event): void {
    switch (event.kind) {
      case 'opened':
        this.#trackId(event.payment.id)
        this.#payments.set(event.payment.reference, event.payment)
        this.#codes.set(event.payment.accessCode, event.payment)
        this.#ids.set(event.payment.id, event.payment)
        return
      case 'ended':
        this.#paymentOutcomes.set(event.reference, event.ending)
        this.#saveCard(event.reference, event.ending)
        return
      case 'refunded':
        this.#trackId(event.refund.id)
        this.#refunds.set(event.refund.id, event.refund)
        this.#refundOutcomes.set(event.refund.id, event.outcome)
        this.#refundsOf.set(event.refund.reference, [event.refund, ...this.refundsOf(event.refund.reference)])
        return
      case 'refund_retried':
        this.#refundOutcomes.set(event.id, event.outcome)
        return
      case 'disputed':
        this.#trackId(event.dispute.id)
        this.#disputes.set(event.dispute.id, event.dispute)
        return
      case 'dispute_answered':
        this.#answeredDisputes.add(event.id)
        return
      case 'dispute_resolved':
        this.#disputeEnds.set(event.id, event.end)
        return
      case 'authorization_off':
        this.#authorizationsOff.add(event.code)
        return
      case 'customer':
        this.#trackId(event.customer.id)
        for (const name of [event.customer.email, event.customer.code, event.customer.id])
          this.#customers.set(name, event.customer)
        return
      case 'account':
        this.#trackId(event.account.id)
        this.#accounts.set(event.account.customerCode, event.account)
    }
  }

  #saveCard(reference: string, outcome: PaymentOutcome) {
    const payment = this.#payments.get(reference)
    const card = outcome.type === 'paid' && outcome.cardNumber ? findTestCard(outcome.cardNumber) : null
    if (!payment || !card?.isReusable) return
    const code = authorizationCode(card, payment.email)
    this.#cards.set(code, card.number)
    // A new payment with the card makes it chargeable again.
    this.#authorizationsOff.delete(code)
  }

  reset(): void {
    for (const map of [
      this.#payments,
      this.#codes,
      this.#ids,
      this.#paymentOutcomes,
      this.#refunds,
      this.#refundOutcomes,
    ])
      map.clear()
    this.#refundsOf.clear()
    this.#disputes.clear()
    this.#disputeEnds.clear()
    this.#answeredDisputes.clear()
    this.#cards.clear()
    this.#authorizationsOff.clear()
    this.#customers.clear()
    this.#accounts.clear()
  }

  /** Increasing 10-digit ids, as in Paystack's samples; also increasing after a restart within the same second. */
  nextId(): string {
    this.#lastId = Math.max(Math.floor((Date.now() - 1_600_000_000_000) / 100), this.#lastId + 1)
    return String(this.#lastId)
  }

  #trackId(id: string): void {
    if (id.length <= 10) this.#lastId = Math.max(this.#lastId, Number(id))
  }

  /** Newest first. */
  payments(): Payment[] {
    return [...this.#payments.values()].reverse()
  }

  /** The merchant responded, or the bank decided. */
  isAnswered({ id }: Dispute): boolean {
    return this.#answeredDisputes.has(id) || this.#disputeEnds.has(id)
  }

  payment(reference: string): Payment | undefined {
    return this.#payments.get(reference)
  }

  /** Finds by merchant reference or Paystack id; refunds accept either. */
  paymentByReferenceOrId(referenceOrId: string): Payment | undefined {
    return this.#payments.get(referenceOrId) ?? this.#ids.get(referenceOrId)
  }

  paymentById(id: string): Payment | undefined {
    return this.#ids.get(id)
  }

  paymentByCode(accessCode: string): Payment | undefined {
    return this.#codes.get(accessCode)
  }

  paymentOutcome(payment: Payment): PaymentOutcome | null {
    return this.#paymentOutcomes.get(payment.reference) ?? null
  }

  /** The card number of an authorization code; null when the code is unknown or deactivated. */
  cardNumber(code: string): string | null {
    return this.#authorizationsOff.has(code)
      ? null
      : (this.#cards.get(code) ?? demoAuthorizations.get(code) ?? null)
  }

  /** By e-mail address, code or id. */
  customer(identifier: string): Customer | undefined {
    return this.#customers.get(identifier)
  }

  accountOf({ code }: Customer): Account | undefined {
    return this.#accounts.get(code)
  }

  accountByNumber(accountNumber: string): Account | undefined {
    return [...this.#accounts.values()].find((account) => account.accountNumber === accountNumber)
  }

  refund(id: string): Refund | undefined {
    return this.#refunds.get(id)
  }

  /** Newest first. */
  refunds(): Refund[] {
    return [...this.#refunds.values()].reverse()
  }

  /** Newest first. */
  refundsOf(reference: string): readonly Refund[] {
    return this.#refundsOf.get(reference) ?? []
  }

  refundStatus(refund: Refund, now = Date.now()): RefundStatus {
    const outcome = this.#refundOutcomes.get(refund.id)
    return outcome && Date.parse(outcome.at) <= now ? outcome.end : 'pending'
  }

  dispute(id: string): Dispute | undefined {
    return this.#disputes.get(id)
  }

  /** Newest first. */
  disputes(): Dispute[] {
    return [...this.#disputes.values()].reverse()
  }

  disputesOf(reference: string): readonly Dispute[] {
    return [...this.#disputes.values()].filter((dispute) => dispute.reference === reference)
  }

  disputeEnd({ id }: Dispute): DisputeEnd | null {
    return this.#disputeEnds.get(id) ?? null
  }

  /** The amount of a payment lost in disputes, in kobo. */
  disputedKobo(reference: string): number {
    return this.disputesOf(reference).reduce(
      (sum, dispute) => sum + (this.disputeEnd(dispute)?.refundKobo ?? 0),
      0,
    )
  }

  /** The refunded, pending and disputed amount, in kobo. */
  refundedKobo(reference: string): number {
    return this.#sumOfRefunds(reference, new Set<RefundStatus>(['failed']))
  }

  /** The same without refunds that need the payer's bank account: their money has not left our balance. */
  returnedKobo(reference: string): number {
    return this.#sumOfRefunds(reference, new Set<RefundStatus>(['failed', 'needs-attention']))
  }

  #sumOfRefunds(reference: string, excluded: ReadonlySet<RefundStatus>): number {
    const refunds = this.refundsOf(reference).filter((refund) => !excluded.has(this.refundStatus(refund)))
    return refunds.reduce((sum, refund) => sum + refund.amountKobo, this.disputedKobo(reference))
  }

  records(): ProviderRecords {
    const captures = [...this.#paymentOutcomes].flatMap(([reference, outcome]) =>
      outcome.type === 'paid'
        ? [
            {
              ...this.#recordBase(reference),
              amountKobo: outcome.amountKobo,
              currency: outcome.currency,
              at: outcome.at,
            },
          ]
        : [],
    )
    const refunds = [...this.#refunds.values()]
      .filter((refund) => this.refundStatus(refund) !== 'failed')
      .map(({ reference, amountKobo, currency, openedAt }) => ({
        ...this.#recordBase(reference),
        amountKobo,
        currency,
        at: openedAt,
      }))
    const disputeLosses = [...this.#disputes.values()].flatMap((dispute) => {
      const end = this.disputeEnd(dispute)
      return end && end.refundKobo > 0
        ? [
            {
              ...this.#recordBase(dispute.reference),
              amountKobo: end.refundKobo,
              currency: 'NGN',
              at: end.at,
            },
          ]
        : []
    })
    return { captures, refunds: [...refunds, ...disputeLosses], deliveries: [] }
  }

  #recordBase(reference: string) {
    const order = this.#payments.get(reference)?.metadata?.order_reference
    return { party: providerName, reference, orderReference: typeof order === 'string' ? order : null }
  }
}
