import type { Review } from '../../shared/operations.ts'
import { numberText } from '../account/number-text.ts'
import { formatMoney } from '../lib/index.ts'
import { commonTexts, type Detail, DetailsList, Dialog } from '../ui/index.ts'
import { attemptReasonText, attemptStateText } from './attempt-labels.ts'
import { durationTexts } from './duration-texts.ts'
import { displayName } from './labels.ts'
import { ReviewActions } from './review-actions.tsx'
import { reviewsTexts } from './reviews-texts.ts'
import { managementTexts } from './texts.ts'
import { transactionsTexts } from './transactions-texts.ts'
import { WaitingTime } from './waiting-time.tsx'

type RefundAccount = NonNullable<NonNullable<Review['refund']>['account']>

interface ReviewPanelProps {
  review: Review
  onClose: () => void
  onDone: () => void
}

/** Side panel with the details of an order in review and every action. */
export const ReviewPanel = ({ review, onClose, onDone }: ReviewPanelProps) => (
  <Dialog title={review.reference} className="side-panel" onClose={onClose}>
    <p>
      <strong>{review.message}</strong>
    </p>
    <DetailsList items={detailsOf(review)} />
    <ReviewActions review={review} onDone={onDone} />
    <p>
      <a href={`/management/transactions/${review.reference}`}>{transactionsTexts.openOrder()}</a>
    </p>
  </Dialog>
)

const detailsOf = (review: Review): Detail[] => [
  { label: durationTexts.waiting(), value: <WaitingTime {...review} />, wide: true },
  ...(review.refund_preview
    ? [{ label: managementTexts.customer(), value: review.refund_preview.customer }]
    : []),
  { label: commonTexts.service(), value: displayName(review.service) },
  { label: managementTexts.meterPhoneOrCard(), value: numberText(review) },
  { label: commonTexts.amount(), value: formatMoney(review.total_amount), strong: true },
  ...(review.attempt
    ? [
        {
          ...{ label: reviewsTexts.lastAttempt(), wide: true },
          value: reviewsTexts.attempt({
            vendor: displayName(review.attempt.vendor),
            state: attemptStateText(review.attempt.state),
            reason: attemptReasonText(review.attempt.reason),
          }),
        },
      ]
    : []),
  ...(review.refund
    ? [{ label: reviewsTexts.refund(), value: refundSentences(review.refund).join(' '), wide: true }]
    : []),
]

const refundSentences = ({ gateway, state, account }: NonNullable<Review['refund']>): string[] => [
  reviewsTexts.refundState({ gateway: displayName(gateway), state: displayName(state) }),
  ...(account ? accountSentences(account) : []),
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
