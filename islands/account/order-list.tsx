import type { ReactNode } from 'react'
import type { Transaction } from '../../shared/history.ts'
import type { OrderState } from '../../shared/orders.ts'
import { formatMoney } from '../lib/index.ts'
import { Logo } from '../purchase/logo.tsx'
import { Moment } from '../purchase/moment.tsx'

/** Where an order stands, in two or three words. */
export const stands: Record<OrderState, { words: string; tone: 'good' | 'bad' | 'open' }> = {
  quoted: { words: 'Not paid', tone: 'open' },
  awaiting_payment: { words: 'Not paid yet', tone: 'open' },
  paid: { words: 'On its way', tone: 'open' },
  vending: { words: 'On its way', tone: 'open' },
  delivered: { words: 'Delivered', tone: 'good' },
  vend_failed: { words: 'Money is coming back', tone: 'bad' },
  refunding: { words: 'Money is coming back', tone: 'bad' },
  refunded: { words: 'Money returned', tone: 'bad' },
  expired: { words: 'Expired, not paid', tone: 'bad' },
}

interface OrderListProps {
  list: readonly Transaction[]
  /** What may be done with an order, under it. */
  actions?: (order: Transaction) => ReactNode
}

/** Orders, each a link to the page of its true state. */
export function OrderList({ list, actions }: OrderListProps) {
  if (list.length === 0) return <p className="empty">No transaction records.</p>
  return (
    <ul>
      {list.map((order) => {
        const { words, tone } = stands[order.state]
        return (
          <li key={order.reference}>
            <a className="order" href={order.link}>
              <Logo src={order.network.logo} />
              <span>
                {order.title}
                <small>{order.number}</small>
                <small>
                  <Moment at={order.created_at} />
                </small>
              </span>
              <span>
                <strong>{formatMoney(order.total_amount)}</strong>
                <small className={`order-${tone}`}>{order.review ? 'We are looking into it' : words}</small>
              </span>
            </a>
            {actions?.(order)}
          </li>
        )
      })}
    </ul>
  )
}
