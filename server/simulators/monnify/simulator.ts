import { createHash, createHmac } from 'node:crypto'
import type { ProviderFaults } from '../faults.ts'
import { digitsFrom } from '../people.ts'
import type { SimulatorContext } from '../provider.ts'
import { createWebhooks, type Webhooks, webhookBehaviours } from '../webhooks.ts'
import { findTestCard } from './cards.ts'
import { eventBody, flatBody, number, refundBody, timeFormats } from './responses.ts'
import { type Account, type Method, type Payment, type Refund, State } from './state.ts'

export const keys = {
  apiKey: 'MK_TEST_simulated',
  secretKey: 'simulated-monnify-secret',
  contractCode: '1234567890',
} as const

const behaviours = {
  ...webhookBehaviours,
  webhook_unsigned: 'Sends the next webhook without a signature, as their sandbox does.',
  login_500: 'Responds to the next login with HTTP 500.',
  bearer_forgotten: 'Invalidates the access token of the next request, which gets HTTP 401.',
  underpaid: 'Captures half of the next payment: PARTIALLY_PAID.',
  overpaid: 'Captures ₦500 more than requested for the next payment: OVERPAID.',
  wrong_currency: 'Captures the next payment in USD.',
  transfer_rejected: 'Sends the next transfer back as too little: REJECTED_PAYMENT.',
  verify_pending: 'Responds to the next status request of a paid payment with PENDING.',
  verify_500: 'Responds to the next status request of a payment with HTTP 500.',
  verify_html: 'Responds to the next status request of a payment with an HTML page and HTTP 502.',
  verify_timeout: 'Never responds to the next status request of a payment.',
  verify_refused:
    'Responds to the next status request of a payment with HTTP 200 and requestSuccessful false.',
  initialize_500: 'Responds to the next initialisation with HTTP 500; nothing is opened.',
  initialize_refused: 'Responds to the next initialisation with HTTP 200 and requestSuccessful false.',
  initialize_timeout: 'Opens the next payment, but never responds.',
  token_declined: 'Declines the next charge of a saved card.',
  token_timeout: 'Charges the next saved card, but never responds.',
  token_lost: 'Loses the next charge of a saved card: nothing is charged, and no response is sent.',
  refund_500: 'Responds to the next refund with HTTP 500; nothing is refunded.',
  refund_refused: 'Rejects the next refund: the merchant wallet is too low (R5).',
  refund_timeout_accepted: 'Accepts the next refund, but never responds.',
  refund_fails: 'Accepts the next refund, which fails later.',
  bvn_500: 'Responds to the next BVN request with HTTP 500.',
  bvn_unfunded: 'Rejects the next BVN request: the merchant wallet is too low.',
  reserve_timeout: 'Reserves the next account, but never responds.',
  reserve_refused: 'Rejects the next reservation.',
  reserve_pending: 'Reserves the next account, but returns its number only to a later request.',
} as const

export type MonnifyFaults = ProviderFaults<keyof typeof behaviours>

/** Processing time of a refund. */
const refundMs = 1_500

/** Moves money at Monnify, for the API, the checkout page and the control endpoints. */
export class MonnifySimulator {
  readonly state: State
  readonly webhooks: Webhooks
  readonly context: SimulatorContext
  readonly faults: MonnifyFaults

  constructor(context: SimulatorContext) {
    this.context = context
    this.state = new State(context.journal)
    this.faults = context.faults.declare('monnify', behaviours)
    this.webhooks = createWebhooks(context, {
      provider: 'monnify',
      path: '/api/v1/webhooks/monnify',
      faults: this.faults,
      sign: (body, forged) => this.#sign(body, forged),
    })
  }

  open(request: Omit<Payment, 'reference' | 'openedAt' | 'product'>): Payment {
    const product = { type: 'WEB_SDK', reference: request.paymentReference } as const
    const payment = { ...request, product, reference: this.state.nextReference(), openedAt: now() }
    this.state.record({ kind: 'opened', payment })
    return payment
  }

  /** Captures a payment once; a final payment is not changed. */
  capture(payment: Payment, method: Method, cardNumber: string | null): void {
    if (this.state.paymentOutcome(payment)) return
    if (method === 'ACCOUNT_TRANSFER' && this.faults.consume('transfer_rejected')) {
      this.#tell('REJECTED_PAYMENT', rejection(payment), payment)
      return
    }
    const fault = this.faults.oneOf(['underpaid', 'overpaid', 'wrong_currency'])
    const [status, amountKobo] = {
      underpaid: ['PARTIALLY_PAID', Math.floor(payment.amountKobo / 2)] as const,
      overpaid: ['OVERPAID', payment.amountKobo + 50_000] as const,
      wrong_currency: ['PAID', payment.amountKobo] as const,
      none: ['PAID', payment.amountKobo] as const,
    }[fault ?? 'none']
    const currency = fault === 'wrong_currency' ? 'USD' : payment.currency
    const outcome = { type: 'paid', status, amountKobo, currency, method, cardNumber, at: now() } as const
    this.state.record({ kind: 'ended', reference: payment.reference, ending: outcome })
    if (this.context.settings.shapes === 'recorded') this.#tellFlat(payment)
    else this.#tell('SUCCESSFUL_TRANSACTION', eventBody(this.state, payment), payment)
  }

