import { sql } from 'kysely'
import { inSeconds, type Tx } from '../database/index.ts'
import { delivered, lateDelivered, post } from '../ledger/index.ts'
import { notify } from '../notifications/index.ts'
import {
  type Attempt,
  type Outcome,
  type UnknownBecause,
  type Verdict,
  writeOff,
  writeOffSeconds,
  writtenOffTodayKobo,
} from '../vending/index.ts'
import { noReview } from './on-paid.ts'
import { lookAgainSeconds, type Order } from './order.ts'
import { putNews } from './outbox.ts'
import { type PurchaseParts, productOf } from './parts.ts'
import { flagForReview, saveOrder } from './store.ts'

/** What an answer about a try does to its order, which the transaction has locked. @returns the order as it then is */
export function settleVend(
  parts: PurchaseParts,
  tx: Tx,
  order: Order,
  { verdict, attempt }: { verdict: Verdict; attempt: Attempt },
  writeOffCapKobo: bigint,
): Promise<Order> {
  switch (verdict.is) {
    case 'delivered':
      return settleDelivered(parts, tx, order, attempt, verdict.outcome)
    case 'late':
      return settleLate(tx, order, attempt, verdict.outcome.costKobo)
    case 'failed':
      return saveOrder(tx, order, { state: 'vend_failed', due_at: inSeconds(lookAgainSeconds) })
    case 'unknown':
      return settleUnknown(tx, order, attempt, verdict, writeOffCapKobo)
    case 'observed':
      return Promise.resolve(order)
  }
}

async function settleDelivered(
  parts: PurchaseParts,
  tx: Tx,
  order: Order,
  attempt: Attempt,
  outcome: Extract<Outcome, { is: 'delivered' }>,
): Promise<Order> {
  const it = outcome.delivery
  const delivery = await tx
    .insertInto('deliveries')
    .values({
      order_id: order.id,
      attempt_id: attempt.id,
      tokens: JSON.stringify(it.tokens),
      units: it.units,
      tariff: it.tariff,
      tariff_class: it.tariffClass,
      vat_kobo: it.vatKobo,
      arrears_kobo: it.arrearsKobo,
      customer_name: it.customerName,
      customer_address: it.customerAddress,
      receipt_number: it.receiptNumber,
      pins: JSON.stringify(it.pins ?? []),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await post(
    tx,
    delivered({
      orderId: order.id,
      vendor: attempt.vendor,
      totalKobo: order.total_kobo,
      amountKobo: order.amount_kobo,
      serviceChargeKobo: order.service_charge_kobo,
      costKobo: outcome.costKobo,
    }),
  )
  const saved = await saveOrder(tx, order, {
    state: 'delivered',
    delivered_at: sql`business_now()`,
    due_at: null,
    ...noReview,
  })
  const news = await productOf(parts, order.service).tell(saved, { about: 'delivered', delivery })
  if (!news) return saved
  await putNews(tx, saved, 'delivered', news)
  if (order.user_id) {
    await notify(tx, {
      userId: order.user_id,
      service: order.service,
      subject: news.mail.subject,
      body: news.sms,
      orderId: order.id,
    })
  }
  return saved
}

/** It was given up and its money went back, and now it was delivered after all: our loss. */
async function settleLate(tx: Tx, order: Order, attempt: Attempt, costKobo: bigint): Promise<Order> {
  await post(tx, lateDelivered({ orderId: order.id, vendor: attempt.vendor, costKobo }))
  return saveOrder(tx, order, { late_delivered: true })
}

/** What no further question will make clear. */
const forAPerson = new Set<string>(['mismatch', 'for_a_person', 'no_vendor'] satisfies UnknownBecause[])

/** Nothing is refunded by itself while a try is unclear; after a day it is written off, within a daily cap. */
async function settleUnknown(
  tx: Tx,
  order: Order,
  attempt: Attempt,
  { askInSeconds, resend, ageSeconds }: Extract<Verdict, { is: 'unknown' }>,
  writeOffCapKobo: bigint,
): Promise<Order> {
  if (attempt.because && forAPerson.has(attempt.because)) await flagForReview(tx, order.id, attempt.because)
  // What goes out once more is not given up in the same breath.
  const tired = !resend && ageSeconds >= writeOffSeconds
  if (tired && (await writtenOffTodayKobo(tx)) + attempt.amount_kobo <= writeOffCapKobo) {
    await writeOff(tx, attempt)
    return saveOrder(tx, order, { state: 'vend_failed', due_at: inSeconds(0) })
  }
  return saveOrder(tx, order, { due_at: inSeconds(askInSeconds) })
}
