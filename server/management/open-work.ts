import { sql } from 'kysely'
import type { Service, VendorName } from '../../shared/constants.ts'
import type { ApprovalKind } from '../../shared/management/approvals.ts'
import type { VendorFloat } from '../../shared/management/money.ts'
import type { Overview } from '../../shared/management/overview.ts'
import { nairaOf } from '../../shared/money.ts'
import type { GatewayName } from '../../shared/payments.ts'
import type { Database } from '../database/index.ts'
import { ticketDueAt } from '../tickets/index.ts'

export interface OpenWork
  extends Pick<
    Overview,
    | 'reviews'
    | 'review_ages'
    | 'late_reviews'
    | 'pending_approvals'
    | 'disputes'
    | 'open_breaks'
    | 'open_unallocated_funds'
    | 'open_tickets'
    | 'late_tickets'
  > {
  readonly outages: readonly Outage[]
}
type Outage = Omit<Overview['outages'][number], 'status'>

/** Open work of managers, independent of the period of the overview. */
export async function getOpenWork(db: Database): Promise<OpenWork> {
  const [outages, reviews, pendingApprovals, disputes, breaks, tickets] = await Promise.all([
    outagesOf(db),
    getReviewCounts(db),
    getPendingApprovals(db),
    getOpenDisputes(db),
    getOpenBreaks(db),
    getTicketCounts(db),
  ])
  return {
    outages,
    ...reviews,
    pending_approvals: pendingApprovals,
    disputes,
    ...breaks,
    ...tickets,
  }
}

/** The floats that are low. */
export const lowFloatsOf = (floats: readonly VendorFloat[]): Overview['low_floats'] =>
  floats
    .filter(({ low }) => low)
    .map(({ vendor, balance, threshold, forecast }) => ({
      vendor,
      float: balance,
      threshold,
      hours_left: forecast.type === 'hours' ? forecast.hours : null,
    }))

/** A paid order that is not delivered after this time counts as delayed; an order in review counts as a review instead. */
const delayedOrderSeconds = 120

async function outagesOf(db: Database): Promise<Outage[]> {
  const { rows } = await sql<{
    vendor: VendorName
    service: Service
    reason: string | null
    since: Date | null
    orders: number
    kobo: string
    oldest: Date | null
  }>`
    with delayed as (
      select vendor, service, count(*)::int as orders, sum(total_kobo) as kobo, min(paid_at) as oldest from orders
      where state in ('paid', 'vending', 'vend_failed') and review_since is null and paid_at < app_now() - make_interval(secs => ${delayedOrderSeconds})
      group by vendor, service),
    paused as (select vendor, service, reason, state_since from circuit_breakers where state = 'open')
    select coalesce(delayed.vendor, paused.vendor) as vendor, coalesce(delayed.service, paused.service) as service,
      reason, state_since as since, coalesce(orders, 0) as orders, coalesce(kobo, 0)::text as kobo, oldest
    from delayed full join paused on paused.vendor = delayed.vendor and paused.service = delayed.service
    order by coalesce(orders, 0) desc, 1, 2`.execute(db.q)
  return rows.map((row) => ({
    vendor: row.vendor,
    service: row.service,
    reason: row.reason,
    paused_since: row.since?.toISOString() ?? null,
    waiting_orders: row.orders,
    waiting_amount: nairaOf(BigInt(row.kobo)),
    oldest_paid_at: row.oldest?.toISOString() ?? null,
  }))
}

type ReviewCounts = Pick<Overview, 'reviews' | 'review_ages' | 'late_reviews'>

async function getReviewCounts(db: Database): Promise<ReviewCounts> {
  const { rows } = await sql<{
    reviews: number
    hour: number
    day: number
    oldest: Date | null
    late: number
    due: Date | null
  }>`
    select count(*)::int as reviews, (count(*) filter (where review_since > app_now() - interval '1 hour'))::int as hour,
      (count(*) filter (where review_since > app_now() - interval '1 day'))::int as day, min(review_since) as oldest,
      (count(*) filter (where review_due < app_now()))::int as late, min(review_due) as due
    from orders where review_since is not null`.execute(db.q)
  const { reviews = 0, hour = 0, day = 0, oldest, late = 0, due = null } = rows[0] ?? {}
  return {
    reviews,
    review_ages: {
      under_one_hour: hour,
      under_one_day: day - hour,
      over_one_day: reviews - day,
      oldest_since: oldest?.toISOString() ?? null,
    },
    late_reviews: lateItems(late, due),
  }
}

/** Items past their deadline, with the earliest deadline among them. */
const lateItems = (count: number, due: Date | null): Overview['late_reviews'] => ({
  count,
  oldest_due_at: count > 0 ? (due?.toISOString() ?? null) : null,
})

/** Open disputes and payments that are not settled have lists of their own. */
async function getOpenBreaks(
  db: Database,
): Promise<Pick<Overview, 'open_breaks' | 'open_unallocated_funds'>> {
  const { rows } = await sql<{ breaks: number; funds: number }>`
    select (count(*) filter (where kind <> 'unallocated_funds'))::int as breaks,
      (count(*) filter (where kind = 'unallocated_funds'))::int as funds
    from reconciliation_breaks where resolved_at is null and kind not in ('dispute', 'unsettled')`.execute(
    db.q,
  )
  const { breaks = 0, funds = 0 } = rows[0] ?? {}
  return { open_breaks: breaks, open_unallocated_funds: funds }
}

async function getTicketCounts(db: Database): Promise<Pick<Overview, 'open_tickets' | 'late_tickets'>> {
  const { rows } = await sql<{ tickets: number; late: number; due: Date | null }>`
    select count(*)::int as tickets, (count(*) filter (where ${ticketDueAt} < app_now()))::int as late,
      min(${ticketDueAt}) as due
    from tickets where state = 'open'`.execute(db.q)
  const { tickets = 0, late = 0, due = null } = rows[0] ?? {}
  return { open_tickets: tickets, late_tickets: lateItems(late, due) }
}

async function getPendingApprovals(db: Database): Promise<Overview['pending_approvals']> {
  const { rows } = await sql<{ kind: ApprovalKind; count: number; oldest: Date }>`
    select kind, count(*)::int as count, min(requested_at) as oldest from approvals
    where state = 'pending' group by kind order by oldest`.execute(db.q)
  return rows.map(({ kind, count, oldest }) => ({ kind, count, oldest_requested_at: oldest.toISOString() }))
}

const maxDisputes = 20

async function getOpenDisputes(db: Database): Promise<Overview['disputes']> {
  const { rows } = await sql<{
    gateway: GatewayName
    payment: string
    order: string | null
    kobo: string
    due: Date | null
    overdue: boolean
  }>`
    select disputes.gateway, payments.reference as payment, orders.reference as order,
      coalesce(disputes.amount_kobo, payments.paid_kobo, payments.amount_kobo)::text as kobo, evidence_due_at as due,
      coalesce(evidence_due_at < app_now(), false) as overdue
    from disputes join payments on payments.id = disputes.payment_id left join orders on orders.id = payments.order_id
    where disputes.state = 'open' order by evidence_due_at nulls last, disputes.created_at limit ${maxDisputes}`.execute(
    db.q,
  )
  return rows.map((row) => ({
    gateway: row.gateway,
    payment_reference: row.payment,
    order_reference: row.order,
    amount: nairaOf(BigInt(row.kobo)),
    evidence_due_at: row.due?.toISOString() ?? null,
    overdue: row.overdue,
  }))
}
