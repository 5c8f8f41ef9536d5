import type { Journal } from '../journal.ts'
import type { ProviderRecords } from '../provider.ts'
import { findTestCard, tokenOf } from './cards.ts'

export const options = ['card', 'banktransfer', 'ussd', 'account', 'payattitude'] as const
export type Option = (typeof options)[number]

/** A hosted payment link, or a token charge that awaits confirmation. Amounts in whole kobo. */
export interface Link {
  readonly code: string
  readonly txRef: string
  readonly amountKobo: number
  readonly currency: string
  readonly email: string
  readonly redirectUrl: string | null
  readonly options: readonly Option[]
  readonly meta: Readonly<Record<string, unknown>> | null
  /** The attempt that awaits confirmation; null on a link, where each payment is a new attempt. */
  readonly confirms: number | null
}

/** A payment attempt; a link's reference can have many. Amounts in whole kobo, times in ISO. */
export interface Attempt {
  readonly id: number
  readonly txRef: string
  readonly amountKobo: number
  readonly currency: string
  readonly email: string
  readonly option: Option
  readonly cardNumber: string | null
  readonly authModel: 'PIN' | 'noauth' | 'AUTH'
  readonly meta: Readonly<Record<string, unknown>> | null
  readonly at: string
}

export type AttemptEnd = { type: 'successful' } | { type: 'failed'; reason: string }

export interface Refund {
  readonly id: number
  readonly tryId: number
  readonly amountKobo: number
  readonly comments: string | null
  readonly at: string
}

/** `completed` means started; the suffixed values are final. */
export type RefundEnd = 'completed-mpgs' | 'completed-bank-transfer' | 'failed'

/** A chargeback by the payer's bank. Amounts in whole kobo. */
export interface Chargeback {
  readonly id: number
  readonly tryId: number
  readonly amountKobo: number
  readonly at: string
  readonly dueAt: string
}

export type ChargebackEnd = 'lost' | 'won'

/** A permanent account: its transfers have the reference `txRef`. */
export interface Account {
  readonly txRef: string
  readonly orderRef: string
  readonly accountNumber: string
  readonly email: string
  readonly narration: string
  readonly at: string
}

export type Event =
  | { kind: 'linked'; link: Link }
  | { kind: 'tried'; try: Attempt; end: AttemptEnd | null }
  | { kind: 'ended'; id: number; end: AttemptEnd }
  | { kind: 'refunded'; refund: Refund; end: RefundEnd; endsAt: string }
  | { kind: 'account'; account: Account }
  | { kind: 'charged_back'; chargeback: Chargeback }
  | { kind: 'chargeback_ended'; id: number; end: ChargebackEnd; amountKobo: number }

const providerName = 'flutterwave'

/** Flutterwave's data, derived from its events only. */
export class State {
  readonly #journal: Journal
  readonly #links = new Map<string, Link>()
  readonly #attempts = new Map<number, Attempt>()
  readonly #attemptsByReference = new Map<string, Attempt[]>()
  readonly #ends = new Map<number, AttemptEnd>()
  readonly #refunds = new Map<number, Refund & { end: RefundEnd; endsAt: string }>()
  readonly #cards = new Map<string, string>()
  readonly #accounts = new Map<string, Account>()
  readonly #chargebacks = new Map<number, Chargeback & { end: ChargebackEnd | null }>()
  #lastId = 0

  constructor(journal: Journal) {
    this.#journal = journal
  }

  record(event: Event): void {
    this.apply(event)
    this.#journal.append(providerName, event)
  }

  apply(event: Event): void {
    switch (event.kind) {
      case 'linked':
        this.#links.set(event.link.code, event.link)
        return
      case 'tried':
        this.#attempts.set(event.try.id, event.try)
        this.#attemptsByReference.set(event.try.txRef, [event.try, ...this.attemptsOf(event.try.txRef)])
        if (event.end) this.#endOf(event.try, event.end)
        return
      case 'ended':
        this.#endOf(this.#attempts.get(event.id)!, event.end)
        return
      case 'refunded':
        this.#refunds.set(event.refund.id, { ...event.refund, end: event.end, endsAt: event.endsAt })
        return
      case 'account':
        this.#accounts.set(event.account.accountNumber, event.account)
        return
      case 'charged_back':
        this.#chargebacks.set(event.chargeback.id, { ...event.chargeback, end: null })
        return
      case 'chargeback_ended': {
        const { end, amountKobo } = event
        const chargeback = this.#chargebacks.get(event.id)
        if (chargeback) this.#chargebacks.set(event.id, { ...chargeback, end, amountKobo })
      }
    }
  }

