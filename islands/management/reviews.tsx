import { getReviews, type Review } from '../../shared/operations.ts'
import { numberText } from '../account/number-text.ts'
import { useInfiniteQuery } from '../account/use-infinite-query.ts'
import { formatMoney } from '../lib/index.ts'
import type { ManagementPage } from '../pages.ts'
import { DateTime } from '../purchase/date-time.tsx'
import { renderParts } from '../ui/index.ts'
import { ApprovalsIfAny, useApprovals } from './approvals.tsx'
import { attemptReasonText, attemptStateText } from './attempt-labels.ts'
import { displayName } from './labels.ts'
import { menuTexts } from './menu-texts.ts'
import { MissedDeadline } from './missed-deadline.tsx'
import { orderActionsTexts } from './order-actions/texts.ts'
import { PageLayout } from './page-layout.tsx'
import { PagedList } from './query-table.tsx'
import { ReviewActions } from './review-actions.tsx'
import { reviewsTexts } from './reviews-texts.ts'

type RefundAccount = NonNullable<NonNullable<Review['refund']>['account']>

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
      <PagedList
        query={queue}
        emptyText={reviewsTexts.empty()}
        renderItem={(review) => (
          <li key={review.reference} className="card stack">
            <h2>
              <a href={`/management/transactions/${review.reference}`}>{review.reference}</a>
            </h2>
            {review.late && <MissedDeadline dueAt={review.due_at} />}
            <p>{review.message}</p>
            <p className="field-hint">
              {renderParts(orderLine(review))} {detailSentences(review).join(' ')}
            </p>
            <ReviewActions review={review} onDone={reload} />
          </li>
        )}
      />
      <ApprovalsIfAny query={approvals} caption={reviewsTexts.approvals()} onDecided={queue.reload} />
      <ApprovalsIfAny
        query={goodwill}
        title={orderActionsTexts.goodwillApprovals()}
        caption={orderActionsTexts.goodwillApprovals()}
      />
    </PageLayout>
  )
}

const orderLine = (review: Review) =>
  reviewsTexts.order({
    service: displayName(review.service),
    number: numberText(review),
    amount: formatMoney(review.total_amount),
    vendor: displayName(review.vendor),
    since: () => <DateTime value={review.since} />,
    due: () => <DateTime value={review.due_at} />,
  })

/** Last attempt, refund and refund account, one sentence each. */
const detailSentences = ({ attempt, refund }: Review): string[] => [
  ...(attempt
    ? [
        reviewsTexts.attempt({
          vendor: displayName(attempt.vendor),
          state: attemptStateText(attempt.state),
          reason: attemptReasonText(attempt.reason),
        }),
      ]
    : []),
  ...(refund
    ? [reviewsTexts.refundState({ gateway: displayName(refund.gateway), state: displayName(refund.state) })]
    : []),
  ...(refund?.account ? accountSentences(refund.account) : []),
]

/** Account details a manager checks before approving the refund account. */
const accountSentences = ({ reason, bank, last4, name, payer_name }: RefundAccount): string[] => [
  reviewsTexts.account({
    last4: last4 ?? '',
    bank: bank ?? reviewsTexts.unknownBank(),
    holder: name ?? reviewsTexts.unknownHolder(),
  }),
  ...(payer_name ? [reviewsTexts.payer({ payer: payer_name })] : []),
  ...(reason === 'recent_change' ? [reviewsTexts.accountChanged()] : []),
]
