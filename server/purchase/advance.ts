import { sql } from 'kysely'
import { goodsFor } from '../catalogue/index.ts'
import type { Tx } from '../database/index.ts'
import { delivered, lateDelivered, post } from '../ledger/index.ts'
import {
  beginRefund,
  isOpen,
  payerOf,
  paymentLifeSeconds,
  paymentsOf,
  pursueRefund,
  spendHold,
} from '../payments/index.ts'
import {
  type Attempt,
  ask,
  attemptsOf,
  claimAsk,
  type Goods,
  lockAttempt,
  type Outcome,
  openAttempt,
  recordOutcome,
  sendAttempt,
  sendingSeconds,
  type Vendor,
  type VendorName,
  type Verdict,
  waitForTurn,
  writeOff,
  writeOffSeconds,
  writtenOffTodayKobo,
} from '../vending/index.ts'
import { noReview } from './on-paid.ts'
import { lapseSeconds, lookAgainSeconds, type Order } from './order.ts'
import { putNews } from './outbox.ts'
import { type PurchaseParts, productOf } from './parts.ts'
import { flagForReview, inSeconds, lockOrder, orderById, saveOrder } from './store.ts'

/**
 * Brings an order as far as it can go now. Idempotent: the return page, the webhook, the sweeper and
 * fifty copies of them may call it at once; each step is won by one, the others observe.
 * @returns the order as it is when nothing more can be done at the moment
 */
export async function advance(parts: PurchaseParts, orderId: string): Promise<Order> {
  for (;;) {
    const order = await orderById(parts.db.q, orderId)
    if (!(await step(parts, order))) return orderById(parts.db.q, orderId)
  }
}

/** One step. @returns false when there is nothing to do now, or somebody else does it */
function step(parts: PurchaseParts, order: Order): Promise<boolean> {
  switch (order.state) {
    case 'paid':
      return vend(parts, order, order.vendor as VendorName)
    case 'vending':
      return follow(parts, order)
    case 'vend_failed':
      return refund(parts, order)
    case 'awaiting_payment':
      return lapse(parts, order)
    case 'refunded':
    case 'delivered':
    case 'refunding':
    case 'quoted':
    case 'expired':
      return Promise.resolve(false)
  }
}

/** No checkout of it is open any more, and the last one is long over: it waits no longer. A late payment still counts. */
function lapse(parts: PurchaseParts, order: Order): Promise<boolean> {
  return parts.db.inTransaction(async (tx) => {
    const fresh = await lockOrder(tx, order.id)
    if (fresh.state !== 'awaiting_payment') return true
    const payments = await paymentsOf(tx, order.id)
    const { rows } = await sql<{ over: boolean }>`
      select ${payments[0]?.created_at ?? fresh.state_since}::timestamptz + make_interval(secs => ${paymentLifeSeconds}) < business_now() as over`.execute(
      tx,
    )
    const waits = payments.some((it) => isOpen(it.state)) || !rows[0]?.over
    await saveOrder(
      tx,
      fresh,
      waits ? { due_at: inSeconds(lapseSeconds) } : { state: 'expired', due_at: null },
    )
    return false
  })
}

/** Intent, call, outcome: the three beats of every vend. */
async function vend(parts: PurchaseParts, order: Order, name: VendorName): Promise<boolean> {
  const vendor = parts.vendors[name]
  const goods = vendor && (await goodsOf(parts, order, name))
  if (!vendor || !goods) return giveUp(parts, order)
  const opened = await parts.db.inTransaction(async (tx) => {
    const fresh = await lockOrder(tx, order.id)
    if (fresh.state !== 'paid') return 'lost'
    const wait = await waitForTurn(tx, vendor, order.beneficiary)
    if (wait > 0) {
      await saveOrder(tx, fresh, { due_at: inSeconds(wait) })
      return 'later'
    }
    const attempt = await openAttempt(tx, vendor, {
      orderId: order.id,
      beneficiary: order.beneficiary,
      amountKobo: order.amount_kobo,
    })
    if (!attempt) return 'lost'
    await spendHold(tx, order.id)
    await saveOrder(tx, fresh, { state: 'vending', due_at: inSeconds(sendingSeconds) })
    return attempt
  })
  if (opened === 'lost' || opened === 'later') return false
  return send(parts, order, vendor, goods, opened)
}

