import type { VendRequestId } from '../../shared/ids.ts'
import { vendors } from '../../shared/providers.ts'
import type { OrderReference } from '../../shared/references.ts'
import { vendorSupportOnly } from '../../shared/vending.ts'
import type { RestoreTimes } from '../database/index.ts'
import {
  captureHold,
  findAppliedPayment,
  hasUnrecordedRefund,
  type MissingOrderVendStatus,
  type Payment,
} from '../payments/index.ts'
import {
  attemptsOf,
  configuredVendors,
  insertAttempt,
  type Outcome,
  pastRequestIds,
  requeryByRequestId,
  type VendorName,
} from '../vending/index.ts'
import type { StepResult } from './advance.ts'
import { commitOutcome, requestOf, resolveVendor } from './deliver.ts'
import type { PurchaseDeps } from './deps.ts'
import { nextVendor, type VendorCandidate } from './failover.ts'
import { type Order, retrySeconds } from './order.ts'
import { createOrderRefund } from './refund-order.ts'
import { claimVend, failUnsentOrder, flagForReview, lockOrder, orderById, postponeOrder } from './store.ts'

/** Why an order is in review: this database may be older than its delivery. */
const restoredReviewReason = 'restored'

type VendorAndProduct = Pick<VendorCandidate, 'vendor' | 'product'>

/** A vend that may have been sent before a restore, and its vendor's response now. */
interface EarlierVend {
  readonly candidate: VendorAndProduct
  readonly requestId: VendRequestId
  readonly outcome: Outcome
}

/**
 * Queries vendors and gateway before a vend or a refund, for an order that may have been sent without a record here: it
 * existed at the last recovery after a restore, or was paid before this process connected to it (see `RestoreTimes`). An
 * attempt that a vendor reports becomes the order's attempt; after a recovery, a refund that the gateway lists becomes the
 * order's refund. The order goes to review when an outcome is unknown or a vendor cannot be queried.
 * @param restoreTimes if the caller read them together with the order
 * @returns undefined when neither the vendors nor the gateway have a record of the order
 */
export async function requeryIfRestored(
  deps: PurchaseDeps,
  order: Order,
  restoreTimes?: RestoreTimes,
): Promise<StepResult | undefined> {
  const { connectedSince, recoveredAt } = restoreTimes ?? (await deps.restoreDetector.read())
  const isRecovered = recoveredAt !== null && order.created_at <= recoveredAt
  const payment = await paymentBefore(deps, order, { connectedSince, isRecovered })
  if (!payment) return undefined
  const earlierVend = await findEarlierVend(deps, order)
  if (earlierVend) return storeAttempt(deps, order, earlierVend)
  const refundStep = isRecovered ? await recreateMissingRefund(deps, order, payment) : undefined
  if (refundStep) return refundStep
  const nextCandidate = order.state === 'vend_failed' ? await nextVendor(deps, order) : undefined
  if (!nextCandidate || nextCandidate.vendor.capabilities.requeryById) return undefined
  const [requestId = ''] = await pastRequestIds(
    deps.db,
    nextCandidate.vendor,
    [order.reference],
    order.created_at,
  )
  const outcome = { type: 'unknown', reason: vendorSupportOnly, code: null } as const
  return storeAttempt(deps, order, { candidate: nextCandidate, requestId, outcome })
}

const clockMarginMs = 60_000

/**
 * The payment of an order that may have been sent without a record here: the order existed at the last recovery, or was
 * paid before this process connected. Undefined for any other order, and for an order without a payment: an unpaid
 * order is never sent.
 */
async function paymentBefore(
  deps: PurchaseDeps,
  order: Order,
  { connectedSince, isRecovered }: { connectedSince: Date; isRecovered: boolean },
): Promise<Payment | undefined> {
  // An order is paid after its quote. The margin covers clocks that differ.
  const isNewer = order.created_at.getTime() >= connectedSince.getTime() + clockMarginMs
  if (isNewer && !isRecovered) return undefined
  const payment = await findAppliedPayment(deps.db.q, order.id)
  return payment && (isRecovered || payment.paid_at === null || payment.paid_at < connectedSince)
    ? payment
    : undefined
}

/**
 * Creates again the refund of an order that the gateway lists and a restore removed. The refund worker matches the new
 * row to the gateway's refund and sends nothing. While the gateway's list cannot be fetched, the order is postponed.
 */
