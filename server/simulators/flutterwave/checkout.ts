import type { Router } from 'express'
import { type Choice, hostedCheckout, notATestCard } from '../hosted-checkout.ts'
import type { HostedPayment, Way } from '../hosted-page.ts'
import type { CheckoutEnd, CheckoutVisit } from '../party.ts'
import { cardOf, successCard, testCards } from './cards.ts'
import type { Desk } from './desk.ts'
import type { Link, Option, State, Try } from './state.ts'

const ways: Record<Option, Way> = {
  card: 'card',
  banktransfer: 'transfer',
  ussd: 'ussd',
  account: 'bank',
  payattitude: 'phone',
}

/** The hosted page of a link, and the bank's page of a charge that waits for its owner. */
export function flutterwaveCheckout(desk: Desk): Router {
  const { state } = desk
  return hostedCheckout(desk.ground, {
    brand: { name: 'Flutterwave', bank: 'Mock Bank', cards: testCards, cancels: true },
    find: (code) => {
      const link = state.link(code)
      return link && shown(state, link)
    },
    settle: (code, choice) => settle(desk, state.link(code)!, choice),
  })
}

function shown(state: State, link: Link): HostedPayment {
  const over = endedBy(state, link)
  return {
    ...link,
    reference: link.txRef,
    channels: link.options.map((name) => ({ name, way: ways[name] })),
    digits: link.code.replace(/\D/g, '').padEnd(10, '0'),
    ended: over && (state.end(over)?.is === 'successful' ? received : refused),
    back: backFrom(link, over ? { status: state.end(over)!.is, try: over } : null),
  }
}

const received = 'This payment was received.'
const refused = 'This payment did not go through.'

/** The try that closed a link: a success. A charge by token has only one, which closes it either way. */
function endedBy(state: State, link: Link): Try | null {
  const own = link.confirms === null ? undefined : state.try(link.confirms)
  if (own) return state.end(own) ? own : null
  return state.paidTry(link.txRef) ?? null
}

/** What a visit without a browser does. */
export function visitFlutterwave(desk: Desk, visit: CheckoutVisit): CheckoutEnd | null {
  const { reference = '', accessCode = '' } = visit
  const link = desk.state.link(accessCode) ?? desk.state.linkTo(reference)
  return link ? settle(desk, link, visit) : null
}

function settle(desk: Desk, link: Link, choice: Choice): CheckoutEnd {
  const { state } = desk
  const over = endedBy(state, link)
  if (over) return done(state, link, over)
  if (choice.cancel) return { is: 'done', status: 'failed', callbackUrl: backFrom(link, null) }
  const waiting = link.confirms === null ? undefined : state.try(link.confirms)
  if (waiting) {
    desk.confirm(waiting, !choice.decline)
    return done(state, link, waiting)
  }
  const option = link.options.find((it) => it === choice.channel) ?? link.options[0] ?? 'card'
  const card = option === 'card' ? cardOf(choice.card ?? successCard.number) : null
  if (choice.decline) return done(state, link, desk.fail(link, option, card?.number ?? null, 'Declined'))
  if (option !== 'card') return done(state, link, desk.capture(link, option, null, 'AUTH'))
  if (!card) return { is: 'refused', says: notATestCard }
  const made = card.declines
    ? desk.fail(link, 'card', card.number, card.declines)
    : desk.capture(link, 'card', card.number)
  return done(state, link, made)
}

function done(state: State, link: Link, of: Try): CheckoutEnd {
  const status = state.end(of)?.is === 'successful' ? 'successful' : 'failed'
  return {
    is: 'done',
    status: status === 'successful' ? 'success' : 'failed',
    callbackUrl: backFrom(link, { status, try: of }),
  }
}

/**
 * The merchant's address, its query kept. Without a try it names no transaction; after a charge by token
 * all of it stands in one parameter, as JSON.
 */
function backFrom(link: Link, end: { status: string; try: Try } | null): string | null {
  if (!link.redirectUrl) return null
  const url = new URL(link.redirectUrl)
  const add = (name: string, value: string) => url.searchParams.set(name, value)
  if (link.confirms !== null && end) {
    add('response', JSON.stringify({ id: end.try.id, txRef: link.txRef, status: end.status }))
    return url.href
  }
  add('status', end?.status ?? 'cancelled')
  add('tx_ref', link.txRef)
  if (end) add('transaction_id', String(end.try.id))
  return url.href
}
