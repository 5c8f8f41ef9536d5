import type { Counter } from 'prom-client'
import { services } from '../../../shared/constants.ts'
import { gateways, vendors } from '../../../shared/providers.ts'
import type { Tables } from '../../database/index.ts'
import { paymentMachine, refundMachine } from '../../payments/index.ts'
import { orderMachine } from '../../purchase/index.ts'
import { attemptMachine } from '../../vending/index.ts'

interface TransitionCounters {
  readonly orders: Counter<'service' | 'to' | 'event'>
  readonly payments: Counter<'gateway' | 'to'>
  readonly attempts: Counter<'vendor' | 'to'>
  readonly refunds: Counter<'cause' | 'to'>
}

const refundCauses = {
  not_delivered: true,
  second_payment: true,
  mismatch: true,
  overpaid: true,
  too_late: true,
  goodwill: true,
  retry: true,
  unmatched: true,
} as const satisfies Record<Tables['refunds']['cause'], true>

/** Exports every series from the start: Prometheus misses the first increase of a series that it has not seen. */
export function exportZeroSeries({ orders, payments, attempts, refunds }: TransitionCounters): void {
  for (const { to, event } of orderEvents())
    for (const service of services) orders.inc({ service, to, event }, 0)
  for (const to of statesAfter(paymentMachine))
    for (const gateway of [...gateways, 'wallet', 'manager']) payments.inc({ gateway, to }, 0)
  for (const to of statesAfter(attemptMachine)) for (const vendor of vendors) attempts.inc({ vendor, to }, 0)
  for (const to of statesAfter(refundMachine))
    for (const cause of Object.keys(refundCauses)) refunds.inc({ cause, to }, 0)
}

/** Each event of an order, with the state that it leads to. */
function orderEvents(): { to: string; event: string }[] {
  const edges: readonly Readonly<Record<string, readonly string[]>>[] = Object.values(orderMachine.edges)
  return edges
    .flatMap((edge) => Object.entries(edge))
    .flatMap(([to, events]) => events.map((event) => ({ to, event })))
}

const statesAfter = ({ transitions }: { transitions: Readonly<Record<string, readonly string[]>> }) =>
  new Set(Object.values(transitions).flat())
