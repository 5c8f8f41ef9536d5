import type { z } from 'zod/mini'
import type { Evidence } from '../../shared/operations.ts'
import type { OrderStatus } from '../../shared/orders.ts'
import { type Happens, keepAsked, needsSecond } from '../approvals/index.ts'
import { audit } from '../audit/index.ts'
import type { AuditDetail, Tx } from '../database/index.ts'
import { type Actor, Refused } from '../http/index.ts'
import { account, sumOf } from '../ledger/index.ts'
import { beginRefund, payerOf, pursueRefund } from '../payments/index.ts'
import {
  askNow,
  deliverByHand,
  endReview,
  giveBackByHand,
  isUnclear,
  lockOrder,
  type Order,
  orderById,
  orderByReference,
  statusNow,
} from '../purchase/index.ts'
import type { OperationsParts } from './parts.ts'
import { failedRefundOf, payFailedRefund, refuseNameless } from './refund-by-hand.ts'

/** A manager's act on one order: who, by which request, and why. The PIN was asked for on this call. */
export interface Act {
  readonly by: Actor
  readonly request: string
  readonly reason: string
}

/** @throws Refused NOT_FOUND */
export async function reviewed(parts: OperationsParts, reference: string): Promise<Order> {
  const order = await orderByReference(parts.db.q, reference)
  if (!order) throw new Refused('NOT_FOUND')
  return order
}

const writeDown = (
  db: OperationsParts['db']['q'] | Tx,
  order: Order,
  deed: string,
  { by, request, reason }: Act,
  detail: AuditDetail = {},
): Promise<void> =>
  audit(db, {
    by,
    request,
    action: `order.${deed}`,
    subject: order.reference,
    owner: order.user_id,
    detail: { reason, ...detail },
  })

const shown = async (parts: OperationsParts, reference: string): Promise<OrderStatus> =>
  statusNow(parts.db, await reviewed(parts, reference))

/** Asks gateway and vendor about it now. */
export async function requery(parts: OperationsParts, reference: string, act: Act): Promise<OrderStatus> {
  const order = await reviewed(parts, reference)
  await writeDown(parts.db.q, order, 'requery', act)
  await askNow(parts.engine, order)
  return shown(parts, reference)
}

/** Marks an unclear order as delivered. @throws Refused NOT_NOW, INVALID for evidence that does not fit */
export async function deliver(
  parts: OperationsParts,
  reference: string,
  evidence: z.infer<typeof Evidence>,
  act: Act,
): Promise<OrderStatus> {
  const order = await reviewed(parts, reference)
  const tokens = tokensOf(evidence)
  const delivered = await deliverByHand(
    parts,
    order,
    {
      vendorReference: evidence.vendor_reference,
      costKobo: evidence.cost ?? null,
      delivery: {
        tokens,
        units: evidence.units ?? null,
        tariff: null,
        tariffClass: null,
        vatKobo: null,
        arrearsKobo: null,
        customerName: null,
        customerAddress: null,
        receiptNumber: null,
        pins: (evidence.pins ?? []).map(({ serial = null, pin }) => ({ serial, pin })),
      },
    },
    () => writeDown(parts.db.q, order, 'deliver', act, { vendor_reference: evidence.vendor_reference }),
  )
  if (!delivered) throw new Refused('NOT_NOW')
  return shown(parts, reference)
}

function tokensOf({ tokens = [], units }: z.infer<typeof Evidence>) {
  return tokens.map(({ kind, digits }) => {
    const plain = digits.replace(/[\s-]/g, '')
    if (!/^\d{20}$/.test(plain))
      throw new Refused('INVALID', { field: 'evidence.tokens', says: 'A token has 20 digits.' })
    return { kind, digits: plain, units: kind === 'main' ? (units ?? null) : null }
  })
}

/**
 * Gives the money back: of an unclear order, of one whose delivery was taken back, of a refund that failed.
 * Above the configured sum it waits for a second manager.
 * @throws Refused NOT_NOW
 */
