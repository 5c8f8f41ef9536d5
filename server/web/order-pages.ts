import type { OrderPage, OrderState, OrderStatus } from '../../shared/orders.ts'
import { orderState } from '../../shared/orders.ts'
import { pageOf } from '../../shared/pages.ts'
import { AccessToken, OrderReference } from '../../shared/references.ts'
import type { Answer } from './api-client.ts'
import type { Shown, Site, Visit } from './page.ts'

/** Which pages an order may be seen on, and what a visitor led elsewhere is told. */
export const openPages = Object.freeze({
  quoted: { pages: ['details'], note: 'unpaid' },
  awaiting_payment: { pages: ['details', 'process'], note: 'unfinished' },
  paid: { pages: ['process'], note: 'paid' },
  vending: { pages: ['process'], note: 'paid' },
  delivered: { pages: ['success'], note: 'delivered' },
  vend_failed: { pages: ['process'], note: 'failed' },
  refunding: { pages: ['process'], note: 'failed' },
  refunded: { pages: ['process'], note: 'failed' },
  expired: { pages: ['details', 'process'], note: 'expired' },
} as const satisfies Record<OrderState, { pages: readonly OrderPage[]; note: string }>)

/** The one sentence for each `note` of an address; any other value says nothing. */
export const notes = Object.freeze({
  unpaid: 'This order is not paid yet, so we brought you back to its details.',
  unfinished: 'The payment of this order is not finished. Here is where it stands.',
  paid: 'This order is already paid. You do not need to pay again.',
  delivered: 'This order is already delivered. Here is what you bought.',
  failed: 'This order could not be delivered. Here is what happens to your money.',
  expired: 'This order has expired. You can start a new one.',
  password: 'Your password is changed. Please sign in with the new one.',
  card: 'Your saved card is deleted.',
} as const)

export const noteOf = (code: string | undefined): string | null =>
  code !== undefined && Object.hasOwn(notes, code) ? notes[code as keyof typeof notes] : null

/** An order's reference from an address, or '' when it cannot be one. */
export const referenceIn = (typed: string | undefined): string =>
  OrderReference.safeParse(typed).success ? (typed ?? '') : ''
export const secretIn = (typed: string | undefined): string =>
  AccessToken.safeParse(typed).success ? (typed ?? '') : ''

/** The order's true state, for whoever may know it; null for unknown and foreign ones alike. */
export async function readState(
  visit: Visit,
  site: Site,
  reference: string,
  secret: string,
): Promise<Answer<OrderStatus> | null> {
  if (!reference) return null
  return site.api.ask(
    orderState,
    { params: { reference }, query: secret ? { access_token: secret } : {} },
    visit.caller,
  )
}

/** Where a visitor of `page` belongs instead, or null when the order may be seen here. */
export function ledElsewhere(page: OrderPage, status: OrderStatus, secret: string): Shown | null {
  const { pages, note } = openPages[status.state]
  if (status.page === page || (pages as readonly OrderPage[]).includes(page)) return null
  const to = pageOf(status.page, status.service, status.reference, secret)
  // From waiting to the token is the journey's own next step and needs no explanation.
  const isNextStep = page === 'process' && status.page === 'success'
  return { is: 'elsewhere', to: isNextStep ? to : `${to}&note=${note}` }
}
