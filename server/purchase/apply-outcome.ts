import { sql } from 'kysely'
import { vendorReview, vendorSupportOnly } from '../../shared/vending.ts'
import { type Inserts, inSeconds, type Patch, type Tx } from '../database/index.ts'
import { entryInserts, lateDeliveryAfterWriteOff, orderDelivered, post } from '../ledger/index.ts'
import type { Message } from '../messaging/index.ts'
import { notify } from '../notifications/index.ts'
import { findAppliedPayment, partlyReversedReview, reversedReview } from '../payments/index.ts'
import {
  type Attempt,
  type Decision,
  type Delivery,
  type Outcome,
  type UnknownReason,
  writeOff,
  writeOffAfterSeconds,
  writtenOffTodayKobo,
} from '../vending/index.ts'
import type { PurchaseDeps } from './deps.ts'
import { orderDeviceInsert, orderMessageInserts } from './notify.ts'
import { notifyPayerOfDelivery } from './notify-payer.ts'
import { type Order, orderMachine, retrySeconds } from './order.ts'
import type { DeliveryRow } from './order-handler.ts'
import { noReview } from './payment-events.ts'
import { flagForReview, saveOrder } from './store.ts'
import { unreturnedTotalKobo } from './unreturned-total.ts'

/** Applies the outcome of an attempt to its order, locked by the transaction. @returns the updated order */
export function applyDecision(
  deps: PurchaseDeps,
  tx: Tx,
  order: Order,
  { decision, attempt }: { decision: Decision; attempt: Attempt },
  writeOffCapKobo: bigint,
): Promise<Order> {
  switch (decision.type) {
    case 'delivered':
      return applyDelivered(deps, tx, order, attempt, decision.outcome)
    case 'late_delivery':
      return applyLateDelivery(tx, order, attempt, decision.outcome.costKobo)
    case 'failed':
      return orderMachine.transition(
        tx,
        order,
        'vend_failed',
        { due_at: inSeconds(retrySeconds) },
        { event: 'vendor.failed' },
      )
    case 'unknown':
      return applyUnknown(tx, order, attempt, decision, writeOffCapKobo)
    case 'observed':
      return Promise.resolve(order)
  }
}

async function applyDelivered(
  deps: PurchaseDeps,
  tx: Tx,
  order: Order,
  attempt: Attempt,
  outcome: Extract<Outcome, { type: 'delivered' }>,
): Promise<Order> {
  const delivery = deliveryRow(attempt, outcome.delivery)
  const entry = orderDelivered({
    orderId: order.id,
    vendor: attempt.vendor,
    totalKobo: order.total_kobo,
    amountKobo: order.amount_kobo,
    serviceChargeKobo: order.service_charge_kobo,
    costKobo: outcome.costKobo,
  })
  const message = await deps.orderHandlers[order.service].buildMessage(order, {
    type: 'delivered',
    delivery,
  })
  const savedOrder = await orderMachine.transition(
    tx,
    order,
    'delivered',
    { delivered_at: sql`app_now()`, due_at: null, ...(await reviewAfterDelivery(tx, order)) },
    {
      event: 'vendor.delivered',
      inserts: {
        delivery: deliveryInsert(tx, delivery),
        ...entryInserts(tx, entry),
        ...(message && (await deliveryMessageInserts(tx, order, message))),
      },
    },
  )
  if (savedOrder.payment_request_id) await notifyPayerOfDelivery(deps, tx, savedOrder)
  if (message && order.user_id) {
    await notify(tx, {
      userId: order.user_id,
      service: order.service,
      subject: message.mail.subject,
      body: message.sms,
      orderId: order.id,
    })
  }
  return savedOrder
}

/** A delivery ends the review of its order, unless the payer's bank has returned the payment: that is our loss. */
async function reviewAfterDelivery(tx: Tx, order: Order): Promise<Patch<'orders'>> {
  if (order.review_since === null) return noReview
  const payment = await findAppliedPayment(tx, order.id)
  if (!payment) return { review_reason: reversedReview }
  const isReturnedInPart = (await unreturnedTotalKobo(tx, order, payment)) < order.total_kobo
  return isReturnedInPart ? { review_reason: partlyReversedReview } : noReview
}

/** The delivery that a delivered attempt reported, at the time at which the attempt ended. */
const deliveryRow = (attempt: Attempt, details: Delivery): DeliveryRow => ({
  order_id: attempt.order_id,
  attempt_id: attempt.id,
  tokens: [...details.tokens],
  units: details.units,
  tariff: details.tariff,
  tariff_class: details.tariffClass,
  vat_kobo: details.vatKobo,
  arrears_kobo: details.arrearsKobo,
  customer_name: details.customerName,
  customer_address: details.customerAddress,
  receipt_number: details.receiptNumber,
  pins: [...(details.pins ?? [])],
  created_at: attempt.state_since,
})

const deliveryInsert = (tx: Tx, delivery: DeliveryRow) =>
  tx.insertInto('deliveries').values({
    ...delivery,
    tokens: JSON.stringify(delivery.tokens),
    pins: JSON.stringify(delivery.pins),
    // Not from the row, whose time has no microseconds.
    created_at: sql<Date>`app_now()`,
  })

const deliveryMessageInserts = async (tx: Tx, order: Order, message: Message): Promise<Inserts> => ({
  ...orderMessageInserts(tx, order, 'delivered', message),
  push: await orderDeviceInsert(tx, order, 'delivered', message),
})

/** Posts a late delivery, after the write-off and the refund, as our loss. */
async function applyLateDelivery(tx: Tx, order: Order, attempt: Attempt, costKobo: bigint): Promise<Order> {
  await post(tx, lateDeliveryAfterWriteOff({ orderId: order.id, vendor: attempt.vendor, costKobo }))
  return saveOrder(tx, order, { delivered_after_write_off: true })
}

/** Reasons for an unknown outcome that requerying cannot resolve. */
const manualReasons: ReadonlySet<UnknownReason> = new Set<UnknownReason>([
  'mismatch',
  vendorSupportOnly,
  vendorReview,
  'requery_rejected',
  'no_vendor',
])

/** An attempt with an unknown outcome is never refunded automatically. After a day it is written off, up to a cap. */
async function applyUnknown(
  tx: Tx,
  order: Order,
  attempt: Attempt,
  { reason, requeryInSeconds, resend, ageSeconds }: Extract<Decision, { type: 'unknown' }>,
  writeOffCapKobo: bigint,
): Promise<Order> {
  if (manualReasons.has(reason)) await flagForReview(tx, order.id, reason)
  // An attempt that is resent now is not written off in the same step.
  const isWriteOffDue = !resend && ageSeconds >= writeOffAfterSeconds
  if (isWriteOffDue && (await writtenOffTodayKobo(tx)) + attempt.amount_kobo <= writeOffCapKobo) {
    await writeOff(tx, attempt, 'clock.written_off')
    return orderMachine.transition(
      tx,
      order,
      'vend_failed',
      { due_at: inSeconds(0) },
      { event: 'clock.written_off' },
    )
  }
  return saveOrder(tx, order, { due_at: inSeconds(requeryInSeconds) })
}
