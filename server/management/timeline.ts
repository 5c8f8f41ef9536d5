import type { VendorName } from '../../shared/constants.ts'
import type { DataOf } from '../../shared/contract.ts'
import type { getManagedOrder, PaymentSource, TimelineEntry } from '../../shared/management/orders.ts'
import { formatMoney, nairaText } from '../../shared/money.ts'
import { providerNames } from '../../shared/providers.ts'
import { currentDetail } from '../audit/index.ts'
import type { Database } from '../database/index.ts'
import { messagesOfOrder } from '../outbox/index.ts'
import type { Order } from '../purchase/index.ts'
import { timelineDetailTexts, timelineTexts } from './timeline-texts.ts'

/** Name of a payment's source in the timeline. */
const paymentSourceText = (paymentSource: PaymentSource): string =>
  paymentSource === 'wallet'
    ? timelineTexts.wallet()
    : paymentSource === 'manager'
      ? timelineTexts.manager()
      : providerNames[paymentSource]

const inWords = (state: string): string => state.replace('_', ' ')

const vendorLabel = (vendor: string): string => providerNames[vendor as VendorName]

type Detail = TimelineEntry['details'][number]
type DetailValues = Readonly<Record<string, string | number | null>>

type DetailName = keyof typeof timelineDetailTexts

/** The details under the names that are shown. */
const named = (details: { readonly [Name in DetailName]?: string | number | null }): DetailValues =>
  Object.fromEntries(
    Object.entries(details).map(([name, value]) => [timelineDetailTexts[name as DetailName](), value]),
  )

const timelineEntries = (
  occurredAt: Date | null,
  kind: TimelineEntry['kind'],
  message: string,
  details: DetailValues = {},
): TimelineEntry[] =>
  occurredAt === null
    ? []
    : [
        {
          at: occurredAt.toISOString(),
          kind,
          message,
          details: Object.entries(details).flatMap(([name, value]): Detail[] =>
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
export async function recordedPurchaseTimeline(
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
  const timeline = timelineEntries(
    record.created_at,
    'manager',
    timelineTexts.recorded({ manager: record.name }),
    named({
      orderReference: record.order_reference,
      platform: record.platform,
      units: record.units,
      description: record.description,
    }),
  )
  return {
    money: { status: 'not_taken', message: timelineTexts.recordedPurchase() },
    needs_account: false,
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
  ...timelineEntries(
    order.created_at,
    'order',
    timelineTexts.created(),
    named({
      vendor: vendorLabel(order.vendor),
      total: formatMoney(order.total_kobo),
    }),
  ),
  ...timelineEntries(order.paid_at, 'order', timelineTexts.paid()),
  ...timelineEntries(order.delivered_at, 'order', timelineTexts.delivered()),
  ...timelineEntries(
    order.review_since,
    'order',
    timelineTexts.flagged(),
    named({ reason: order.review_reason }),
  ),
]

async function paymentEvents(db: Database, order: Order): Promise<TimelineEntry[]> {
  const rows = await db.q.selectFrom('payments').selectAll().where('order_id', '=', order.id).execute()
  return rows.flatMap((row) => [
    ...timelineEntries(
      row.created_at,
      'payment',
      timelineTexts.paymentStarted({
        amount: formatMoney(row.amount_kobo),
        paymentSource: paymentSourceText(row.gateway),
      }),
      named({ reference: row.reference, method: row.method }),
    ),
    ...timelineEntries(
      row.state_since,
      'payment',
      timelineTexts.paymentState({
        state: inWords(row.state),
        paymentSource: paymentSourceText(row.gateway),
      }),
      named({
        reference: row.reference,
        gatewayReference: row.gateway_reference,
        paid: row.paid_kobo === null ? null : `${row.paid_currency ?? 'NGN'} ${nairaText(row.paid_kobo)}`,
        channel: row.channel,
        reason: row.failure_reason,
      }),
    ),
  ])
}

async function attemptEvents(db: Database, order: Order): Promise<TimelineEntry[]> {
  const rows = await db.q.selectFrom('attempts').selectAll().where('order_id', '=', order.id).execute()
  return rows.flatMap((row) => [
    ...timelineEntries(
      row.created_at,
      'attempt',
      timelineTexts.sent({ vendor: vendorLabel(row.vendor) }),
      named({
        requestId: row.request_id,
        amount: formatMoney(row.amount_kobo),
      }),
    ),
    ...timelineEntries(
      row.state_since,
      'attempt',
      timelineTexts.state({ subject: vendorLabel(row.vendor), state: inWords(row.state) }),
      named({
        requestId: row.request_id,
        vendorReference: row.vendor_reference,
        cost: row.cost_kobo === null ? null : formatMoney(row.cost_kobo),
        reason: row.failure_reason,
        code: row.vendor_code,
        statusChecks: row.requery_count,
        sendAttempts: row.send_count,
      }),
    ),
  ])
}

async function refundEvents(db: Database, order: Order): Promise<TimelineEntry[]> {
  const rows = await db.q.selectFrom('refunds').selectAll().where('order_id', '=', order.id).execute()
  return rows.flatMap((row) =>
    timelineEntries(
      row.created_at,
      'refund',
      timelineTexts.refundStarted({ amount: `${row.currency} ${nairaText(row.amount_kobo)}` }),
      named({ cause: row.cause, state: row.state, gatewayReference: row.gateway_refund_id }),
    ),
  )
}

async function stateChanges(db: Database, order: Order): Promise<TimelineEntry[]> {
  const rows = await db.q.selectFrom('state_history').selectAll().where('order_id', '=', order.id).execute()
  return rows.flatMap((row) =>
    timelineEntries(
      row.occurred_at,
      row.entity,
      timelineTexts.state({ subject: row.entity, state: inWords(row.state) }),
      named({ reason: row.reason }),
    ),
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
    const message = timelineTexts.posting({
      event: first?.event.split(':').at(-1)?.replaceAll('_', ' ') ?? '',
    })
    return timelineEntries(first?.posted_at ?? null, 'posting', message, {
      ...Object.fromEntries(sums),
      ...named({ reason: first?.reason ?? null }),
    })
  })
}

async function messageEvents(db: Database, order: Order): Promise<TimelineEntry[]> {
  const rows = await messagesOfOrder(db, order.id)
  return rows.flatMap((row) =>
    timelineEntries(
      row.sent_at ?? row.created_at,
      'message',
      (row.channel === 'mail' ? timelineTexts.mail : timelineTexts.sms)({ state: row.state }),
      named({
        to: row.recipient,
        subject: row.subject,
        reason: row.failure_reason,
        attempts: row.attempt_count,
      }),
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
    const details = Object.entries(currentDetail(row.detail)).map(([name, value]) => [
      name,
      value === null ? null : String(value),
    ])
    return timelineEntries(
      row.occurred_at,
      'manager',
      timelineTexts.action({ action: row.action, manager: row.name ?? row.role }),
      Object.fromEntries(details),
    )
  })
}
