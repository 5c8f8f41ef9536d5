import type { Router } from 'express'
import { type CheckoutChoice, hostedCheckout, notATestCard } from '../hosted-checkout.ts'
import type { HostedPayment, PaymentMethod } from '../hosted-page.ts'
import type { CheckoutResult, CheckoutVisit } from '../provider.ts'
import { findTestCard, successCard, testCards } from './cards.ts'
import type { PaystackSimulator } from './simulator.ts'
import type { Channel, Payment, PaymentOutcome } from './types.ts'

const paymentMethods: Record<Channel, PaymentMethod> = {
  card: 'card',
  bank_transfer: 'transfer',
  ussd: 'ussd',
  bank: 'bank',
  payattitude: 'phone',
}

/** Routes of the hosted page: displays a payment and processes the form. */
export function paystackCheckout(simulator: PaystackSimulator): Router {
  const find = (code: string) => {
    const payment = simulator.state.paymentByCode(code)
    return payment && hostedPayment(payment, simulator.state.paymentOutcome(payment))
  }
  return hostedCheckout(simulator.context, {
    brand: { name: 'Paystack', bank: 'Paystack-Titan (test)', cards: testCards },
    find,
    completeCheckout: (code, choice) =>
      completeCheckout(simulator, simulator.state.paymentByCode(code)!, choice),
  })
}

const hostedPayment = (payment: Payment, outcome: PaymentOutcome | null): HostedPayment => ({
  ...payment,
  channels: payment.channels.map((name) => ({ name, method: paymentMethods[name] })),
  digits: payment.id,
  resultText: outcome && resultTextOf(outcome),
  returnUrl: returnUrl(payment),
})

const resultTextOf = (outcome: PaymentOutcome) =>
  outcome.type === 'paid'
    ? 'This payment was received.'
    : `This payment did not go through: ${outcome.reason}.`

/** Performs a checkout visit without a browser. */
export function visitPaystack(simulator: PaystackSimulator, visit: CheckoutVisit): CheckoutResult | null {
  const { reference = '', accessCode = '' } = visit
  const payment = simulator.state.payment(reference) ?? simulator.state.paymentByCode(accessCode)
  return payment ? completeCheckout(simulator, payment, visit) : null
}

function completeCheckout(
  simulator: PaystackSimulator,
  payment: Payment,
  choice: CheckoutChoice & Pick<CheckoutVisit, 'payer'>,
): CheckoutResult {
  const channel =
    payment.channels.find((channel) => channel === choice.channel) ?? payment.channels[0] ?? 'card'
  if (simulator.state.paymentOutcome(payment)) return checkoutResult(simulator, payment)
  if (choice.cancel) return checkoutResult(simulator, payment, cancelUrl(payment))
  if (choice.decline) {
    simulator.fail(payment, channel, 'Declined')
    return checkoutResult(simulator, payment, cancelUrl(payment))
  }
  if (channel !== 'card') {
    simulator.capture(payment, channel, null, choice.payer)
    return checkoutResult(simulator, payment)
  }
  const card = findTestCard(choice.card ?? successCard.number)
  if (!card) return { type: 'rejected', message: notATestCard }
  if (card.declineReason) simulator.fail(payment, 'card', card.declineReason)
  else simulator.capture(payment, 'card', card.number)
  return checkoutResult(simulator, payment)
}

function checkoutResult(
  simulator: PaystackSimulator,
  payment: Payment,
  callbackUrl = returnUrl(payment),
): CheckoutResult {
  const status = simulator.state.paymentOutcome(payment)?.type === 'paid' ? 'success' : 'failed'
  return { type: 'done', status, callbackUrl }
}

/** The merchant's callback URL with its query and both reference parameters. Null without a callback URL. */
function returnUrl(payment: Payment): string | null {
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
