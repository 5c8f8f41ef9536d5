import { useState } from 'react'
import { getReviews, type Review } from '../../shared/operations.ts'
import { numberText } from '../account/number-text.ts'
import { useInfiniteQuery } from '../account/use-infinite-query.ts'
import type { ManagementPage } from '../pages.ts'
import { Button, commonTexts } from '../ui/index.ts'
import { ApprovalsIfAny, useApprovals } from './approvals.tsx'
import { BulkRequery } from './bulk-requery.tsx'
import { durationTexts } from './duration-texts.ts'
import { displayName } from './labels.ts'
import { menuTexts } from './menu-texts.ts'
import { orderActionsTexts } from './order-actions/texts.ts'
import { PageLayout } from './page-layout.tsx'
import { PagedTable } from './query-table.tsx'
import { ReviewActions } from './review-actions.tsx'
import { ReviewPanel } from './review-panel.tsx'
import { reviewsTexts } from './reviews-texts.ts'
import { managementTexts } from './texts.ts'
import { WaitingTime } from './waiting-time.tsx'

const canRequery = ({ allowed_actions: allowed }: Review) => allowed.includes('requery')

/** Queue of orders in manual review, oldest first. */
export default function Reviews(page: ManagementPage) {
  const queue = useInfiniteQuery(getReviews)
  const approvals = useApprovals('refund')
  const goodwill = useApprovals('goodwill')
  const [openReview, setOpenReview] = useState<Review | null>(null)
  const [selected, setSelected] = useState<Selection>(new Set())
  const [isRequerying, setIsRequerying] = useState(false)
  const reload = () => {
    queue.reload()
    approvals.reload()
  }
  const closePanel = () => setOpenReview(null)
  return (
    <PageLayout {...page} path="/management/reviews" title={menuTexts.reviews()}>
      <section className="card stack list-card" aria-label={menuTexts.reviews()}>
        <SelectionBar
          reviews={(queue.data?.list ?? []).filter(canRequery)}
          selected={selected}
          onSelect={setSelected}
          onRequery={() => setIsRequerying(true)}
        />
        <PagedTable
          query={queue}
          caption={menuTexts.reviews()}
          keyOf={(review) => review.reference}
          emptyText={reviewsTexts.empty()}
          emptyAction={<a href="/management/transactions">{managementTexts.toTransactions()}</a>}
          columns={[
            {
              header: reviewsTexts.order(),
              narrow: [1, 'start'],
              renderCell: (review) => (
                <>
                  {canRequery(review) && (
                    <input
                      type="checkbox"
                      className="row-select"
                      aria-label={reviewsTexts.select({ reference: review.reference })}
                      checked={selected.has(review.reference)}
                      onChange={() => setSelected(toggled(selected, review.reference))}
                    />
                  )}
                  <a href={`/management/transactions/${review.reference}`}>{review.reference}</a>
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
                  <span className="one-line">{review.refund_preview?.customer}</span>
                  <small>
                    {reviewsTexts.product({
                      service: displayName(review.service),
                      number: numberText(review),
                    })}
                  </small>
                </>
              ),
            },
            { header: commonTexts.amount(), narrow: [1, 'end'], amountOf: (review) => review.total_amount },
            {
              header: managementTexts.reason(),
              narrow: [4, 'line'],
              renderCell: ({ message }) => (
                <span className="two-lines" title={message}>
                  {message}
                </span>
              ),
            },
            {
              header: reviewsTexts.action(),
              renderCell: (review) => <ReviewActions review={review} onDone={reload} onlyRecommended />,
            },
          ]}
          panel={{
            header: reviewsTexts.details(),
            label: ({ reference }) => reviewsTexts.detailsOf({ reference }),
            onOpen: setOpenReview,
          }}
        />
      </section>
      <ApprovalsIfAny query={approvals} caption={reviewsTexts.approvals()} onDecided={queue.reload} />
      <ApprovalsIfAny
        query={goodwill}
        title={orderActionsTexts.goodwillApprovals()}
        caption={orderActionsTexts.goodwillApprovals()}
      />
      {openReview && (
        <ReviewPanel
          review={openReview}
          onClose={closePanel}
          onDone={() => {
            closePanel()
            reload()
          }}
        />
      )}
      {isRequerying && (
        <BulkRequery
          references={[...selected]}
          onClose={() => {
            setIsRequerying(false)
            setSelected(new Set())
            reload()
          }}
        />
      )}
    </PageLayout>
  )
}

function toggled(selected: Selection, reference: string): Selection {
  const next = new Set(selected)
  if (!next.delete(reference)) next.add(reference)
  return next
}

type Selection = ReadonlySet<string>

interface SelectionBarProps {
  /** The loaded orders that can be requeried. */
  reviews: readonly Review[]
  selected: Selection
  onSelect: (selected: Selection) => void
  onRequery: () => void
}

/** Selects every loaded order, and requeries the selected ones. */
const SelectionBar = ({ reviews, selected, onSelect, onRequery }: SelectionBarProps) =>
  reviews.length > 0 && (
    <div className="row selection-bar">
      <label className="check">
        <input
          type="checkbox"
          checked={reviews.every(({ reference }) => selected.has(reference))}
          onChange={({ target }) =>
            onSelect(new Set(target.checked ? reviews.map(({ reference }) => reference) : []))
          }
        />{' '}
        {reviewsTexts.selectAll()}
      </label>
      <Button kind="plain" disabled={selected.size === 0} onClick={onRequery}>
        {reviewsTexts.requeryMany({ count: selected.size })}
      </Button>
    </div>
  )
