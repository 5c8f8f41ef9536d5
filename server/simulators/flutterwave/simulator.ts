import { randomBytes } from 'node:crypto'
import { applyCaptureFaults, captureBehaviours } from '../capture-faults.ts'
import type { ProviderFaults } from '../faults.ts'
import { digitsFrom } from '../people.ts'
import type { SimulatorContext } from '../provider.ts'
import { createWebhooks, type Webhooks, webhookBehaviours } from '../webhooks.ts'
import { flatMessage, message } from './responses.ts'
import {
  type Account,
  type Attempt,
  type Chargeback,
  type Link,
  type Option,
  type Refund,
  State,
} from './state.ts'

export const secretKey = 'FLWSECK_TEST-simulated'
const secretHash = 'simulated-secret-hash'

const behaviours = {
  ...webhookBehaviours,
  ...captureBehaviours,
  verify_pending: 'Responds to the next verify of a paid payment with "pending".',
  verify_first:
    'Responds to the next verify by reference with the first attempt, although a later one exists.',
  verify_500: 'Responds to the next verify with HTTP 500.',
  verify_html: 'Responds to the next verify with HTML.',
  verify_timeout: 'Never responds to the next verify.',
  tries_500: 'Responds to the next list of transactions with HTTP 500.',
  initialize_500: 'Responds to the next payment link with HTTP 500; nothing is opened.',
  initialize_timeout: 'Opens the next payment link, but never responds.',
  token_declined: 'Declines the next charge of a saved card.',
  token_timeout: 'Charges the next saved card, but never responds.',
  token_lost: 'Loses the next charge of a saved card: nothing is charged, and no response is sent.',
  refund_500: 'Responds to the next refund with HTTP 500; nothing is refunded.',
  refund_refused: 'Rejects the next refund: the available balance does not cover it.',
  refund_timeout_accepted: 'Accepts the next refund, but never responds.',
  refund_fails: 'Accepts the next refund, which fails later.',
} as const

export type FlutterwaveFaults = ProviderFaults<keyof typeof behaviours>

/** Processing time of a refund. */
const refundMs = 1_500

/** Time limit for the merchant's response to a chargeback. */
const responseMs = 48 * 60 * 60 * 1_000

/** A payment attempt on a link, or a token charge. Amounts in whole kobo. */
export type ChargeRequest = Pick<Attempt, 'txRef' | 'amountKobo' | 'currency' | 'email' | 'meta'>

/** Moves money at Flutterwave, for the API, the checkout page and the control endpoints. */
export class FlutterwaveSimulator {
  readonly state: State
  readonly webhooks: Webhooks
  readonly context: SimulatorContext
  readonly faults: FlutterwaveFaults

  constructor(context: SimulatorContext) {
    this.context = context
    this.state = new State(context.journal)
    this.faults = context.faults.declare('flutterwave', behaviours)
    this.webhooks = createWebhooks(context, {
      provider: 'flutterwave',
      path: '/api/v1/webhooks/flutterwave',
      faults: this.faults,
      sign: (_, forged) => ({ 'verif-hash': forged ? 'another-hash' : secretHash }),
    })
  }

  open(link: Omit<Link, 'code'>): Link {
    const createdLink = { ...link, code: `flwlnk-${randomBytes(13).toString('hex')}` }
    this.state.record({ kind: 'linked', link: createdLink })
    return createdLink
  }

  /** Captures a new attempt. */
  capture(
    request: ChargeRequest,
    option: Option,
    cardNumber: string | null,
    authModel: Attempt['authModel'] = 'PIN',
  ): Attempt {
    const capturedRequest = { ...request, ...applyCaptureFaults(this.faults, request) }
    const attempt = this.#try(capturedRequest, { option, cardNumber, authModel })
    this.state.record({ kind: 'tried', try: attempt, end: { type: 'successful' } })
    this.sendWebhook(attempt)
    return attempt
  }

  /** Records a failed attempt; the link stays open. Its webhook has the same event name as a success. */
  fail(request: ChargeRequest, option: Option, cardNumber: string | null, reason: string): Attempt {
    const attempt = this.#try(request, { option, cardNumber, authModel: 'PIN' })
    this.state.record({ kind: 'tried', try: attempt, end: { type: 'failed', reason } })
    this.sendWebhook(attempt)
    return attempt
  }

  /** A token charge that awaits confirmation. */
  pend(request: ChargeRequest, cardNumber: string): Attempt {
    const attempt = this.#try(request, { option: 'card', cardNumber, authModel: 'AUTH' })
    this.state.record({ kind: 'tried', try: attempt, end: null })
    return attempt
  }

  /** The card holder confirms or rejects the charge. */
  confirm(attempt: Attempt, isConfirmed: boolean): void {
    if (this.state.end(attempt)) return
    const end = isConfirmed
      ? ({ type: 'successful' } as const)
      : ({ type: 'failed', reason: 'Not confirmed' } as const)
    this.state.record({ kind: 'ended', id: attempt.id, end })
    this.sendWebhook(attempt)
  }

  refund(attempt: Attempt, amountKobo: number, comments: string | null): Refund {
    const refund = { id: this.state.nextId(), tryId: attempt.id, amountKobo, comments, at: now() }
    const completedStatus = attempt.option === 'card' ? 'completed-mpgs' : 'completed-bank-transfer'
    const end = this.faults.consume('refund_fails') ? 'failed' : completedStatus
    const endsAt = new Date(Date.now() + this.context.startDelay(refundMs)).toISOString()
    this.state.record({ kind: 'refunded', refund, end, endsAt })
    return refund
  }

  /** Opens a chargeback by the payer's bank; version 3 announces none by webhook. */
  chargeBack(attempt: Attempt, amountKobo: number): Chargeback {
    const dueAt = new Date(Date.now() + responseMs).toISOString()
    const chargeback = { id: this.state.nextId(), tryId: attempt.id, amountKobo, at: now(), dueAt }
    this.state.record({ kind: 'charged_back', chargeback })
    return chargeback
  }

  reserve(account: Pick<Account, 'txRef' | 'email' | 'narration'>): Account {
    const orderRef = `URF_${this.state.nextId()}_NG`
    const reserved = { ...account, orderRef, accountNumber: `99${digitsFrom(orderRef, 8)}`, at: now() }
    this.state.record({ kind: 'account', account: reserved })
    return reserved
  }

  /** Simulates a transfer to a permanent account. */
  receive({ txRef, email }: Account, amountKobo: number): Attempt {
    return this.capture(
      { txRef, amountKobo, currency: 'NGN', email, meta: null },
      'banktransfer',
      null,
      'AUTH',
    )
  }

  #try(
    { txRef, amountKobo, currency, email, meta }: ChargeRequest,
    method: Pick<Attempt, 'option' | 'cardNumber' | 'authModel'>,
  ): Attempt {
    return { id: this.state.nextId(), txRef, amountKobo, currency, email, meta, ...method, at: now() }
  }

  /** Sends the webhook of an attempt. */
  sendWebhook(attempt: Attempt): void {
    const buildMessage = this.context.settings.shapes === 'recorded' ? flatMessage : message
    this.webhooks.enqueue({
      body: JSON.stringify(buildMessage(this.state, attempt)),
      reference: attempt.txRef,
    })
  }
}

const now = () => new Date().toISOString()
