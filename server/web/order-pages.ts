import type { OrderPage, OrderProgress, OrderState, OrderStatus } from '../../shared/orders.ts'
import { getOrderState } from '../../shared/orders.ts'
import { orderPageUrl } from '../../shared/pages.ts'
import { AccessToken, OrderReference } from '../../shared/references.ts'
import type { ApiResult } from './api-client.ts'
import type { PageResult, WebContext } from './page.ts'
import { webTexts } from './texts.ts'

/** The pages allowed for each order state, and the note shown after a redirect. */
const allowedPages = Object.freeze({
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

/** The message for each `note` of a URL; other values show nothing. */
export const notes = Object.freeze({
  unpaid: webTexts.unpaidNote,
  unfinished: webTexts.unfinishedNote,
  paid: webTexts.paidNote,
  delivered: webTexts.deliveredNote,
  failed: webTexts.failedNote,
  expired: webTexts.expiredNote,
  password: webTexts.passwordNote,
  card: webTexts.cardNote,
  scope: webTexts.scopeNote,
  topup_cancelled: webTexts.topUpCancelledNote,
} as const)

export const noteOf = (code: string | undefined): string | null =>
  code !== undefined && Object.hasOwn(notes, code) ? notes[code as keyof typeof notes]() : null

/** A valid order reference from a URL, or ''. */
export const parseReference = (input: string | undefined): string =>
  OrderReference.safeParse(input).success ? (input ?? '') : ''
export const parseAccessToken = (input: string | undefined): string =>
  AccessToken.safeParse(input).success ? (input ?? '') : ''

/** The order's current status for an authorised caller; null without a reference. */
export async function fetchOrderStatus(
  web: WebContext,
  reference: string,
  accessToken: string,
): Promise<ApiResult<OrderProgress> | null> {
  if (!reference) return null
  return web.api.request(getOrderState, {
    params: { reference },
    query: accessToken ? { access_token: accessToken } : {},
  })
}

/** The redirect for a visitor of `page`, or null if the page is allowed for the order. */
export function orderRedirect(page: OrderPage, status: OrderStatus, accessToken: string): PageResult | null {
  const { pages, note } = allowedPages[status.state]
  if (status.page === page || (pages as readonly OrderPage[]).includes(page)) return null
  const to = orderPageUrl(status.page, status.service, status.reference, accessToken)
  // From the process page to the result is the normal next step and needs no note.
  const isNextStep = page === 'process' && status.page === 'success'
  return { type: 'redirect', to: isNextStep ? to : `${to}&note=${note}` }
}
