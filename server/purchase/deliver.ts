import { sql } from 'kysely'
import { vendorProductFor } from '../catalogue/index.ts'
import { inSeconds, type Tx } from '../database/index.ts'
import { startTimer } from '../elapsed-time.ts'
import { captureHold } from '../payments/index.ts'
import {
  type Attempt,
  attemptsOf,
  claimRequery,
  createAttempt,
  type Outcome,
  type RequeryPolicy,
  recordOutcome,
  requeryAttempt,
  sendAttempt,
  type VendorName,
  type VendorProduct,
} from '../vending/index.ts'
import type { StepResult } from './advance.ts'
import { applyDecision } from './apply-outcome.ts'
import type { PurchaseDeps } from './deps.ts'
import { nextVendor, type VendorCandidate } from './failover.ts'
import { type Order, retrySeconds } from './order.ts'
import { claimVend, failUnsentOrder, lockOrder, orderById, postponeOrder, saveOrder } from './store.ts'
import { hasFullPayment } from './unreturned-total.ts'
import { type CustomerCheck, verifyCustomer } from './verify-customer.ts'

/**
 * Sends a paid order to the vendor that was chosen for its quote. When that vendor no longer sells the product at the
 * order's price or no longer finds the customer, nothing is sent, and the order becomes `vend_failed` without an attempt.
 * While the customer lookup is unavailable, it is retried for `lookupRetrySeconds`.
 */
export async function startVend(deps: PurchaseDeps, order: Order): Promise<StepResult> {
  const vendor = deps.vendors[order.vendor as VendorName]
  const product = vendor && (await vendorProductForOrder(deps, order, vendor.name))
  const sellsAtOrderPrice = vendor && product && isAtOrderPrice(order, product)
  const customerCheck: CustomerCheck = sellsAtOrderPrice
    ? await verifyCustomer(vendor, product, order)
    : { type: 'not_found' }
  if (vendor && product && customerCheck.type === 'known')
    return vend(deps, order, { vendor, product, vendorToken: customerCheck.vendorToken })
  return deps.db.inTransaction(async (tx) => {
    const lockedOrder = await lockOrder(tx, order.id)
    if (lockedOrder.state !== 'paid') return { order: lockedOrder, canContinue: false }
    if (customerCheck.type === 'unavailable' && !(await isLookupRetryOver(tx, lockedOrder)))
      return {
        order: await saveOrder(tx, lockedOrder, { due_at: inSeconds(retrySeconds) }),
        canContinue: false,
      }
    deps.log.error({ order: order.id, vendor: order.vendor }, 'the vendor of a paid order cannot deliver it')
    const failedOrder = await failUnsentOrder(
      tx,
      lockedOrder,
      { due_at: inSeconds(retrySeconds) },
      'vendor.unavailable',
    )
    return { order: failedOrder, canContinue: true }
  })
}

/** A payment may arrive long after the quote. If the price has changed, the customer did not agree to it. */
const isAtOrderPrice = (order: Order, { priceKobo }: VendorProduct): boolean =>
  priceKobo === undefined || priceKobo * BigInt(order.quantity) === order.amount_kobo

/** A vendor that requires a customer lookup, and whose lookup is unavailable, is retried for this long. */
const lookupRetrySeconds = 5 * 60

async function isLookupRetryOver(tx: Tx, order: Order): Promise<boolean> {
  const { rows } = await sql<{ has_ended: boolean }>`
    select ${order.paid_at}::timestamptz < app_now() - make_interval(secs => ${lookupRetrySeconds}) as has_ended`.execute(
    tx,
  )
  return rows[0]?.has_ended ?? true
}

/**
 * Sends an order whose attempts are all proven failed to another vendor; undefined when no other vendor may
 * deliver it, or its payment was charged back, also in part: the rest is refunded.
 */
export async function failover(deps: PurchaseDeps, order: Order): Promise<StepResult | undefined> {
  if (!(await hasFullPayment(deps.db.q, order))) return undefined
  const candidate = await nextVendor(deps, order)
  return candidate && vend(deps, order, candidate)
}

