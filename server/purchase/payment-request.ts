import { createHash, timingSafeEqual } from 'node:crypto'
import type { Tx } from '../database/index.ts'
import type { OrderReader } from './access.ts'
import type { Order } from './order.ts'

/**
 * Rules for orders that pay a payment request. The `payment-requests` module implements them. The user of such an order is
 * the requester, who gets its token; another person pays for it.
 */
export interface PaymentRequestRules {
  /** Called before a checkout or a wallet payment. @throws ApiError REQUEST_CLOSED */
  assertOpen(tx: Tx, requestId: string): Promise<void>
  /**
   * Marks the request as paid by this order, in the transaction of the payment.
   * @returns `paid` when another order paid it before, `closed` when it was cancelled or blocked
   */
  claim(tx: Tx, order: Order): Promise<'claimed' | 'paid' | 'closed'>
}

/**
 * Stored as the session of a request's order: no browser has it, so no browser opens the order as its creator. Only the
 * payer's own session or account gives the same digest.
 */
export const payerDigest = (requestId: string, payer: string): Buffer =>
  createHash('sha256').update(`payer of request ${requestId} ${payer}`).digest()

/** Identities of a caller as a payer: the account first, then the browser session. */
export const payerIdentities = ({ actor, sessionHash }: OrderReader): string[] => [
  ...(actor ? [`user ${actor.userId}`] : []),
  ...(sessionHash ? [`session ${Buffer.from(sessionHash).toString('base64url')}`] : []),
]

/** Token of the payer's link: it opens status, receipt and refund account of the order, never the order itself. */
export const payerTokenOf = (accessToken: string): string =>
  createHash('sha256').update(`payer ${accessToken}`).digest('base64url')

/** True for the payer of a payment request's order: by account, browser session, or the token of the payer's link. */
export function isPayer(order: Order, reader: OrderReader, payerToken?: string | null): boolean {
  const { payment_request_id: requestId, session_hash: digest } = order
  if (!requestId) return false
  if (payerToken && isEqual(Buffer.from(payerTokenOf(order.access_token)), Buffer.from(payerToken)))
    return true
  return (
    !!digest &&
    payerIdentities(reader).some((identity) => isEqual(Buffer.from(digest), payerDigest(requestId, identity)))
  )
}

const isEqual = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b)

/** The number of an order as the payer of a request sees it: its last four characters. */
export const maskedNumber = (number: string): string => `****${number.slice(-4)}`
