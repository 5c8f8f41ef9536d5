import express, { type Response, Router } from 'express'
import { z } from 'zod'
import { koboOf } from '../../../shared/money.ts'
import { sendJson, sendWireFault } from '../wire.ts'
import { bankingRoutes } from './api-banking.ts'
import { listRoutes } from './api-lists.ts'
import { findTestCard } from './cards.ts'
import { monnifyLogin } from './login.ts'
import { errorBody, refundBody, success, transactionBody } from './responses.ts'
import { keys, type MonnifySimulator } from './simulator.ts'
import { methods, type Payment } from './state.ts'

/** Naira with at most two decimals, as a number. */
const Amount = z
  .number()
  .transform((value) => Number(koboOf(value)))
  .pipe(z.int().positive())
const Reference = z.string().min(1).max(64)
const MetaData = z
  .record(z.string(), z.unknown())
  .nullish()
  .transform((value) => value ?? null)

const ChargeRequest = z.object({
  amount: Amount,
  customerEmail: z.email(),
  customerName: z.string().min(1),
  paymentReference: Reference,
  paymentDescription: z.string().min(1).max(100),
  currencyCode: z.literal('NGN'),
  contractCode: z.literal(keys.contractCode),
  metaData: MetaData,
})
const InitialiseRequest = z.object({
  ...ChargeRequest.shape,
  redirectUrl: z.url().nullish(),
  paymentMethods: z.array(z.string()).min(1).optional(),
})
const TokenChargeRequest = z.object({
  ...ChargeRequest.shape,
  cardToken: z.string().min(1),
  apiKey: z.literal(keys.apiKey),
})

const RefundRequest = z.object({
  transactionReference: z.string(),
  refundReference: Reference,
  refundAmount: Amount,
  refundReason: z.string().min(1),
  customerNote: z.string().min(1),
})

const minKobo = 2_000

/** How each fault of a verification is sent. */
const verifyWireFaults = { verify_500: 'error_500', verify_html: 'html', verify_timeout: 'silence' } as const

/** Requested methods; all of them by default. */
const requestedMethods = (requested: readonly string[] | undefined) =>
  requested ? methods.filter((method) => requested.includes(method)) : methods

