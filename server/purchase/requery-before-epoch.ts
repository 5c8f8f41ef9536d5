import { vendors } from '../../shared/providers.ts'
import { captureHold, findAppliedPayment, type Payment } from '../payments/index.ts'
import {
  attemptsOf,
  type Outcome,
  openAttempt,
  pastRequestIds,
  requeryAsUnsent,
  type VendorName,
} from '../vending/index.ts'
import type { StepResult } from './advance.ts'
import { commitOutcome, requestOf, resolveVendor } from './deliver.ts'
import type { PurchaseDeps } from './deps.ts'
import { nextVendor, type VendorCandidate } from './failover.ts'
import type { Order } from './order.ts'
import { claimVend, flagForReview, orderById } from './store.ts'

/** Why an order is in review: this database may be older than its delivery. */
const restored = 'restored'

type Target = Pick<VendorCandidate, 'vendor' | 'product'>

/**
 * The payment of an order that a lost copy of this database may have sent, because it was paid before this
 * process's epoch. Undefined for any other order.
 */
async function paymentBeforeEpoch(deps: PurchaseDeps, order: Order): Promise<Payment | undefined> {
  const since = await deps.epoch.since()
  const payment = await findAppliedPayment(deps.db.q, order.id)
  return payment && (payment.paid_at === null || payment.paid_at < since) ? payment : undefined
}

/**
 * Requeries an order that was paid before this process's epoch, before anything is sent or refunded for it:
 * with the request ids that it had on every Lagos day since its checkout was opened. An attempt that a vendor
 * reports becomes the order's attempt. An unclear response also goes to review, and so does a vendor that
 * cannot be queried.
 * @returns undefined when nothing was sent, as far as the vendors can tell
 */
export async function requeryBeforeEpoch(deps: PurchaseDeps, order: Order): Promise<StepResult | undefined> {
  const payment = await paymentBeforeEpoch(deps, order)
  if (!payment) return undefined
  const triedVendors = new Set((await attemptsOf(deps.db.q, order.id)).map((attempt) => attempt.vendor))
  for (const name of [
    order.vendor,
    ...vendors.filter((vendor) => deps.vendors[vendor] && vendor !== order.vendor),
  ]) {
    const target = triedVendors.has(name) ? undefined : await resolveVendor(deps, order, name as VendorName)
    if (!target) continue
    const { vendor, product } = target
    // A vendor without requery by request id is queried only if the order is pinned to it.
    if (!vendor.capabilities.requeryById && name !== order.vendor) continue
    for (const requestId of await pastRequestIds(deps.db, vendor, order.id, payment.created_at)) {
      const outcome = await requeryAsUnsent(vendor, requestId, requestOf(order, product))
      if (outcome.type === 'unknown' && outcome.reason === 'never_received') continue
      return storeAttempt(deps, order, target, requestId, outcome)
    }
  }
  const next = order.state === 'vend_failed' ? await nextVendor(deps, order) : undefined
  if (!next || next.vendor.capabilities.requeryById) return undefined
  const [requestId = ''] = await pastRequestIds(deps.db, next.vendor, order.id, payment.created_at)
  return storeAttempt(deps, order, next, requestId, { type: 'unknown', reason: 'for_a_person', code: null })
}

/** Stores a vendor's outcome of an earlier attempt as an attempt of this database, and applies it. */
async function storeAttempt(
  deps: PurchaseDeps,
  order: Order,
  target: Target,
  requestId: string,
  outcome: Outcome,
): Promise<StepResult> {
  deps.log.error(
    { order: order.id, vendor: target.vendor.name, requestId },
    'an order may have been sent before the epoch',
  )
  const opened = await deps.db.inTransaction(async (tx) => {
    const claimed = await claimVend(tx, order, 'engine.earlier_vend_recorded')
    if (!claimed) return undefined
    const attempt = await openAttempt(tx, target.vendor, {
      service: order.service,
      beneficiary: order.beneficiary,
      orderId: order.id,
      amountKobo: order.amount_kobo,
      handle: null,
      requestId,
    })
    if (!attempt) throw new Error(`Order ${order.id} has an attempt at ${target.vendor.name} already`)
    if (order.user_id) await captureHold(tx, order.id)
    if (outcome.type === 'unknown') await flagForReview(tx, order.id, restored)
    return { attempt, order: claimed }
  })
  if (!opened) return { order: await orderById(deps.db.q, order.id), canContinue: false }
  return commitOutcome(deps, opened.order, target, opened.attempt, outcome)
}
