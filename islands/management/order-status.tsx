import type { OrderState } from '../../shared/orders.ts'
import { orderStatuses, recordedStatus, reviewStatus } from '../../shared/statuses.ts'
import { StatusBadge } from '../ui/index.ts'

interface OrderStatusBadgesProps {
  state: OrderState
  review?: string | null
  /** A manually recorded purchase. */
  recorded?: boolean
}

/** Badges for an order's state and its manual review. */
export const OrderStatusBadges = ({ state, review, recorded }: OrderStatusBadgesProps) => (
  <span>
    {/* The space lets the second badge wrap. */}
    <StatusBadge status={recorded ? recordedStatus : orderStatuses[state]} />{' '}
    {review && <StatusBadge status={reviewStatus} />}
  </span>
)
