import { sql } from 'kysely'
import type { BodyOf, DataOf } from '../../shared/contract.ts'
import type { findOwnOrder } from '../../shared/orders.ts'
import { normalisePhone } from '../../shared/phone.ts'
import type { Database } from '../database/index.ts'
import { type Caller, ipNetworkOf, type Limits } from '../http/index.ts'
import { listPayments } from '../payments/index.ts'
import { continueInBrowser } from './continue-in-browser.ts'
import { rejectFailedAccess } from './open-order.ts'
import { orderStatusOf } from './order-status.ts'

/**
 * Opens an order for a caller with its reference, its phone and the last four characters of the number
 * it was bought for. Returns the order's access token, like the link in the SMS, and an unpaid order continues in this
 * browser; it grants no right to a refund. One statement compares all three, so a wrong phone takes as long as an unknown reference.
 * @throws ApiError NOT_FOUND for every miss, TOO_MANY after five attempts for one reference, right or wrong
 */
export async function openOwnOrder(
  { db, limits }: { db: Database; limits: Limits },
  { reference, phone, last_four }: BodyOf<typeof findOwnOrder>,
  caller: Caller,
): Promise<DataOf<typeof findOwnOrder>> {
  const normalisedReference = normalise(reference)
  const pair = `${ipNetworkOf(caller.ip)} ${normalisedReference}`
  await limits.consume('order_proof_pair', pair)
  await limits.consume('order_proof', normalisedReference)
  const order = await db.q
    .selectFrom('orders')
    .selectAll()
    .where('reference', '=', normalisedReference)
    .where('phone', '=', normalisePhone(phone))
    .where(sql<string>`upper(right(beneficiary, 4))`, '=', normalise(last_four))
    // The payer of a payment request has all three, and must not get the token; its requester has an account.
    .where('payment_request_id', 'is', null)
    .executeTakeFirst()
  if (!order) return rejectFailedAccess(limits, caller)
  await limits.restore('order_proof_pair', pair)
  await limits.restore('order_proof', normalisedReference)
  await continueInBrowser(db, order, caller)
  const { page } = orderStatusOf(order, await listPayments(db.q, order.id), [])
  return { reference: order.reference, service: order.service, page, access_token: order.access_token }
}

const normalise = (input: string): string => input.replace(/[\s-]/g, '').toUpperCase()
