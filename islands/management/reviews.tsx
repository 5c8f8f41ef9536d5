import { allReviews, type Review } from '../../shared/operations.ts'
import { formatMoney } from '../lib/index.ts'
import type { ManagementPage } from '../pages.ts'
import { Moment } from '../purchase/moment.tsx'
import { Approvals, useApprovals } from './approvals.tsx'
import { More } from './more.tsx'
import { ReviewActs } from './review-acts.tsx'
import { Loaded, Screen } from './screen.tsx'
import { useParts } from './use-parts.ts'
import { nameOf } from './words.ts'

/** The queue of orders that wait for a person, the longest waiting first. */
export default function Reviews(page: ManagementPage) {
  const asked = useParts<Review>(allReviews, {})
  const approvals = useApprovals('refund')
  const again = () => {
    asked.again()
    approvals.again()
  }
  return (
    <Screen {...page} path="/management/reviews" title="Reviews">
      <Loaded asked={asked} wait="Loading the queue...">
        {({ list, next }) =>
          list.length === 0 ? (
            <p className="empty" role="status">
              Nothing waits for a person.
            </p>
          ) : (
            <ul className="stack">
              {list.map((it) => (
                <li key={it.reference} className="card stack">
                  <h2>
                    <a href={`/management/transactions/${it.reference}`}>{it.reference}</a>
                    {it.late && ' (late)'}
                  </h2>
                  <p>{it.says}</p>
                  <p className="field-hint">
                    {nameOf(it.service)}, {it.number}, {formatMoney(it.total_amount)}, at {nameOf(it.vendor)},
                    since <Moment at={it.since} />, to be looked at by <Moment at={it.due} />.
                    {it.attempt &&
                      ` ${nameOf(it.attempt.vendor)}: ${it.attempt.state} (${it.attempt.because ?? 'no reason'}).`}
                    {it.refund && ` Refund at ${nameOf(it.refund.gateway)}: ${it.refund.state}.`}
                  </p>
                  <ReviewActs review={it} onDone={again} />
                </li>
              ))}
              <More next={next} isAsking={asked.isAsking} more={asked.more} />
            </ul>
          )
        }
      </Loaded>
      {approvals.data !== null && approvals.data.length > 0 && (
        <Approvals
          asked={approvals}
          caption="Refunds that a second manager decides"
          onDecided={asked.again}
        />
      )}
    </Screen>
  )
}
