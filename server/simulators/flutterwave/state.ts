import type { Journal } from '../journal.ts'
import type { Truth } from '../party.ts'
import { cardOf, tokenOf } from './cards.ts'

export const options = ['card', 'banktransfer', 'ussd', 'account', 'payattitude'] as const
export type Option = (typeof options)[number]

/** What somebody is asked to pay: a hosted link, or a token charge that its owner must confirm. Amounts are whole kobo. */
export interface Link {
  readonly code: string
  readonly txRef: string
  readonly amountKobo: number
  readonly currency: string
  readonly email: string
  readonly redirectUrl: string | null
  readonly options: readonly Option[]
  readonly meta: Readonly<Record<string, unknown>> | null
  /** The try that waits for its owner; null on a link where each press is a try of its own. */
  readonly confirms: number | null
}

/** One transaction: a link's reference may have many. Amounts are whole kobo, times ISO. */
export interface Try {
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

export type TryEnd = { is: 'successful' } | { is: 'failed'; because: string }

export interface Refund {
  readonly id: number
  readonly tryId: number
  readonly amountKobo: number
  readonly comments: string | null
  readonly at: string
}

/** `completed` says that it was begun; what follows says how it ended. */
export type RefundEnd = 'completed-mpgs' | 'completed-bank-transfer' | 'failed'

/** A permanent account: money on it tells of `txRef`. */
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
  | { kind: 'tried'; try: Try; end: TryEnd | null }
  | { kind: 'ended'; id: number; end: TryEnd }
  | { kind: 'refunded'; refund: Refund; end: RefundEnd; endsAt: string }
  | { kind: 'account'; account: Account }

const party = 'flutterwave'

/** Everything that Flutterwave knows, made of its events alone. */
export class State {
  readonly #journal: Journal
  readonly #links = new Map<string, Link>()
  readonly #tries = new Map<number, Try>()
  readonly #triesOf = new Map<string, Try[]>()
  readonly #ends = new Map<number, TryEnd>()
  readonly #refunds = new Map<number, Refund & { end: RefundEnd; endsAt: string }>()
  readonly #cards = new Map<string, string>()
  readonly #accounts = new Map<string, Account>()
  #lastId = 0

  constructor(journal: Journal) {
    this.#journal = journal
  }

  record(event: Event): void {
    this.apply(event)
    this.#journal.append(party, event)
  }

  apply(event: Event): void {
    switch (event.kind) {
      case 'linked':
        this.#links.set(event.link.code, event.link)
        return
      case 'tried':
        this.#tries.set(event.try.id, event.try)
        this.#triesOf.set(event.try.txRef, [event.try, ...this.triesOf(event.try.txRef)])
        if (event.end) this.#endOf(event.try, event.end)
        return
      case 'ended':
        this.#endOf(this.#tries.get(event.id)!, event.end)
        return
      case 'refunded':
        this.#refunds.set(event.refund.id, { ...event.refund, end: event.end, endsAt: event.endsAt })
        return
      case 'account':
        this.#accounts.set(event.account.accountNumber, event.account)
    }
  }

  #endOf(of: Try, end: TryEnd) {
    this.#ends.set(of.id, end)
    const card = of.cardNumber ? cardOf(of.cardNumber) : null
    if (end.is === 'successful' && card?.keeps) this.#cards.set(tokenOf(card, of.email), card.number)
  }

  reset(): void {
    for (const map of [this.#links, this.#triesOf, this.#cards, this.#accounts]) map.clear()
    for (const map of [this.#tries, this.#ends, this.#refunds]) map.clear()
  }

  /** Their ids are plain numbers that grow. */
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

  try(id: number): Try | undefined {
    return this.#tries.get(id)
  }

  /** Every transaction under one reference of the merchant's, newest first. */
  triesOf(txRef: string): readonly Try[] {
    return this.#triesOf.get(txRef) ?? []
  }

  end({ id }: Try): TryEnd | null {
    return this.#ends.get(id) ?? null
  }

  paidTry(txRef: string): Try | undefined {
    return this.triesOf(txRef).find((it) => this.end(it)?.is === 'successful')
  }

  /** The number of a card that may be charged again by a token. */
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

  /** What was given back of one transaction or is on its way, kobo. */
  refundedKobo(tryId: number): number {
    const standing = this.refunds().filter((it) => it.tryId === tryId && this.refundStatus(it) !== 'failed')
    return standing.reduce((sum, it) => sum + it.amountKobo, 0)
  }

  account(accountNumber: string): Account | undefined {
    return this.#accounts.get(accountNumber)
  }

  accountNamed(orderRef: string): Account | undefined {
    return [...this.#accounts.values()].find((account) => account.orderRef === orderRef)
  }

  truth(): Truth {
    const paid = [...this.#tries.values()].filter((it) => this.end(it)?.is === 'successful')
    const refunds = [...this.#refunds.values()].filter((it) => this.refundStatus(it) !== 'failed')
    return {
      captures: paid.map((it) => this.#moved(it, it.amountKobo, it.at)),
      refunds: refunds.map((it) => this.#moved(this.#tries.get(it.tryId)!, it.amountKobo, it.at)),
      deliveries: [],
    }
  }

  #moved({ txRef, currency, meta }: Try, amountKobo: number, at: string) {
    const order = meta?.order_reference
    return {
      party,
      reference: txRef,
      orderReference: typeof order === 'string' ? order : null,
      amountKobo,
      currency,
      at,
    }
  }
}
