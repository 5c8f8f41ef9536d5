import { sql } from 'kysely'
import { goodsFor } from '../catalogue/index.ts'
import { inSeconds, type Tx } from '../database/index.ts'
import { payerOf, spendHold } from '../payments/index.ts'
import {
  type Attempt,
  ask,
  attemptsOf,
  claimAsk,
  type Goods,
  type Manners,
  type Outcome,
  openAttempt,
  recordOutcome,
  sendAttempt,
  sendingSeconds,
  type VendorName,
  waitForTurn,
} from '../vending/index.ts'
import type { Stepped } from './advance.ts'
import { nextSeller, type Seller } from './failover.ts'
import { type Introduced, introduce } from './introduce.ts'
import { lookAgainSeconds, type Order } from './order.ts'
import { settleVend } from './outcome.ts'
import { type PurchaseParts, productOf } from './parts.ts'
import { leaveState, lockOrder, orderById, saveOrder } from './store.ts'

/**
 * Sends a paid order to the vendor that was named at its lookup. When that one cannot sell it any more as it
 * was priced, or does not know the customer any more, nothing was sent, and it is as if it had failed.
 */
export async function vendFirst(parts: PurchaseParts, order: Order): Promise<Stepped> {
  const vendor = parts.vendors[order.vendor as VendorName]
  const goods = vendor && (await goodsOf(parts, order, vendor.name))
  const isSold = vendor && goods && isAsPriced(order, goods)
  const introduced: Introduced = isSold ? await introduce(vendor, goods, order) : { is: 'stranger' }
  if (vendor && goods && introduced.is === 'known')
    return vend(parts, order, { vendor, goods, handle: introduced.handle })
  return parts.db.inTransaction(async (tx) => {
    const fresh = await lockOrder(tx, order.id)
    if (fresh.state !== 'paid') return { order: fresh, more: false }
    if (introduced.is === 'unavailable' && !(await isLongPaid(tx, fresh)))
      return { order: await saveOrder(tx, fresh, { due_at: inSeconds(lookAgainSeconds) }), more: false }
    parts.log.error({ order: order.id, vendor: order.vendor }, 'the vendor of a paid order cannot sell it')
    const vending = await saveOrder(tx, fresh, { state: 'vending' })
    const failed = await saveOrder(tx, vending, { state: 'vend_failed', due_at: inSeconds(lookAgainSeconds) })
    return { order: failed, more: true }
  })
}

/** Money may come long after the lookup: what has another price by now is not what was ordered. */
const isAsPriced = (order: Order, { priceKobo }: Goods): boolean =>
  priceKobo === undefined || priceKobo * BigInt(order.quantity) === order.amount_kobo

/** A vendor that must look the customer up, and cannot now, is asked again for so long. */
const patienceSeconds = 5 * 60

async function isLongPaid(tx: Tx, order: Order): Promise<boolean> {
  const { rows } = await sql<{ long: boolean }>`
    select ${order.paid_at}::timestamptz < business_now() - make_interval(secs => ${patienceSeconds}) as long`.execute(
    tx,
  )
  return rows[0]?.long ?? true
}

/**
 * Sends an order whose tries are all proven failed to another vendor; undefined when nobody else may deliver it,
 * or its payment was taken back.
 */
export async function tryAnother(parts: PurchaseParts, order: Order): Promise<Stepped | undefined> {
  if (!(await payerOf(parts.db.q, order.id))) return undefined
  const seller = await nextSeller(parts, order)
  return seller && vend(parts, order, seller)
}

/** The call follows its commit within this, or not at all: well before anybody asks about it. */
const promptMs = 20_000

/** Intent, call, outcome: the three beats of every vend. */
async function vend(parts: PurchaseParts, order: Order, { vendor, goods, handle }: Seller): Promise<Stepped> {
  const { service, beneficiary } = order
  const began = performance.now()
  const opened = await parts.db
    .inTransaction(async (tx) => {
      const { waitSeconds, now } = await waitForTurn(tx, vendor, { service, beneficiary })
      if (waitSeconds > 0) {
        await leaveState(tx, order, { due_at: inSeconds(waitSeconds) })
        return undefined
      }
      // Whoever moves the order out of the state that was seen holds its row, and has won this step.
      const mine = await leaveState(tx, order, { state: 'vending', due_at: inSeconds(sendingSeconds) })
      if (!mine) return undefined
      if (order.state === 'vend_failed' && !(await payerOf(tx, order.id))) throw new Lost()
      const attempt = await openAttempt(tx, vendor, {
        service,
        beneficiary,
        orderId: order.id,
        amountKobo: order.amount_kobo,
        handle,
        now,
      })
      // It went there and came back since it was looked at: nothing of this step stays.
      if (!attempt) throw new Lost()
      // Only what belongs to somebody is paid from a wallet.
      if (order.user_id) await spendHold(tx, order.id)
      return { attempt, order: mine }
    })
    .catch(unlessLost)
  if (!opened) return { order: await orderById(parts.db.q, order.id), more: false }
  // Who stood still since the commit sends nothing: whoever asks about it by now is told that it never came.
  if (performance.now() - began > promptMs) return { order: opened.order, more: false }
  return send(parts, opened.order, { vendor, goods }, opened.attempt)
}

