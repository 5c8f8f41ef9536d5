import { numberText } from '../account/number-text.ts'
import { displayDate } from '../lib/index.ts'
import type { DueOrder } from '../pages.ts'
import { Button, commonTexts, Overlay, renderParts, ServiceIcon } from '../ui/index.ts'
import { dashboardTexts } from './texts.ts'
import { useReorder } from './use-reorder.ts'

/** Orders that wait for the user, each with its next step. */
export function Due({ list }: { list: readonly DueOrder[] }) {
  const { isPreparing, reorder } = useReorder()
  if (list.length === 0) return null
  return (
    <section className="card stack" aria-labelledby="due">
      <h2 id="due">{dashboardTexts.due()}</h2>
      <ul>
        {list.map((due) => (
          <li key={`${due.reason} ${due.order.reference}`} className="due">
            <ServiceIcon service={due.order.service} />
            <span>
              {due.order.title}
              <small>{numberText(due.order)}</small>
              <small className="text-warn">{reasonText(due)}</small>
            </span>
            <Action due={due} onRenew={() => void reorder(due.order.reference)} />
          </li>
        ))}
      </ul>
      {isPreparing && <Overlay text={commonTexts.preparingOrder()} />}
    </section>
  )
}

function reasonText({ reason, order }: DueOrder) {
  switch (reason) {
    case 'refund_account':
      return dashboardTexts.refundAccountDue()
    case 'payment':
      return dashboardTexts.paymentDue()
    case 'renewal':
      return renderParts(
        dashboardTexts.renewalDue({
          day: () => <time suppressHydrationWarning>{displayDate(order.delivered_at, 'day')}</time>,
        }),
      )
  }
}

function Action({ due: { reason, order }, onRenew }: { due: DueOrder; onRenew: () => void }) {
  if (reason === 'renewal')
    return (
      <Button
        kind="plain"
        className="script-only"
        aria-label={dashboardTexts.renewFor(order)}
        onClick={onRenew}
      >
        {dashboardTexts.renew()}
      </Button>
    )
  const isPayment = reason === 'payment'
  return (
    <a
      className="btn btn-plain"
      href={order.link}
      aria-label={isPayment ? dashboardTexts.payFor(order) : dashboardTexts.addAccountFor(order)}
    >
      {isPayment ? dashboardTexts.pay() : dashboardTexts.addAccount()}
    </a>
  )
}
