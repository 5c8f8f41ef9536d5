import { managedOrder } from '../../shared/management/orders.ts'
import { ticketStatuses } from '../../shared/statuses.ts'
import { useQuery } from '../account/use-query.ts'
import { formatMoney } from '../lib/index.ts'
import type { ManagementOrderPage } from '../pages.ts'
import { DateTime } from '../purchase/date-time.tsx'
import { DetailsList } from '../ui/index.ts'
import { capitalise, displayName } from './labels.ts'
import { OrderStatusBadges } from './order-status.tsx'
import { PageLayout, QueryContent } from './page-layout.tsx'
import { ReviewActions } from './review-actions.tsx'

/** Order page: details, payment status, timeline and review actions. */
export default function Order({ reference, ...page }: ManagementOrderPage) {
  const query = useQuery(managedOrder, { params: { reference } })
  return (
    <PageLayout {...page} path="/management/transactions" title={`Order ${reference}`}>
      <QueryContent query={query} loadingText="Loading the order...">
        {({ order, money, timeline, tickets, review }) => (
          <div className="stack">
            <section className="card stack" aria-label="The order">
              <p role="status">
                <OrderStatusBadges state={order.state} review={order.review} recorded={order.recorded} />{' '}
                {money.message}
              </p>
              <DetailsList
                items={[
                  { label: 'Product', value: order.title },
                  { label: 'Meter / phone / card no.', value: order.number },
                  { label: 'Customer', value: order.customer_name ?? 'Not available' },
                  {
                    label: 'Account',
                    value: order.user ? (
                      <a href={`/management/users/${order.user.uniqueid}`}>{order.user.name}</a>
                    ) : (
                      'Guest'
                    ),
                  },
                  { label: 'Phone number', value: order.phone_number },
                  { label: 'E-mail', value: order.email ?? 'Not available', wide: true },
                  {
                    label: 'Payment method',
                    value: order.payer
                      ? capitalise(displayName(order.payer))
                      : order.recorded
                        ? 'Elsewhere'
                        : 'Not paid',
                  },
                  { label: 'Payment reference', value: order.payment_reference ?? 'None', wide: true },
                  { label: 'Vendor', value: displayName(order.vendor) },
                  { label: 'Amount', value: formatMoney(order.amount) },
                  { label: 'Service charge', value: formatMoney(order.service_charge) },
                  { label: 'Total', value: formatMoney(order.total_amount), strong: true },
                ]}
              />
              {tickets.length > 0 && (
                <p>
                  Tickets:{' '}
                  {tickets
                    .map(({ number, state }) => `${number} (${ticketStatuses[state].label})`)
                    .join(', ')}
                </p>
              )}
            </section>
            {review && (
              <section className="card stack" aria-labelledby="review">
                <h2 id="review">In review</h2>
                <p>{review.message}</p>
                <ReviewActions review={review} onDone={query.reload} />
              </section>
            )}
            <section className="card stack" aria-labelledby="timeline">
              <h2 id="timeline">Timeline</h2>
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
            </section>
          </div>
        )}
      </QueryContent>
    </PageLayout>
  )
}
