import type { Router } from 'express'
import { type Choice, hostedCheckout, notATestCard } from '../hosted-checkout.ts'
import type { HostedPayment, Way } from '../hosted-page.ts'
import type { CheckoutEnd, CheckoutVisit } from '../party.ts'
import { cardOf, successCard, testCards } from './cards.ts'
import type { Desk } from './desk.ts'
import type { Channel, Ending, Payment } from './facts.ts'

const ways: Record<Channel, Way> = {
  card: 'card',
  bank_transfer: 'transfer',
  ussd: 'ussd',
  bank: 'bank',
  payattitude: 'phone',
}

/** The hosted page: shows a payment, and takes what its buttons send. */
export function paystackCheckout(desk: Desk): Router {
  const find = (code: string) => {
    const payment = desk.state.paymentByCode(code)
    return payment && shown(payment, desk.state.ending(payment))
  }
  return hostedCheckout(desk.ground, {
    brand: { name: 'Paystack', bank: 'Paystack-Titan (test)', cards: testCards },
    find,
    settle: (code, choice) => settle(desk, desk.state.paymentByCode(code)!, choice),
  })
}

const shown = (payment: Payment, ending: Ending | null): HostedPayment => ({
  ...payment,
  channels: payment.channels.map((name) => ({ name, way: ways[name] })),
  digits: payment.id,
  ended: ending && sayEnd(ending),
  back: backFrom(payment),
})

const sayEnd = (ending: Ending) =>
  ending.is === 'paid' ? 'This payment was received.' : `This payment did not go through: ${ending.because}.`

/** What a visit without a browser does. */
export function visitPaystack(desk: Desk, visit: CheckoutVisit): CheckoutEnd | null {
  const { reference = '', accessCode = '' } = visit
  const payment = desk.state.payment(reference) ?? desk.state.paymentByCode(accessCode)
  return payment ? settle(desk, payment, visit) : null
}

function settle(desk: Desk, payment: Payment, choice: Choice): CheckoutEnd {
  const channel = payment.channels.find((it) => it === choice.channel) ?? payment.channels[0] ?? 'card'
  if (desk.state.ending(payment)) return done(desk, payment)
  if (choice.cancel) return done(desk, payment, cancelUrl(payment))
  if (choice.decline) {
    desk.fail(payment, channel, 'Declined')
    return done(desk, payment, cancelUrl(payment))
  }
  if (channel !== 'card') {
    desk.capture(payment, channel, null)
    return done(desk, payment)
  }
  const card = cardOf(choice.card ?? successCard.number)
  if (!card) return { is: 'refused', says: notATestCard }
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