/** Monnify's API, below `/monnify`. Source: Monnify's public specification; where Monnify's own libraries differ, the libraries. */
export function monnifyApi(simulator: MonnifySimulator): Router {
  const { state, faults, context } = simulator
  const { logIn, requireToken } = monnifyLogin(simulator)
  const api = Router()
  const respond = (res: Response, status: number, body: unknown) => sendJson(context, res, status, body)
  const invalid = (res: Response, error: z.ZodError) =>
    respond(res, 400, errorBody(`${error.issues[0]?.path.join('.')} ${error.issues[0]?.message}`))

  api.post('/api/v1/auth/login', logIn)
  api.use(requireToken)
  api.use(express.json())

  const openPayment = (
    request: z.infer<typeof ChargeRequest>,
    offeredMethods: Payment['methods'],
    redirectUrl: string | null,
  ) =>
    simulator.open({
      paymentReference: request.paymentReference,
      amountKobo: request.amount,
      currency: request.currencyCode,
      email: request.customerEmail,
      name: request.customerName,
      description: request.paymentDescription,
      metaData: request.metaData,
      methods: offeredMethods,
      redirectUrl,
    })

  function rejectionOf(request: z.infer<typeof ChargeRequest>) {
    if (request.amount < minKobo) return errorBody('Amount must not be less than NGN 20')
    return state.paymentByReference(request.paymentReference)
      ? errorBody('Duplicate payment reference')
      : null
  }

  api.post('/api/v1/merchant/transactions/init-transaction', async (req, res) => {
    const request = InitialiseRequest.safeParse(req.body)
    if (!request.success) return invalid(res, request.error)
    const rejection = rejectionOf(request.data)
    if (rejection) return respond(res, 422, rejection)
    const methodsToOffer = requestedMethods(request.data.paymentMethods)
    if (faults.consume('initialize_500')) return sendWireFault(context, res, 'error_500', null)
    if (faults.consume('initialize_refused')) return respond(res, 200, errorBody('Service is not available'))
    const payment = openPayment(request.data, methodsToOffer, request.data.redirectUrl ?? null)
    if (faults.consume('initialize_timeout')) return sendWireFault(context, res, 'silence', null)
    return respond(
      res,
      200,
      success({
        transactionReference: payment.reference,
        paymentReference: payment.paymentReference,
        merchantName: 'Sanwo',
        apiKey: keys.apiKey,
        redirectUrl: payment.redirectUrl,
        enabledPaymentMethod: payment.methods,
        checkoutUrl: `${context.url()}/simulators/checkout/monnify/${payment.reference}`,
        incomeSplitConfig: [],
      }),
    )
  })

  api.get('/api/v2/merchant/transactions/query', (req, res) => {
    const { paymentReference, transactionReference } = req.query
    const payment =
      typeof paymentReference === 'string'
        ? state.paymentByReference(paymentReference)
        : state.payment(String(transactionReference))
    return sendPayment(res, payment)
  })

  api.get('/api/v2/transactions/:reference', (req, res) =>
    // Monnify rejects a `|` that is not URL-encoded.
    req.originalUrl.includes('|')
      ? void res.status(400).type('html').send('<html><body><h1>400 Bad Request</h1></body></html>')
      : sendPayment(res, state.payment(req.params.reference)),
  )

  async function sendPayment(res: Response, payment: Payment | undefined) {
    const fault = faults.oneOf(['verify_500', 'verify_html', 'verify_timeout', 'verify_refused'])
    if (fault === 'verify_refused') return respond(res, 200, errorBody('Service is not available'))
    if (fault === 'verify_html') res.status(502)
    if (fault) return sendWireFault(context, res, verifyWireFaults[fault], null)
    if (!payment) return respond(res, 404, errorBody('Could not find transaction with that reference'))
    const isPaid = state.paymentOutcome(payment)?.type === 'paid'
    const body =
      isPaid && faults.consume('verify_pending')
        ? { ...transactionBody(state, payment, 'PENDING'), amountPaid: '0.00', paidOn: null }
        : transactionBody(state, payment)
    return respond(res, 200, success(body))
  }

  api.post('/api/v1/merchant/cards/charge-card-token', async (req, res) => {
    const request = TokenChargeRequest.safeParse(req.body)
    if (!request.success) return invalid(res, request.error)
    const rejection = rejectionOf(request.data)
    if (rejection) return respond(res, 422, rejection)
    const card = findTestCard(state.cardNumber(request.data.cardToken) ?? '')
    if (!card) return respond(res, 404, errorBody('Card token not found'))
    if (faults.consume('token_lost')) return sendWireFault(context, res, 'silence', null)
    const payment = openPayment(request.data, ['CARD'], null)
    chargeCard(payment, card.number)
    if (faults.consume('token_timeout')) return sendWireFault(context, res, 'silence', null)
    return respond(res, 200, success(transactionBody(state, payment)))
  })

  function chargeCard(payment: Payment, cardNumber: string) {
    if (faults.consume('token_declined')) simulator.fail(payment, 'CARD', 'FAILED', 'Declined')
    else simulator.capture(payment, 'CARD', cardNumber)
  }

  function refundRejectionOf(
    request: z.infer<typeof RefundRequest>,
    paymentReference: string,
    paidKobo: number,
  ) {
    const { refundAmount, refundReason, customerNote, refundReference } = request
    if (refundAmount > paidKobo) return errorBody('Refund is above the amount paid', 'R3')
    if (refundAmount < minKobo) return errorBody('Refund is below the minimum', 'R4')
    if (refundReason.length > 64 || customerNote.length > 16)
      return errorBody('Reason or note is too long', 'R8')
    if (state.refund(refundReference)) return errorBody('Duplicate refund reference', 'R9')
    if (refundAmount > paidKobo - state.refundedKobo(paymentReference))
      return errorBody('Refunds together are above the amount paid', 'R12')
    return null
  }

  api.post('/api/v1/refunds/initiate-refund', async (req, res) => {
    const request = RefundRequest.safeParse(req.body)
    if (!request.success) return invalid(res, request.error)
    const refundRequest = request.data
    const payment = state.payment(refundRequest.transactionReference)
    if (!payment) return respond(res, 422, errorBody('Transaction does not exist', 'R1'))
    const outcome = state.paymentOutcome(payment)
    if (outcome?.type !== 'paid') return respond(res, 422, errorBody('Transaction can not be refunded', 'R2'))
    const rejection = refundRejectionOf(refundRequest, payment.reference, outcome.amountKobo)
    if (rejection) return respond(res, 422, rejection)
    return sendNewRefund(res, payment, outcome.amountKobo, refundRequest)
  })

  /** Creates a refund and sends it, unless a fault is armed. */
  async function sendNewRefund(
    res: Response,
    payment: Payment,
    paidKobo: number,
    request: z.infer<typeof RefundRequest>,
  ) {
    if (faults.consume('refund_500')) return sendWireFault(context, res, 'error_500', null)
    // A rejection with HTTP 200, as observed in Monnify's library.
    if (faults.consume('refund_refused'))
      return respond(res, 200, errorBody('Insufficient balance in merchant wallet', 'R5'))
    const refund = simulator.refund(payment, paidKobo, {
      refundReference: request.refundReference,
      amountKobo: request.refundAmount,
      reason: request.refundReason,
      note: request.customerNote,
    })
    if (faults.consume('refund_timeout_accepted')) return sendWireFault(context, res, 'silence', null)
    return respond(res, 200, success(refundBody(state, refund, paidKobo)))
  }

  api.use(listRoutes(simulator))

  api.get('/api/v1/refunds/:refundReference', (req, res) => {
    const refund = state.refund(req.params.refundReference)
    const outcome = refund && state.paymentOutcome(state.payment(refund.reference)!)
    if (!refund || outcome?.type !== 'paid')
      return respond(res, 404, errorBody('Refund with that reference does not exist', 'R7'))
    return respond(res, 200, success(refundBody(state, refund, outcome.amountKobo)))
  })

  api.use(bankingRoutes(simulator))
  return api
}
