import type { OrderId } from '../../shared/ids.ts'
import { serviceContracts } from '../../shared/services/index.ts'
import { inSeconds } from '../database/index.ts'
import { ApiError } from '../http/index.ts'
import { isOpen, isPaid, listPayments, type Payment } from '../payments/index.ts'
import { type Order, orderById, payOrder, payOrderBySavedCard } from '../purchase/index.ts'
import { currentCard, hasExpired } from './card.ts'
import type { ScheduleDeps } from './deps.ts'
import { failRun } from './end-run.ts'
import { scheduleCallerOf } from './request.ts'
import { chargePollSeconds } from './retry-rules.ts'
import { isOwnerBlocked, type RunRow, type ScheduleRow, scheduleRunMachine } from './store.ts'
import { scheduleServerTexts } from './texts.ts'

/**
 * Pays for the order of a run that is `paying`, or finds out how an earlier attempt ended. A card is charged only when
 * the order has no payment yet.
 * @returns the order once it is paid
 * @throws ApiError by which the order was not paid
 */
export async function payRun(
  deps: ScheduleDeps,
  schedule: ScheduleRow,
  run: RunRow,
): Promise<{ orderId: OrderId } | null> {
  // The order of an earlier process was deleted unpaid.
  if (!run.order_id) throw new ApiError('ORDER_EXPIRED')
  const order = await orderById(deps.db.q, run.order_id)
  if (order.paid_at !== null) return markPaid(deps, run, order)
  return schedule.payment_method === 'WALLET'
    ? payFromWallet(deps, schedule, run, order)
    : payByCard(deps, schedule, run, order)
}

/** The order processor advances the order in the slot of its run, so that many runs do not delay other orders. */
const payDeps = (deps: ScheduleDeps): ScheduleDeps => ({
  ...deps,
  payments: { ...deps.payments, scheduleOrder: () => undefined },
  // The PIN was checked when the schedule was created, with its limits.
  assertPaymentPin: async () => undefined,
})

const requestFor = (order: Order) => ({
  order_reference: order.reference,
  payment_for: serviceContracts[order.service].paymentFor,
  amount: order.total_kobo,
})

/**
 * A user who was blocked after the run started to pay is not charged. Called while nothing was sent to a gateway.
 * @returns true when the run has failed
 */
async function failIfBlocked(deps: ScheduleDeps, schedule: ScheduleRow, run: RunRow): Promise<boolean> {
  if (!(await isOwnerBlocked(deps.db.q, schedule))) return false
  await failRun(deps, run, { reason: 'account_blocked', text: scheduleServerTexts.accountBlocked() })
  return true
}

async function payFromWallet(deps: ScheduleDeps, schedule: ScheduleRow, run: RunRow, order: Order) {
  if (await failIfBlocked(deps, schedule, run)) return null
  const request = { ...requestFor(order), payment_method: 'WALLET' as const }
  await payOrder(payDeps(deps), order, request, scheduleCallerOf(deps, schedule, run))
  return markPaid(deps, run, order)
}

async function payByCard(deps: ScheduleDeps, schedule: ScheduleRow, run: RunRow, order: Order) {
  const [earlier] = await listPayments(deps.db.q, order.id)
  if (earlier) return afterCharge(deps, run, order, earlier)
  if (await failIfBlocked(deps, schedule, run)) return null
  const card = await currentCard(deps.db.q, schedule)
  if (!card || hasExpired(card, run.period)) {
    await failRun(deps, run, {
      reason: card ? 'card_expired' : 'card_missing',
      text: card ? scheduleServerTexts.cardExpired() : scheduleServerTexts.cardMissingReason(),
      pausesSchedule: true,
    })
    return null
  }
  const request = {
    ...requestFor(order),
    payment_method: 'SAVED_CARD' as const,
    payment_card_id: card.uniqueid,
  }
  try {
    await payOrderBySavedCard(payDeps(deps), order, request, scheduleCallerOf(deps, schedule, run))
  } catch (error) {
    const [sent] = await listPayments(deps.db.q, order.id)
    if (!sent) throw error
  }
  const [payment] = await listPayments(deps.db.q, order.id)
  return payment ? afterCharge(deps, run, order, payment) : null
}

/** Continues by the state of the run's only charge. */
async function afterCharge(deps: ScheduleDeps, run: RunRow, order: Order, payment: Payment) {
  if (isPaid(payment.state)) return markPaid(deps, run, order)
  if (isOpen(payment.state) && payment.checkout_url === null) {
    await deps.db.q
      .updateTable('schedule_runs')
      .set({ due_at: inSeconds(chargePollSeconds) })
      .where('id', '=', run.id)
      .where('state', '=', 'paying')
      .execute()
    return null
  }
  const needsConfirmation = isOpen(payment.state)
  await failRun(deps, run, {
    reason: needsConfirmation ? 'card_confirmation' : 'card_declined',
    text: needsConfirmation ? scheduleServerTexts.cardConfirmation() : scheduleServerTexts.cardDeclined(),
    pausesSchedule: true,
  })
  return null
}

/** Stores that a run is paid: its order has a state of its own from now on. */
async function markPaid(deps: ScheduleDeps, run: RunRow, order: Order): Promise<{ orderId: OrderId } | null> {
  await scheduleRunMachine
    .transitionWhere(
      deps.db.q,
      'paying',
      'paid',
      { due_at: null, reason_code: null },
      { event: 'payment.succeeded' },
    )
    .where('id', '=', run.id)
    .execute()
  return { orderId: order.id }
}