/** The vendor call starts within this time after its transaction began, or not at all: well before the first requery. */
const maxDispatchDelayMs = 20_000

/** The three steps of every vend: commit the intent, call the vendor, commit the outcome. */
async function vend(
  deps: PurchaseDeps,
  order: Order,
  { vendor, product, vendorToken }: VendorCandidate,
): Promise<StepResult> {
  const elapsedMs = startTimer()
  const startedVend = await deps.db
    .inTransaction(async (tx) => {
      // The caller that moves the order out of the state it read locks the row and owns this step.
      const claimedOrder = await claimVend(tx, order, vendor, 'engine.vend_started')
      if (!claimedOrder) return undefined
      if (order.state === 'vend_failed' && !(await hasFullPayment(tx, order))) throw new ConcurrentUpdate()
      const opened = await createAttempt(tx, vendor, {
        service: order.service,
        beneficiary: order.beneficiary,
        orderId: order.id,
        orderReference: order.reference,
        amountKobo: order.amount_kobo,
        vendorToken,
        now: claimedOrder.state_since,
      })
      // A concurrent worker opened an attempt since the order was read: this step is rolled back.
      if (!opened) throw new ConcurrentUpdate()
      if (opened.waitSeconds > 0) throw new DuplicateWindowOpen(opened.waitSeconds)
      // Only a user's order can be paid from a wallet.
      if (order.user_id) await captureHold(tx, order.id)
      return { attempt: opened.attempt, order: claimedOrder }
    })
    .catch((error: unknown) => handleVendNotStarted(deps, order, error))
  if (!startedVend) return { order: await orderById(deps.db.q, order.id), canContinue: false }
  // A process that stalled since the commit sends nothing: a requery may already report it as never received.
  if (elapsedMs() > maxDispatchDelayMs) return { order: startedVend.order, canContinue: false }
  return send(deps, startedVend.order, { vendor, product }, startedVend.attempt)
}

/** Another process performs this step. */
class ConcurrentUpdate extends Error {}

/** The vendor would treat a purchase for this beneficiary as a repetition of the last one. */
class DuplicateWindowOpen extends Error {
  readonly waitSeconds: number
  constructor(waitSeconds: number) {
    super(`The vendor accepts another purchase in ${waitSeconds} s`)
    this.waitSeconds = waitSeconds
  }
}

/** After the rollback of a vend that did not start: the order waits, or is left to another process. */
async function handleVendNotStarted(deps: PurchaseDeps, order: Order, error: unknown): Promise<undefined> {
  if (error instanceof DuplicateWindowOpen) await postponeOrder(deps.db.q, order, error.waitSeconds)
  else if (!(error instanceof ConcurrentUpdate)) throw error
}

async function send(
  deps: PurchaseDeps,
  order: Order,
  { vendor, product }: Pick<VendorCandidate, 'vendor' | 'product'>,
  attempt: Attempt,
): Promise<StepResult> {
  const outcome = await sendAttempt(vendor, attempt, requestOf(order, product))
  return commitOutcome(deps, order, { vendor, product }, attempt, outcome)
}

/**
 * Requeries an attempt without a clear outcome, when the requery is due. It opens no other attempt, but may resend this
 * one under the same request id.
 */
export async function requeryCurrentAttempt(deps: PurchaseDeps, order: Order): Promise<StepResult> {
  const [attempt] = await attemptsOf(deps.db.q, order.id)
  if (!attempt) throw new Error(`Order ${order.id} is vending without an attempt`)
  return (
    (await requeryAndCommit(deps, order, attempt)) ?? {
      order: await orderById(deps.db.q, order.id),
      canContinue: false,
    }
  )
}

/** Requeries a written-off attempt: a delivery after the refund is booked as our loss. */
export async function requeryWrittenOffAttempt(deps: PurchaseDeps, attempt: Attempt): Promise<void> {
  await requeryAndCommit(deps, await orderById(deps.db.q, attempt.order_id), attempt)
}

