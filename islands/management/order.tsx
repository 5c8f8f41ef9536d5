import type { DataOf } from '../../shared/contract.ts'
import { getManagedOrder, type ManagedOrder } from '../../shared/management/orders.ts'
import { type OrderProgress, refundAccountLinkTexts } from '../../shared/orders.ts'
import { numberText } from '../account/number-text.ts'
import { useQuery } from '../account/use-query.ts'
import { displayPhone, formatMoney } from '../lib/index.ts'
import type { ManagementOrderPage } from '../pages.ts'
import { DateTime } from '../purchase/date-time.tsx'
import { MoneyLine } from '../purchase/money-line.tsx'
import { timelineSteps } from '../purchase/order-timeline.ts'
import { OrderTimelineList } from '../purchase/order-timeline-list.tsx'
import { commonTexts, type Detail, DetailsList, StatusBadge } from '../ui/index.ts'
import { displayName, paymentSourceName } from './labels.ts'
import { OrderActions } from './order-actions/actions.tsx'
import { OrderNotes } from './order-actions/notes.tsx'
import { paymentDisputeStatuses } from './order-actions/payment-statuses.ts'
import { OrderPayments } from './order-actions/payments.tsx'
import { OrderTickets } from './order-actions/tickets.tsx'
import { OrderStatusBadges } from './order-status.tsx'
import { managedOrderTexts } from './order-texts.ts'
import { PageLayout, QueryContent } from './page-layout.tsx'
import { managementTexts } from './texts.ts'

function paymentMethodText({ payer: paymentSource, recorded }: ManagedOrder): string {
  if (paymentSource) return paymentSourceName(paymentSource)
  return recorded ? managedOrderTexts.paidOutside() : managementTexts.notPaid()
}

type StatusProps = Pick<DataOf<typeof getManagedOrder>, 'order' | 'payments'>

/** Announced when an action changes it. */
const StatusOfOrder = ({ order: { state, review, recorded }, payments }: StatusProps) => (
  <span role="status">
    <OrderStatusBadges state={state} review={review} recorded={recorded} />{' '}
    {payments.some(({ dispute }) => dispute?.state === 'open') && (
      <StatusBadge status={paymentDisputeStatuses.open} />
    )}
  </span>
)

type Delivery = DataOf<typeof getManagedOrder>['delivery']

const detailsOf = (order: ManagedOrder, delivery: Delivery): Detail[] => [
  { label: managementTexts.product(), value: order.title },
  { label: managementTexts.meterPhoneOrCard(), value: numberText(order) },
  ...(order.customer_name ? [{ label: managementTexts.customer(), value: order.customer_name }] : []),
  {
    label: managedOrderTexts.account(),
    value: order.user ? (
      <a href={`/management/users/${order.user.uniqueid}`}>{order.user.name}</a>
    ) : (
      managementTexts.guest()
    ),
  },
  { label: commonTexts.phoneNumber(), value: displayPhone(order.phone_number) },
  { label: managementTexts.vendor(), value: displayName(order.vendor) },
  ...deliveryDetails(delivery),
  { label: commonTexts.email(), value: order.email ?? managedOrderTexts.noEmail(), wide: true },
  { label: managedOrderTexts.paymentMethod(), value: paymentMethodText(order) },
  { label: commonTexts.amount(), value: formatMoney(order.amount) },
  { label: commonTexts.serviceCharge(), value: formatMoney(order.service_charge) },
  { label: commonTexts.total(), value: formatMoney(order.total_amount), strong: true },
]

/** Only electricity has units. */
const deliveryDetails = (delivery: Delivery): Detail[] => [
  ...(delivery?.vendor_reference
    ? [{ label: managedOrderTexts.vendorReference(), value: delivery.vendor_reference, wide: true }]
    : []),
  ...(delivery?.units
    ? [{ label: managedOrderTexts.units(), value: managedOrderTexts.unitsValue({ units: delivery.units }) }]
    : []),
]

/** The timeline has the other facts, except the destination of a refund, and it has none for a recorded purchase. */
const saysMore = ({ recorded }: ManagedOrder, { status }: Pick<OrderProgress['money'], 'status'>): boolean =>
  recorded || status === 'returning' || status === 'returned'

type CustomerViewProps = Pick<
  DataOf<typeof getManagedOrder>,
  'order' | 'money' | 'needs_account' | 'refund_held' | 'steps'
>

/** The money and the timeline in the words that the customer reads; for a recorded purchase, what it is. */
const CustomerView = ({
  order,
  money,
  needs_account: needsAccount,
  refund_held,
  steps,
}: CustomerViewProps) => (
  <section className="card stack" aria-labelledby="customer-view">
    <h2 id="customer-view">
      {order.recorded ? managedOrderTexts.recordedTitle() : managedOrderTexts.customerView()}
    </h2>
    <MoneyLine status={money.status} />
    {saysMore(order, money) && <p>{money.message}</p>}
    {steps.length > 0 && (
      <OrderTimelineList
        entries={timelineSteps({
          ...{ state: order.state, steps, money, refund_held, biller: null },
          currentText: needsAccount ? refundAccountLinkTexts.nothing() : undefined,
        })}
      />
    )}
  </section>
)

const MissingOrder = ({ reference }: { reference: string }) => (
  <>
    <p>{managedOrderTexts.missing({ reference })}</p>
    <p>
      <a href="/management/transactions">{managedOrderTexts.searchTransactions()}</a>
    </p>
  </>
)

/**
 * Order page: the status next to the title, actions, details, the money and the timeline that the customer sees, and all
 * events, closed.
 */
export default function Order({ reference, ...page }: ManagementOrderPage) {
  const query = useQuery(getManagedOrder, { params: { reference } }, { quiet: true })
  return (
    <PageLayout
      {...page}
      path="/management/transactions"
      title={managedOrderTexts.title({ reference })}
      action={query.data && <StatusOfOrder order={query.data.order} payments={query.data.payments} />}
    >
      <QueryContent
        query={query}
        loadingText={managedOrderTexts.loading()}
        missing={<MissingOrder reference={reference} />}
      >
        {({ order, money, steps, timeline, tickets, review, ...rest }) => (
          <div className="stack">
            {review && (
              <section className="card stack" aria-labelledby="review">
                <h2 id="review">{managedOrderTexts.reviewTitle()}</h2>
                <p>{review.message}</p>
              </section>
            )}
            <OrderActions
              page={{ order, money, steps, timeline, tickets, review, ...rest }}
              onDone={query.reload}
            />
            <div className="columns">
              <section className="card stack" aria-label={managedOrderTexts.section()}>
                <DetailsList items={detailsOf(order, rest.delivery)} />
                <OrderTickets tickets={tickets} />
              </section>
              <CustomerView {...{ order, money, steps, ...rest }} />
            </div>
            {!order.recorded && <OrderPayments payments={rest.payments} />}
            {!order.recorded && <OrderNotes reference={reference} notes={rest.notes} onDone={query.reload} />}
            <details className="card">
              <summary className="link">{managedOrderTexts.eventsTitle()}</summary>
              <ol className="timeline">
                {timeline.map((event) => (
                  <li
                    key={`${event.at} ${event.kind} ${event.message} ${event.details.map(({ value }) => value).join()}`}
                  >
                    <strong>{event.message}</strong>
                    <small>
                      <DateTime value={event.at} />
                      {event.details.map(({ name, value }) => `, ${name}: ${value}`).join('')}
                    </small>
                  </li>
                ))}
              </ol>
            </details>
          </div>
        )}
      </QueryContent>
    </PageLayout>
  )
}
