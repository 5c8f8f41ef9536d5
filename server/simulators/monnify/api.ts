import express, { type Response, Router } from 'express'
import { z } from 'zod'
import { koboOf } from '../../../shared/money.ts'
import { answer, spoil } from '../wire.ts'
import { refundBody, refusal, success, transactionBody } from './answers.ts'
import { bankingRoutes } from './api-banking.ts'
import { cardOf } from './cards.ts'
import { type Desk, keys } from './desk.ts'
import { monnifyLogin } from './login.ts'
import { methods, type Payment } from './state.ts'

/** Naira with at most two decimals, as a number. */
const Amount = z
  .number()
  .transform((it) => Number(koboOf(it)))
  .pipe(z.int().positive())
const Reference = z.string().min(1).max(64)
const MetaData = z
  .record(z.string(), z.unknown())
  .nullish()
  .transform((it) => it ?? null)

const Asked = z.object({
  amount: Amount,
  customerEmail: z.email(),
  customerName: z.string().min(1),
  paymentReference: Reference,
  paymentDescription: z.string().min(1).max(100),
  currencyCode: z.literal('NGN'),
  contractCode: z.literal(keys.contractCode),
  metaData: MetaData,
})
const Initialise = z.object({
  ...Asked.shape,
  redirectUrl: z.url().nullish(),
  paymentMethods: z.array(z.string()).min(1).optional(),
})
const TokenCharge = z.object({
  ...Asked.shape,
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

const leastKobo = 2_000

/** Their API, below `/monnify`. Source: their public specification; the quirks from their own libraries. */
export function monnifyApi(desk: Desk): Router {
  const { state, faults, ground } = desk
  const { logsIn, onlyKnown } = monnifyLogin(desk)
  const api = Router()
  const say = (res: Response, status: number, body: unknown) => answer(ground, res, status, body)
  const invalid = (res: Response, error: z.ZodError) =>
    say(res, 400, refusal(`${error.issues[0]?.path.join('.')} ${error.issues[0]?.message}`))

  api.post('/api/v1/auth/login', logsIn)
  api.use(onlyKnown)
  api.use(express.json())

  const open = (asked: z.infer<typeof Asked>, offered: Payment['methods'], redirectUrl: string | null) =>
    desk.open({
      paymentReference: asked.paymentReference,
      amountKobo: asked.amount,
      currency: asked.currencyCode,
      email: asked.customerEmail,
      name: asked.customerName,
      description: asked.paymentDescription,
      metaData: asked.metaData,
      methods: offered,
      redirectUrl,
    })

  function refused(asked: z.infer<typeof Asked>) {
    if (asked.amount < leastKobo) return refusal('Amount must not be less than NGN 20')
    return state.paymentNamed(asked.paymentReference) ? refusal('Duplicate payment reference') : null
  }

  api.post('/api/v1/merchant/transactions/init-transaction', async (req, res) => {
    const asked = Initialise.safeParse(req.body)
    if (!asked.success) return invalid(res, asked.error)
    const no = refused(asked.data)
    if (no) return say(res, 422, no)
    const wanted = asked.data.paymentMethods
    const offered = wanted ? methods.filter((method) => wanted.includes(method)) : methods
    if (faults.strikes('initialize_500')) return spoil(ground, res, 'error_500', null)
    if (faults.strikes('initialize_refused')) return say(res, 200, refusal('Service is not available'))
    const payment = open(asked.data, offered, asked.data.redirectUrl ?? null)
    if (faults.strikes('initialize_timeout')) return spoil(ground, res, 'silence', null)
    return say(
      res,
      200,
      success({
        transactionReference: payment.reference,
        paymentReference: payment.paymentReference,
        merchantName: 'Sanwo',
        apiKey: keys.apiKey,
        redirectUrl: payment.redirectUrl,
        enabledPaymentMethod: payment.methods,
        checkoutUrl: `${ground.url()}/simulators/checkout/monnify/${payment.reference}`,
        incomeSplitConfig: [],
      }),
    )
  })

  api.get('/api/v2/merchant/transactions/query', (req, res) => {
    const { paymentReference, transactionReference } = req.query
    const payment =
      typeof paymentReference === 'string'
        ? state.paymentNamed(paymentReference)
        : state.payment(String(transactionReference))
    return sayPayment(res, payment)
  })

  api.get('/api/v2/transactions/:reference', (req, res) =>
    // A bar that was not encoded never gets past their door.
    req.originalUrl.includes('|')
      ? void res.status(400).type('html').send('<html><body><h1>400 Bad Request</h1></body></html>')
      : sayPayment(res, state.payment(req.params.reference)),
  )

  async function sayPayment(res: Response, payment: Payment | undefined) {
    const lie = faults.oneOf(['verify_500', 'verify_html', 'verify_timeout', 'verify_refused'])
    if (lie === 'verify_500') return spoil(ground, res, 'error_500', null)
    if (lie === 'verify_html') return spoil(ground, res.status(502), 'html', null)
    if (lie === 'verify_timeout') return spoil(ground, res, 'silence', null)
    if (lie === 'verify_refused') return say(res, 200, refusal('Service is not available'))
    if (!payment) return say(res, 404, refusal('Could not find transaction with that reference'))
    const isPaid = state.ending(payment)?.is === 'paid'
    const body =
      isPaid && faults.strikes('verify_pending')
        ? { ...transactionBody(state, payment, 'PENDING'), amountPaid: '0.00', paidOn: null }
        : transactionBody(state, payment)
    return say(res, 200, success(body))
  }

  api.post('/api/v1/merchant/cards/charge-card-token', async (req, res) => {
    const asked = TokenCharge.safeParse(req.body)
    if (!asked.success) return invalid(res, asked.error)
    const no = refused(asked.data)
    if (no) return say(res, 422, no)
    const card = cardOf(state.cardNumber(asked.data.cardToken) ?? '')
    if (!card) return say(res, 404, refusal('Card token not found'))
    if (faults.strikes('token_lost')) return spoil(ground, res, 'silence', null)
    const payment = open(asked.data, ['CARD'], null)
    if (faults.strikes('token_declined')) desk.fail(payment, 'CARD', 'FAILED', 'Declined')
    else desk.capture(payment, 'CARD', card.number)
    if (faults.strikes('token_timeout')) return spoil(ground, res, 'silence', null)
    return say(res, 200, success(transactionBody(state, payment)))
  })

  api.post('/api/v1/refunds/initiate-refund', async (req, res) => {
    const asked = RefundRequest.safeParse(req.body)
    if (!asked.success) return invalid(res, asked.error)
    const it = asked.data
    const payment = state.payment(it.transactionReference)
    if (!payment) return say(res, 422, refusal('Transaction does not exist', 'R1'))
    const ending = state.ending(payment)
    if (ending?.is !== 'paid') return say(res, 422, refusal('Transaction can not be refunded', 'R2'))
    if (it.refundAmount > ending.amountKobo)
      return say(res, 422, refusal('Refund is above the amount paid', 'R3'))
    if (it.refundAmount < leastKobo) return say(res, 422, refusal('Refund is below the minimum', 'R4'))
    if (it.refundReason.length > 64 || it.customerNote.length > 16)
      return say(res, 422, refusal('Reason or note is too long', 'R8'))
    if (state.refund(it.refundReference)) return say(res, 422, refusal('Duplicate refund reference', 'R9'))
    if (it.refundAmount > ending.amountKobo - state.refundedKobo(payment.reference))
      return say(res, 422, refusal('Refunds together are above the amount paid', 'R12'))
    if (faults.strikes('refund_500')) return spoil(ground, res, 'error_500', null)
    // A refusal with HTTP 200, as their own library met it.
    if (faults.strikes('refund_refused'))
      return say(res, 200, refusal('Insufficient balance in merchant wallet', 'R5'))
    const refund = desk.refund(payment, ending.amountKobo, {
      refundReference: it.refundReference,
      amountKobo: it.refundAmount,
      reason: it.refundReason,
      note: it.customerNote,
    })
    if (faults.strikes('refund_timeout_accepted')) return spoil(ground, res, 'silence', null)
    return say(res, 200, success(refundBody(state, refund, ending.amountKobo)))
  })

  api.get('/api/v1/refunds/:refundReference', (req, res) => {
    const refund = state.refund(req.params.refundReference)
    const ending = refund && state.ending(state.payment(refund.reference)!)
    if (!refund || ending?.is !== 'paid')
      return say(res, 404, refusal('Refund with that reference does not exist', 'R7'))
    return say(res, 200, success(refundBody(state, refund, ending.amountKobo)))
  })

  api.use(bankingRoutes(desk))
  return api
}