/** Undefined when another worker requeries the attempt. */
async function requeryAndCommit(
  deps: PurchaseDeps,
  order: Order,
  attempt: Attempt,
): Promise<StepResult | undefined> {
  const claimedAttempt = await claimRequery(deps.db, attempt)
  if (!claimedAttempt) return undefined
  const candidate = await vendorForAttempt(deps, order, attempt)
  const outcome = candidate
    ? await requeryAttempt(candidate.vendor, claimedAttempt, requestOf(order, candidate.product))
    : ({ type: 'unknown', reason: 'no_vendor', code: null } as const)
  return commitOutcome(deps, order, candidate, claimedAttempt, outcome)
}

/** An attempt's vendor, and its product for the order; undefined when it is no longer configured. */
export async function vendorForAttempt(
  deps: PurchaseDeps,
  order: Order,
  attempt: Attempt,
): Promise<Pick<VendorCandidate, 'vendor' | 'product'> | undefined> {
  return resolveVendor(deps, order, attempt.vendor as VendorName)
}

/** A vendor, and its product for the order; undefined when it is not configured, or does not sell it. */
export async function resolveVendor(
  deps: PurchaseDeps,
  order: Order,
  name: VendorName,
): Promise<Pick<VendorCandidate, 'vendor' | 'product'> | undefined> {
  const vendor = deps.vendors[name]
  const product = vendor && (await vendorProductForOrder(deps, order, vendor.name))
  return vendor && product ? { vendor, product } : undefined
}

/** An attempt at an unconfigured vendor is checked hourly until a manager or the write-off resolves it. */
const unconfiguredVendorPolicy: RequeryPolicy = { requerySeconds: [60 * 60], canResend: () => false }

/** Commits an outcome with its postings, the order's transition and the notifications, in one transaction. */
export async function commitOutcome(
  deps: PurchaseDeps,
  order: Order,
  candidate: Pick<VendorCandidate, 'vendor' | 'product'> | undefined,
  previous: Attempt,
  reportedOutcome: Outcome,
): Promise<StepResult> {
  const outcome = treatMismatchAsUnknown(deps, order, reportedOutcome)
  const writeOffCapKobo = BigInt(await deps.settings.get('write_off_daily_cap_kobo'))
  const grantReward = await deps.rewards.prepare()
  const elapsedMs = startTimer()
  const { decision, attempt, saved } = await deps.db.inTransaction(async (tx) => {
    const lockedOrder = await lockOrder(tx, order.id)
    const update = await recordOutcome(tx, candidate?.vendor ?? unconfiguredVendorPolicy, previous, outcome)
    const savedOrder = await applyDecision(deps, tx, lockedOrder, update, writeOffCapKobo)
    if (update.decision.type === 'delivered') await grantReward(tx, lockedOrder)
    return { ...update, saved: savedOrder }
  })
  if (decision.type === 'delivered') deps.triggerOutbox()
  const isWithinDispatchDelay = elapsedMs() <= maxDispatchDelayMs
  if (decision.type === 'unknown' && decision.resend && isWithinDispatchDelay && candidate)
    return send(deps, saved, candidate, attempt)
  return { order: saved, canContinue: decision.type === 'failed' }
}

/** A delivery that does not match its order proves nothing: it stays unknown, and a manager reviews it. */
function treatMismatchAsUnknown(deps: PurchaseDeps, order: Order, reported: Outcome): Outcome {
  if (reported.type !== 'delivered') return reported
  const mismatch = deps.orderHandlers[order.service].findMismatch(order, reported)
  if (!mismatch) return reported
  deps.log.error({ order: order.id, mismatch }, 'a delivery does not match its order')
  return { type: 'unknown', reason: 'mismatch', code: null }
}

export const requestOf = (order: Order, product: VendorProduct) => ({
  product,
  amountKobo: order.amount_kobo,
  phone: order.phone,
  email: order.email,
})

const vendorProductForOrder = (deps: PurchaseDeps, order: Order, vendor: VendorName) =>
  vendorProductFor(deps.db, vendor, order)