async function send(
  parts: PurchaseParts,
  order: Order,
  vendor: Vendor,
  goods: Goods,
  attempt: Attempt,
): Promise<boolean> {
  const outcome = await sendAttempt(vendor, attempt, {
    goods,
    amountKobo: order.amount_kobo,
    phone: order.phone,
    email: order.email,
    handle: order.customer.handle,
  })
  return conclude(parts, order, vendor, goods, attempt, outcome)
}

/** Asks about a try whose answer was lost, when its time has come. It never tries again by itself. */
async function follow(parts: PurchaseParts, order: Order): Promise<boolean> {
  const [attempt] = await attemptsOf(parts.db.q, order.id)
  if (!attempt) throw new Error(`Order ${order.id} is vending without an attempt`)
  const vendor = parts.vendors[attempt.vendor as VendorName]
  const goods = vendor && (await goodsOf(parts, order, vendor.name))
  if (!vendor || !goods)
    throw new Error(`Vendor ${attempt.vendor} is not configured, and an attempt of it is open`)
  if (!(await claimAsk(parts.db, attempt))) return false
  return conclude(parts, order, vendor, goods, attempt, await ask(vendor, attempt, goods))
}

/** Commits an outcome, its postings, the order's move and the news of it, together. */
async function conclude(
  parts: PurchaseParts,
  order: Order,
  vendor: Vendor,
  goods: Goods,
  attempt: Attempt,
  said: Outcome,
): Promise<boolean> {
  const outcome = believed(parts, order, said)
  const writeOffCapKobo = BigInt(await parts.settings.get('write_off_daily_cap_kobo'))
  const reward = await parts.rewards.prepare()
  const verdict = await parts.db.inTransaction(async (tx) => {
    const fresh = await lockOrder(tx, order.id)
    const found = await recordOutcome(tx, vendor, attempt.id, outcome)
    await settleOrder(parts, tx, fresh, attempt, found, writeOffCapKobo)
    if (found.is === 'delivered') await reward(tx, fresh)
    return found
  })
  if (verdict.is === 'delivered') parts.wakeOutbox()
  if (verdict.is === 'unknown' && verdict.resend) return send(parts, order, vendor, goods, attempt)
  return verdict.is === 'failed'
}

/** A delivery of something else than was ordered is no proof of anything: it stays unknown, and a person looks. */
function believed(parts: PurchaseParts, order: Order, said: Outcome): Outcome {
  if (said.is !== 'delivered') return said
  const fault = productOf(parts, order.service).fault(order, said)
  if (!fault) return said
  parts.log.error({ order: order.id, fault }, 'a delivery is not what was ordered')
  return { is: 'unknown', because: 'mismatch', code: null }
}

async function settleOrder(
  parts: PurchaseParts,
  tx: Tx,
  order: Order,
  attempt: Attempt,
  verdict: Verdict,
  writeOffCapKobo: bigint,
): Promise<void> {
  switch (verdict.is) {
    case 'delivered':
      return settleDelivered(parts, tx, order, attempt, verdict.outcome)
    case 'late':
      await post(
        tx,
        lateDelivered({ orderId: order.id, vendor: attempt.vendor, costKobo: verdict.outcome.costKobo }),
      )
      await saveOrder(tx, order, { late_delivered: true })
      return
    case 'failed':
      await saveOrder(tx, order, { state: 'vend_failed', due_at: inSeconds(lookAgainSeconds) })
      return
    case 'unknown':
      return settleUnknown(tx, order, attempt.id, verdict, writeOffCapKobo)
    case 'observed':
      return
  }
}

async function settleDelivered(
  parts: PurchaseParts,
  tx: Tx,
  order: Order,
  attempt: Attempt,
  outcome: Extract<Outcome, { is: 'delivered' }>,
): Promise<void> {
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
  if (!news) return
  await putNews(tx, saved, 'delivered', news)
  if (order.user_id) {
    await tx
      .insertInto('notifications')
      .values({
        user_id: order.user_id,
        service: order.service,
        subject: news.mail.subject,
        body: news.sms,
        order_id: order.id,
        read_at: null,
      })
      .execute()
  }
}

