import { type Response, Router } from 'express'
import { z } from 'zod'
import { spoil } from '../wire.ts'
import { listedData, success, transactionData, verifiedData } from './answers.ts'
import { cardOf } from './cards.ts'
import type { Desk } from './desk.ts'
import { type Option, options, type Try } from './state.ts'
import { Meta, Naira, pageOf, sayingOf, TxRef } from './wire.ts'

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
  country: z.literal('NG'),
  narration: z.string().min(1),
  redirect_url: z.url(),
  meta: Meta,
})

/** Payment links, their transactions, and charges by token. Source: their documents of version 3 and their SDKs. */
export function paymentRoutes(desk: Desk): Router {
  const { state, faults, ground } = desk
  const { say, refuse, invalid } = sayingOf(desk)
  const api = Router()
  const addressOf = (code: string) => `${ground.url()}/simulators/checkout/flutterwave/${code}`

  api.post('/payments', async (req, res) => {
    const asked = PaymentLink.safeParse(req.body)
    if (!asked.success) return invalid(res, asked.error)
    const { data } = asked
    if (data.currency !== 'NGN') return refuse(res, 'Currency is not supported')
    if (state.triesOf(data.tx_ref).length > 0) return refuse(res, 'Duplicate tx_ref')
    const offered = offeredIn(data.payment_options)
    if (offered.length === 0) return refuse(res, 'No payment option is available')
    if (faults.strikes('initialize_500')) return spoil(ground, res, 'error_500', null)
    const { code } = desk.open({
      txRef: data.tx_ref,
      amountKobo: data.amount,
      currency: data.currency,
      email: data.customer.email,
      redirectUrl: data.redirect_url,
      options: offered,
      meta: data.meta,
      confirms: null,
    })
    if (faults.strikes('initialize_timeout')) return spoil(ground, res, 'silence', null)
    return say(res, 200, success('Hosted Link', { link: addressOf(code) }))
  })

  api.get('/transactions/verify_by_reference', async (req, res) => {
    const tries = state.triesOf(String(req.query.tx_ref ?? ''))
    return sayTry(res, faults.strikes('verify_first') ? tries.at(-1) : tries[0])
  })
  api.get('/transactions/:id/verify', (req, res) => sayTry(res, state.try(Number(req.params.id))))

  async function sayTry(res: Response, of: Try | undefined) {
    const lie = faults.oneOf(['verify_500', 'verify_html', 'verify_timeout'])
    if (lie === 'verify_500') return spoil(ground, res, 'error_500', null)
    if (lie === 'verify_html') return spoil(ground, res, 'html', null)
    if (lie === 'verify_timeout') return spoil(ground, res, 'silence', null)
    if (!of) return refuse(res, 'No transaction was found for this id')
    const pending = state.end(of)?.is === 'successful' && faults.strikes('verify_pending')
    const data = verifiedData(state, of, pending ? 'pending' : undefined)
    return say(res, 200, success('Transaction fetched successfully', data))
  }

  api.get('/transactions', async (req, res) => {
    if (faults.strikes('tries_500')) return spoil(ground, res, 'error_500', null)
    const { rows, meta } = pageOf(state.triesOf(String(req.query.tx_ref ?? '')), req)
    const data = rows.map((it) => listedData(state, it))
    return say(res, 200, success('Transactions fetched', data, meta))
  })

  api.post('/tokenized-charges', async (req, res) => {
    const asked = TokenCharge.safeParse(req.body)
    if (!asked.success) return invalid(res, asked.error)
    const { tx_ref: txRef, token, amount: amountKobo, currency, email, meta } = asked.data
    if (currency !== 'NGN') return refuse(res, 'Currency is not supported')
    if (state.triesOf(txRef).length > 0) return refuse(res, 'Duplicate tx_ref')
    const card = cardOf(state.cardNumber(token) ?? '')
    if (!card) return refuse(res, 'Wrong token or email passed')
    if (faults.strikes('token_lost')) return spoil(ground, res, 'silence', null)
    const charge = { txRef, amountKobo, currency, email, meta }
    if (faults.strikes('token_declined')) {
      const failed = desk.fail(charge, 'card', card.number, 'Do not honour')
      return say(res, 200, success('Charge failed', transactionData(state, failed)))
    }
    if (card.stepsUp) {
      const waiting = desk.pend(charge, card.number)
      const { code } = desk.open({
        ...charge,
        redirectUrl: asked.data.redirect_url,
        options: ['card'],
        confirms: waiting.id,
      })
      const authorization = { mode: 'redirect', redirect: addressOf(code) }
      return say(res, 200, success('Charge initiated', transactionData(state, waiting), { authorization }))
    }
    const taken = desk.capture(charge, 'card', card.number, 'noauth')
    if (faults.strikes('token_timeout')) return spoil(ground, res, 'silence', null)
    return say(res, 200, success('Charge successful', transactionData(state, taken)))
  })

  return api
}

/** Options are text, parted by commas; all of them when none is asked for. */
function offeredIn(asked: string | undefined): readonly Option[] {
  if (!asked) return options
  const wanted = asked.split(',').map((it) => it.trim())
  return options.filter((option) => wanted.includes(option))
}
