import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { BodyOf } from '../../shared/contract.ts'
import type { UserId } from '../../shared/ids.ts'
import type { createPaymentRequest } from '../../shared/payment-requests.ts'
import { lockUserRows, type RequestedProduct, type Tx } from '../database/index.ts'
import { type Actor, ApiError, type Caller } from '../http/index.ts'
import { sha256 } from '../payments/index.ts'
import { type Order, orderByReference } from '../purchase/index.ts'
import type { PaymentRequestDeps } from './deps.ts'
import { cancelRequest, type RequestRow, selectRequests } from './request.ts'
import { paymentRequestTexts } from './texts.ts'

const maxOpen = 20
const codeBytes = 16

/** The services whose customers enter the amount. */
const takesOpenAmount = (order: Order): boolean => order.service === 'power' || order.service === 'airtime'

export const hashOf = (code: string): Buffer => sha256(`payment request ${code}`)

/** Binds an encrypted code to its row. */
export const codeContext = (hash: Buffer): string => `payment_request:${Buffer.from(hash).toString('hex')}`

/**
 * Creates a request from an order that the caller quoted. The same order returns its open request, so that a double
 * press creates one; an expired one is cancelled, and a new one takes its place.
 * @throws ApiError NOT_FOUND, ORDER_PAID, TOO_MANY, INVALID
 */
export async function createRequest(
  { db, limits, secrets }: PaymentRequestDeps,
  { order_reference, open_amount, note, days }: BodyOf<typeof createPaymentRequest>,
  { actor }: Caller<Actor>,
): Promise<RequestRow> {
  const order = await orderByReference(db.q, order_reference)
  if (order?.user_id !== actor.userId) throw new ApiError('NOT_FOUND', { field: 'order_reference' })
  if (order.state !== 'quoted' || order.payment_request_id) throw new ApiError('ORDER_PAID')
  if (open_amount && !takesOpenAmount(order))
    throw new ApiError('INVALID', {
      field: 'open_amount',
      message: paymentRequestTexts.amountFixedOnly(),
    })
  const code = randomBytes(codeBytes).toString('base64url')
  const codeHash = hashOf(code)
  const encryptedCode = secrets.encrypt(code, codeContext(codeHash))
  const selectExisting = (tx: Tx) =>
    selectRequests(tx).where('quoted_order_id', '=', order.id).where('state', '=', 'open')
  const stored = await db.inTransaction((tx) => selectExisting(tx).executeTakeFirst())
  if (!stored || stored.is_expired) await limits.consume('request_person', actor.userId)
  return db.inTransaction(async (tx) => {
    // One request of a user at a time, so that the number of open ones is exact.
    await lockUserRows(tx, actor.userId)
    // A payment of an expired request takes the same lock.
    const existing = await selectExisting(tx).forUpdate().executeTakeFirst()
    if (existing && !existing.is_expired) return existing
    if (existing) await cancelRequest(tx, existing)
    await assertBelowLimit(tx, actor.userId)
    const { id } = await tx
      .insertInto('payment_requests')
      .values({
        user_id: actor.userId,
        code_hash: codeHash,
        encrypted_code: encryptedCode,
        quoted_order_id: order.id,
        service: order.service,
        selection: JSON.stringify(selectionOf(order)),
        amount_kobo: open_amount ? null : order.amount_kobo,
        note: note || null,
        state: 'open',
        expires_at: sql<Date>`app_now() + make_interval(days => ${days})`,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return selectRequests(tx).where('id', '=', id).executeTakeFirstOrThrow()
  })
}

/** @throws ApiError TOO_MANY */
async function assertBelowLimit(tx: Tx, userId: UserId): Promise<void> {
  const { count } = await tx
    .selectFrom('payment_requests')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('user_id', '=', userId)
    .where('state', '=', 'open')
    .where('expires_at', '>', sql<Date>`app_now()`)
    .executeTakeFirstOrThrow()
  if (count >= maxOpen)
    throw new ApiError('TOO_MANY', { message: paymentRequestTexts.tooManyOpen({ max: maxOpen }) })
}

const selectionOf = (order: Order): RequestedProduct => ({
  number: order.beneficiary,
  provider: order.code,
  type: order.service === 'power' ? order.variation : '',
  plan: order.variation,
  planName: order.variation_name,
  phone: order.phone,
  quantity: order.quantity,
  email: order.email,
})
