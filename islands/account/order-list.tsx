import type { ReactNode } from 'react'
import type { Transaction } from '../../shared/history.ts'
import { homePath } from '../../shared/pages.ts'
import { orderStatuses, recordedStatus, reviewStatus, type StatusText } from '../../shared/statuses.ts'
import { displayPhone, formatMoney } from '../lib/index.ts'
import { DateTime } from '../purchase/date-time.tsx'
import { Logo } from '../purchase/logo.tsx'
import { EmptyState, StatusLine } from '../ui/index.ts'
import { accountTexts } from './texts.ts'

interface OrderListProps {
  list: readonly Transaction[]
  /** Without the time, on two lines. */
  isCompact?: boolean
  /** Actions rendered below an order. */
  actions?: (order: Transaction) => ReactNode
}

const statusOf = ({ state, review, recorded }: Transaction): StatusText =>
  review ? reviewStatus : recorded ? recordedStatus : orderStatuses[state]

/** A phone in the format of every page; a meter or smartcard number as it is. */
const numberText = ({ service, number }: Transaction): string =>
  service === 'power' || service === 'cabletv' ? number : displayPhone(number)

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
        return (
          <li key={order.reference}>
            <a className="order" href={order.link}>
              <Logo src={order.network.logo} />
              <span>
                {order.title}
                <small>{numberText(order)}</small>
                {!isCompact && (
                  <small>
                    <DateTime value={order.created_at} />
                  </small>
                )}
              </span>
              <span>
                <strong>{formatMoney(order.total_amount)}</strong>
                <StatusLine status={statusOf(order)} />
              </span>
            </a>
            {actions?.(order)}
          </li>
        )
      })}
    </ul>
  )
}