/** Somebody else takes this step. */
class Lost extends Error {}

function unlessLost(error: unknown): undefined {
  if (!(error instanceof Lost)) throw error
}

async function send(
  parts: PurchaseParts,
  order: Order,
  { vendor, goods }: Pick<Seller, 'vendor' | 'goods'>,
  attempt: Attempt,
): Promise<Stepped> {
  const outcome = await sendAttempt(vendor, attempt, requestOf(order, goods))
  return conclude(parts, order, { vendor, goods }, attempt, outcome)
}

/** Asks about a try whose answer was lost, when its time has come. It never tries again by itself. */
export async function followVend(parts: PurchaseParts, order: Order): Promise<Stepped> {
  const [attempt] = await attemptsOf(parts.db.q, order.id)
  if (!attempt) throw new Error(`Order ${order.id} is vending without an attempt`)
  return (
    (await follow(parts, order, attempt)) ?? { order: await orderById(parts.db.q, order.id), more: false }
  )
}

/** Asks about a try that was written off: a delivery after the refund is booked as our loss. */
export async function followLate(parts: PurchaseParts, attempt: Attempt): Promise<void> {
  await follow(parts, await orderById(parts.db.q, attempt.order_id), attempt)
}

async function follow(parts: PurchaseParts, order: Order, attempt: Attempt): Promise<Stepped | undefined> {
  const mine = await claimAsk(parts.db, attempt)
  if (!mine) return undefined
  const seller = await sellerOf(parts, order, attempt)
  const said = seller
    ? await ask(seller.vendor, mine, requestOf(order, seller.goods))
    : ({ is: 'unknown', because: 'no_vendor', code: null } as const)
  return conclude(parts, order, seller, mine, said)
}

/** Where a try went, and what was ordered in their words; undefined when they are not configured any more. */
export async function sellerOf(
  parts: PurchaseParts,
  order: Order,
  attempt: Attempt,
): Promise<Pick<Seller, 'vendor' | 'goods'> | undefined> {
  const vendor = parts.vendors[attempt.vendor as VendorName]
  const goods = vendor && (await goodsOf(parts, order, vendor.name))
  return vendor && goods && { vendor, goods }
}

/** Nobody answers for it: it is looked at again now and then, until a person knows or its day is over. */
const nobody: Manners = { requerySeconds: [60 * 60], mayResend: () => false }

/** Commits an outcome, its postings, the order's move and the news of it, together. */
export async function conclude(
  parts: PurchaseParts,
  order: Order,
  seller: Pick<Seller, 'vendor' | 'goods'> | undefined,
  asked: Attempt,
  said: Outcome,
): Promise<Stepped> {
  const outcome = believed(parts, order, said)
  const writeOffCapKobo = BigInt(await parts.settings.get('write_off_daily_cap_kobo'))
  const reward = await parts.rewards.prepare()
  const began = performance.now()
  const { verdict, attempt, saved } = await parts.db.inTransaction(async (tx) => {
    const fresh = await lockOrder(tx, order.id)
    const found = await recordOutcome(tx, seller?.vendor ?? nobody, asked, outcome)
    const saved = await settleVend(parts, tx, fresh, found, writeOffCapKobo)
    if (found.verdict.is === 'delivered') await reward(tx, fresh)
    return { ...found, saved }
  })
  if (verdict.is === 'delivered') parts.wakeOutbox()
  const isPrompt = performance.now() - began <= promptMs
  if (verdict.is === 'unknown' && verdict.resend && isPrompt && seller)
    return send(parts, saved, seller, attempt)
  return { order: saved, more: verdict.is === 'failed' }
}

/** A delivery of something else than was ordered is no proof of anything: it stays unknown, and a person looks. */
function believed(parts: PurchaseParts, order: Order, said: Outcome): Outcome {
  if (said.is !== 'delivered') return said
  const fault = productOf(parts, order.service).fault(order, said)
  if (!fault) return said
  parts.log.error({ order: order.id, fault }, 'a delivery is not what was ordered')
  return { is: 'unknown', because: 'mismatch', code: null }
}

export const requestOf = (order: Order, goods: Goods) => ({
  goods,
  amountKobo: order.amount_kobo,
  phone: order.phone,
  email: order.email,
})

const goodsOf = (parts: PurchaseParts, order: Order, vendor: VendorName) => goodsFor(parts.db, vendor, order)
