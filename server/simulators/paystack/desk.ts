import { createHmac } from 'node:crypto'
import { captureBehaviours, captured } from '../captures.ts'
import type { FaultsOf } from '../faults.ts'
import { createHooks, type Hooks, hookBehaviours } from '../hooks.ts'
import type { Ground } from '../party.ts'
import { digitsFrom } from '../people.ts'
import { disputeData, paymentData, refundHookData } from './answers.ts'
import { cardOf } from './cards.ts'
import type {
  Account,
  Arrival,
  Channel,
  Customer,
  Dispute,
  DisputeEnd,
  Payment,
  Refund,
  RefundEnd,
} from './facts.ts'
import { jsonOf } from './json.ts'
import { State } from './state.ts'

export const secretKey = 'sk_test_simulated'

export const behaviours = {
  ...hookBehaviours,
  ...captureBehaviours,
  verify_pending: 'Answers the next verify of a paid payment with "ongoing".',
  verify_500: 'Answers the next verify with HTTP 500.',
  verify_html: 'Answers the next verify with HTML.',
  verify_timeout: 'Never answers the next verify.',
  initialize_500: 'Answers the next initialize with HTTP 500; nothing is opened.',
  initialize_timeout: 'Opens the next payment, but never answers.',
  token_declined: 'Declines the next charge of a saved card.',
  token_timeout: 'Charges the next saved card, but never answers.',
  token_lost: 'Loses the next charge of a saved card: nothing is charged, and nothing is answered.',
  deactivate_500: 'Answers the next switching off of a saved card with HTTP 500; it stays on.',
  refund_500: 'Answers the next refund with HTTP 500; nothing is refunded.',
  refund_timeout_accepted: 'Accepts the next refund, but never answers.',
  refund_fails: 'Accepts the next refund, which fails later.',
  refund_needs_attention: 'Accepts the next refund, which then wants the customer’s account.',
  account_500: 'Answers the next request for a customer’s own account with HTTP 500; none is made.',
  account_later: 'Says that the next customer’s own account is in progress, and makes it a little later.',
  account_timeout: 'Makes the next customer’s own account, but never answers.',
  dispute_500: 'Answers the next question about a dispute with HTTP 500.',
  retry_500: 'Answers the next account for a refund with HTTP 500; nothing is sent on its way.',
  retry_timeout_accepted: 'Accepts the next account for a refund, but never answers.',
} as const

export type PaystackFaults = FaultsOf<keyof typeof behaviours>

/** How long a merchant has to answer a dispute. */
const answerMs = 24 * 60 * 60_000
/** How long a refund is on its way. */
const refundMs = 1_500

/** What moves money at Paystack: the API, the checkout page and the control endpoints all come here. */
export class Desk {
  readonly state: State
  readonly hooks: Hooks
  readonly ground: Ground
  readonly faults: PaystackFaults

  constructor(ground: Ground) {
    this.ground = ground
    this.state = new State(ground.journal)
    this.faults = ground.faults.declare('paystack', behaviours)
    this.hooks = createHooks(ground, {
      party: 'paystack',
      path: '/api/v1/webhooks/paystack',
      faults: this.faults,
      sign: (body, forged) => ({
        'x-paystack-signature': signature(body, forged ? 'sk_test_somebody_else' : secretKey),
      }),
    })
  }

  /** Takes the money once; a payment that has ended stays as it ended. */
  capture(payment: Payment, channel: Arrival, cardNumber: string | null): void {
    if (this.state.ending(payment)) return
    const taken = captured(this.faults, payment)
    const ending = { is: 'paid', ...taken, channel, cardNumber, at: now() } as const
    this.state.record({ kind: 'ended', reference: payment.reference, ending })
    this.#tell('charge.success', paymentData(this.state, payment, 'success'), payment)
  }

  /** Somebody transfers to a customer's own account. */
  receive(customer: Customer, amountKobo: number): Payment {
    const id = this.state.nextId()
    const payment: Payment = {
      id,
      reference: `T${id}`,
      accessCode: `T${id}`,
      amountKobo,
      currency: 'NGN',
      email: customer.email,
      callbackUrl: null,
      channels: [],
      metadata: null,
      openedAt: now(),
    }
    this.state.record({ kind: 'opened', payment })
    this.capture(payment, 'dedicated_nuban', null)
    return payment
  }

