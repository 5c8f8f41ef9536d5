import type { Selectable } from 'kysely'
import type { OrderState } from '../../shared/orders.ts'
import { defineStateMachine, type Tables } from '../database/index.ts'

type Row = Selectable<Tables['orders']>
/** An order; checking its `state` narrows the transitions that compile. */
export type Order = { [S in OrderState]: Row & { readonly state: S } }[OrderState]

/** An order that is closed without an attempt passes through `vending`. */
const unsentEvents = ['vendor.unavailable', 'manager.cancelled', 'gateway.payment_reversed'] as const

/** The payer's bank returned the whole payment: nothing is left to refund. */
const chargedBackEvents = ['manager.charged_back_order_closed', 'gateway.payment_reversed'] as const

/**
 * State machine of an order. Delivered and refunded orders are final.
 * `vendor.delivered`, `vendor.failed`: the vendor's outcome, or a delivery that a manager confirmed.
 */
export const orderMachine = defineStateMachine('orders', {
  quoted: { awaiting_payment: ['customer.payment_started', 'manager.purchase_started'] },
  awaiting_payment: { paid: ['payment.succeeded'], expired: ['clock.expired', 'payment.expired'] },
  paid: { vending: ['engine.vend_started', 'engine.earlier_vend_recorded', ...unsentEvents] },
  vending: {
    delivered: ['vendor.delivered'],
    vend_failed: ['vendor.failed', 'clock.written_off', 'manager.written_off', ...unsentEvents],
  },
  vend_failed: {
    vending: ['engine.vend_started', 'engine.earlier_vend_recorded'],
    refunding: ['refund.requested', ...chargedBackEvents],
  },
  refunding: { refunded: ['refund.processed', ...chargedBackEvents] },
  expired: { paid: ['payment.succeeded'] },
  delivered: {},
  refunded: {},
})

/** Paid, and neither delivered nor refunded: the order processor still has a step to perform. */
export const isInProgress = (state: OrderState): boolean =>
  state === 'paid' || state === 'vending' || state === 'vend_failed' || state === 'refunding'

/** An order awaiting payment is checked for expiry after this, when its checkout should be over. */
export const expiryCheckSeconds = 65 * 60

/** An order in progress is retried after this if the process that advanced it crashed. */
export const retrySeconds = 15
