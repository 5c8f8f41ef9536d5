import type { GatewayName, PaymentMethod } from '../../shared/payments.ts'
import type { OrderReference } from '../../shared/references.ts'
import { inSeconds } from '../database/index.ts'
import { depositUnapplied, post } from '../ledger/index.ts'
import { gatewayOf, type PaymentDeps } from './deps.ts'
import type { CheckoutOrigin, PaymentStatusResult } from './gateway.ts'
import type { Payment, TopUp } from './payment.ts'
import { findPaymentByReference, newNonce, parseDate, sha256 } from './store.ts'
import { verifyPayment } from './verify-payment.ts'

type SucceededStatus = Extract<PaymentStatusResult, { type: 'succeeded' }>

/** `failure_reason` of unallocated funds that were paid for an order which a restore removed. */
export const missingOrderReasons = {
  delivered: 'lost_order_delivered',
  not_received: 'lost_order_not_received',
  unknown: 'lost_order',
} as const satisfies Record<MissingOrderVendStatus, string>

/** A payment that the gateway received and that is missing since this database was restored from a backup. */
export type MissingPayment =
  /** Its row exists, or the gateway has not received it. */
  | { readonly type: 'none' }
  /** The gateway could not be queried. */
  | { readonly type: 'unavailable' }
  /** Its order, or the user whose wallet it tops up, is known: it is applied like any other payment. */
  | { readonly type: 'order' | 'wallet_topup'; readonly amountKobo: bigint }
  /** Its order is missing too: it becomes unallocated funds. */
  | {
      readonly type: 'unallocated'
      readonly amountKobo: bigint
      readonly orderReference: OrderReference | null
    }

/** The vendors' result for a missing order. `unknown`: not queried, or one of them cannot be queried. */
export type MissingOrderVendStatus = 'delivered' | 'not_received' | 'unknown'

/** Finds out what a missing payment was for; changes nothing. */
export async function inspectMissingPayment(
  deps: PaymentDeps,
  gateway: GatewayName,
  reference: string,
): Promise<MissingPayment> {
  const lookup = await fetchMissingPayment(deps, gateway, reference)
  if ('type' in lookup) return lookup
  const { status, origin } = lookup
  const order =
    origin.orderReference &&
    (await deps.db.q
      .selectFrom('orders')
      .select('id')
      .where('reference', '=', origin.orderReference)
      .executeTakeFirst())
  if (order) return { type: 'order', amountKobo: status.paidKobo }
  if (await findToppedUpUser(deps, status, origin))
    return { type: 'wallet_topup', amountKobo: status.paidKobo }
  return { type: 'unallocated', amountKobo: status.paidKobo, orderReference: origin.orderReference }
}

/**
 * Recovers a missing payment, once: recreates its row and verifies it as usual, or posts it to unallocated funds when its
 * order is missing too, where a manager credits or returns it.
 */
export async function recoverPayment(
  deps: PaymentDeps,
  gateway: GatewayName,
  reference: string,
  vend: MissingOrderVendStatus = 'unknown',
): Promise<MissingPayment> {
  const lookup = await fetchMissingPayment(deps, gateway, reference)
  if ('type' in lookup) return lookup
  const { status, origin } = lookup
  const payment =
    (await recreateOrderPayment(deps, gateway, status, origin)) ??
    (await recreateTopUp(deps, gateway, status, origin))
  if (!payment) return recordUnallocated(deps, gateway, { status, origin, vend })
  deps.log.error({ payment: payment.id, gateway }, 'a payment that was missing since a restore was recovered')
  await verifyPayment(deps, payment)
  return { type: payment.purpose, amountKobo: status.paidKobo }
}

async function fetchMissingPayment(
  deps: PaymentDeps,
  gatewayName: GatewayName,
  reference: string,
): Promise<MissingPayment | { status: SucceededStatus; origin: CheckoutOrigin }> {
  if (await isPaymentRecorded(deps, gatewayName, reference)) return { type: 'none' }
  const gateway = gatewayOf(deps, gatewayName)
  const status = await gateway.verify(reference)
  if (status.type !== 'succeeded') return { type: status.type === 'pending' ? 'unavailable' : 'none' }
  if (status.reference !== reference || status.paidKobo <= 0n) return { type: 'unavailable' }
  const origin = await gateway.getCheckoutOrigin(reference)
  return origin ? { status, origin } : { type: 'unavailable' }
}

