import type { Router } from 'express'
import { type CheckoutChoice, hostedCheckout, notATestCard } from '../hosted-checkout.ts'
import type { HostedPayment, PaymentMethod } from '../hosted-page.ts'
import type { CheckoutResult, CheckoutVisit } from '../provider.ts'
import { findTestCard, successCard, testCards } from './cards.ts'
import type { FlutterwaveSimulator } from './simulator.ts'
import type { Attempt, Link, Option, State } from './state.ts'

const paymentMethods: Record<Option, PaymentMethod> = {
  card: 'card',
  banktransfer: 'transfer',
  ussd: 'ussd',
  account: 'bank',
  payattitude: 'phone',
}

/** The hosted page of a link, and the bank page of a charge that awaits confirmation. */
export function flutterwaveCheckout(simulator: FlutterwaveSimulator): Router {
  const { state } = simulator
  return hostedCheckout(simulator.context, {
    brand: { name: 'Flutterwave', bank: 'Mock Bank', cards: testCards, hasCancelButton: true },
    find: (code) => {
      const link = state.link(code)
      return link && hostedPayment(state, link)
    },
    completeCheckout: (code, choice) => completeCheckout(simulator, state.link(code)!, choice),
  })
}

function hostedPayment(state: State, link: Link): HostedPayment {
  const endedAttempt = closingAttemptOf(state, link)
  return {
    ...link,
    reference: link.txRef,
    channels: link.options.map((name) => ({ name, method: paymentMethods[name] })),
    digits: link.code.replace(/\D/g, '').padEnd(10, '0'),
    resultText:
      endedAttempt && (state.end(endedAttempt)?.type === 'successful' ? receivedNotice : failedNotice),
    returnUrl: returnUrl(
      link,
      endedAttempt ? { status: state.end(endedAttempt)!.type, attempt: endedAttempt } : null,
    ),
  }
}

const receivedNotice = 'This payment was received.'
const failedNotice = 'This payment did not go through.'

/** The attempt that closed a link: a success. A token charge has one attempt, which always closes it. */
function closingAttemptOf(state: State, link: Link): Attempt | null {
  const confirmedAttempt = link.confirms === null ? undefined : state.attempt(link.confirms)
  if (confirmedAttempt) return state.end(confirmedAttempt) ? confirmedAttempt : null
  return state.paidAttempt(link.txRef) ?? null
}

/** Performs a checkout visit without a browser. */
export function visitFlutterwave(
  simulator: FlutterwaveSimulator,
  visit: CheckoutVisit,
): CheckoutResult | null {
  const { reference = '', accessCode = '' } = visit
  const link = simulator.state.link(accessCode) ?? simulator.state.linkTo(reference)
  return link ? completeCheckout(simulator, link, visit) : null
}

function completeCheckout(
  simulator: FlutterwaveSimulator,
  link: Link,
  choice: CheckoutChoice,
): CheckoutResult {
  const { state } = simulator
  const endedAttempt = closingAttemptOf(state, link)
  if (endedAttempt) return checkoutResult(state, link, endedAttempt)
  if (choice.cancel) return { type: 'done', status: 'failed', callbackUrl: returnUrl(link, null) }
  const pendingAttempt = link.confirms === null ? undefined : state.attempt(link.confirms)
  if (pendingAttempt) {
    simulator.confirm(pendingAttempt, !choice.decline)
    return checkoutResult(state, link, pendingAttempt)
  }
  const option = link.options.find((option) => option === choice.channel) ?? link.options[0] ?? 'card'
  const card = option === 'card' ? findTestCard(choice.card ?? successCard.number) : null
  if (choice.decline)
    return checkoutResult(state, link, simulator.fail(link, option, card?.number ?? null, 'Declined'))
  if (option !== 'card') return checkoutResult(state, link, simulator.capture(link, option, null, 'AUTH'))
  if (!card) return { type: 'rejected', message: notATestCard }
  const result = card.declineReason
    ? simulator.fail(link, 'card', card.number, card.declineReason)
    : simulator.capture(link, 'card', card.number)
  return checkoutResult(state, link, result)
}

function checkoutResult(state: State, link: Link, attempt: Attempt): CheckoutResult {
  const status = state.end(attempt)?.type === 'successful' ? 'successful' : 'failed'
  return {
    type: 'done',
    status: status === 'successful' ? 'success' : 'failed',
    callbackUrl: returnUrl(link, { status, attempt: attempt }),
  }
}

/**
 * The merchant's redirect URL with its query. Without an attempt it has no transaction id; after a token charge
 * a single parameter contains everything as JSON.
 */
function returnUrl(link: Link, end: { status: string; attempt: Attempt } | null): string | null {
  if (!link.redirectUrl) return null
  const url = new URL(link.redirectUrl)
  const add = (name: string, value: string) => url.searchParams.set(name, value)
  if (link.confirms !== null && end) {
    add('response', JSON.stringify({ id: end.attempt.id, txRef: link.txRef, status: end.status }))
    return url.href
  }
  add('status', end?.status ?? 'cancelled')
  add('tx_ref', link.txRef)
  if (end) add('transaction_id', String(end.attempt.id))
  return url.href
}