  /** Sends no webhook: none is known for failed or cancelled payments. */
  fail(payment: Payment, method: Method, status: 'FAILED' | 'CANCELLED', reason: string): void {
    if (this.state.paymentOutcome(payment)) return
    const outcome = { type: 'failed', status, reason, method, at: now() } as const
    this.state.record({ kind: 'ended', reference: payment.reference, ending: outcome })
  }

  refund(payment: Payment, paidKobo: number, request: Omit<Refund, 'openedAt' | 'reference'>): Refund {
    const refund = { ...request, reference: payment.reference, openedAt: now() }
    const outcome = this.state.paymentOutcome(payment)
    const card = outcome?.type === 'paid' && outcome.cardNumber ? findTestCard(outcome.cardNumber) : null
    const end = this.faults.consume('refund_fails') || card?.refundFails ? 'FAILED' : 'COMPLETED'
    const endsAt = new Date(Date.now() + this.context.startDelay(refundMs)).toISOString()
    this.state.record({ kind: 'refunded', refund, outcome: { end, at: endsAt } })
    const { refundReason, ...body } = refundBody(this.state, refund, paidKobo, end)
    const event = end === 'COMPLETED' ? 'SUCCESSFUL_REFUND' : 'FAILED_REFUND'
    this.#tell(event, { ...body, merchantReason: refundReason }, payment, refundMs)
    return refund
  }

  reserve(request: Omit<Account, 'accountNumber' | 'openedAt'>): Account {
    const account = { ...request, accountNumber: digitsFrom(request.accountReference, 10), openedAt: now() }
    this.state.record({ kind: 'reserved', account })
    return account
  }

  /** Simulates a transfer to a virtual account: a transaction without initialisation. */
  receive(account: Account, amountKobo: number): Payment {
    const reference = this.state.nextReference()
    const payment: Payment = {
      reference,
      paymentReference: reference,
      product: { type: 'RESERVED_ACCOUNT', reference: account.accountReference },
      amountKobo,
      currency: 'NGN',
      email: account.customerEmail,
      name: account.customerName,
      description: account.accountName,
      redirectUrl: null,
      methods: ['ACCOUNT_TRANSFER'],
      metaData: null,
      openedAt: now(),
    }
    this.state.record({ kind: 'opened', payment })
    this.capture(payment, 'ACCOUNT_TRANSFER', null)
    return payment
  }

  #sign(body: string, isForged: boolean): Record<string, string> {
    if (!isForged && body.includes('"transactionHash":')) return {}
    if (!isForged && this.faults.consume('webhook_unsigned')) return {}
    const key = isForged ? 'another-secret' : keys.secretKey
    return { 'monnify-signature': createHmac('sha512', key).update(body).digest('hex') }
  }

  /** The legacy webhook: no event, authenticated by a hash in the body instead of a header. */
  #tellFlat(payment: Payment) {
    const body = flatBody(this.state, payment)
    const { paymentReference, amountPaid, paidOn, transactionReference } = body
    const text = [keys.secretKey, paymentReference, amountPaid, paidOn, transactionReference].join('|')
    const transactionHash = createHash('sha512').update(text).digest('hex')
    this.webhooks.enqueue({ body: JSON.stringify({ ...body, transactionHash }), reference: paymentReference })
  }

  #tell(eventType: string, eventData: unknown, payment: Payment, inMs = 0) {
    const reference = payment.paymentReference
    this.webhooks.enqueue({ body: JSON.stringify({ eventType, eventData }), reference, inMs })
  }
}

const now = () => new Date().toISOString()

/** Partly snake case, as at Monnify. */
const rejection = (payment: Payment) => ({
  product: payment.product,
  transactionReference: payment.reference,
  paymentReference: payment.paymentReference,
  created_on: timeFormats.bare(payment.openedAt),
  paymentRejectionInformation: {
    bankCode: '50515',
    destinationAccountNumber: '6000000000',
    bankName: 'Moniepoint Microfinance Bank',
    rejectionReason: 'UNDER_PAYMENT',
    expectedAmount: number(payment.amountKobo),
  },
})
