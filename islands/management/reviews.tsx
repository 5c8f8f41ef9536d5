import { useState } from 'react'
import { getReviews, type Review } from '../../shared/operations.ts'
import { numberText } from '../account/number-text.ts'
import { useInfiniteQuery } from '../account/use-infinite-query.ts'
import { useFocusOnChange } from '../lib/use-focus-on-change.ts'
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
  const [openReference, setOpenReference] = useState<string | null>(null)
  const [selected, setSelected] = useState<Selection>(new Set())
  const [requerying, setRequerying] = useState<readonly string[] | null>(null)
  const [requeryRuns, setRequeryRuns] = useState(0)
  const section = useFocusOnChange<HTMLElement>(requeryRuns)
  const reviews = queue.data?.list ?? []
  const openReview = reviews.find(({ reference }) => reference === openReference)
  const requeriable = reviews.filter(canRequery).map(({ reference }) => reference)
  const selectedShown = requeriable.filter((reference) => selected.has(reference))
  const reload = () => {
    queue.reload()
    approvals.reload()
  }
  const closePanel = () => setOpenReference(null)
  return (
    <PageLayout {...page} path="/management/reviews" title={menuTexts.reviews()}>
      <section ref={section} tabIndex={-1} className="card stack list-card" aria-label={menuTexts.reviews()}>
        <SelectionBar
          references={requeriable}
          selected={selectedShown}
          onSelect={(references) => setSelected(new Set(references))}
          onRequery={() => setRequerying(selectedShown)}
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
              narrow: [2, 'line'],
              renderCell: (review) => <WaitingTime {...review} />,
            },
            {
              header: managementTexts.customer(),
              narrow: [3, 'line'],
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
              narrow: [4, 'start'],
              renderCell: ({ message }) => (
                <span className="two-lines" title={message}>
                  {message}
                </span>
              ),
            },
            {
              header: reviewsTexts.action(),
              narrow: [4, 'end'],
              renderCell: (review) => <ReviewActions review={review} onDone={reload} onlyRecommended />,
            },
          ]}
          panel={{
            header: reviewsTexts.details(),
            label: ({ reference }) => reviewsTexts.detailsOf({ reference }),
            onOpen: ({ reference }) => setOpenReference(reference),
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
      {requerying && (
        <BulkRequery
          references={requerying}
          onCancel={() => setRequerying(null)}
          onFinished={(remaining) => {
            setRequerying(null)
            setSelected(new Set(remaining))
            setRequeryRuns((runs) => runs + 1)
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
  /** The shown orders that can be requeried. */
  references: readonly string[]
  /** Those of them that are selected. */
  selected: readonly string[]
  onSelect: (references: readonly string[]) => void
  onRequery: () => void
}

/** Selects every shown order, and requeries the selected ones. */
const SelectionBar = ({ references, selected, onSelect, onRequery }: SelectionBarProps) =>
  references.length > 0 && (
    <div className="row selection-bar">
      <label className="check">
        <input
          type="checkbox"
          ref={(checkbox) => {
            if (checkbox) checkbox.indeterminate = selected.length > 0 && selected.length < references.length
          }}
          checked={selected.length === references.length}
          onChange={({ target }) => onSelect(target.checked ? references : [])}
        />{' '}
        {reviewsTexts.selectAllShown()}
      </label>
      <Button kind="plain" disabled={selected.length === 0} onClick={onRequery}>
        {reviewsTexts.requeryMany({ count: selected.length })}
      </Button>
    </div>
  )