async function recreateMissingRefund(
  deps: PurchaseDeps,
  order: Order,
  payment: Payment,
): Promise<StepResult | undefined> {
  const isRefunded = await hasUnrecordedRefund(deps.payments, payment, {
    cause: 'not_delivered',
    amountKobo: order.total_kobo,
  })
  if (isRefunded === false) return undefined
  await deps.db.inTransaction(async (tx) => {
    const lockedOrder = await lockOrder(tx, order.id)
    if (isRefunded === null) return postponeOrder(tx, lockedOrder, retrySeconds)
    deps.log.error({ order: order.id }, 'an order was refunded before the recovery')
    if (lockedOrder.state === 'paid')
      await createOrderRefund(
        deps,
        tx,
        await failUnsentOrder(tx, lockedOrder, {}, 'gateway.payment_reversed'),
      )
    if (lockedOrder.state === 'vend_failed') await createOrderRefund(deps, tx, lockedOrder)
  })
  return { order: await orderById(deps.db.q, order.id), canContinue: false }
}

/**
 * Requeries the order's vend at every vendor without an attempt in this database, with the request ids of every Lagos day
 * since the order was created. Writes nothing.
 * @returns undefined when no vendor received it
 */
export async function findEarlierVend(deps: PurchaseDeps, order: Order): Promise<EarlierVend | undefined> {
  const triedVendors = new Set((await attemptsOf(deps.db.q, order.id)).map((attempt) => attempt.vendor))
  for (const name of [
    order.vendor,
    ...vendors.filter((vendor) => deps.vendors[vendor] && vendor !== order.vendor),
  ]) {
    const candidate = triedVendors.has(name)
      ? undefined
      : await resolveVendor(deps, order, name as VendorName)
    if (!candidate) continue
    const { vendor } = candidate
    // A vendor without requery by request id is queried only if it is the order's vendor.
    if (!vendor.capabilities.requeryById && name !== order.vendor) continue
    const vend = await findVendAt(deps, order, candidate)
    if (vend) return vend
  }
  return undefined
}

/** Requeries one vendor with each request id that the order may have had. */
async function findVendAt(
  { db }: PurchaseDeps,
  order: Order,
  candidate: EarlierVend['candidate'],
): Promise<EarlierVend | undefined> {
  const { vendor, product } = candidate
  for (const requestId of await pastRequestIds(db, vendor, [order.reference, order.id], order.created_at)) {
    const outcome = await requeryByRequestId(vendor, requestId, requestOf(order, product))
    if (outcome.type === 'unknown' && outcome.reason === 'never_received') continue
    return { candidate, requestId, outcome }
  }
  return undefined
}

/** Stores a vendor's outcome of an earlier attempt as an attempt of this database, and applies it. */
async function storeAttempt(
  deps: PurchaseDeps,
  order: Order,
  { candidate, requestId, outcome }: EarlierVend,
): Promise<StepResult> {
  deps.log.error(
    { order: order.id, vendor: candidate.vendor.name, requestId },
    'an order may have been sent before the database was restored',
  )
  const recordedVend = await deps.db.inTransaction(async (tx) => {
    const claimedOrder = await claimVend(tx, order, candidate.vendor, 'engine.earlier_vend_recorded')
    if (!claimedOrder) return undefined
    const attempt = await insertAttempt(tx, candidate.vendor, {
      service: order.service,
      beneficiary: order.beneficiary,
      orderId: order.id,
      amountKobo: order.amount_kobo,
      vendorToken: null,
      requestId,
    })
    if (!attempt) throw new Error(`Order ${order.id} has an attempt at ${candidate.vendor.name} already`)
    if (order.user_id) await captureHold(tx, order.id)
    if (outcome.type === 'unknown') await flagForReview(tx, order.id, restoredReviewReason)
    return { attempt, order: claimedOrder }
  })
  if (!recordedVend) return { order: await orderById(deps.db.q, order.id), canContinue: false }
  return commitOutcome(deps, recordedVend.order, candidate, recordedVend.attempt, outcome)
}

/** A product for a requery of which only the request id matters. */
const anyProduct = { service: 'airtime', productCode: '', variationCode: null, beneficiary: '' } as const

/**
 * Asks every vendor that supports requery by request id whether it received the vend of an order that a restore removed.
 * Writes nothing.
 * @param since lower bound of the time at which the order was created
 */
export async function findVendOfMissingOrder(
  deps: PurchaseDeps,
  orderReference: OrderReference,
  since: Date,
): Promise<MissingOrderVendStatus> {
  const allVendors = configuredVendors(deps.vendors)
  let status: MissingOrderVendStatus = allVendors.every(({ capabilities }) => capabilities.requeryById)
    ? 'not_received'
    : 'unknown'
  for (const vendor of allVendors.filter(({ capabilities }) => capabilities.requeryById)) {
    for (const requestId of await pastRequestIds(deps.db, vendor, [orderReference], since)) {
      const outcome = await requeryByRequestId(vendor, requestId, {
        product: anyProduct,
        amountKobo: 0n,
        phone: '',
        email: null,
      })
      if (outcome.type === 'delivered') return 'delivered'
      if (outcome.type === 'unknown' && outcome.reason !== 'never_received') status = 'unknown'
    }
  }
  return status
}
