import { createHmac } from 'node:crypto'
import { applyCaptureFaults, captureBehaviours } from '../capture-faults.ts'
import type { ProviderFaults } from '../faults.ts'
import { digitsFrom } from '../people.ts'
import type { SimulatorContext } from '../provider.ts'
import { createWebhooks, type Webhooks, webhookBehaviours } from '../webhooks.ts'
import { findTestCard } from './cards.ts'
import { jsonOf } from './json.ts'
import { disputeData, paymentData, refundHookData } from './responses.ts'
import { State } from './state.ts'
import type {
  Account,
  Channel,
  Customer,
  Dispute,
  DisputeEnd,
  Payment,
  PaymentChannel,
  Refund,
  RefundEnd,
} from './types.ts'

export const secretKey = 'sk_test_simulated'

const behaviours = {
  ...webhookBehaviours,
  ...captureBehaviours,
  key_refused:
    'Rejects the key of the next request: "Invalid key", with HTTP 401, or 400 in recorded shapes.',
  verify_pending: 'Responds to the next verify of a paid payment with "ongoing".',
  verify_500: 'Responds to the next verify with HTTP 500.',
  verify_html: 'Responds to the next verify with HTML.',
  verify_timeout: 'Never responds to the next verify.',
  initialize_500: 'Responds to the next initialize with HTTP 500; nothing is opened.',
  initialize_timeout: 'Opens the next payment, but never responds.',
  token_declined: 'Declines the next charge of a saved card.',
  token_timeout: 'Charges the next saved card, but never responds.',
  token_lost: 'Loses the next charge of a saved card: nothing is charged, and no response is sent.',
  deactivate_500: 'Responds to the next deactivation of a saved card with HTTP 500; it stays active.',
  refund_500: 'Responds to the next refund with HTTP 500; nothing is refunded.',
  refund_timeout_accepted: 'Accepts the next refund, but never responds.',
  refund_fails: 'Accepts the next refund, which fails later.',
  refund_needs_attention: 'Accepts the next refund, which then needs the customer’s bank account.',
  account_500: 'Responds to the next request for a dedicated account with HTTP 500; none is created.',
  account_later: 'Reports the next dedicated account as in progress, and creates it a little later.',
  account_timeout: 'Creates the next dedicated account, but never responds.',
  dispute_500: 'Responds to the next status request of a dispute with HTTP 500.',
  resolve_500: 'Responds to the next response to a dispute with HTTP 500; it is not stored.',
  resolve_timeout_accepted: 'Stores the next response to a dispute, but never responds.',
  settlement_500: 'Responds to the next list of settlements with HTTP 500.',
  settlement_negative: 'Deducts ₦1 more than the payments from the settlements of the next list.',
  settlement_less: 'Lists the first transaction of the next settlement with ₦1 less.',
  settlement_unknown: 'Lists the first transaction of the next settlement under an unknown reference.',
  refund_account_500: 'Responds to the next account for a refund with HTTP 500; the refund is not retried.',
  retry_timeout_accepted: 'Accepts the next account for a refund, but never responds.',
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
  capture(payment: Payment, channel: PaymentChannel, cardNumber: string | null, payer?: string): void {
    if (this.state.paymentOutcome(payment)) return
    const capturedAmount = applyCaptureFaults(this.faults, payment)
    const outcome = {
      type: 'paid',
      ...capturedAmount,
      channel,
      cardNumber,
      at: now(),
      ...(payer && { payer }),
    } as const
    this.state.record({ kind: 'ended', reference: payment.reference, ending: outcome })
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
    if (this.state.paymentOutcome(payment)) return
    const outcome = { type: 'failed', reason, channel, at: now() } as const
    this.state.record({ kind: 'ended', reference: payment.reference, ending: outcome })
  }

  refund(payment: Payment, refund: Omit<Refund, 'id' | 'openedAt' | 'reference'>): Refund {
    const createdRefund = {
      ...refund,
      id: this.state.nextId(),
      reference: payment.reference,
      openedAt: now(),
    }
    this.state.record({
      kind: 'refunded',
      refund: createdRefund,
      outcome: this.#refundOutcome(this.#refundEnd(payment)),
    })
    this.#tell('refund.pending', refundHookData(createdRefund, payment, 'pending'), payment)
    this.#tellEnd(createdRefund, payment)
    return createdRefund
  }

  /** Retries a refund that needed attention. */
  retry(refund: Refund, payment: Payment): void {
    this.state.record({ kind: 'refund_retried', id: refund.id, outcome: this.#refundOutcome('processed') })
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
    const outcome = this.state.paymentOutcome(payment)
    const card = outcome?.type === 'paid' && outcome.cardNumber ? findTestCard(outcome.cardNumber) : null
    return card?.refund ?? 'processed'
  }

  #refundOutcome(end: RefundEnd) {
    return { end, at: new Date(Date.now() + this.context.startDelay(refundMs)).toISOString() }
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
