import { randomBytes } from 'node:crypto'
import express, { type Response, Router } from 'express'
import { z } from 'zod'
import { spoil } from '../wire.ts'
import { disputeData, paymentData, refusal, success } from './answers.ts'
import { bankingRoutes } from './banking.ts'
import { cardOf } from './cards.ts'
import { type Desk, secretKey } from './desk.ts'
import { channels, type Payment } from './facts.ts'
import { refundRoutes } from './refunds.ts'
import { Kobo, Metadata, sayingOf } from './wire.ts'

const Reference = z.string().regex(/^[A-Za-z0-9.=-]{1,100}$/)

const Initialize = z.object({
  email: z.email(),
  amount: Kobo,
  currency: z.string().default('NGN'),
  reference: Reference.optional(),
  callback_url: z.url().nullish(),
  channels: z.array(z.string()).min(1).optional(),
  metadata: Metadata,
})

const TokenCharge = z.object({
  authorization_code: z.string(),
  email: z.email(),
  amount: Kobo,
  currency: z.string().default('NGN'),
  reference: Reference.optional(),
  callback_url: z.url().nullish(),
  metadata: Metadata,
})

const minKobo = 5_000

/** Their API, below `/paystack`. Source: their public specification and documents. */
export function paystackApi(desk: Desk): Router {
  const { state, faults, ground } = desk
  const api = Router()
  const { say, invalid } = sayingOf(desk)

  api.use((req, res, next) => {
    if (req.get('authorization') === `Bearer ${secretKey}`) return next()
    return say(
      res,
      401,
      refusal('Invalid key', 'invalid_Key', 'Ensure that you provide the correct authorization key'),
    )
  })
  api.use(express.json())
  api.use(refundRoutes(desk))
  api.use(bankingRoutes(desk))

  function open(
    asked: z.infer<typeof Initialize> | z.infer<typeof TokenCharge>,
    offered: Payment['channels'],
  ): Payment {
    const accessCode = randomBytes(9).toString('hex').slice(0, 15)
    const payment: Payment = {
      id: state.nextId(),
      reference: asked.reference ?? accessCode,
      accessCode,
      amountKobo: asked.amount,
      currency: asked.currency,
      email: asked.email,
      callbackUrl: asked.callback_url ?? null,
      channels: offered,
      metadata: asked.metadata,
      openedAt: new Date().toISOString(),
    }
    desk.welcome({ email: asked.email })
    state.record({ kind: 'opened', payment })
    return payment
  }

  function refusedCharge(asked: { amount: number; currency: string; reference?: string | undefined }) {
    if (asked.currency !== 'NGN') return refusal('Currency not supported by merchant', 'unsupported_currency')
    if (asked.amount < minKobo) return refusal('Amount is less than the minimum of NGN 50', 'invalid_params')
    if (asked.reference && state.payment(asked.reference)) {
      return refusal('Duplicate Transaction Reference', 'duplicate_reference')
    }
    return null
  }

  const checkoutUrl = (payment: Payment) =>
    `${ground.url()}/simulators/checkout/paystack/${payment.accessCode}`

  api.post('/transaction/initialize', async (req, res) => {
    const asked = Initialize.safeParse(req.body)
    if (!asked.success) return invalid(res, asked.error)
    const refused = refusedCharge(asked.data)
    if (refused) return say(res, 400, refused)
    const wanted = asked.data.channels
    const offered = wanted ? channels.filter((channel) => wanted.includes(channel)) : channels
    if (offered.length === 0) return say(res, 400, refusal('No active channel', 'no_active_channel'))
    if (faults.strikes('initialize_500')) return spoil(ground, res, 'error_500', null)
    const payment = open(asked.data, offered)
    if (faults.strikes('initialize_timeout')) return spoil(ground, res, 'silence', null)
    const data = {
      authorization_url: checkoutUrl(payment),
      access_code: payment.accessCode,
      reference: payment.reference,
    }
    return say(res, 200, success('Authorization URL created', data))
  })

  api.get('/transaction/verify/:reference', async (req, res) => {
    const lie = faults.oneOf(['verify_500', 'verify_html', 'verify_timeout'])
    if (lie === 'verify_500') return spoil(ground, res, 'error_500', null)
    if (lie === 'verify_html') return spoil(ground, res, 'html', null)
    if (lie === 'verify_timeout') return spoil(ground, res, 'silence', null)
    return sayPayment(res, state.payment(req.params.reference))
  })

  api.get('/transaction/:id', (req, res) => sayPayment(res, state.paymentById(req.params.id)))

  api.get('/dispute/:id', (req, res) => {
    if (faults.strikes('dispute_500')) return spoil(ground, res, 'error_500', null)
    const dispute = state.dispute(req.params.id)
    const payment = dispute && state.payment(dispute.reference)
    if (!dispute || !payment) return say(res, 404, refusal('Dispute not found', 'dispute_not_found'))
    return say(res, 200, success('Dispute retrieved', disputeData(state, dispute, payment)))
  })

  function sayPayment(res: Response, payment: Payment | undefined) {
    if (!payment) return say(res, 404, refusal('Transaction reference not found.', 'transaction_not_found'))
    const paid = state.ending(payment)?.is === 'paid'
    const data =
      paid && faults.strikes('verify_pending')
        ? { ...paymentData(state, payment, 'ongoing'), paid_at: null, paidAt: null, authorization: {} }
        : paymentData(state, payment)
    return say(res, 200, success('Verification successful', data))
  }

  api.post('/transaction/charge_authorization', async (req, res) => {
    const asked = TokenCharge.safeParse(req.body)
    if (!asked.success) return invalid(res, asked.error)
    const refused = refusedCharge(asked.data)
    if (refused) return say(res, 400, refused)
    const card = cardOf(state.cardNumber(asked.data.authorization_code) ?? '')
    if (!card) return say(res, 400, refusal('Authorization code not found', 'invalid_authorization'))
    if (faults.strikes('token_lost')) return spoil(ground, res, 'silence', null)
    const payment = open(asked.data, ['card'])
    if (faults.strikes('token_declined')) {
      desk.fail(payment, 'card', 'Declined')
      return say(res, 200, success('Charge attempted', paymentData(state, payment)))
    }
    if (card.stepsUp) {
      const { reference, accessCode } = payment
      const data = {
        paused: true,
        authorization_url: checkoutUrl(payment),
        reference,
        access_code: accessCode,
      }
      return say(res, 200, success('Please, redirect your customer to the authorization url provided', data))
    }
    desk.capture(payment, 'card', card.number)
    if (faults.strikes('token_timeout')) return spoil(ground, res, 'silence', null)
    return say(res, 200, success('Charge attempted', paymentData(state, payment)))
  })

  api.post('/customer/authorization/deactivate', async (req, res) => {
    const asked = z.object({ authorization_code: z.string() }).safeParse(req.body)
    if (!asked.success) return invalid(res, asked.error)
    const code = asked.data.authorization_code
    if (!state.cardNumber(code))
      return say(res, 400, refusal('Authorization code not found', 'invalid_authorization'))
    if (faults.strikes('deactivate_500')) return spoil(ground, res, 'error_500', null)
    state.record({ kind: 'authorization_off', code })
    return say(res, 200, success('Authorization has been deactivated', undefined))
  })

  return api
}
