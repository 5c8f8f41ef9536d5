import { type Service, services } from '../../../shared/constants.ts'
import type { OrderState } from '../../../shared/orders.ts'
import { configuredVendors } from '../../vending/index.ts'
import { invariants } from '../invariants/index.ts'
import { createDatabaseReading, type DatabaseReading, type DatabaseReadingDeps } from './database-reading.ts'
import type { MetricsRegistry } from './registry.ts'

/** Ends the help text of each gauge that is read from the database. */
const sameEverywhere =
  'Read from the database, at most 10 s old; the same in every process, so use max, not sum.'

const inProgressStates = ['paid', 'vending', 'vend_failed', 'refunding'] as const satisfies OrderState[]

/** Gauges of orders, money, vendors and queues. A value that could not be read is absent. */
export function registerDatabaseMetrics(metrics: MetricsRegistry, deps: DatabaseReadingDeps): void {
  const readDatabase = createDatabaseReading(deps)
  const gauge = <const Label extends string>(
    name: string,
    help: string,
    labels: readonly Label[],
    set: (set: (labels: Record<Label, string>, value: number) => void, reading: DatabaseReading) => void,
  ) =>
    metrics.gauge({
      name,
      help: `${help} ${sameEverywhere}`,
      labels,
      async read(current) {
        const reading = await readDatabase()
        if (reading) set((values, value) => current.set(values, value), reading)
      },
    })

  metrics.gauge({
    name: 'sanwo_database_read_success',
    help: '1 if the last reading of the database for these metrics succeeded within 3 s, otherwise 0.',
    labels: [],
    read: async (current) => current.set((await readDatabase()) ? 1 : 0),
  })
  gauge(
    'sanwo_orders_in_progress',
    'Orders that are paid and neither delivered nor refunded, by state.',
    ['state'],
    (set, { ordersInProgress }) => {
      for (const state of inProgressStates)
        set({ state }, sum(ordersInProgress.filter((row) => row.state === state).map((row) => row.orders)))
    },
  )
  gauge(
    'sanwo_orders_overdue',
    'Orders that were paid more than 30 minutes ago and are neither delivered nor refunded.',
    ['service'],
    (set, { ordersInProgress }) => {
      for (const service of services)
        set(
          { service },
          sum(ordersInProgress.filter((row) => row.service === service).map((row) => row.overdue)),
        )
    },
  )
  gauge('sanwo_orders_in_review', 'Orders that wait for a manager.', [], (set, { ordersInReview }) =>
    set({}, ordersInReview),
  )
  gauge(
    'sanwo_refunds_open',
    'Refunds that are sent or checked again automatically, by state.',
    ['state'],
    (set, { openRefunds }) => {
      for (const { state, refunds } of openRefunds) set({ state }, refunds)
    },
  )
  gauge(
    'sanwo_ledger_invariant_violations',
    'Open violations of an invariant of ledger and orders, also accepted ones.',
    ['invariant'],
    (set, { violations }) => {
      for (const { name } of invariants) set({ invariant: name }, violations.get(name) ?? 0)
    },
  )
  gauge(
    'sanwo_reconciliation_breaks',
    'Open reconciliation breaks between our ledger and a gateway or vendor, by kind.',
    ['kind'],
    (set, { breaks }) => {
      for (const { kind, breaks: open } of breaks) set({ kind }, open)
    },
  )
  gauge(
    'sanwo_vendor_paused',
    '1 while the circuit breaker of a vendor is open for a service, otherwise 0.',
    ['vendor', 'service'],
    (set, { pausedVendors }) => {
      for (const { name, capabilities } of configuredVendors(deps.vendors))
        for (const service of capabilities.services)
          set({ vendor: name, service }, isPaused(pausedVendors, name, service) ? 1 : 0)
    },
  )
  gauge(
    'sanwo_vendor_float_naira',
    'Our float at a vendor by our ledger, in naira.',
    ['vendor'],
    (set, { floats }) => {
      for (const { vendor, kobo } of floats) set({ vendor }, Number(kobo) / 100)
    },
  )
  gauge(
    'sanwo_vendor_float_low_limit_naira',
    'The setting low_float_kobo: a float below it is low, in naira.',
    [],
    (set, { lowFloatKobo }) => set({}, lowFloatKobo / 100),
  )
  gauge(
    'sanwo_queue_due_rows',
    'Rows of a queue that are due, at most 10,000 are counted.',
    ['queue'],
    (set, { queues }) => {
      for (const [queue, { dueRows }] of queues) set({ queue }, dueRows)
    },
  )
  gauge(
    'sanwo_queue_oldest_due_age_seconds',
    'Time since the oldest due row of a queue became due; 0 if none is due.',
    ['queue'],
    (set, { queues }) => {
      for (const [queue, { oldestDueSeconds }] of queues) set({ queue }, oldestDueSeconds ?? 0)
    },
  )
  metrics.gauge({
    name: 'sanwo_queue_running_rows',
    help: 'Rows of a queue that this process works on.',
    labels: ['queue'],
    async read(current) {
      for (const [queue, { running }] of (await readDatabase())?.queues ?? []) current.set({ queue }, running)
    },
  })
  metrics.counterOf({
    name: 'sanwo_queue_rows_total',
    help: 'Rows of a queue that this process worked on, by result.',
    labels: ['queue', 'result'],
    async read(current) {
      for (const [queue, { processed, failed }] of (await readDatabase())?.queues ?? []) {
        current.inc({ queue, result: 'processed' }, processed)
        current.inc({ queue, result: 'failed' }, failed)
      }
    },
  })
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)

const isPaused = (paused: DatabaseReading['pausedVendors'], vendor: string, service: Service): boolean =>
  paused.some((row) => row.vendor === vendor && row.service === service)
