import type { ReactNode } from 'react'
import type { ApprovalKind } from '../../shared/management/approvals.ts'
import type { Overview } from '../../shared/management/overview.ts'
import { formatMoney } from '../lib/index.ts'
import { DateTime } from '../purchase/date-time.tsx'
import { AlertIcon, CheckIcon, renderParts } from '../ui/index.ts'
import { formatAgo } from './duration.ts'
import { displayName } from './labels.ts'
import { unallocatedFunds } from './links.ts'
import { overviewTexts } from './overview-texts.ts'
import { pauseReasonText } from './pause-reason.ts'
import { shortenReference } from './short-reference.tsx'

/** One item that needs a person. */
interface Item {
  key: string
  text: ReactNode
  href: string
  linkText: string
  /** A deadline has passed. */
  isMissed?: boolean
}

/**
 * Items that need a manager, most urgent first: missed deadlines, stopped deliveries, floats, disputes, reviews,
 * approvals, other work.
 */
export function Attention({ data }: { data: Overview }) {
  const now = Date.parse(data.as_of)
  const all: Item[] = [
    ...data.outages.map(outageItem),
    ...data.low_floats.map(floatItem),
    ...data.disputes.map((dispute) => disputeItem(dispute, now)),
    ...reviewItems(data, now),
    ...data.pending_approvals.map(approvalItem),
    ...otherItems(data, now),
  ]
  const items = [...all.filter(({ isMissed }) => isMissed), ...all.filter(({ isMissed }) => !isMissed)]
  return (
    <section className="card stack" aria-labelledby="attention">
      <h2 id="attention">{overviewTexts.attention()}</h2>
      {items.length === 0 ? (
        <p className="attention-none">
          <CheckIcon /> {overviewTexts.nothingWaits()}
        </p>
      ) : (
        <ul className="attention">
          {items.map(({ key, text, href, linkText, isMissed }) => (
            <li key={key} className={isMissed ? 'attention-missed' : undefined}>
              <AlertIcon />
              <p>{text}</p>
              <a href={href}>{linkText}</a>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const strong = (words: ReactNode[]) => <strong>{renderParts(words)}</strong>
const timeOf = (value: string) => () => <DateTime value={value} />

function outageItem(outage: Overview['outages'][number]): Item {
  const { service, vendor, paused_since, reason, status } = outage
  const values = { service: displayName(service), vendor: displayName(vendor), strong }
  const pause = paused_since
    ? overviewTexts.pausedOutage({
        ...values,
        reason: pauseReasonText(reason ?? ''),
        since: timeOf(paused_since),
      })
    : (status === 'available' ? overviewTexts.waitingAtVendor : overviewTexts.outage)(values)
  return {
    key: `outage ${vendor} ${service}`,
    text: (
      <>
        {renderParts(pause)} {renderParts(waitingText(outage))}
      </>
    ),
    href: `/management/transactions?service=${service}&vendor=${vendor}`,
    linkText: overviewTexts.showOrders(),
  }
}

const waitingText = ({ waiting_orders, waiting_amount, oldest_paid_at }: Overview['outages'][number]) =>
  oldest_paid_at
    ? overviewTexts.waitingOrders({
        count: waiting_orders,
        amount: formatMoney(waiting_amount),
        since: timeOf(oldest_paid_at),
      })
    : overviewTexts.noWaitingOrders()

function floatItem({ vendor, float, threshold, hours_left }: Overview['low_floats'][number]): Item {
  const values = { vendor: displayName(vendor), float: formatMoney(float), strong }
  return {
    key: `float ${vendor}`,
    text: renderParts(
      hours_left === null
        ? overviewTexts.lowFloat({ ...values, threshold: formatMoney(threshold, { decimals: 0 }) })
        : overviewTexts.lowFloatHours({ ...values, hours: hours_left }),
    ),
    href: '/management/money',
    linkText: overviewTexts.showFloats(),
  }
}

function disputeItem(dispute: Overview['disputes'][number], now: number): Item {
  const { gateway, amount, evidence_due_at, overdue, payment_reference, order_reference } = dispute
  const values = { amount: formatMoney(amount), gateway: displayName(gateway), strong }
  return {
    key: `dispute ${payment_reference}`,
    text: renderParts(
      evidence_due_at
        ? (overdue ? overviewTexts.disputeOverdue : overviewTexts.disputeDue)({
            ...values,
            due: timeOf(evidence_due_at),
            ago: formatAgo(evidence_due_at, now),
          })
        : overviewTexts.dispute(values),
    ),
    isMissed: overdue,
    href: order_reference
      ? `/management/transactions/${order_reference}`
      : `/management/top-ups?search=${payment_reference}`,
    linkText: order_reference ?? shortenReference(payment_reference),
  }
}

function reviewItems({ reviews, review_ages: ages, late_reviews: late }: Overview, now: number): Item[] {
  if (!ages.oldest_since) return []
  return [
    {
      key: 'reviews',
      text: (
        <>
          {late.oldest_due_at && lateText(overviewTexts.lateReviews, late.count, late.oldest_due_at, now)}
          {renderParts(
            overviewTexts.reviews({
              count: reviews,
              hour: ages.under_one_hour,
              day: ages.under_one_day,
              older: ages.over_one_day,
              since: timeOf(ages.oldest_since),
              strong,
            }),
          )}
        </>
      ),
      isMissed: late.count > 0,
      href: '/management/reviews',
      linkText: overviewTexts.openReviews(),
    },
  ]
}

const approvalTexts = {
  wallet_topup: overviewTexts.topUpApprovals,
  refund: overviewTexts.refundApprovals,
  goodwill: overviewTexts.goodwillApprovals,
  dispute_acceptance: overviewTexts.disputeApprovals,
  unallocated_funds: overviewTexts.fundsApprovals,
  purchase: overviewTexts.purchaseApprovals,
  limit_change: overviewTexts.limitApprovals,
  scope_change: overviewTexts.scopeApprovals,
} as const satisfies Record<ApprovalKind, unknown>

function approvalItem({ kind, count, oldest_requested_at }: Overview['pending_approvals'][number]): Item {
  return {
    key: `approval ${kind}`,
    text: renderParts(approvalTexts[kind]({ count, since: timeOf(oldest_requested_at), strong })),
    href: `/management/approvals?kind=${kind}`,
    linkText: overviewTexts.decide(),
  }
}

/** A sentence about items past their deadline, and a space after it. */
const lateText = (
  text: typeof overviewTexts.lateReviews | typeof overviewTexts.lateTickets,
  count: number,
  due: string,
  now: number,
) => <>{renderParts(text({ count, due: timeOf(due), ago: formatAgo(due, now), strong }))} </>

const otherItems = (
  { open_breaks, open_unallocated_funds: funds, open_tickets, late_tickets: late }: Overview,
  now: number,
): Item[] => [
  ...(funds > 0
    ? [
        {
          key: 'unallocated-funds',
          text: renderParts(overviewTexts.unallocatedFunds({ count: funds, strong })),
          href: `/management/reconciliation?${unallocatedFunds}`,
          linkText: overviewTexts.openUnallocatedFunds(),
        },
      ]
    : []),
  ...(open_breaks > 0
    ? [
        {
          key: 'differences',
          text: renderParts(overviewTexts.differences({ count: open_breaks, strong })),
          href: '/management/reconciliation',
          linkText: overviewTexts.openReconciliation(),
        },
      ]
    : []),
  ...(open_tickets > 0
    ? [
        {
          key: 'tickets',
          text: (
            <>
              {late.oldest_due_at && lateText(overviewTexts.lateTickets, late.count, late.oldest_due_at, now)}
              {renderParts(overviewTexts.tickets({ count: open_tickets, strong }))}
            </>
          ),
          isMissed: late.count > 0,
          href: '/management/tickets',
          linkText: overviewTexts.openTickets(),
        },
      ]
    : []),
]
