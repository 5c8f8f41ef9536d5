import type { ReactNode } from 'react'
import type { OrderProgress } from '../../shared/orders.ts'
import { newSchedulePageUrl } from '../../shared/pages.ts'
import { orderStatuses, reviewStatus } from '../../shared/statuses.ts'
import { keepNumbersTogether } from '../lib/format.ts'
import { commonTexts, StatusBadge } from '../ui/index.ts'
import { MoneyLine } from './money-line.tsx'
import { orderCardTexts } from './order-card-texts.ts'
import { timelineSteps } from './order-timeline.ts'
import { OrderTimelineList } from './order-timeline-list.tsx'
import { processTexts } from './process-texts.ts'

/** The data that every view of an order shows. */
interface OrderCardStatus
  extends Pick<OrderProgress, 'reference' | 'state' | 'review' | 'steps' | 'refund_held' | 'paid_by_other'> {
  money: Pick<OrderProgress['money'], 'status' | 'message'>
}

interface OrderCardProps {
  order: OrderCardStatus
  biller?: string | null
  /** The step in progress, in the words of the service. */
  currentText?: string | undefined
  /** Where to report a problem; null where the page has another way. */
  help: string | null
  /** Sentence on the state of the money; '' below a heading with the same message. Default: the message of the order. */
  message?: string
  /** Offers its owner to schedule the same purchase. */
  canSchedule?: boolean
  /** More about what is happening, announced when it changes. */
  children?: ReactNode
}

/**
 * An order as its customer sees it: status, money, timeline, reference and help. The same on the process and success
 * pages, in the history and with a ticket.
 */
export const OrderCard = ({
  order,
  biller = null,
  currentText,
  help,
  message = order.money.message,
  canSchedule = false,
  children,
}: OrderCardProps) => (
  <>
    <p className="split">
      <StatusBadge status={order.review ? reviewStatus : orderStatuses[order.state]} />
    </p>
    <MoneyLine status={order.money.status} isOthers={order.paid_by_other} />
    <div className="stack" role="status">
      {message && <p>{keepNumbersTogether(message)}</p>}
      {currentText && <p className="sr-only">{currentText}</p>}
      {order.review && <p>{orderCardTexts.review()}</p>}
      {children}
    </div>
    {order.steps.length > 0 && (
      <OrderTimelineList entries={timelineSteps({ ...order, biller, currentText })} />
    )}
    {canSchedule && (
      <a className="btn btn-plain no-print" href={newSchedulePageUrl(order.reference)}>
        {orderCardTexts.schedule()}
      </a>
    )}
    <p className="split field-hint">
      {processTexts.reference({ reference: order.reference })}
      {help && (
        <a className="btn btn-quiet no-print" href={help}>
          {commonTexts.reportProblem()}
        </a>
      )}
    </p>
  </>
)
