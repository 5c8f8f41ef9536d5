import { randomBytes } from 'node:crypto'
import { captureBehaviours, captured } from '../captures.ts'
import type { FaultsOf } from '../faults.ts'
import { createHooks, type Hooks, hookBehaviours } from '../hooks.ts'
import type { Ground } from '../party.ts'
import { digitsFrom } from '../people.ts'
import { originOf, transactionData } from './answers.ts'
import { type Account, type Link, type Option, type Refund, State, type Try } from './state.ts'

export const secretKey = 'FLWSECK_TEST-simulated'
const secretHash = 'simulated-secret-hash'

export const behaviours = {
  ...hookBehaviours,
  ...captureBehaviours,
  verify_pending: 'Answers the next verify of a paid payment with "pending".',
  verify_first:
    'Answers the next verify by reference with the first try under it, though another came later.',
  verify_500: 'Answers the next verify with HTTP 500.',
  verify_html: 'Answers the next verify with HTML.',
  verify_timeout: 'Never answers the next verify.',
  tries_500: 'Answers the next list of transactions with HTTP 500.',
  initialize_500: 'Answers the next payment link with HTTP 500; nothing is opened.',
  initialize_timeout: 'Opens the next payment link, but never answers.',
  token_declined: 'Declines the next charge of a saved card.',
  token_timeout: 'Charges the next saved card, but never answers.',
  token_lost: 'Loses the next charge of a saved card: nothing is charged, and nothing is answered.',
  refund_500: 'Answers the next refund with HTTP 500; nothing is refunded.',
  refund_refused: 'Refuses the next refund: the available balance does not cover it.',
  refund_timeout_accepted: 'Accepts the next refund, but never answers.',
  refund_fails: 'Accepts the next refund, which fails later.',
} as const

export type FlutterwaveFaults = FaultsOf<keyof typeof behaviours>

/** How long a refund is on its way. */
const refundMs = 1_500

/** One press of Pay now, or one charge by token. Amounts are whole kobo. */
type Asked = Pick<Try, 'txRef' | 'amountKobo' | 'currency' | 'email' | 'meta'>

/** What moves money at Flutterwave: the API, the checkout page and the control endpoints all come here. */
export class Desk {
  readonly state: State
  readonly hooks: Hooks
  readonly ground: Ground
  readonly faults: FlutterwaveFaults

  constructor(ground: Ground) {
    this.ground = ground
    this.state = new State(ground.journal)
    this.faults = ground.faults.declare('flutterwave', behaviours)
    this.hooks = createHooks(ground, {
      party: 'flutterwave',
      path: '/api/v1/webhooks/flutterwave',
      faults: this.faults,
      sign: (_, forged) => ({ 'verif-hash': forged ? 'somebody-elses-hash' : secretHash }),
    })
  }

  open(link: Omit<Link, 'code'>): Link {
    const opened = { ...link, code: `flwlnk-${randomBytes(13).toString('hex')}` }
    this.state.record({ kind: 'linked', link: opened })
    return opened
  }

  /** Takes the money of a new try. */
  capture(asked: Asked, option: Option, cardNumber: string | null, authModel: Try['authModel'] = 'PIN'): Try {
    const taken = { ...asked, ...captured(this.faults, asked) }
    const made = this.#try(taken, { option, cardNumber, authModel })
    this.state.record({ kind: 'tried', try: made, end: { is: 'successful' } })
    this.#tell(made)
    return made
  }

  /** A try that brought nothing; the link stays open for another. Its webhook has the same event as a success. */
  fail(asked: Asked, option: Option, cardNumber: string | null, because: string): Try {
    const made = this.#try(asked, { option, cardNumber, authModel: 'PIN' })
    this.state.record({ kind: 'tried', try: made, end: { is: 'failed', because } })
    this.#tell(made)
    return made
  }

  /** A charge by token that waits for its owner. */
  pend(asked: Asked, cardNumber: string): Try {
    const made = this.#try(asked, { option: 'card', cardNumber, authModel: 'AUTH' })
    this.state.record({ kind: 'tried', try: made, end: null })
    return made
  }

  /** Its owner has confirmed it, or not. */
  confirm(of: Try, isRight: boolean): void {
    if (this.state.end(of)) return
    const end = isRight
      ? ({ is: 'successful' } as const)
      : ({ is: 'failed', because: 'Not confirmed' } as const)
    this.state.record({ kind: 'ended', id: of.id, end })
    this.#tell(of)
  }

  refund(of: Try, amountKobo: number, comments: string | null): Refund {
    const refund = { id: this.state.nextId(), tryId: of.id, amountKobo, comments, at: now() }
    const done = of.option === 'card' ? 'completed-mpgs' : 'completed-bank-transfer'
    const end = this.faults.strikes('refund_fails') ? 'failed' : done
    const endsAt = new Date(Date.now() + this.ground.paced(refundMs)).toISOString()
    this.state.record({ kind: 'refunded', refund, end, endsAt })
    return refund
  }

  reserve(account: Pick<Account, 'txRef' | 'email' | 'narration'>): Account {
    const orderRef = `URF_${this.state.nextId()}_NG`
    const reserved = { ...account, orderRef, accountNumber: `99${digitsFrom(orderRef, 8)}`, at: now() }
    this.state.record({ kind: 'account', account: reserved })
    return reserved
  }

  /** Somebody transfers to a permanent account. */
  receive({ txRef, email }: Account, amountKobo: number): Try {
    return this.capture(
      { txRef, amountKobo, currency: 'NGN', email, meta: null },
      'banktransfer',
      null,
      'AUTH',
    )
  }

  #try(
    { txRef, amountKobo, currency, email, meta }: Asked,
    by: Pick<Try, 'option' | 'cardNumber' | 'authModel'>,
  ): Try {
    return { id: this.state.nextId(), txRef, amountKobo, currency, email, meta, ...by, at: now() }
  }

  #tell(of: Try) {
    const body = {
      event: 'charge.completed',
      data: transactionData(this.state, of),
      meta_data: of.option === 'banktransfer' ? originOf(of) : (of.meta ?? {}),
      'event.type': of.option === 'banktransfer' ? 'BANK_TRANSFER_TRANSACTION' : 'CARD_TRANSACTION',
    }
    this.hooks.owe({ body: JSON.stringify(body), reference: of.txRef })
  }
}

const now = () => new Date().toISOString()
