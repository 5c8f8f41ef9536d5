import type { Selectable } from 'kysely'
import type { VendorName } from '../../shared/constants.ts'
import type { DataOf } from '../../shared/contract.ts'
import type { getManagedOrder, TimelineEntry } from '../../shared/management/orders.ts'
import { formatMoney, nairaText } from '../../shared/money.ts'
import { providerNames } from '../../shared/providers.ts'
import { currentDetail } from '../audit/index.ts'
import type { Database, Tables } from '../database/index.ts'
import type { Order } from '../purchase/index.ts'

type Payer = Selectable<Tables['payments']>['gateway']
/** The payer or gateway of a payment, in parentheses. */
const payerText = (payer: Payer): string =>
  payer === 'wallet' ? '(wallet)' : payer === 'manager' ? '(manager)' : `(${providerNames[payer]})`

const vendorLabel = (vendor: string): string => providerNames[vendor as VendorName]

type Fact = TimelineEntry['facts'][number]

const timelineEntries = (
  occurredAt: Date | null,
  kind: TimelineEntry['kind'],
  message: string,
  facts: Readonly<Record<string, string | number | null>> = {},
): TimelineEntry[] =>
  occurredAt === null
    ? []
    : [
        {
          at: occurredAt.toISOString(),
          kind,
          message,
          facts: Object.entries(facts).flatMap(([name, value]): Fact[] =>
            value === null || value === '' ? [] : [{ name, value: String(value) }],
          ),
        },
      ]

/**
 * All events of an order, oldest first: states, provider requests, postings, messages. Contains no secrets.
 */
export async function timelineOf(db: Database, order: Order): Promise<TimelineEntry[]> {
  const entries = await Promise.all([
    orderEvents(order),
    paymentEvents(db, order),
    attemptEvents(db, order),
    refundEvents(db, order),
    stateChanges(db, order),
    postingEvents(db, order),
    messageEvents(db, order),
    managerEvents(db, order),
  ])
  return entries.flat().sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
}

/** The timeline of a purchase on another platform: the manager who recorded it, and the recorded values. */
export async function externalPurchaseTimeline(
  db: Database,
  id: string,
): Promise<Omit<DataOf<typeof getManagedOrder>, 'order'>> {
  const record = await db.q
    .selectFrom('power_records')
    .innerJoin('users', 'users.id', 'power_records.recorded_by')
    .selectAll('power_records')
    .select('users.name')
    .where('power_records.id', '=', id)
    .executeTakeFirstOrThrow()
  const timeline = timelineEntries(record.created_at, 'manager', `Recorded by ${record.name}`, {
    'order reference': record.order_reference,
    platform: record.platform,
    units: record.units,
    description: record.description,
  })
  const message = 'This purchase was made on another platform and recorded by a manager. No money moved here.'
  return {
    money: { status: 'not_taken', message },
    steps: [],
    timeline,
    tickets: [],
    review: null,
    payments: [],
    notes: [],
    operations: null,
    delivery: { vendor_reference: record.order_reference || null, units: record.units },
    delivered_actions: [],
    goodwill_limit: null,
    goodwill_gateway_limit: null,
    goodwill_paid: 0,
  }
}

const orderEvents = (order: Order): TimelineEntry[] => [
  ...timelineEntries(order.created_at, 'order', 'Order created', {
    vendor: vendorLabel(order.vendor),
    total: formatMoney(order.total_kobo),
  }),
  ...timelineEntries(order.paid_at, 'order', 'Paid'),
  ...timelineEntries(order.delivered_at, 'order', 'Delivered'),
  ...timelineEntries(order.review_since, 'order', 'Flagged for review', { reason: order.review_reason }),
]

async function paymentEvents(db: Database, order: Order): Promise<TimelineEntry[]> {
  const rows = await db.q.selectFrom('payments').selectAll().where('order_id', '=', order.id).execute()
  return rows.flatMap((row) => [
    ...timelineEntries(
      row.created_at,
      'payment',
      `Payment of ${formatMoney(row.amount_kobo)} started ${payerText(row.gateway)}`,
      {
        reference: row.reference,
        method: row.method,
      },
    ),
    ...timelineEntries(
      row.state_since,
      'payment',
      `Payment ${row.state.replace('_', ' ')} ${payerText(row.gateway)}`,
      {
        reference: row.reference,
        'gateway reference': row.gateway_reference,
        paid: row.paid_kobo === null ? null : `${row.paid_currency ?? 'NGN'} ${nairaText(row.paid_kobo)}`,
        channel: row.channel,
        reason: row.failure_reason,
      },
    ),
  ])
}