  #endOf(attempt: Attempt, end: AttemptEnd) {
    this.#ends.set(attempt.id, end)
    const card = attempt.cardNumber ? findTestCard(attempt.cardNumber) : null
    if (end.type === 'successful' && card?.isReusable)
      this.#cards.set(tokenOf(card, attempt.email), card.number)
  }

  reset(): void {
    for (const map of [this.#links, this.#attemptsByReference, this.#cards, this.#accounts]) map.clear()
    for (const map of [this.#attempts, this.#ends, this.#refunds, this.#chargebacks]) map.clear()
  }

  /** Ids are increasing numbers. */
  nextId(): number {
    this.#lastId = Math.max(Date.now() - 1_500_000_000_000, this.#lastId + 1)
    return this.#lastId
  }

  link(code: string): Link | undefined {
    return this.#links.get(code)
  }

  linkTo(txRef: string): Link | undefined {
    return [...this.#links.values()].find((link) => link.txRef === txRef)
  }

  attempt(id: number): Attempt | undefined {
    return this.#attempts.get(id)
  }

  /** Newest first. */
  attempts(): Attempt[] {
    return [...this.#attempts.values()].reverse()
  }

  /** All transactions of one merchant reference, newest first. */
  attemptsOf(txRef: string): readonly Attempt[] {
    return this.#attemptsByReference.get(txRef) ?? []
  }

  end({ id }: Attempt): AttemptEnd | null {
    return this.#ends.get(id) ?? null
  }

  paidAttempt(txRef: string): Attempt | undefined {
    return this.attemptsOf(txRef).find((attempt) => this.end(attempt)?.type === 'successful')
  }

  /** The card number of a reusable token. */
  cardNumber(token: string): string | null {
    return this.#cards.get(token) ?? null
  }

  refund(id: number): Refund | undefined {
    return this.#refunds.get(id)
  }

  /** Newest first. */
  refunds(): readonly Refund[] {
    return [...this.#refunds.values()].reverse()
  }

  refundStatus({ id }: Refund): 'completed' | RefundEnd {
    const refund = this.#refunds.get(id)
    return refund && Date.parse(refund.endsAt) <= Date.now() ? refund.end : 'completed'
  }

  /** The refunded and pending amount of one transaction, in kobo. */
  refundedKobo(tryId: number): number {
    const activeRefunds = this.refunds().filter(
      (refund) => refund.tryId === tryId && this.refundStatus(refund) !== 'failed',
    )
    return activeRefunds.reduce((sum, refund) => sum + refund.amountKobo, 0)
  }

  /** Newest first; `end` is null while the bank has not decided. */
  chargebacks(): readonly (Chargeback & { readonly end: ChargebackEnd | null })[] {
    return [...this.#chargebacks.values()].reverse()
  }

  /** The amount of one transaction lost in chargebacks, in kobo. */
  chargedBackKobo(tryId: number): number {
    return this.chargebacks()
      .filter((chargeback) => chargeback.tryId === tryId && chargeback.end === 'lost')
      .reduce((sum, { amountKobo }) => sum + amountKobo, 0)
  }

  account(accountNumber: string): Account | undefined {
    return this.#accounts.get(accountNumber)
  }

  accountNamed(orderRef: string): Account | undefined {
    return [...this.#accounts.values()].find((account) => account.orderRef === orderRef)
  }

  records(): ProviderRecords {
    const paidAttempts = [...this.#attempts.values()].filter(
      (attempt) => this.end(attempt)?.type === 'successful',
    )
    const refunds = [...this.#refunds.values()].filter((refund) => this.refundStatus(refund) !== 'failed')
    return {
      captures: paidAttempts.map((attempt) => this.#recordOf(attempt, attempt.amountKobo, attempt.at)),
      refunds: [...refunds, ...this.chargebacks().filter(({ end }) => end === 'lost')].map((refund) =>
        this.#recordOf(this.#attempts.get(refund.tryId)!, refund.amountKobo, refund.at),
      ),
      deliveries: [],
    }
  }

  #recordOf({ txRef, currency, meta }: Attempt, amountKobo: number, occurredAt: string) {
    const order = meta?.order_reference
    return {
      party: providerName,
      reference: txRef,
      orderReference: typeof order === 'string' ? order : null,
      amountKobo,
      currency,
      at: occurredAt,
    }
  }
}
