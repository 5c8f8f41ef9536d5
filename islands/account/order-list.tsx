import type { ReactNode } from 'react'
import type { Transaction } from '../../shared/history.ts'
import { homePath } from '../../shared/pages.ts'
import { orderStatuses, recordedStatus, reviewStatus, type StatusText } from '../../shared/statuses.ts'
import { formatMoney } from '../lib/index.ts'
import { DateTime } from '../purchase/date-time.tsx'
import { Logo } from '../purchase/logo.tsx'
import { EmptyState, StatusLine } from '../ui/index.ts'
import { numberText } from './number-text.ts'
import { accountTexts } from './texts.ts'

interface OrderListProps {
  list: readonly Transaction[]
  /** Without the time, on two lines. */
  isCompact?: boolean
  /** Actions of an order. On a phone the order's page has them. */
  actions?: (order: Transaction) => ReactNode
}

/** The payment in words, for an order that was not charged or that failed; null where the status is enough. */
function paymentNote({ state, money, can_pay, recorded }: Transaction): string | null {
  if (recorded) return null
  if (money.status === 'not_taken') return can_pay ? null : accountTexts.notCharged()
  if (state !== 'vend_failed') return null
  return money.status === 'returned' ? accountTexts.paymentReversed() : accountTexts.paid()
}

const statusOf = ({ state, review, recorded }: Transaction): StatusText =>
  review ? reviewStatus : recorded ? recordedStatus : orderStatuses[state]

/** List of orders; each links to the page for its current state. */
export function OrderList({ list, isCompact = false, actions }: OrderListProps) {
  if (list.length === 0) {
    return (
      <EmptyState drawing="receipt" text={accountTexts.noTransactions()}>
        <a className="btn btn-primary" href={homePath}>
          {accountTexts.payBill()}
        </a>
      </EmptyState>
    )
  }
  return (
    <ul>
      {list.map((order) => {
        const note = paymentNote(order)
        return (
          <li key={order.reference} className="order-row">
            <a className="order" href={order.link}>
              <Logo src={order.network.logo} />
              <span className="order-text">
                <span>
                  <span className="two-lines">{order.title}</span>
                  <small>{numberText(order)}</small>
                </span>
                {!isCompact && (
                  <span>
                    <small>
                      <DateTime value={order.created_at} />
                    </small>
                    {order.paid_with && (
                      <small className="order-paid-with">
                        {accountTexts.paidWith({ method: order.paid_with })}
                      </small>
                    )}
                  </span>
                )}
              </span>
              <span>
                <strong>{formatMoney(order.total_amount)}</strong>
                <StatusLine status={statusOf(order)} />
                {note && <small>{note}</small>}
              </span>
            </a>
            {actions?.(order)}
          </li>
        )
      })}
    </ul>
  )
}
