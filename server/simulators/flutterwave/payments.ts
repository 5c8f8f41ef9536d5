import { type Response, Router } from 'express'
import { z } from 'zod'
import { sendWireFault } from '../wire.ts'
import { findTestCard, type TestCard } from './cards.ts'
import { success, transactionData, verifiedData } from './responses.ts'
import type { ChargeRequest, FlutterwaveSimulator } from './simulator.ts'
import { type Attempt, type Option, options } from './state.ts'
import { createResponders, Meta, Naira, TxRef } from './wire.ts'

const PaymentLink = z.object({
  tx_ref: TxRef,
  amount: Naira,
  currency: z.string().default('NGN'),
  redirect_url: z.url(),
  customer: z.object({ email: z.email() }),
  payment_options: z.string().optional(),
  session_duration: z.int().min(1).max(1_440).optional(),
  meta: Meta,
})

const TokenCharge = z.object({
  token: z.string(),
  email: z.email(),
  tx_ref: TxRef,
  amount: Naira,
  currency: z.string(),
  country: z.literal('NG').default('NG'),
  narration: z.string().optional(),
  redirect_url: z
    .url()
    .nullish()
    .transform((url) => url ?? null),
  meta: Meta,
})

/** Payment links, transactions and token charges. Source: documentation of version 3 and the SDKs. */
export function paymentRoutes(simulator: FlutterwaveSimulator): Router {
  const { state, faults, context } = simulator
  const { respond, reject, invalid } = createResponders(simulator)
  const api = Router()
  const addressOf = (code: string) => `${context.url()}/simulators/checkout/flutterwave/${code}`

  api.post('/payments', async (req, res) => {
    const request = PaymentLink.safeParse(req.body)
    if (!request.success) return invalid(res, request.error)
    const { data } = request
    if (data.currency !== 'NGN') return reject(res, 'Currency is not supported')
    if (state.attemptsOf(data.tx_ref).length > 0) return reject(res, 'Duplicate tx_ref')
    const offered = offeredIn(data.payment_options)
    if (offered.length === 0) return reject(res, 'No payment option is available')
    if (faults.consume('initialize_500')) return sendWireFault(context, res, 'error_500', null)
    const { code } = simulator.open({
      txRef: data.tx_ref,
      amountKobo: data.amount,
      currency: data.currency,
      email: data.customer.email,
      redirectUrl: data.redirect_url,
      options: offered,
      meta: data.meta,
      confirms: null,
    })
    if (faults.consume('initialize_timeout')) return sendWireFault(context, res, 'silence', null)
    return respond(res, 200, success('Hosted Link', { link: addressOf(code) }))
  })

  api.get('/transactions/verify_by_reference', async (req, res) => {
    const attempts = state.attemptsOf(String(req.query.tx_ref ?? ''))
    return sendAttempt(res, faults.consume('verify_first') ? attempts.at(-1) : attempts[0])
  })
  api.get('/transactions/:id/verify', (req, res) => sendAttempt(res, state.attempt(Number(req.params.id))))

  async function sendAttempt(res: Response, attempt: Attempt | undefined) {
    const fault = faults.oneOf(['verify_500', 'verify_html', 'verify_timeout'])
    if (fault === 'verify_500') return sendWireFault(context, res, 'error_500', null)
    if (fault === 'verify_html') return sendWireFault(context, res, 'html', null)
    if (fault === 'verify_timeout') return sendWireFault(context, res, 'silence', null)
    if (!attempt) return reject(res, 'No transaction was found for this id')
    const isPending = state.end(attempt)?.type === 'successful' && faults.consume('verify_pending')
    const data = verifiedData(state, attempt, isPending ? 'pending' : undefined)
    return respond(res, 200, success('Transaction fetched successfully', data))
  }

  function rejectionOf(txRef: string, currency: string): string | null {
    if (currency !== 'NGN') return 'Currency is not supported'
    return state.attemptsOf(txRef).length > 0 ? 'Duplicate tx_ref' : null
  }

  api.post('/tokenized-charges', async (req, res) => {
    const request = TokenCharge.safeParse(req.body)
    if (!request.success) return invalid(res, request.error)
    const { tx_ref: txRef, token, amount: amountKobo, currency, email, meta } = request.data
    const rejection = rejectionOf(txRef, currency)
    if (rejection) return reject(res, rejection)
    const card = findTestCard(state.cardNumber(token) ?? '')
    if (!card) return reject(res, 'Wrong token or email passed')
    if (faults.consume('token_lost')) return sendWireFault(context, res, 'silence', null)
    const charge = { txRef, amountKobo, currency, email, meta }
    return sendTokenCharge(res, charge, card, request.data.redirect_url)
  })

  /** Charges a saved card: declined, waiting for authentication, or captured. */
  async function sendTokenCharge(
    res: Response,
    charge: ChargeRequest,
    card: TestCard,
    redirectUrl: string | null,
  ) {
    if (faults.consume('token_declined')) {
      const failedAttempt = simulator.fail(charge, 'card', card.number, 'Do not honour')
      return respond(res, 200, success('Charge failed', transactionData(state, failedAttempt)))
    }
    if (card.requiresAuthentication) {
      const pendingAttempt = simulator.pend(charge, card.number)
      const { code } = simulator.open({
        ...charge,
        redirectUrl,
        options: ['card'],
        confirms: pendingAttempt.id,
      })
      const authorization = { mode: 'redirect', redirect: addressOf(code) }
      return respond(
        res,
        200,
        success('Charge initiated', transactionData(state, pendingAttempt), { authorization }),
      )
    }
    const captured = simulator.capture(charge, 'card', card.number, 'noauth')
    if (faults.consume('token_timeout')) return sendWireFault(context, res, 'silence', null)
    return respond(res, 200, success('Charge successful', transactionData(state, captured)))
  }

  return api
}

/** Options are comma-separated; all of them by default. */
function offeredIn(paymentOptions: string | undefined): readonly Option[] {
  if (!paymentOptions) return options
  const requested = paymentOptions.split(',').map((option) => option.trim())
  return options.filter((option) => requested.includes(option))
}
