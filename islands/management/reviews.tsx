import { allReviews, type Review } from '../../shared/operations.ts'
import { useInfiniteQuery } from '../account/use-infinite-query.ts'
import { formatMoney } from '../lib/index.ts'
import type { ManagementPage } from '../pages.ts'
import { DateTime } from '../purchase/date-time.tsx'
import { Approvals, useApprovals } from './approvals.tsx'
import { displayName } from './labels.ts'
import { LoadMore } from './load-more.tsx'
import { PageLayout, QueryContent } from './page-layout.tsx'
import { ReviewActions } from './review-actions.tsx'

type NamedAccount = NonNullable<NonNullable<Review['refund']>['account']>

/** Queue of orders in manual review, oldest first. */
export default function Reviews(page: ManagementPage) {
  const queue = useInfiniteQuery(allReviews)
  const approvals = useApprovals('refund')
  const reload = () => {
    queue.reload()
    approvals.reload()
  }
  return (
    <PageLayout {...page} path="/management/reviews" title="Reviews">
      <QueryContent query={queue} loadingText="Loading…">
        {({ list, next }) =>
          list.length === 0 ? (
            <p className="empty" role="status">
              No orders need review
            </p>
          ) : (
            <ul className="stack">
              {list.map((review) => (
                <li key={review.reference} className="card stack">
                  <h2>
                    <a href={`/management/transactions/${review.reference}`}>{review.reference}</a>
                    {review.late && ' (late)'}
                  </h2>
                  <p>{review.message}</p>
                  <p className="field-hint">
                    {displayName(review.service)}, {review.number}, {formatMoney(review.total_amount)}, at{' '}
                    {displayName(review.vendor)}, since <DateTime value={review.since} />, due{' '}
                    <DateTime value={review.due_at} />.
                    {review.attempt &&
                      ` ${displayName(review.attempt.vendor)}: ${review.attempt.state} (${review.attempt.reason ?? 'reason not given'}).`}
                    {review.refund &&
                      ` Refund at ${displayName(review.refund.gateway)}: ${review.refund.state}.`}
                    {review.refund?.account && ` ${accountLine(review.refund.account)}`}
                  </p>
                  <ReviewActions review={review} onDone={reload} />
                </li>
              ))}
              <LoadMore next={next} isLoading={queue.isLoading} loadMore={queue.loadMore} />
            </ul>
          )
        }
      </QueryContent>
      {approvals.data !== null && approvals.data.length > 0 && (
        <Approvals query={approvals} caption="Refunds awaiting approval" onDecided={queue.reload} />
      )}
    </PageLayout>
  )
}

/** Account details a manager checks before approving the refund account. */
const accountLine = ({ reason, bank, last4, name, payer_name }: NamedAccount): string =>
  [
    `Account ending ${last4} at ${bank ?? 'an unknown bank'} of ${name ?? 'an unknown holder'}.`,
    payer_name && `Paid by ${payer_name}.`,
    reason === 'recent_change' && 'Changed within 24 hours.',
  ]
    .filter(Boolean)
    .join(' ')
