import type { OrderState } from '../../shared/orders.ts'
import { nameOf } from './words.ts'

/** How an order's states look: what is done, what is under way, what came to nothing. */
export const looks = {
  quoted: 'over',
  awaiting_payment: 'wait',
  paid: 'wait',
  vending: 'wait',
  vend_failed: 'wait',
  refunding: 'wait',
  delivered: 'good',
  refunded: 'back',
  expired: 'over',
} as const satisfies Record<OrderState, string>

/** An order's state, and that it waits for a person. */
export const State = ({ state, review }: { state: OrderState; review?: string | null }) => (
  <span>
    <span className={`state state-${looks[state]}`}>{nameOf(state)}</span>
    {review && <span className="state state-review">in review</span>}
  </span>
)