async function attemptEvents(db: Database, order: Order): Promise<TimelineEntry[]> {
  const rows = await db.q.selectFrom('attempts').selectAll().where('order_id', '=', order.id).execute()
  return rows.flatMap((row) => [
    ...timelineEntries(row.created_at, 'attempt', `Sent to ${vendorLabel(row.vendor)}`, {
      'request id': row.request_id,
      amount: formatMoney(row.amount_kobo),
    }),
    ...timelineEntries(
      row.state_since,
      'attempt',
      `${vendorLabel(row.vendor)}: ${row.state.replace('_', ' ')}`,
      {
        'request id': row.request_id,
        'vendor reference': row.vendor_reference,
        cost: row.cost_kobo === null ? null : formatMoney(row.cost_kobo),
        reason: row.failure_reason,
        code: row.vendor_code,
        'status checks': row.requery_count,
        'send attempts': row.send_count,
      },
    ),
  ])
}

async function refundEvents(db: Database, order: Order): Promise<TimelineEntry[]> {
  const rows = await db.q.selectFrom('refunds').selectAll().where('order_id', '=', order.id).execute()
  return rows.flatMap((row) =>
    timelineEntries(
      row.created_at,
      'refund',
      `Refund of ${row.currency} ${nairaText(row.amount_kobo)} started`,
      {
        cause: row.cause,
        state: row.state,
        'gateway reference': row.gateway_refund_id,
      },
    ),
  )
}

async function stateChanges(db: Database, order: Order): Promise<TimelineEntry[]> {
  const rows = await db.q.selectFrom('state_history').selectAll().where('order_id', '=', order.id).execute()
  return rows.flatMap((row) =>
    timelineEntries(row.occurred_at, row.entity, `${row.entity}: ${row.state.replace('_', ' ')}`, {
      reason: row.reason,
    }),
  )
}

async function postingEvents(db: Database, order: Order): Promise<TimelineEntry[]> {
  const rows = await db.q
    .selectFrom('ledger_entries')
    .innerJoin('ledger_postings', 'ledger_postings.entry_id', 'ledger_entries.id')
    .select(['ledger_entries.id', 'event', 'reason', 'ledger_entries.posted_at', 'account', 'amount_kobo'])
    .where('order_id', '=', order.id)
    .execute()
  return [...Map.groupBy(rows, (row) => row.id).values()].flatMap((lines) => {
    const [first] = lines
    const sums = lines.map((row) => [row.account, formatMoney(row.amount_kobo)] as const)
    const message = `Ledger: ${first?.event.split(':').at(-1)?.replaceAll('_', ' ') ?? ''}`
    return timelineEntries(first?.posted_at ?? null, 'posting', message, {
      ...Object.fromEntries(sums),
      reason: first?.reason ?? null,
    })
  })
}

async function messageEvents(db: Database, order: Order): Promise<TimelineEntry[]> {
  const rows = await db.q
    .selectFrom('outbox')
    .select([
      'channel',
      'recipient',
      'subject',
      'state',
      'attempt_count',
      'failure_reason',
      'created_at',
      'sent_at',
    ])
    .where('order_id', '=', order.id)
    .execute()
  return rows.flatMap((row) =>
    timelineEntries(
      row.sent_at ?? row.created_at,
      'message',
      `${row.channel === 'mail' ? 'E-mail' : 'SMS'} ${row.state}`,
      {
        to: row.recipient,
        subject: row.subject,
        reason: row.failure_reason,
        attempts: row.attempt_count,
      },
    ),
  )
}

async function managerEvents(db: Database, order: Order): Promise<TimelineEntry[]> {
  const rows = await db.q
    .selectFrom('audit_log')
    .leftJoin('users', 'users.id', 'audit_log.actor_id')
    .select(['occurred_at', 'audit_log.role', 'action', 'detail', 'users.name'])
    .where('subject', '=', order.reference)
    .where('action', 'not like', '%.read')
    .execute()
  return rows.flatMap((row) => {
    const facts = Object.entries(currentDetail(row.detail)).map(([name, value]) => [
      name,
      value === null ? null : String(value),
    ])
    return timelineEntries(
      row.occurred_at,
      'manager',
      `${row.action} by ${row.name ?? row.role}`,
      Object.fromEntries(facts),
    )
  })
}
