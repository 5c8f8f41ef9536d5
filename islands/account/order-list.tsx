import type { ReactNode } from 'react'
import type { Transaction } from '../../shared/history.ts'
import type { OrderState } from '../../shared/orders.ts'
import { formatMoney } from '../lib/index.ts'
import { DateTime } from '../purchase/date-time.tsx'
import { Logo } from '../purchase/logo.tsx'

/** Short status label and tone for each order state. */
export const orderStatusLabels: Record<OrderState, { label: string; tone: 'good' | 'bad' | 'open' }> = {
  quoted: { label: 'Not paid', tone: 'open' },
  awaiting_payment: { label: 'Not paid yet', tone: 'open' },
  paid: { label: 'Processing', tone: 'open' },
  vending: { label: 'Processing', tone: 'open' },
  delivered: { label: 'Delivered', tone: 'good' },
  vend_failed: { label: 'Refund in progress', tone: 'bad' },
  refunding: { label: 'Refund in progress', tone: 'bad' },
  refunded: { label: 'Refunded', tone: 'bad' },
  expired: { label: 'Expired', tone: 'bad' },
}

interface OrderListProps {
  list: readonly Transaction[]
  /** Actions rendered below an order. */
  actions?: (order: Transaction) => ReactNode
}

/** List of orders; each links to the page for its current state. */
export function OrderList({ list, actions }: OrderListProps) {
  if (list.length === 0) return <p className="empty">No transaction records.</p>
  return (
    <ul>
      {list.map((order) => {
        const { label, tone } = orderStatusLabels[order.state]
        return (
          <li key={order.reference}>
            <a className="order" href={order.link}>
              <Logo src={order.network.logo} />
              <span>
                {order.title}
                <small>{order.number}</small>
                <small>
                  <DateTime value={order.created_at} />
                </small>
              </span>
              <span>
                <strong>{formatMoney(order.total_amount)}</strong>
                <small className={`order-${tone}`}>
                  {order.review ? 'We are looking into it' : order.recorded ? 'Recorded' : label}
                </small>
              </span>
            </a>
            {actions?.(order)}
          </li>
        )
      })}
    </ul>
  )
}
