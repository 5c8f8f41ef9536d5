import { randomBytes } from 'node:crypto'
import { nairaText } from '../../shared/money.ts'
import { ApiError, type Caller } from '../http/index.ts'
import { type Order, payerDigest, payerIdentities } from '../purchase/index.ts'
import { prepareOrder } from '../services.ts'
import type { PaymentRequestDeps } from './deps.ts'
import { notPayableText, type RequestRow, statusOf } from './request.ts'
import { paymentRequestTexts } from './texts.ts'

/**
 * Creates the order that pays a request, with the lookup, prices and limits of its service's form. The same payer gets
 * the same unpaid order. It has no user before it is paid, and the payer is not its creator, so that nothing that opens
 * orders shows its token to the payer.
 * @throws ApiError REQUEST_CLOSED, ORDER_CHANGED, INVALID, and as the service's lookup does
 */
export async function createOrderOfRequest(
  deps: PaymentRequestDeps,
  request: RequestRow,
  amountKobo: bigint | undefined,
  caller: Caller,
): Promise<Order> {
  if (statusOf(request) !== 'open') throw new ApiError('REQUEST_CLOSED', { message: notPayableText(request) })
  // An API client without account and session gets a new order each time, and only its token opens it.
  const [payer = randomBytes(32).toString('base64url')] = payerIdentities(caller)
  const { planName: _, provider: billerCode, ...selection } = request.selection
  const createOrder = prepareOrder({
    service: request.service,
    ...selection,
    billerCode,
    amount: nairaText(amountOf(request, amountKobo)),
  })
  const order = await createOrder(deps, {
    ...caller,
    actor: null,
    sessionHash: payerDigest(request.id, payer),
  })
  if (request.amount_kobo !== null && order.amount_kobo !== request.amount_kobo)
    throw new ApiError('ORDER_CHANGED', { message: paymentRequestTexts.priceChanged() })
  await deps.db.q
    .updateTable('orders')
    // The order earns no cashback: the payer has no order, and the requester did not pay.
    .set({ payment_request_id: request.id, cashback_kobo: 0n })
    .where('id', '=', order.id)
    .where('payment_request_id', 'is', null)
    .execute()
  return order
}

function amountOf({ amount_kobo: fixedKobo }: RequestRow, enteredKobo: bigint | undefined): bigint {
  if (fixedKobo !== null) return fixedKobo
  if (enteredKobo !== undefined) return enteredKobo
  throw new ApiError('INVALID', { field: 'amount', message: paymentRequestTexts.amountMissing() })
}
