import type { Router } from 'express'
import { type CheckoutChoice, hostedCheckout, notATestCard } from '../hosted-checkout.ts'
import type { HostedPayment, PaymentMethod } from '../hosted-page.ts'
import type { CheckoutResult, CheckoutVisit } from '../provider.ts'
import { findTestCard, successCard, testCards } from './cards.ts'
import { statusOf } from './responses.ts'
import type { MonnifySimulator } from './simulator.ts'
import type { Method, Payment } from './state.ts'

const paymentMethods: Record<Method, PaymentMethod> = {
  CARD: 'card',
  ACCOUNT_TRANSFER: 'transfer',
  USSD: 'ussd',
  PHONE_NUMBER: 'phone',
}

/** Routes of the hosted page: displays a payment and processes the form. */
export function monnifyCheckout(simulator: MonnifySimulator): Router {
  return hostedCheckout(simulator.context, {
    brand: { name: 'Monnify', bank: 'Moniepoint MFB (test)', cards: testCards, hasCancelButton: true },
    find(code) {
      const payment = simulator.state.payment(code)
      return payment && hostedPayment(simulator, payment)
    },
    completeCheckout: (code, choice) => completeCheckout(simulator, simulator.state.payment(code)!, choice),
  })
}

function hostedPayment(simulator: MonnifySimulator, payment: Payment): HostedPayment {
  return {
    reference: payment.paymentReference,
    amountKobo: payment.amountKobo,
    email: payment.email,
    channels: payment.methods.map((name) => ({ name, method: paymentMethods[name] })),
    digits: payment.reference.replace(/\D/g, ''),
    resultText: resultTextOf(simulator, payment),
    returnUrl: returnUrl(payment),
  }
}

function resultTextOf(simulator: MonnifySimulator, payment: Payment): string | null {
  const outcome = simulator.state.paymentOutcome(payment)
  if (outcome?.type === 'paid') return 'This payment was received.'
  if (outcome) return `This payment did not go through: ${outcome.reason}.`
  return statusOf(simulator.state, payment) === 'EXPIRED' ? 'This payment has expired.' : null
}

/** Performs a checkout visit without a browser. */
export function visitMonnify(simulator: MonnifySimulator, visit: CheckoutVisit): CheckoutResult | null {
  const { reference = '', accessCode = '' } = visit
  const payment = simulator.state.paymentByReference(reference) ?? simulator.state.payment(accessCode)
  return payment ? completeCheckout(simulator, payment, visit) : null
}

function completeCheckout(
  simulator: MonnifySimulator,
  payment: Payment,
  choice: CheckoutChoice,
): CheckoutResult {
  const method = payment.methods.find((method) => method === choice.channel) ?? payment.methods[0] ?? 'CARD'
  const checkoutResult = (): CheckoutResult => ({
    type: 'done',
    status: simulator.state.paymentOutcome(payment)?.type === 'paid' ? 'success' : 'failed',
    callbackUrl: returnUrl(payment),
  })
  if (resultTextOf(simulator, payment)) return checkoutResult()
  if (choice.cancel) simulator.fail(payment, method, 'CANCELLED', 'Cancelled')
  else if (choice.decline) simulator.fail(payment, method, 'FAILED', 'Declined')
  else if (method !== 'CARD') simulator.capture(payment, method, null)
  else {
    const card = findTestCard(choice.card ?? successCard.number)
    if (!card) return { type: 'rejected', message: notATestCard }
    if (card.declineReason) simulator.fail(payment, method, 'FAILED', card.declineReason)
    else simulator.capture(payment, method, card.number)
  }
  return checkoutResult()
}

/** The merchant's redirect URL with its query and the merchant's reference. Null without a redirect URL. */
function returnUrl(payment: Payment): string | null {
  if (!payment.redirectUrl) return null
  const url = new URL(payment.redirectUrl)
  url.searchParams.set('paymentReference', payment.paymentReference)
  return url.href
}
