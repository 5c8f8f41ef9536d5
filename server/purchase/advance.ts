import { sql } from 'kysely'
import type { OrderId } from '../../shared/ids.ts'
import { inSeconds, type RestoreTimes } from '../database/index.ts'
import { isOpen, listPayments, paymentLifetimeSeconds, processRefund } from '../payments/index.ts'
import { continueTrace } from '../telemetry/index.ts'
import { failover, requeryCurrentAttempt, startVend } from './deliver.ts'
import type { PurchaseDeps } from './deps.ts'
import { expiryCheckSeconds, type Order, orderMachine } from './order.ts'
import { createOrderRefund } from './refund-order.ts'
import { requeryIfRestored } from './requery-if-restored.ts'
import {
  lockOrder,
  type NewlyPaidOrderWithRestoreTimes,
  orderById,
  orderWithRestoreTimes,
  saveOrder,
} from './store.ts'

/** An order after a step. `canContinue`: the next step can follow immediately. */
export interface StepResult {
  readonly order: Order
  readonly canContinue: boolean
}

/**
 * Advances an order as far as possible now. Idempotent: the return page, the webhook, the order queue and
 * fifty copies of them may call it concurrently; one caller performs each step, the others see its result.
 * @param justPaid the order, if this process marked it paid now; a later change of its state ends the step
 * @returns the order when no further step is possible now
 */
export async function advanceOrder(
  deps: PurchaseDeps,
  orderId: OrderId,
  justPaid?: NewlyPaidOrderWithRestoreTimes,
): Promise<Order> {
  const { order, restoreTimes } = justPaid ?? (await orderWithRestoreTimes(deps, orderId))
  const attributes = { 'sanwo.order.reference': order.reference }
  return continueTrace(order.traceparent, 'order.advance', { attributes }, async () => {
    let result = await step(deps, order, restoreTimes)
    while (result.canContinue) result = await step(deps, result.order)
    return result.order
  })
}

/**
 * Performs one step; none when nothing can be done now, or another process does it.
 * @param restoreTimes if it was read with the order
 */
async function step(deps: PurchaseDeps, order: Order, restoreTimes?: RestoreTimes): Promise<StepResult> {
  switch (order.state) {
    case 'paid':
      return (await requeryIfRestored(deps, order, restoreTimes)) ?? startVend(deps, order)
    case 'vending':
      return requeryCurrentAttempt(deps, order)
    case 'vend_failed':
      return (
        (await requeryIfRestored(deps, order, restoreTimes)) ??
        (await failover(deps, order)) ??
        refund(deps, order)
      )
    case 'awaiting_payment':
      return expireIfUnpaid(deps, order)
    case 'refunded':
    case 'delivered':
    case 'refunding':
    case 'quoted':
    case 'expired':
      return { order, canContinue: false }
  }
}

/** Expires an order without an open checkout after `paymentLifeSeconds`. A late payment still counts. */
function expireIfUnpaid(deps: PurchaseDeps, order: Order): Promise<StepResult> {
  return deps.db.inTransaction(async (tx) => {
    const lockedOrder = await lockOrder(tx, order.id)
    if (lockedOrder.state !== 'awaiting_payment') return { order: lockedOrder, canContinue: true }
    const payments = await listPayments(tx, order.id)
    const { rows } = await sql<{ is_expired: boolean }>`
      select ${payments[0]?.created_at ?? lockedOrder.state_since}::timestamptz + make_interval(secs => ${paymentLifetimeSeconds}) < app_now() as is_expired`.execute(
      tx,
    )
    const isWaiting = payments.some((payment) => isOpen(payment.state)) || !rows[0]?.is_expired
    const savedOrder = isWaiting
      ? await saveOrder(tx, lockedOrder, { due_at: inSeconds(expiryCheckSeconds) })
      : await orderMachine.transition(
          tx,
          lockedOrder,
          'expired',
          { due_at: null },
          { event: 'clock.expired' },
        )
    return { order: savedOrder, canContinue: false }
  })
}

/** Refunds an order in full: its vend is proven failed at every eligible vendor, or written off. */
async function refund(deps: PurchaseDeps, order: Order): Promise<StepResult> {
  const refundIds = await deps.db.inTransaction(async (tx) => {
    const lockedOrder = await lockOrder(tx, order.id)
    return lockedOrder.state === 'vend_failed' ? createOrderRefund(deps, tx, lockedOrder) : []
  })
  deps.triggerOutbox()
  for (const refundId of refundIds)
    deps.runInBackground('refund', () => processRefund(deps.payments, refundId))
  return { order: await orderById(deps.db.q, order.id), canContinue: false }
}
