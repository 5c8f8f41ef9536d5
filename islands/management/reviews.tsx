import type { ReactNode } from 'react'
import { getReviews, type Review } from '../../shared/operations.ts'
import { useInfiniteQuery } from '../account/use-infinite-query.ts'
import { formatMoney } from '../lib/index.ts'
import type { ManagementPage } from '../pages.ts'
import { DateTime } from '../purchase/date-time.tsx'
import { renderParts } from '../ui/index.ts'
import { Approvals, useApprovals } from './approvals.tsx'
import { displayName } from './labels.ts'
import { LoadMore } from './load-more.tsx'
import { menuTexts } from './menu-texts.ts'
import { orderActionsTexts } from './order-actions/texts.ts'
import { PageLayout, QueryContent } from './page-layout.tsx'
import { ReviewActions } from './review-actions.tsx'
import { reviewsTexts } from './reviews-texts.ts'
import { managementTexts } from './texts.ts'

type NamedAccount = NonNullable<NonNullable<Review['refund']>['account']>

/** Queue of orders in manual review, oldest first. */
export default function Reviews(page: ManagementPage) {
  const queue = useInfiniteQuery(getReviews)
  const approvals = useApprovals('refund')
  const goodwill = useApprovals('goodwill')
  const reload = () => {
    queue.reload()
    approvals.reload()
  }
  return (
    <PageLayout {...page} path="/management/reviews" title={menuTexts.reviews()}>
      <QueryContent query={queue} loadingText={managementTexts.loading()}>
        {({ list, next }) =>
          list.length === 0 ? (
            <p className="empty" role="status">
              {reviewsTexts.empty()}
            </p>
          ) : (
            <ul className="stack">
              {list.map((review) => (
                <li key={review.reference} className="card stack">
                  <h2>
                    <Reference review={review} />
                  </h2>
                  <p>{review.message}</p>
                  <p className="field-hint">
                    {renderParts(orderLine(review))} {factsOf(review).join(' ')}
                  </p>
                  <ReviewActions review={review} onDone={reload} />
                </li>
              ))}
              <LoadMore nextCursor={next} isLoading={queue.isLoading} loadMore={queue.loadMore} />
            </ul>
          )
        }
      </QueryContent>
      {approvals.data !== null && approvals.data.length > 0 && (
        <Approvals query={approvals} caption={reviewsTexts.approvals()} onDecided={queue.reload} />
      )}
      {goodwill.data !== null && goodwill.data.length > 0 && (
        <Approvals
          query={goodwill}
          title={orderActionsTexts.goodwillApprovals()}
          caption={orderActionsTexts.goodwillApprovals()}
        />
      )}
    </PageLayout>
  )
}

function Reference({ review: { reference, late } }: { review: Review }) {
  const link = (text: ReactNode) => <a href={`/management/transactions/${reference}`}>{text}</a>
  return late ? renderParts(reviewsTexts.lateReference({ reference, link })) : link(reference)
}

const orderLine = (review: Review) =>
  reviewsTexts.order({
    service: displayName(review.service),
    number: review.number,
    amount: formatMoney(review.total_amount),
    vendor: displayName(review.vendor),
    since: () => <DateTime value={review.since} />,
    due: () => <DateTime value={review.due_at} />,
  })

/** Last attempt, refund and refund account, one sentence each. */
const factsOf = ({ attempt, refund }: Review): string[] => [
  ...(attempt
    ? [
        reviewsTexts.attempt({
          vendor: displayName(attempt.vendor),
          state: attempt.state,
          reason: attempt.reason ?? reviewsTexts.attemptReasonMissing(),
        }),
      ]
    : []),
  ...(refund
    ? [reviewsTexts.refundState({ gateway: displayName(refund.gateway), state: refund.state })]
    : []),
  ...(refund?.account ? accountFacts(refund.account) : []),
]

/** Account details a manager checks before approving the refund account. */
const accountFacts = ({ reason, bank, last4, name, payer_name }: NamedAccount): string[] => [
  reviewsTexts.account({
    last4: last4 ?? '',
    bank: bank ?? reviewsTexts.unknownBank(),
    holder: name ?? reviewsTexts.unknownHolder(),
  }),
  ...(payer_name ? [reviewsTexts.payer({ payer: payer_name })] : []),
  ...(reason === 'recent_change' ? [reviewsTexts.accountChanged()] : []),
]
