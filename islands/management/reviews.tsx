import { getReviews, type Review } from '../../shared/operations.ts'
import { numberText } from '../account/number-text.ts'
import { useInfiniteQuery } from '../account/use-infinite-query.ts'
import type { ManagementPage } from '../pages.ts'
import { commonTexts } from '../ui/index.ts'
import { ApprovalsIfAny, useApprovals } from './approvals.tsx'
import { attemptReasonText, attemptStateText } from './attempt-labels.ts'
import { durationTexts } from './duration-texts.ts'
import { displayName } from './labels.ts'
import { menuTexts } from './menu-texts.ts'
import { orderActionsTexts } from './order-actions/texts.ts'
import { PageLayout } from './page-layout.tsx'
import { PagedTable } from './query-table.tsx'
import { ReviewActions } from './review-actions.tsx'
import { reviewsTexts } from './reviews-texts.ts'
import { managementTexts } from './texts.ts'
import { WaitingTime } from './waiting-time.tsx'

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
      <section className="card stack list-card" aria-label={menuTexts.reviews()}>
        <PagedTable
          query={queue}
          caption={menuTexts.reviews()}
          keyOf={(review) => review.reference}
          emptyText={reviewsTexts.empty()}
          columns={[
            {
              header: reviewsTexts.order(),
              narrow: [1, 'start'],
              renderCell: (review) => (
                <>
                  <a href={`/management/transactions/${review.reference}`}>{review.reference}</a>
                  <small>{displayName(review.service)}</small>
                </>
              ),
            },
            {
              header: durationTexts.waiting(),
              narrow: [2, 'start'],
              renderCell: (review) => <WaitingTime {...review} />,
            },
            {
              header: managementTexts.customer(),
              narrow: [3, 'start'],
              renderCell: (review) => (
                <>
                  {review.refund_preview?.customer}
                  <small>{numberText(review)}</small>
                </>
              ),
            },
            { header: commonTexts.amount(), narrow: [1, 'end'], amountOf: (review) => review.total_amount },
            {
              header: managementTexts.reason(),
              narrow: [4, 'line'],
              renderCell: (review) => (
                <>
                  {review.message}
                  <small>{detailSentences(review).join(' ')}</small>
                </>
              ),
            },
            {
              header: reviewsTexts.actions(),
              renderCell: (review) => <ReviewActions review={review} onDone={reload} />,
            },
          ]}
        />
      </section>
      <ApprovalsIfAny query={approvals} caption={reviewsTexts.approvals()} onDecided={queue.reload} />
      <ApprovalsIfAny
        query={goodwill}
        title={orderActionsTexts.goodwillApprovals()}
        caption={orderActionsTexts.goodwillApprovals()}
      />
    </PageLayout>
  )
}

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
