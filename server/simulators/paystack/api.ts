import { randomBytes } from 'node:crypto'
import express, { type Response, Router } from 'express'
import { z } from 'zod'
import { sendWireFault } from '../wire.ts'
import { bankingRoutes } from './banking.ts'
import { findTestCard, type TestCard } from './cards.ts'
import { disputeRoutes, evidenceRoutes } from './disputes.ts'
import { listRoutes } from './lists.ts'
import { refundRoutes } from './refunds.ts'
import { disputeData, errorBody, paymentData, success } from './responses.ts'
import { settlementRoutes } from './settlements.ts'
import { type PaystackSimulator, secretKey } from './simulator.ts'
import { channels, type Payment } from './types.ts'
import { createResponders, Kobo, Metadata } from './wire.ts'

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

/** Paystack's API, below `/paystack`. Source: its public specification and documentation. */
export function paystackApi(simulator: PaystackSimulator): Router {
  const { state, faults, context } = simulator
  const api = Router()
  const { respond, invalid } = createResponders(simulator)

  // A signed address needs no key.
  api.use(evidenceRoutes(simulator))
  api.use((req, res, next) => {
    const isAuthorised = req.get('authorization') === `Bearer ${secretKey}`
    if (isAuthorised && !faults.consume('key_refused')) return next()
    return respond(
      res,
      context.settings.shapes === 'recorded' ? 400 : 401,
      errorBody('Invalid key', 'invalid_Key', 'Ensure that you provide the correct authorization key'),
    )
  })
  api.use(express.json())
  api.use(refundRoutes(simulator))
  api.use(listRoutes(simulator))
  api.use(disputeRoutes(simulator))
  api.use(settlementRoutes(simulator))
  api.use(bankingRoutes(simulator))

  function openPayment(
    request: z.infer<typeof Initialize> | z.infer<typeof TokenCharge>,
    offeredChannels: Payment['channels'],
  ): Payment {
    const accessCode = randomBytes(9).toString('hex').slice(0, 15)
    const payment: Payment = {
      id: state.nextId(),
      reference: request.reference ?? accessCode,
      accessCode,
      amountKobo: request.amount,
      currency: request.currency,
      email: request.email,
      callbackUrl: request.callback_url ?? null,
      channels: offeredChannels,
      metadata: request.metadata,
      openedAt: new Date().toISOString(),
    }
    simulator.ensureCustomer({ email: request.email })
    state.record({ kind: 'opened', payment })
    return payment
  }

  function chargeRejection(request: { amount: number; currency: string; reference?: string | undefined }) {
    if (request.currency !== 'NGN')
      return errorBody('Currency not supported by merchant', 'unsupported_currency')
    if (request.amount < minKobo)
      return errorBody('Amount is less than the minimum of NGN 50', 'invalid_params')
    if (request.reference && state.payment(request.reference)) {
      return errorBody('Duplicate Transaction Reference', 'duplicate_reference')
    }
    return null
  }

  const checkoutUrl = (payment: Payment) =>
    `${context.url()}/simulators/checkout/paystack/${payment.accessCode}`

  api.post('/transaction/initialize', async (req, res) => {
    const request = Initialize.safeParse(req.body)
    if (!request.success) return invalid(res, request.error)
    const rejection = chargeRejection(request.data)
    if (rejection) return respond(res, 400, rejection)
    const requestedChannels = request.data.channels
    const offeredChannels = requestedChannels
      ? channels.filter((channel) => requestedChannels.includes(channel))
      : channels
    if (offeredChannels.length === 0)
      return respond(res, 400, errorBody('No active channel', 'no_active_channel'))
    if (faults.consume('initialize_500')) return sendWireFault(context, res, 'error_500', null)
    const payment = openPayment(request.data, offeredChannels)
    if (faults.consume('initialize_timeout')) return sendWireFault(context, res, 'silence', null)
    const data = {
      authorization_url: checkoutUrl(payment),
      access_code: payment.accessCode,
      reference: payment.reference,
    }
    return respond(res, 200, success('Authorization URL created', data))
  })

  api.get('/transaction/verify/:reference', async (req, res) => {
    const fault = faults.oneOf(['verify_500', 'verify_html', 'verify_timeout'])
    if (fault === 'verify_500') return sendWireFault(context, res, 'error_500', null)
    if (fault === 'verify_html') return sendWireFault(context, res, 'html', null)
    if (fault === 'verify_timeout') return sendWireFault(context, res, 'silence', null)
    return sendPayment(res, state.payment(req.params.reference))
  })

  api.get('/transaction/:id', (req, res) => sendPayment(res, state.paymentById(req.params.id)))

  api.get('/dispute/:id', (req, res) => {
    if (faults.consume('dispute_500')) return sendWireFault(context, res, 'error_500', null)
    const dispute = state.dispute(req.params.id)
    const payment = dispute && state.payment(dispute.reference)
    if (!dispute || !payment) return respond(res, 404, errorBody('Dispute not found', 'dispute_not_found'))
    return respond(res, 200, success('Dispute retrieved', disputeData(state, dispute, payment)))
  })

  function sendPayment(res: Response, payment: Payment | undefined) {
    if (!payment)
      return respond(res, 404, errorBody('Transaction reference not found.', 'transaction_not_found'))
    const isPaid = state.paymentOutcome(payment)?.type === 'paid'
    const data =
      isPaid && faults.consume('verify_pending')
        ? { ...paymentData(state, payment, 'ongoing'), paid_at: null, paidAt: null, authorization: {} }
        : paymentData(state, payment)
    return respond(res, 200, success('Verification successful', data))
  }

  api.post('/transaction/charge_authorization', async (req, res) => {
    const request = TokenCharge.safeParse(req.body)
    if (!request.success) return invalid(res, request.error)
    const rejection = chargeRejection(request.data)
    if (rejection) return respond(res, 400, rejection)
    const card = findTestCard(state.cardNumber(request.data.authorization_code) ?? '')
    if (!card) return respond(res, 400, errorBody('Authorization code not found', 'invalid_authorization'))
    if (faults.consume('token_lost')) return sendWireFault(context, res, 'silence', null)
    return sendTokenCharge(res, openPayment(request.data, ['card']), card)
  })

  /** Charges a saved card: declined, waiting for authentication, or captured. */
  async function sendTokenCharge(res: Response, payment: Payment, card: TestCard) {
    if (faults.consume('token_declined')) {
      simulator.fail(payment, 'card', 'Declined')
      return respond(res, 200, success('Charge attempted', paymentData(state, payment)))
    }
    if (card.requiresAuthentication) {
      const { reference, accessCode } = payment
      const data = {
        paused: true,
        authorization_url: checkoutUrl(payment),
        reference,
        access_code: accessCode,
      }
      return respond(
        res,
        200,
        success('Please, redirect your customer to the authorization url provided', data),
      )
    }
    simulator.capture(payment, 'card', card.number)
    if (faults.consume('token_timeout')) return sendWireFault(context, res, 'silence', null)
    return respond(res, 200, success('Charge attempted', paymentData(state, payment)))
  }

  api.post('/customer/authorization/deactivate', async (req, res) => {
    const request = z.object({ authorization_code: z.string() }).safeParse(req.body)
    if (!request.success) return invalid(res, request.error)
    const code = request.data.authorization_code
    if (!state.cardNumber(code))
      return respond(res, 400, errorBody('Authorization code not found', 'invalid_authorization'))
    if (faults.consume('deactivate_500')) return sendWireFault(context, res, 'error_500', null)
    state.record({ kind: 'authorization_off', code })
    return respond(res, 200, success('Authorization has been deactivated', undefined))
  })

  return api
}