async function isPaymentRecorded(
  { db }: PaymentDeps,
  gateway: GatewayName,
  reference: string,
): Promise<boolean> {
  if (await findPaymentByReference(db.q, reference)) return true
  const unallocated = await db.q
    .selectFrom('deposits')
    .select('id')
    .where('gateway', '=', gateway)
    .where('gateway_reference', '=', reference)
    .executeTakeFirst()
  return unallocated !== undefined
}

/** The checkout and its nonce are unknown; the gateway's channel is not one of our methods for every gateway. */
const recreatedPaymentValues = (status: SucceededStatus, origin: CheckoutOrigin) => ({
  reference: status.reference,
  state: 'created' as const,
  method: methodOf(status.channel),
  email: origin.email ?? '',
  return_nonce_hash: sha256(newNonce()),
  due_at: inSeconds(0),
  expires_at: inSeconds(0),
})

function methodOf(channel: string | null): PaymentMethod {
  if (/ussd/i.test(channel ?? '')) return 'USSD'
  return /transfer/i.test(channel ?? '') ? 'ACCOUNT_TRANSFER' : 'CARD'
}

function recreateOrderPayment(
  deps: PaymentDeps,
  gateway: GatewayName,
  status: SucceededStatus,
  origin: CheckoutOrigin,
): Promise<Payment | undefined> {
  const { orderReference } = origin
  if (orderReference === null) return Promise.resolve(undefined)
  return deps.db.inTransaction(async (tx) => {
    const order = await deps.paymentEvents.reopenForMissingPayment(tx, orderReference)
    if (!order) return undefined
    return tx
      .insertInto('payments')
      .values({
        ...recreatedPaymentValues(status, origin),
        order_id: order.id,
        gateway,
        amount_kobo: order.totalKobo,
        created_at: order.createdAt,
      })
      .onConflict((row) => row.column('reference').doUpdateSet({ due_at: inSeconds(0) }))
      .returningAll()
      .$castTo<Payment>()
      .executeTakeFirstOrThrow()
  })
}

/** A top-up's checkout carries its own reference in place of an order's. Its user is known by a verified address only. */
async function findToppedUpUser(
  { db }: Pick<PaymentDeps, 'db'>,
  status: SucceededStatus,
  { orderReference, email }: CheckoutOrigin,
): Promise<string | undefined> {
  if (orderReference !== status.reference || email === null) return undefined
  const user = await db.q
    .selectFrom('users')
    .select('id')
    .where('email', '=', email.toLowerCase())
    .where('email_verified_at', 'is not', null)
    .executeTakeFirst()
  return user?.id
}

async function recreateTopUp(
  deps: PaymentDeps,
  gateway: GatewayName,
  status: SucceededStatus,
  origin: CheckoutOrigin,
): Promise<TopUp | undefined> {
  const userId = await findToppedUpUser(deps, status, origin)
  if (!userId) return undefined
  return deps.db.q
    .insertInto('payments')
    .values({
      ...recreatedPaymentValues(status, origin),
      purpose: 'wallet_topup',
      user_id: userId,
      gateway,
      amount_kobo: status.paidKobo,
    })
    .onConflict((row) => row.column('reference').doUpdateSet({ due_at: inSeconds(0) }))
    .returningAll()
    .$castTo<TopUp>()
    .executeTakeFirstOrThrow()
}

/** Stores a payment without an order like a deposit without an account: in `unapplied`, until a manager allocates it. */
async function recordUnallocated(
  deps: PaymentDeps,
  gateway: GatewayName,
  { status, origin, vend }: { status: SucceededStatus; origin: CheckoutOrigin; vend: MissingOrderVendStatus },
): Promise<MissingPayment> {
  const isInserted = await deps.db.inTransaction(async (tx) => {
    const deposit = await tx
      .insertInto('deposits')
      .values({
        gateway,
        gateway_reference: status.reference,
        transaction_id: status.gatewayReference,
        state: 'unmatched',
        paid_kobo: status.paidKobo,
        currency: status.currency,
        fee_kobo: status.feeKobo,
        payer_name: status.payerName ?? null,
        paid_at: parseDate(status.paidAt),
        failure_reason: missingOrderReasons[vend],
      })
      .onConflict((row) => row.columns(['gateway', 'gateway_reference']).doNothing())
      .returning('id')
      .executeTakeFirst()
    // Other currencies are not in the ledger.
    if (deposit && status.currency === 'NGN')
      await post(tx, depositUnapplied({ depositId: deposit.id, gateway, ...status }))
    return deposit !== undefined
  })
  if (!isInserted) return { type: 'none' }
  deps.log.error({ gateway, reference: status.reference }, 'a payment of a missing order is unallocated')
  return { type: 'unallocated', amountKobo: status.paidKobo, orderReference: origin.orderReference }
}