/** Nothing is refunded by itself while a try is unclear; after a day it is written off, within a daily cap. */
async function settleUnknown(
  tx: Tx,
  order: Order,
  attemptId: string,
  { askInSeconds, resend }: Extract<Verdict, { is: 'unknown' }>,
  writeOffCapKobo: bigint,
): Promise<void> {
  const attempt = await lockAttempt(tx, attemptId)
  const { rows } = await sql<{ age: number }>`
    select extract(epoch from business_now() - ${attempt.created_at}::timestamptz)::float8 as age`.execute(tx)
  if (attempt.because === 'mismatch' || attempt.because === 'for_a_person') {
    await flagForReview(tx, order.id, attempt.because)
  }
  // What goes out once more is not given up in the same breath.
  const tired = !resend && (rows[0]?.age ?? 0) >= writeOffSeconds
  if (tired && (await writtenOffTodayKobo(tx)) + attempt.amount_kobo <= writeOffCapKobo) {
    await writeOff(tx, attempt)
    await saveOrder(tx, order, { state: 'vend_failed', due_at: inSeconds(0) })
    return
  }
  await saveOrder(tx, order, { due_at: inSeconds(askInSeconds) })
}

/** Asks about a try that was written off: a delivery after the refund is booked as our loss. */
export async function followLate(parts: PurchaseParts, attemptId: string): Promise<void> {
  const attempt = await parts.db.q
    .selectFrom('attempts')
    .selectAll()
    .where('id', '=', attemptId)
    .executeTakeFirstOrThrow()
  const order = await orderById(parts.db.q, attempt.order_id)
  const vendor = parts.vendors[attempt.vendor as VendorName]
  const goods = vendor && (await goodsOf(parts, order, vendor.name))
  if (!vendor || !goods || !(await claimAsk(parts.db, attempt))) return
  await conclude(parts, order, vendor, goods, attempt, await ask(vendor, attempt, goods))
}

/** No vendor can be asked for it at all: nothing was sent, the money goes back. */
async function giveUp(parts: PurchaseParts, order: Order): Promise<boolean> {
  parts.log.error({ order: order.id, vendor: order.vendor }, 'no vendor sells a paid order')
  return parts.db.inTransaction(async (tx) => {
    const fresh = await lockOrder(tx, order.id)
    if (fresh.state !== 'paid') return false
    const vending = await saveOrder(tx, fresh, { state: 'vending' })
    await saveOrder(tx, vending, { state: 'vend_failed', due_at: inSeconds(lookAgainSeconds) })
    return true
  })
}

/** The vend is proven failed, or written off: all of the money goes back where it came from. */
async function refund(parts: PurchaseParts, order: Order): Promise<boolean> {
  const begun = await parts.db.inTransaction(async (tx) => {
    const fresh = await lockOrder(tx, order.id)
    if (fresh.state !== 'vend_failed') return []
    const payment = await payerOf(tx, order.id)
    if (!payment) {
      // Charged back meanwhile: there is nothing left to give, and a person closes the order.
      await flagForReview(tx, order.id, 'nothing_to_refund')
      await saveOrder(tx, fresh, { due_at: null })
      return []
    }
    await saveOrder(tx, fresh, { state: 'refunding', due_at: null })
    return beginRefund(parts.payments.onPaid, tx, payment, {
      cause: 'not_delivered',
      amountKobo: order.total_kobo,
      from: 'order',
    })
  })
  parts.wakeOutbox()
  for (const refundId of begun) parts.background('refund', () => pursueRefund(parts.payments, refundId))
  return false
}

const goodsOf = (parts: PurchaseParts, order: Order, vendor: VendorName) =>
  goodsFor(parts.db, vendor, {
    service: order.service,
    code: order.code,
    variation: order.variation,
    beneficiary: order.beneficiary,
    quantity: order.quantity,
  })
