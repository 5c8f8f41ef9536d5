import { handledWebhooks, type StateTransition, stateTransitions } from '../../telemetry/index.ts'
import { exportZeroSeries } from './export-zero-series.ts'
import type { MetricsRegistry } from './registry.ts'
import { createVendorResponses } from './vendor-responses.ts'

const completionBuckets = [1, 2, 5, 10, 30, 60, 120, 300, 600, 1_800, 3_600, 21_600, 86_400] as const

/** Counts the committed transitions of this process. @returns a function that ends the count */
export function countTransitions(metrics: MetricsRegistry): () => void {
  const orders = metrics.counter({
    name: 'sanwo_order_transitions_total',
    help: 'Orders that this process moved to a state, by the event that caused it.',
    labels: ['service', 'to', 'event'],
  })
  const payments = metrics.counter({
    name: 'sanwo_payment_transitions_total',
    help: 'Payments that this process moved to a state.',
    labels: ['gateway', 'to'],
  })
  const attempts = metrics.counter({
    name: 'sanwo_vend_attempt_transitions_total',
    help: 'Vend attempts that this process moved to a state.',
    labels: ['vendor', 'to'],
  })
  const refunds = metrics.counter({
    name: 'sanwo_refund_transitions_total',
    help: 'Refunds that this process moved to a state, by their cause.',
    labels: ['cause', 'to'],
  })
  const completions = metrics.histogram({
    name: 'sanwo_order_completion_duration_seconds',
    help:
      'Time from paid until an order is delivered, or until its refund is requested, for orders that this process ' +
      'completed. vendor is unknown if a vendor left an attempt without a final answer, answered otherwise.',
    labels: ['service', 'outcome', 'vendor'],
    buckets: completionBuckets,
  })
  const webhooks = metrics.histogram({
    name: 'sanwo_webhook_lag_seconds',
    help: 'Time from the receipt of a gateway webhook until this process had handled it.',
    labels: ['provider'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1_800],
  })
  exportZeroSeries({ orders, payments, attempts, refunds })
  const vendorResponses = createVendorResponses()

  const countOrder = ({ to, event, row }: StateTransition) => {
    const service = textOf(row.service)
    orders.inc({ service, to, event })
    const outcome = outcomes.get(to)
    if (event === 'vendor.unavailable') vendorResponses.recordUnknown(textOf(row.id))
    if (!outcome || !(row.paid_at instanceof Date) || !(row.state_since instanceof Date)) return
    const seconds = (row.state_since.getTime() - row.paid_at.getTime()) / 1_000
    completions.observe({ service, outcome, vendor: vendorResponses.deleteOrder(textOf(row.id)) }, seconds)
  }
  const countersByTable: Readonly<Record<string, (transition: StateTransition) => void>> = {
    orders: countOrder,
    payments: ({ to, row }) => payments.inc({ gateway: textOf(row.gateway), to }),
    refunds: ({ to, row }) => refunds.inc({ cause: textOf(row.cause), to }),
    attempts: ({ from, to, row }) => {
      attempts.inc({ vendor: textOf(row.vendor), to })
      if (from === 'unknown' || to === 'unknown') vendorResponses.recordUnknown(textOf(row.order_id))
    },
  }
  const endTransitions = stateTransitions.subscribe((transition) =>
    countersByTable[transition.table]?.(transition),
  )
  const endWebhooks = handledWebhooks.subscribe(({ provider, lagSeconds }) =>
    webhooks.observe({ provider }, Math.max(0, lagSeconds)),
  )
  return () => {
    endTransitions()
    endWebhooks()
  }
}

/** The states that complete a paid order. The time until the payer's bank has the refund is not measured. */
const outcomes: ReadonlyMap<string, 'delivered' | 'refunding'> = new Map([
  ['delivered', 'delivered'],
  ['refunding', 'refunding'],
])

/** A column of the row; `unknown` when the statement did not return it. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value : 'unknown')
