import { createHmac } from 'node:crypto'
import { applyCaptureFaults, captureBehaviours } from '../capture-faults.ts'
import type { ProviderFaults } from '../faults.ts'
import { digitsFrom } from '../people.ts'
import type { SimulatorContext } from '../provider.ts'
import { createWebhooks, type Webhooks, webhookBehaviours } from '../webhooks.ts'
import { cardOf } from './cards.ts'
import { jsonOf } from './json.ts'
import { disputeData, paymentData, refundHookData } from './responses.ts'
import { State } from './state.ts'
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
} from './types.ts'

export const secretKey = 'sk_test_simulated'

const behaviours = {
  ...webhookBehaviours,
  ...captureBehaviours,
  key_refused: 'Refuses the key of the next call: "Invalid key", with HTTP 401, or 400 in recorded shapes.',
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
  resolve_500: 'Answers the next response to a dispute with HTTP 500; it is not stored.',
  resolve_timeout_accepted: 'Stores the next response to a dispute, but never answers.',
  settlement_500: 'Answers the next list of settlements with HTTP 500.',
  settlement_less: 'Lists the first transaction of the next settlement with ₦1 less.',
  settlement_unknown: 'Lists the first transaction of the next settlement under an unknown reference.',
  retry_500: 'Answers the next account for a refund with HTTP 500; nothing is sent on its way.',
  retry_timeout_accepted: 'Accepts the next account for a refund, but never answers.',
} as const

export type PaystackFaults = ProviderFaults<keyof typeof behaviours>

/** Time limit for the merchant's response to a dispute. */
const answerMs = 24 * 60 * 60_000
/** Processing time of a refund. */
const refundMs = 1_500

/** Moves money at Paystack, for the API, the checkout page and the control endpoints. */
export class PaystackSimulator {
  readonly state: State
  readonly webhooks: Webhooks
  readonly context: SimulatorContext
  readonly faults: PaystackFaults

  constructor(context: SimulatorContext) {
    this.context = context
    this.state = new State(context)
    this.faults = context.faults.declare('paystack', behaviours)
    this.webhooks = createWebhooks(context, {
      provider: 'paystack',
      path: '/api/v1/webhooks/paystack',
      faults: this.faults,
      sign: (body, forged) => ({
        'x-paystack-signature': signature(body, forged ? 'sk_test_somebody_else' : secretKey),
      }),
    })
  }

  /** Captures a payment once; a final payment is not changed. */
  capture(payment: Payment, channel: Arrival, cardNumber: string | null, payer?: string): void {
    if (this.state.ending(payment)) return
    const capturedAmount = applyCaptureFaults(this.faults, payment)
    const ending = {
      type: 'paid',
      ...capturedAmount,
      channel,
      cardNumber,
      at: now(),
      ...(payer && { payer }),
    } as const
    this.state.record({ kind: 'ended', reference: payment.reference, ending })
    this.#tell('charge.success', paymentData(this.state, payment, 'success'), payment)
  }

  /** Simulates a transfer to a customer's dedicated account. */
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

  /** Creates a customer, or returns the existing one with this e-mail address unchanged. */
  ensureCustomer(details: Pick<Customer, 'email'> & Partial<Customer>): Customer {
    const existing = this.state.customer(details.email)
    if (existing) return existing
    const id = this.state.nextId()
    const blank = { firstName: null, lastName: null, phone: null, metadata: null }
    const customer = { ...blank, ...details, id, code: `CUS_${id}` }
    this.state.record({ kind: 'customer', customer })
    return customer
  }

  /** Creates a customer's account, or returns the existing one. */
  reserve(customer: Customer): Account {
    const existing = this.state.accountOf(customer)
    if (existing) return existing
    const id = this.state.nextId()
    const account = { id, customerCode: customer.code, accountNumber: `98${digitsFrom(id, 8)}`, at: now() }
    this.state.record({ kind: 'account', account })
    return account
  }

  /** Sends no webhook: the documentation has one only for success. */
  fail(payment: Payment, channel: Channel, reason: string): void {
    if (this.state.ending(payment)) return
    const ending = { type: 'failed', reason, channel, at: now() } as const
    this.state.record({ kind: 'ended', reference: payment.reference, ending })
  }

  refund(payment: Payment, refund: Omit<Refund, 'id' | 'openedAt' | 'reference'>): Refund {
    const created = { ...refund, id: this.state.nextId(), reference: payment.reference, openedAt: now() }
    this.state.record({ kind: 'refunded', refund: created, course: this.#course(this.#refundEnd(payment)) })
    this.#tell('refund.pending', refundHookData(created, payment, 'pending'), payment)
    this.#tellEnd(created, payment)
    return created
  }

  /** Retries a refund that needed attention. */
  retry(refund: Refund, payment: Payment): void {
    this.state.record({ kind: 'refund_retried', id: refund.id, course: this.#course('processed') })
    this.#tellEnd(refund, payment)
  }

  /** Opens a dispute by the payer's bank. */
  contest(payment: Payment): Dispute {
    const dueAt = new Date(Date.now() + answerMs).toISOString()
    const dispute = { id: this.state.nextId(), reference: payment.reference, openedAt: now(), dueAt }
    this.state.record({ kind: 'disputed', dispute })
    this.#tell('charge.dispute.create', disputeData(this.state, dispute, payment), payment)
    return dispute
  }

  /** Resolves a dispute: the payer receives `refundKobo` from our balance, or nothing. */
  resolve(dispute: Dispute, payment: Payment, end: Omit<DisputeEnd, 'at'>): void {
    this.state.record({ kind: 'dispute_resolved', id: dispute.id, end: { ...end, at: now() } })
    this.#tell('charge.dispute.resolve', disputeData(this.state, dispute, payment), payment)
  }

  #refundEnd(payment: Payment): RefundEnd {
    const fault = this.faults.oneOf(['refund_fails', 'refund_needs_attention'])
    if (fault) return fault === 'refund_fails' ? 'failed' : 'needs-attention'
    const ending = this.state.ending(payment)
    const card = ending?.type === 'paid' && ending.cardNumber ? cardOf(ending.cardNumber) : null
    return card?.refund ?? 'processed'
  }

  #course(end: RefundEnd) {
    return { end, at: new Date(Date.now() + this.context.paced(refundMs)).toISOString() }
  }

  #tellEnd(refund: Refund, payment: Payment) {
    const end = this.state.refundStatus(refund, Number.POSITIVE_INFINITY)
    this.#tell(`refund.${end}`, refundHookData(refund, payment, end), payment, refundMs)
  }

  #tell(event: string, data: unknown, payment: Payment, inMs = 0) {
    this.webhooks.enqueue({ body: jsonOf({ event, data }), reference: payment.reference, inMs })
  }
}

const now = () => new Date().toISOString()

const signature = (body: string, key: string) => createHmac('sha512', key).update(body).digest('hex')
