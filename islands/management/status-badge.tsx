import type { OrderState } from '../../shared/orders.ts'
import { displayName } from './labels.ts'

/** Badge tone of each order state. */
export const statusTones = {
  quoted: 'over',
  awaiting_payment: 'over',
  paid: 'wait',
  vending: 'wait',
  vend_failed: 'wait',
  refunding: 'wait',
  delivered: 'good',
  refunded: 'back',
  expired: 'over',
} as const satisfies Record<OrderState, string>

interface StatusBadgeProps {
  state: OrderState
  review?: string | null
  /** A manually recorded purchase. */
  recorded?: boolean
}

/** Badge for an order's state and its manual review. */
export const StatusBadge = ({ state, review, recorded }: StatusBadgeProps) => (
  <span>
    <span className={`state state-${statusTones[state]}`}>{recorded ? 'recorded' : displayName(state)}</span>
    {review && <span className="state state-review">in review</span>}
  </span>
)
