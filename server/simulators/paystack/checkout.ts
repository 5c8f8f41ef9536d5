import express, { type Request, Router } from 'express'
import type { CheckoutEnd, CheckoutVisit } from '../party.ts'
import { answerText } from '../wire.ts'
import { cardOf, successCard } from './cards.ts'
import { checkoutPage } from './checkout-page.ts'
import type { Desk } from './desk.ts'
import { type Channel, channels, type Payment } from './state.ts'

/** The hosted page: shows a payment, and takes what its two buttons send. */
export function paystackCheckout(desk: Desk): Router {
  const { state, ground } = desk
  const page = Router()
  page.use(express.urlencoded({ extended: false, limit: '20kb' }))

  page.get('/:code', (req, res) => {
    const payment = state.paymentByCode(req.params.code)
    const shown = checkoutPage(
      payment ? { payment, ending: state.ending(payment), back: backFrom(payment) } : null,
    )
    return answerText(ground, res, payment ? 200 : 404, shown.text, 'html')
  })

  page.post('/:code', async (req, res) => {
    const payment = state.paymentByCode(req.params.code)
    if (!payment) return answerText(ground, res, 404, checkoutPage(null).text, 'html')
    const form = fields(req)
    const end = settle(desk, payment, {
      decline: form.do === 'decline',
      card: form.test_card || form.card_number,
      channel: channels.find((channel) => channel === form.channel),
    })
    await ground.journal.durable()
    if (end.is === 'done' && end.callbackUrl) return res.redirect(303, end.callbackUrl)
    const shown = checkoutPage({
      payment,
      ending: state.ending(payment),
      back: backFrom(payment),
      note: end.is === 'refused' ? end.says : null,
      typed: form.card_number,
    })
    return answerText(ground, res, end.is === 'refused' ? 422 : 200, shown.text, 'html')
  })

  return page
}

/** What a visit without a browser does. */
export function visitPaystack(desk: Desk, visit: CheckoutVisit): CheckoutEnd | null {
  const { reference = '', accessCode = '' } = visit
  const payment = desk.state.payment(reference) ?? desk.state.paymentByCode(accessCode)
  return payment ? settle(desk, payment, visit) : null
}

interface Choice {
  decline: boolean
  card?: string | undefined
  channel?: Channel | undefined
}

function settle(desk: Desk, payment: Payment, choice: Choice): CheckoutEnd {
  const channel = payment.channels.find((it) => it === choice.channel) ?? payment.channels[0] ?? 'card'
  if (desk.state.ending(payment)) return done(desk, payment)
  if (choice.decline) {
    desk.fail(payment, channel, 'Declined')
    return done(desk, payment, cancelUrl(payment))
  }
  if (channel !== 'card') {
    desk.capture(payment, channel, null)
    return done(desk, payment)
  }
  const card = cardOf(choice.card ?? successCard.number)
  if (!card)
    return { is: 'refused', says: 'That is not one of the test cards. Please choose one of the list.' }
  if (card.declines) desk.fail(payment, 'card', card.declines)
  else desk.capture(payment, 'card', card.number)
  return done(desk, payment)
}

function done(desk: Desk, payment: Payment, callbackUrl = backFrom(payment)): CheckoutEnd {
  const status = desk.state.ending(payment)?.is === 'paid' ? 'success' : 'failed'
  return { is: 'done', status, callbackUrl }
}

/** The merchant's address, its query kept, with both names of the reference. Null when there is none. */
function backFrom(payment: Payment): string | null {
  if (!payment.callbackUrl) return null
  const url = new URL(payment.callbackUrl)
  url.searchParams.set('trxref', payment.reference)
  url.searchParams.set('reference', payment.reference)
  return url.href
}

function cancelUrl(payment: Payment): string | undefined {
  const url = payment.metadata?.cancel_action
  return typeof url === 'string' && /^https?:\/\//.test(url) ? url : undefined
}

function fields(req: Request): Record<string, string | undefined> {
  const form: unknown = req.body
  if (typeof form !== 'object' || form === null) return {}
  return Object.fromEntries(Object.entries(form).filter(([, value]) => typeof value === 'string'))
}