export async function refund(
  parts: OperationsParts,
  reference: string,
  bankReference: string | undefined,
  act: Act,
): Promise<{ waits: boolean; status: OrderStatus }> {
  const order = await reviewed(parts, reference)
  const amountKobo = await sumToGiveBack(parts, order, bankReference)
  const waits = await needsSecond(parts.settings, 'refund', amountKobo)
  if (waits) {
    const wish = {
      kind: 'refund',
      amountKobo,
      subject: act.reason,
      userId: order.user_id,
      orderId: order.id,
      bankReference: bankReference ?? null,
    } as const
    await parts.db.inTransaction((tx) =>
      keepAsked(tx, wish, { actor: act.by, request: act.request }, { waits }),
    )
  } else {
    const begun = await parts.db.inTransaction((tx) => giveBack(parts, tx, order, bankReference, act))
    await follow(parts, order, begun)
  }
  return { waits, status: await shown(parts, reference) }
}

/** The second manager agrees to a refund: it happens as if asked for now. */
export const refundAgreed =
  (parts: OperationsParts): Happens =>
  async (tx, { order_id, bank_reference, subject }, { actor, request }) => {
    if (!order_id) throw new Error('A refund is of an order')
    const order = await orderById(tx, order_id)
    const act = { by: actor, request, reason: subject ?? '' }
    const begun = await giveBack(parts, tx, order, bank_reference ?? undefined, act)
    return () => follow(parts, order, begun)
  }

/** What would go back now, kobo. @throws Refused NOT_NOW; INVALID when nobody says where to */
async function sumToGiveBack(
  parts: OperationsParts,
  order: Order,
  bankReference: string | undefined,
): Promise<bigint> {
  if (await isUnclear(parts, order)) return order.total_kobo
  const owed = await failedRefundOf(parts.db.q, order.id)
  if (owed) refuseNameless(owed, bankReference)
  if (!owed && !(order.state === 'delivered' && order.vendor_reversed)) throw new Refused('NOT_NOW')
  return owed?.amount_kobo ?? order.total_kobo
}

/** @returns refunds to pursue once this is committed */
async function giveBack(
  parts: OperationsParts,
  tx: Tx,
  order: Order,
  bankReference: string | undefined,
  act: Act,
): Promise<readonly string[]> {
  if (await giveBackByHand(tx, order.id)) {
    await writeDown(tx, order, 'refund', act)
    return []
  }
  const fresh = await lockOrder(tx, order.id)
  const refunds = await takeBack(parts, tx, fresh)
  if (refunds) {
    await writeDown(tx, order, 'refund', act)
    return refunds
  }
  const paid = await payFailedRefund(parts, tx, fresh, { bankReference, why: act.reason })
  if (!paid) throw new Refused('NOT_NOW')
  await writeDown(tx, order, 'refund', act, { paid_from: paid, bank_reference: bankReference ?? null })
  return []
}

async function follow(parts: OperationsParts, order: Order, begun: readonly string[]): Promise<void> {
  for (const refundId of begun) parts.background('refund', () => pursueRefund(parts.payments, refundId))
  await parts.engine.advance(order.id)
  parts.wakeOutbox()
}

/** The vendor took its delivery back, so the customer gets the money. @returns refunds to pursue; undefined when it is not so */
async function takeBack(parts: OperationsParts, tx: Tx, order: Order): Promise<string[] | undefined> {
  if (order.state !== 'delivered' || !order.vendor_reversed) return undefined
  const payment = await payerOf(tx, order.id)
  if (!payment) return undefined
  const known = await tx
    .selectFrom('refunds')
    .select('id')
    .where('payment_id', '=', payment.id)
    .where('cause', '=', 'not_delivered')
    .executeTakeFirst()
  if (known) return undefined
  const refunds = await beginRefund(parts.payments.onPaid, tx, payment, {
    cause: 'not_delivered',
    amountKobo: order.total_kobo,
    from: 'order',
  })
  await parts.rewards.takeBack(tx, order.id)
  await endReview(tx, order.id)
  return refunds
}

/** Somebody has looked at an order that has ended, and on which no money is left. @throws Refused NOT_NOW */
export async function close(parts: OperationsParts, reference: string, act: Act): Promise<OrderStatus> {
  const order = await reviewed(parts, reference)
  await parts.db.inTransaction(async (tx) => {
    const fresh = await lockOrder(tx, order.id)
    const ended = ['delivered', 'refunded', 'expired'].includes(fresh.state)
    if (!fresh.review_reason || !(ended || fresh.review_reason === 'nothing_to_refund'))
      throw new Refused('NOT_NOW')
    if ((await sumOf(tx, account.order(order.id))) !== 0n) throw new Refused('NOT_NOW')
    await endReview(tx, order.id)
    await writeDown(tx, order, 'close_review', act, { because: fresh.review_reason })
  })
  return shown(parts, reference)
}
