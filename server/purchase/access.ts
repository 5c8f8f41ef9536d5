import { createHash, timingSafeEqual } from 'node:crypto'
import { type ManagementEndpoint, mayUseEndpoint } from '../../shared/management/endpoint-scopes.ts'
import type { Caller } from '../http/index.ts'
import type { Order } from './order.ts'

export type OrderReader = Pick<Caller, 'sessionHash' | 'actor'>

/**
 * True for the browser session that created the order, or opened the link of an unpaid one, and for the user that owns it.
 */
export function isOwner(order: Order, reader: OrderReader): boolean {
  if (order.user_id && reader.actor?.userId === order.user_id) return true
  if (!order.session_hash || !reader.sessionHash) return false
  const stored = Buffer.from(order.session_hash)
  return isEqual(stored, reader.sessionHash) || isEqual(stored, linkSessionHash(order, reader.sessionHash))
}

/**
 * Stored as the session of an unpaid order whose link a browser opened. For a guest's order it is the browser's session
 * hash. For a user's order it is a digest of it: the browser can open the order, but the digest does not equal the session
 * hash of a payment made there, so that the payment counts as the payer's money and not as the user's.
 */
export const linkSessionHash = ({ id, user_id }: Pick<Order, 'id' | 'user_id'>, session: Buffer): Buffer =>
  user_id === null ? session : createHash('sha256').update(`link of order ${id} `).update(session).digest()

/**
 * True for a caller that may read and act on the order: its owner, the manager who bought it for a user, also in another
 * session and while a scope lets them buy, or a holder of its access token.
 */
export const canOpen = (order: Order, reader: OrderReader, accessToken?: string | null): boolean =>
  isOwner(order, reader) ||
  isPurchasedBy(order, reader.actor) ||
  (!!accessToken && isEqual(Buffer.from(order.access_token), Buffer.from(accessToken)))

const isPurchasedBy = (order: Order, actor: OrderReader['actor']): boolean =>
  actor?.role === 'manager' &&
  order.purchased_by_manager_id === actor.userId &&
  mayUseEndpoint(actor.scopes ?? [], purchaseEndpointOf(order))

/** The endpoint by which a manager buys such an order for a user. */
const purchaseEndpointOf = ({ service }: Order): ManagementEndpoint =>
  service === 'cabletv' ? 'purchaseCabletvForUser' : 'purchasePowerForUser'

/** True for the view-only token of a history record. It opens token and receipt, no e-mail and no address. */
export const canView = (order: Order, viewToken: string): boolean =>
  isEqual(Buffer.from(order.view_token), Buffer.from(viewToken))

/**
 * The key of a limit for one order. Callers who can only view it, or only have its reference, are counted separately:
 * they cannot use up the limit of its customer.
 */
export const orderLimitKey = ({ id }: Pick<Order, 'id'>, hasFullAccess: boolean): string =>
  hasFullAccess ? id : `${id} view-only`

const isEqual = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b)
