import { randomBytes } from 'node:crypto'
import express, { type Request, type Response, Router } from 'express'
import { z } from 'zod'
import { answerText, spoil } from '../wire.ts'
import { madeRefundData, paymentData, refundData, refusal, success } from './answers.ts'
import { banks, nameOfAccount } from './banks.ts'
import { cardOf } from './cards.ts'
import { type Desk, secretKey } from './desk.ts'
import { jsonOf } from './json.ts'
import { channels, type Payment } from './state.ts'

/** Whole kobo: their documents show it as text, their specification as a number. */
const Kobo = z.union([z.int(), z.string().regex(/^\d+$/).transform(Number)])
const Reference = z.string().regex(/^[A-Za-z0-9.=-]{1,100}$/)
const Metadata = z
  .union([z.record(z.string(), z.unknown()), z.string().transform(readMetadata)])
  .nullish()
  .transform((it) => it ?? null)

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

/** A number past 2^53 arrives rounded, as it would in life: the id is best sent as text. */
const RefundRequest = z.object({
  transaction: z.union([z.string(), z.number()]).transform(String),
  amount: Kobo.nullish(),
  currency: z.string().optional(),
  customer_note: z.string().nullish(),
  merchant_note: z.string().nullish(),
})

const RefundAccount = z.object({
  refund_account_details: z.object({ currency: z.string(), account_number: z.string(), bank_id: z.string() }),
})

const minKobo = 5_000

/** Their API, below `/paystack`. Source: their public specification and documents. */
export function paystackApi(desk: Desk): Router {
  const { state, faults, ground } = desk
  const api = Router()
  const say = (res: Response, status: number, body: unknown) => answerText(ground, res, status, jsonOf(body))
  const invalid = (res: Response, error: z.ZodError) => {
    const [issue] = error.issues
    return say(
      res,
      400,
      refusal(`Invalid ${issue?.path.join('.') || 'request'}: ${issue?.message}`, 'invalid_params'),
    )
  }

  api.use((req, res, next) => {
    if (req.get('authorization') === `Bearer ${secretKey}`) return next()
    return say(
      res,
      401,
      refusal('Invalid key', 'invalid_Key', 'Ensure that you provide the correct authorization key'),
    )
  })
  api.use(express.json())

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

  api.post('/refund', async (req, res) => {
    const asked = RefundRequest.safeParse(req.body)
    if (!asked.success) return invalid(res, asked.error)
    const payment = state.paymentNamed(asked.data.transaction)
    if (!payment) return say(res, 404, refusal('Transaction not found', 'transaction_not_found'))
    const ending = state.ending(payment)
    if (ending?.is !== 'paid')
      return say(res, 400, refusal('Transaction has not been paid', 'invalid_transaction'))
    const left = ending.amountKobo - state.refundedKobo(payment.reference)
    const amountKobo = asked.data.amount ?? left
    if (left === 0)
      return say(res, 400, refusal('Transaction has been fully reversed', 'transaction_reversed'))
    if (amountKobo < 1 || amountKobo > left) {
      return say(res, 400, refusal('Refund amount cannot be more than the amount left', 'invalid_amount'))
    }
    if (faults.strikes('refund_500')) return spoil(ground, res, 'error_500', null)
    const refund = desk.refund(payment, {
      amountKobo,
      currency: ending.currency,
      customerNote: asked.data.customer_note ?? null,
      merchantNote: asked.data.merchant_note ?? null,
    })
    if (faults.strikes('refund_timeout_accepted')) return spoil(ground, res, 'silence', null)
    return say(
      res,
      200,
      success('Refund has been queued for processing', madeRefundData(state, refund, payment)),
    )
  })

  api.get('/refund', async (req, res) => {
    const payment = state.paymentNamed(String(req.query.transaction ?? ''))
    const found = payment
      ? state.refundsOf(payment.reference).map((it) => refundData(state, it, payment))
      : []
    const meta = { total: found.length, skipped: 0, perPage: 50, page: 1, pageCount: 1 }
    return say(res, 200, success('Refunds retrieved', found, meta))
  })

  api.get('/refund/:id', async (req, res) => {
    const found = refundNamed(req)
    if (!found) return say(res, 404, refusal('Refund not found', 'refund_not_found'))
    return say(res, 200, success('Refund retrieved', refundData(state, found.refund, found.payment)))
  })

  api.post('/refund/retry_with_customer_details/:id', async (req, res) => {
    const asked = RefundAccount.safeParse(req.body)
    if (!asked.success) return invalid(res, asked.error)
    const found = refundNamed(req)
    if (!found) return say(res, 404, refusal('Refund not found', 'refund_not_found'))
    if (state.refundStatus(found.refund) !== 'needs-attention') {
      return say(res, 422, refusal('Refund does not need attention', 'invalid_status'))
    }
    desk.retry(found.refund, found.payment)
    const data = refundData(state, found.refund, found.payment)
    return say(res, 200, success('Refund retried and has been queued for processing', data))
  })

  function refundNamed(req: Request<{ id: string }>) {
    const refund = state.refund(req.params.id)
    const payment = refund && state.payment(refund.reference)
    return refund && payment ? { refund, payment } : null
  }

  api.get('/bank', (_req, res) => {
    const meta = { next: null, previous: null, perPage: 100 }
    return say(res, 200, success('Banks retrieved', banks, meta))
  })

  api.get('/bank/resolve', (req, res) => {
    const accountNumber = String(req.query.account_number ?? '')
    const bank = banks.find(({ code }) => code === req.query.bank_code)
    if (!bank || !/^\d{10}$/.test(accountNumber)) {
      return say(
        res,
        422,
        refusal('Could not resolve account name. Check parameters or try again.', 'invalid_account'),
      )
    }
    const data = {
      account_number: accountNumber,
      account_name: nameOfAccount(accountNumber),
      bank_id: bank.id,
    }
    return say(res, 200, success('Account number resolved', data))
  })

  return api
}

function readMetadata(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}
