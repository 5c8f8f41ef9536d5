import { timingSafeEqual } from 'node:crypto'
import type { Caller } from '../http/index.ts'
import type { Order } from './order.ts'

export type Reader = Pick<Caller, 'session' | 'actor'>

/** The browser that made the order, or the person it belongs to. */
export function isOwner(order: Order, reader: Reader): boolean {
  if (order.user_id && reader.actor?.userId === order.user_id) return true
  return !!order.session_hash && !!reader.session && same(Buffer.from(order.session_hash), reader.session)
}

/** May read and act on the order: its owner, or whoever holds its access token. */
export const mayOpen = (order: Order, reader: Reader, accessToken?: string | null): boolean =>
  isOwner(order, reader) || (!!accessToken && same(Buffer.from(order.access_token), Buffer.from(accessToken)))

/** Holds the view-only token of a history record: token and receipt, no e-mail, no address. */
export const mayView = (order: Order, viewToken: string): boolean =>
  same(Buffer.from(order.view_token), Buffer.from(viewToken))

const same = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b)
