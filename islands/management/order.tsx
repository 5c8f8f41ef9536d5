import { getManagedOrder, type ManagedOrder } from '../../shared/management/orders.ts'
import { numberText } from '../account/number-text.ts'
import { useQuery } from '../account/use-query.ts'
import { displayPhone, formatMoney } from '../lib/index.ts'
import type { ManagementOrderPage } from '../pages.ts'
import { DateTime } from '../purchase/date-time.tsx'
import { OrderCard } from '../purchase/order-card.tsx'
import { commonTexts, DetailsList } from '../ui/index.ts'
import { displayName, payerName } from './labels.ts'
import { OrderActions } from './order-actions/actions.tsx'
import { OrderNotes } from './order-actions/notes.tsx'
import { OrderPayments } from './order-actions/payments.tsx'
import { OrderTickets } from './order-actions/tickets.tsx'
import { OrderStatusBadges } from './order-status.tsx'
import { managedOrderTexts } from './order-texts.ts'
import { PageLayout, QueryContent } from './page-layout.tsx'
import { managementTexts } from './texts.ts'

function paymentMethodText({ payer, recorded }: ManagedOrder): string {
  if (payer) return payerName(payer)
  return recorded ? managedOrderTexts.paidOutside() : managementTexts.notPaid()
}

/** Order page: the order as its customer sees it, then details, review actions and all events, folded. */
export default function Order({ reference, ...page }: ManagementOrderPage) {
  const query = useQuery(getManagedOrder, { params: { reference } })
  return (
    <PageLayout {...page} path="/management/transactions" title={managedOrderTexts.title({ reference })}>
      <QueryContent query={query} loadingText={managedOrderTexts.loading()}>
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
            <section className="card stack" aria-label={managedOrderTexts.section()}>
              <OrderCard
                order={{ ...order, review: order.review !== null, money, steps }}
                badge={
                  <OrderStatusBadges state={order.state} review={order.review} recorded={order.recorded} />
                }
                help={null}
              />
              <DetailsList
                items={[
                  { label: managementTexts.product(), value: order.title },
                  { label: managementTexts.meterPhoneOrCard(), value: numberText(order) },
                  {
                    label: managementTexts.customer(),
                    value: order.customer_name ?? commonTexts.notAvailable(),
                  },
                  {
                    label: managedOrderTexts.account(),
                    value: order.user ? (
                      <a href={`/management/users/${order.user.uniqueid}`}>{order.user.name}</a>
                    ) : (
                      managementTexts.guest()
                    ),
                  },
                  { label: commonTexts.phoneNumber(), value: displayPhone(order.phone_number) },
                  {
                    label: commonTexts.email(),
                    value: order.email ?? commonTexts.notAvailable(),
                    wide: true,
                  },
                  {
                    label: managedOrderTexts.paymentMethod(),
                    value: paymentMethodText(order),
                  },
                  {
                    label: managedOrderTexts.paymentReference(),
                    value: order.payment_reference ?? managementTexts.none(),
                    wide: true,
                  },
                  { label: managementTexts.vendor(), value: displayName(order.vendor) },
                  { label: commonTexts.amount(), value: formatMoney(order.amount) },
                  { label: commonTexts.serviceCharge(), value: formatMoney(order.service_charge) },
                  { label: commonTexts.total(), value: formatMoney(order.total_amount), strong: true },
                ]}
              />
              <OrderTickets tickets={tickets} />
            </section>
            {!order.recorded && <OrderPayments payments={rest.payments} />}
            {!order.recorded && <OrderNotes reference={reference} notes={rest.notes} onDone={query.reload} />}
            <details className="card">
              <summary className="link">{managedOrderTexts.eventsTitle()}</summary>
              <ol className="timeline">
                {timeline.map((event) => (
                  <li
                    key={`${event.at} ${event.kind} ${event.message} ${event.facts.map(({ value }) => value).join()}`}
                  >
                    <strong>{event.message}</strong>
                    <small>
                      <DateTime value={event.at} />
                      {event.facts.map(({ name, value }) => `, ${name}: ${value}`).join('')}
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
