import type { Selectable } from 'kysely'
import type { VendorName } from '../../shared/constants.ts'
import { counterpartyNames } from '../../shared/counterparties.ts'
import type { TimelineEntry } from '../../shared/management/orders.ts'
import { formatMoney, nairaText } from '../../shared/money.ts'
import type { Database, Tables } from '../database/index.ts'
import type { Order } from '../purchase/index.ts'

type Payer = Selectable<Tables['payments']>['gateway']
/** Where, or out of what, somebody paid. */
const byWhom = (payer: Payer): string =>
  payer === 'wallet'
    ? 'from the wallet'
    : payer === 'manager'
      ? 'by a manager'
      : `at ${counterpartyNames[payer]}`

const vendorNamed = (vendor: string): string => counterpartyNames[vendor as VendorName]

type Fact = TimelineEntry['facts'][number]

const entry = (
  at: Date | null,
  kind: TimelineEntry['kind'],
  says: string,
  facts: Readonly<Record<string, string | number | null>> = {},
): TimelineEntry[] =>
  at === null
    ? []
    : [
        {
          at: at.toISOString(),
          kind,
          says,
          facts: Object.entries(facts).flatMap(([name, value]): Fact[] =>
            value === null || value === '' ? [] : [{ name, value: String(value) }],
          ),
        },
      ]

/** The whole story of an order, the oldest first: what it became, what was asked of whom, what was posted. No secrets. */
export async function timelineOf(db: Database, order: Order): Promise<TimelineEntry[]> {
  const parts = await Promise.all([
    orderTurns(order),
    payments(db, order),
    attempts(db, order),
    refunds(db, order),
    turns(db, order),
    postings(db, order),
    messages(db, order),
    deeds(db, order),
  ])
  return parts.flat().sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
}

const orderTurns = (order: Order): TimelineEntry[] => [
  ...entry(order.created_at, 'order', 'Looked up and priced', {
    vendor: vendorNamed(order.vendor),
    total: formatMoney(order.total_kobo),
  }),
  ...entry(order.paid_at, 'order', 'Paid'),
  ...entry(order.delivered_at, 'order', 'Delivered'),
  ...entry(order.review_since, 'order', 'Flagged for review', { reason: order.review_reason }),
]

async function payments(db: Database, order: Order): Promise<TimelineEntry[]> {
  const rows = await db.q.selectFrom('payments').selectAll().where('order_id', '=', order.id).execute()
  return rows.flatMap((it) => [
    ...entry(
      it.created_at,
      'payment',
      `Payment of ${formatMoney(it.amount_kobo)} begun ${byWhom(it.gateway)}`,
      {
        reference: it.reference,
        method: it.method,
      },
    ),
    ...entry(it.state_since, 'payment', `Payment ${it.state.replace('_', ' ')} ${byWhom(it.gateway)}`, {
      reference: it.reference,
      'reference there': it.gateway_reference,
      paid: it.paid_kobo === null ? null : `${it.paid_currency ?? 'NGN'} ${nairaText(it.paid_kobo)}`,
      channel: it.channel,
      because: it.failed_because,
    }),
  ])
}

async function attempts(db: Database, order: Order): Promise<TimelineEntry[]> {
  const rows = await db.q.selectFrom('attempts').selectAll().where('order_id', '=', order.id).execute()
  return rows.flatMap((it) => [
    ...entry(it.created_at, 'attempt', `Sent to ${vendorNamed(it.vendor)}`, {
      'request id': it.request_id,
      amount: formatMoney(it.amount_kobo),
    }),
    ...entry(it.state_since, 'attempt', `${vendorNamed(it.vendor)}: ${it.state.replace('_', ' ')}`, {
      'request id': it.request_id,
      'reference there': it.vendor_reference,
      cost: it.cost_kobo === null ? null : formatMoney(it.cost_kobo),
      because: it.because,
      code: it.code,
      'times asked': it.asks,
      'times sent': it.sends,
    }),
  ])
}

async function refunds(db: Database, order: Order): Promise<TimelineEntry[]> {
  const rows = await db.q.selectFrom('refunds').selectAll().where('order_id', '=', order.id).execute()
  return rows.flatMap((it) =>
    entry(it.created_at, 'refund', `Refund of ${it.currency} ${nairaText(it.amount_kobo)} begun`, {
      cause: it.cause,
      state: it.state,
      'reference there': it.refund_id,
    }),
  )
}

async function turns(db: Database, order: Order): Promise<TimelineEntry[]> {
  const rows = await db.q.selectFrom('turns').selectAll().where('order_id', '=', order.id).execute()
  return rows.flatMap((it) =>
    entry(it.at, it.machine, `${it.machine}: ${it.state.replace('_', ' ')}`, { because: it.because }),
  )
}

async function postings(db: Database, order: Order): Promise<TimelineEntry[]> {
  const rows = await db.q
    .selectFrom('ledger_entries')
    .innerJoin('ledger_postings', 'ledger_postings.entry_id', 'ledger_entries.id')
    .select(['ledger_entries.id', 'event', 'reason', 'ledger_entries.posted_at', 'account', 'amount_kobo'])
    .where('order_id', '=', order.id)
    .execute()
  return [...Map.groupBy(rows, (it) => it.id).values()].flatMap((lines) => {
    const [first] = lines
    const sums = lines.map((it) => [it.account, formatMoney(it.amount_kobo)] as const)
    const says = `Posted: ${first?.event.split(':').at(-1)?.replaceAll('_', ' ') ?? ''}`
    return entry(first?.posted_at ?? null, 'posting', says, {
      ...Object.fromEntries(sums),
      reason: first?.reason ?? null,
    })
  })
}

async function messages(db: Database, order: Order): Promise<TimelineEntry[]> {
  const rows = await db.q
    .selectFrom('outbox')
    .select(['channel', 'recipient', 'subject', 'state', 'tries', 'because', 'created_at', 'sent_at'])
    .where('order_id', '=', order.id)
    .execute()
  return rows.flatMap((it) =>
    entry(it.sent_at ?? it.created_at, 'message', `${it.channel === 'mail' ? 'E-mail' : 'SMS'} ${it.state}`, {
      to: it.recipient,
      subject: it.subject,
      because: it.because,
      tries: it.tries,
    }),
  )
}

async function deeds(db: Database, order: Order): Promise<TimelineEntry[]> {
  const rows = await db.q
    .selectFrom('audit_log')
    .leftJoin('users', 'users.id', 'audit_log.actor_id')
    .select(['at', 'audit_log.role', 'action', 'detail', 'users.name'])
    .where('subject', '=', order.reference)
    .where('action', 'not like', '%.read')
    .execute()
  return rows.flatMap((it) => {
    const facts = Object.entries(it.detail).map(([name, value]) => [
      name,
      value === null ? null : String(value),
    ])
    return entry(it.at, 'manager', `${it.action} by ${it.name ?? it.role}`, Object.fromEntries(facts))
  })
}
