import { managedOrder } from '../../shared/management/orders.ts'
import { allReviews } from '../../shared/operations.ts'
import { formatMoney } from '../lib/index.ts'
import type { ManagementOrderPage } from '../pages.ts'
import { Moment } from '../purchase/moment.tsx'
import { DetailsList } from '../ui/index.ts'
import { ReviewActs } from './review-acts.tsx'
import { Loaded, Screen } from './screen.tsx'
import { State } from './state.tsx'
import { useAsk } from './use-ask.ts'
import { capital, nameOf } from './words.ts'

/** One order: what it is, where its money is, its whole story, and what may be done with it. */
export default function Order({ reference, ...page }: ManagementOrderPage) {
  const asked = useAsk(managedOrder, { params: { reference } })
  const reviews = useAsk(allReviews)
  const review = reviews.data?.list.find((it) => it.reference === reference)
  return (
    <Screen {...page} path="/management/transactions" title={`Order ${reference}`}>
      <Loaded asked={asked} wait="Loading the order...">
        {({ order, money, timeline, tickets }) => (
          <div className="stack">
            <section className="card stack" aria-label="The order">
              <p role="status">
                <State state={order.state} review={order.review} /> {money.says}
              </p>
              <DetailsList
                items={[
                  { label: 'What', value: order.title },
                  { label: 'For', value: order.number },
                  { label: 'Customer', value: order.customer_name ?? 'Not available' },
                  {
                    label: 'User',
                    value: order.user ? (
                      <a href={`/management/users/${order.user.uniqueid}`}>{order.user.name}</a>
                    ) : (
                      'Guest'
                    ),
                  },
                  { label: 'Phone number', value: order.phone_number },
                  { label: 'E-mail', value: order.email ?? 'Not available', wide: true },
                  { label: 'Paid by', value: order.payer ? capital(nameOf(order.payer)) : 'Nobody yet' },
                  { label: 'Payment reference', value: order.payment_reference ?? 'None', wide: true },
                  { label: 'Vendor', value: nameOf(order.vendor) },
                  { label: 'Amount', value: formatMoney(order.amount) },
                  { label: 'Service charge', value: formatMoney(order.service_charge) },
                  { label: 'Total', value: formatMoney(order.total_amount), strong: true },
                ]}
              />
              {tickets.length > 0 && (
                <p>Reports: {tickets.map(({ number, state }) => `${number} (${state})`).join(', ')}</p>
              )}
            </section>
            {review && (
              <section className="card stack" aria-labelledby="review">
                <h2 id="review">In review</h2>
                <p>{review.says}</p>
                <ReviewActs
                  review={review}
                  onDone={() => {
                    asked.again()
                    reviews.again()
                  }}
                />
              </section>
            )}
            <section className="card stack" aria-labelledby="story">
              <h2 id="story">Timeline</h2>
              <ol className="timeline">
                {timeline.map((it) => (
                  <li key={`${it.at} ${it.kind} ${it.says} ${it.facts.map(({ value }) => value).join()}`}>
                    <strong>{it.says}</strong>
                    <small>
                      <Moment at={it.at} />
                      {it.facts.map(({ name, value }) => `, ${name}: ${value}`).join('')}
                    </small>
                  </li>
                ))}
              </ol>
            </section>
          </div>
        )}
      </Loaded>
    </Screen>
  )
}
