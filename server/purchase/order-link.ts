import type { DataOf } from '../../shared/contract.ts'
import { languageOf } from '../../shared/languages.ts'
import type { openOrderLink } from '../../shared/orders.ts'
import type { Database } from '../database/index.ts'
import type { Caller, Limits } from '../http/index.ts'
import { listPayments, sha256 } from '../payments/index.ts'
import { continueInBrowser } from './continue-in-browser.ts'
import { rejectFailedAccess } from './open-order.ts'
import { orderStatusOf } from './order-status.ts'

const linkCodeBytes = 16

/** Code of an order's short link: 128 bits derived from its access token, base64url. */
export const linkCodeOf = (accessToken: string): string =>
  sha256(`order link ${accessToken}`).subarray(0, linkCodeBytes).toString('base64url')

/** Stored with an order to find it by its code. */
export const linkHashOf = (code: string): Buffer => sha256(code)

/**
 * Opens the order of a short link, with the rights of its access token. An unpaid order continues in this browser.
 * @throws ApiError NOT_FOUND for an unknown code, TOO_MANY after too many unknown codes by one client
 */
export async function openOrderByLink(
  { db, limits }: { db: Database; limits: Limits },
  code: string,
  caller: Caller,
): Promise<DataOf<typeof openOrderLink>> {
  const order = await db.q
    .selectFrom('orders')
    .selectAll()
    .where('link_hash', '=', linkHashOf(code))
    .executeTakeFirst()
  if (!order) return rejectFailedAccess(limits, caller)
  await continueInBrowser(db, order, caller)
  const { page } = orderStatusOf(order, await listPayments(db.q, order.id), [])
  return {
    reference: order.reference,
    service: order.service,
    page,
    access_token: order.access_token,
    language: languageOf(order.language),
  }
}
