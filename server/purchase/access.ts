import { timingSafeEqual } from 'node:crypto'
import type { Caller } from '../http/index.ts'
import type { Order } from './order.ts'

export type Reader = Pick<Caller, 'session' | 'actor'>

/** True for the browser session that created the order, and for the user that owns it. */
export function isOwner(order: Order, reader: Reader): boolean {
  if (order.user_id && reader.actor?.userId === order.user_id) return true
  return !!order.session_hash && !!reader.session && isEqual(Buffer.from(order.session_hash), reader.session)
}

/** True for a caller that may read and act on the order: its owner, or a holder of its access token. */
export const canOpen = (order: Order, reader: Reader, accessToken?: string | null): boolean =>
  isOwner(order, reader) ||
  (!!accessToken && isEqual(Buffer.from(order.access_token), Buffer.from(accessToken)))

/** True for the view-only token of a history record. It opens token and receipt, no e-mail and no address. */
export const canView = (order: Order, viewToken: string): boolean =>
  isEqual(Buffer.from(order.view_token), Buffer.from(viewToken))

const isEqual = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b)
