import type { Router } from 'express'
import { type Choice, hostedCheckout, notATestCard } from '../hosted-checkout.ts'
import type { HostedPayment, Way } from '../hosted-page.ts'
import type { CheckoutEnd, CheckoutVisit } from '../party.ts'
import { statusOf } from './answers.ts'
import { cardOf, successCard, testCards } from './cards.ts'
import type { Desk } from './desk.ts'
import type { Method, Payment } from './state.ts'

const ways: Record<Method, Way> = {
  CARD: 'card',
  ACCOUNT_TRANSFER: 'transfer',
  USSD: 'ussd',
  PHONE_NUMBER: 'phone',
}

/** The hosted page: shows a payment, and takes what its buttons send. */
export function monnifyCheckout(desk: Desk): Router {
  return hostedCheckout(desk.ground, {
    brand: { name: 'Monnify', bank: 'Moniepoint MFB (test)', cards: testCards, cancels: true },
    find(code) {
      const payment = desk.state.payment(code)
      return payment && shown(desk, payment)
    },
    settle: (code, choice) => settle(desk, desk.state.payment(code)!, choice),
  })
}

function shown(desk: Desk, payment: Payment): HostedPayment {
  return {
    reference: payment.paymentReference,
    amountKobo: payment.amountKobo,
    email: payment.email,
    channels: payment.methods.map((name) => ({ name, way: ways[name] })),
    digits: payment.reference.replace(/\D/g, ''),
    ended: sayEnd(desk, payment),
    back: backFrom(payment),
  }
}

function sayEnd(desk: Desk, payment: Payment): string | null {
  const ending = desk.state.ending(payment)
  if (ending?.is === 'paid') return 'This payment was received.'
  if (ending) return `This payment did not go through: ${ending.because}.`
  return statusOf(desk.state, payment) === 'EXPIRED' ? 'This payment has expired.' : null
}

/** What a visit without a browser does. */
export function visitMonnify(desk: Desk, visit: CheckoutVisit): CheckoutEnd | null {
  const { reference = '', accessCode = '' } = visit
  const payment = desk.state.paymentNamed(reference) ?? desk.state.payment(accessCode)
  return payment ? settle(desk, payment, visit) : null
}

function settle(desk: Desk, payment: Payment, choice: Choice): CheckoutEnd {
  const method = payment.methods.find((it) => it === choice.channel) ?? payment.methods[0] ?? 'CARD'
  const done = (): CheckoutEnd => ({
    is: 'done',
    status: desk.state.ending(payment)?.is === 'paid' ? 'success' : 'failed',
    callbackUrl: backFrom(payment),
  })
  if (sayEnd(desk, payment)) return done()
  if (choice.cancel) desk.fail(payment, method, 'CANCELLED', 'Cancelled')
  else if (choice.decline) desk.fail(payment, method, 'FAILED', 'Declined')
  else if (method !== 'CARD') desk.capture(payment, method, null)
  else {
    const card = cardOf(choice.card ?? successCard.number)
    if (!card) return { is: 'refused', says: notATestCard }
    if (card.declines) desk.fail(payment, method, 'FAILED', card.declines)
    else desk.capture(payment, method, card.number)
  }
  return done()
}

/** The merchant's address, its query kept, with the merchant's own reference. Null when there is none. */
function backFrom(payment: Payment): string | null {
  if (!payment.redirectUrl) return null
  const url = new URL(payment.redirectUrl)
  url.searchParams.set('paymentReference', payment.paymentReference)
  return url.href
}