  /** Makes somebody a customer, unless their address is one: it then stays as it is. */
  welcome(it: Pick<Customer, 'email'> & Partial<Customer>): Customer {
    const known = this.state.customer(it.email)
    if (known) return known
    const id = this.state.nextId()
    const blank = { firstName: null, lastName: null, phone: null, metadata: null }
    const customer = { ...blank, ...it, id, code: `CUS_${id}` }
    this.state.record({ kind: 'customer', customer })
    return customer
  }

  /** One account for each customer; asked again, the same. */
  reserve(customer: Customer): Account {
    const had = this.state.accountOf(customer)
    if (had) return had
    const id = this.state.nextId()
    const made = { id, customerCode: customer.code, accountNumber: `98${digitsFrom(id, 8)}`, at: now() }
    this.state.record({ kind: 'account', account: made })
    return made
  }

  /** No webhook: their documents tell only of success. */
  fail(payment: Payment, channel: Channel, because: string): void {
    if (this.state.ending(payment)) return
    const ending = { is: 'failed', because, channel, at: now() } as const
    this.state.record({ kind: 'ended', reference: payment.reference, ending })
  }

  refund(payment: Payment, refund: Omit<Refund, 'id' | 'openedAt' | 'reference'>): Refund {
    const made = { ...refund, id: this.state.nextId(), reference: payment.reference, openedAt: now() }
    this.state.record({ kind: 'refunded', refund: made, course: this.#course(this.#refundEnd(payment)) })
    this.#tell('refund.pending', refundHookData(made, payment, 'pending'), payment)
    this.#tellEnd(made, payment)
    return made
  }

  /** Sends a refund that needed attention on its way again. */
  retry(refund: Refund, payment: Payment): void {
    this.state.record({ kind: 'refund_retried', id: refund.id, course: this.#course('processed') })
    this.#tellEnd(refund, payment)
  }

  /** A payer's bank contests a payment. */
  contest(payment: Payment): Dispute {
    const dueAt = new Date(Date.now() + answerMs).toISOString()
    const dispute = { id: this.state.nextId(), reference: payment.reference, openedAt: now(), dueAt }
    this.state.record({ kind: 'disputed', dispute })
    this.#tell('charge.dispute.create', disputeData(this.state, dispute, payment), payment)
    return dispute
  }

  /** The bank decides: the payer gets `refundKobo` out of our balance, or nothing. */
  resolve(dispute: Dispute, payment: Payment, end: Omit<DisputeEnd, 'at'>): void {
    this.state.record({ kind: 'dispute_resolved', id: dispute.id, end: { ...end, at: now() } })
    this.#tell('charge.dispute.resolve', disputeData(this.state, dispute, payment), payment)
  }

  #refundEnd(payment: Payment): RefundEnd {
    const lie = this.faults.oneOf(['refund_fails', 'refund_needs_attention'])
    if (lie) return lie === 'refund_fails' ? 'failed' : 'needs-attention'
    const ending = this.state.ending(payment)
    const card = ending?.is === 'paid' && ending.cardNumber ? cardOf(ending.cardNumber) : null
    return card?.refund ?? 'processed'
  }

  #course(end: RefundEnd) {
    return { end, at: new Date(Date.now() + this.ground.paced(refundMs)).toISOString() }
  }

  #tellEnd(refund: Refund, payment: Payment) {
    const end = this.state.refundStatus(refund, Number.POSITIVE_INFINITY)
    this.#tell(`refund.${end}`, refundHookData(refund, payment, end), payment, refundMs)
  }

  #tell(event: string, data: unknown, payment: Payment, inMs = 0) {
    this.hooks.owe({ body: jsonOf({ event, data }), reference: payment.reference, inMs })
  }
}

const now = () => new Date().toISOString()

const signature = (body: string, key: string) => createHmac('sha512', key).update(body).digest('hex')
