import { type ReactNode, useState } from 'react'
import { type BulkPurchaseWithRows, bulkRowStates } from '../../shared/bulk.ts'
import { bulkPurchaseStatuses, bulkRowStatuses } from '../../shared/statuses.ts'
import { formatMoney } from '../lib/index.ts'
import { DateTime } from '../purchase/date-time.tsx'
import { Button, renderParts } from '../ui/index.ts'
import { ConfirmStart } from './confirm-start.tsx'
import { formatCount, Rows } from './rows.tsx'
import { bulkTexts } from './texts.ts'
import type { BulkPurchasesController } from './use-bulk-purchases.ts'

/** The open bulk purchase: status, progress, cost and its rows with their errors. */
export function OpenBulkPurchase({
  purchase,
  controller,
}: {
  purchase: BulkPurchaseWithRows
  controller: BulkPurchasesController
}) {
  const { counts } = purchase
  const [isConfirming, setIsConfirming] = useState(false)
  const purchasableCount = counts.all - counts.invalid
  const isStarted = purchase.state === 'running' || purchase.state === 'done'
  const presentStates = bulkRowStates.filter((rowState) => counts[rowState] > 0)

  return (
    <section className="card stack" aria-labelledby="bulk-purchase">
      <h2 id="bulk-purchase">{purchase.file_name}</h2>
      <p role="status">{rowCountText(purchase)}</p>
      <Progress purchase={purchase} controller={controller} />
      {isStarted && (
        <p>
          {presentStates
            .map((rowState) =>
              bulkTexts.statusCount({
                status: bulkRowStatuses[rowState].label,
                count: formatCount(counts[rowState]),
              }),
            )
            .join(', ')}
        </p>
      )}
      {purchase.state !== 'checking' && (
        <p>
          {renderParts(
            (isStarted ? bulkTexts.debited : bulkTexts.total)({
              amount: formatMoney(purchase.total_amount),
              strong: (chunks) => <strong className="amount">{chunks}</strong>,
            }),
          )}
        </p>
      )}
      {purchase.refunded_amount > 0 && (
        <>
          <p>
            {renderParts(
              bulkTexts.refunded({ amount: formatMoney(purchase.refunded_amount), strong: strongText }),
            )}
          </p>
          <p>
            {renderParts(
              bulkTexts.spent({
                amount: formatMoney(purchase.total_amount - purchase.refunded_amount),
                strong: strongText,
              }),
            )}
          </p>
        </>
      )}
      {purchase.state === 'ready' && (
        <>
          <p className="field-hint">{bulkTexts.startHint()}</p>
          <Button
            className="btn-wide"
            aria-haspopup="dialog"
            busy={controller.operation === 'starting'}
            disabled={purchasableCount === 0}
            onClick={() => setIsConfirming(true)}
          >
            {bulkTexts.start()}
          </Button>
          {isConfirming && (
            <ConfirmStart
              purchase={purchase}
              controller={controller}
              onClose={() => setIsConfirming(false)}
            />
          )}
        </>
      )}
      {controller.failure && controller.failure.operation !== 'checking' && (
        <p className="field-error" role="alert">
          {controller.failure.text}
        </p>
      )}
      {isStarted && (
        <Button
          kind="plain"
          busy={controller.operation === 'saving'}
          onClick={() => void controller.saveResult(purchase)}
        >
          {bulkTexts.downloadResults()}
        </Button>
      )}
      {presentStates.length > 1 && (
        <select
          className="field-input"
          aria-label={bulkTexts.statusFilter()}
          value={controller.view.filter}
          onChange={({ target }) =>
            controller.choose(bulkRowStates.find((rowState) => rowState === target.value) ?? '')
          }
        >
          <option value="">{bulkTexts.allRows()}</option>
          {presentStates.map((rowState) => (
            <option key={rowState} value={rowState}>
              {bulkTexts.rowsWithStatus({
                status: bulkRowStatuses[rowState].label,
                count: formatCount(counts[rowState]),
              })}
            </option>
          ))}
        </select>
      )}
      <Rows purchase={purchase} controller={controller} />
    </section>
  )
}

const strongText = (chunks: ReactNode[]) => <strong>{chunks}</strong>

function rowCountText({ state, counts }: BulkPurchaseWithRows): string {
  const values = { status: bulkPurchaseStatuses[state].label, count: formatCount(counts.all) }
  return counts.invalid > 0
    ? bulkTexts.rowCountWithInvalid({ ...values, invalid: formatCount(counts.invalid) })
    : bulkTexts.rowCount(values)
}

const progressOf = ({ state, counts }: BulkPurchaseWithRows) =>
  state === 'checking'
    ? {
        done: counts.all - counts.checking,
        all: counts.all,
        label: bulkTexts.checkedRows,
        hint: bulkTexts.checkProgress,
      }
    : {
        done: counts.delivered + counts.refunded + counts.rejected,
        all: counts.all - counts.invalid,
        label: bulkTexts.completedRows,
        hint: bulkTexts.purchaseProgress,
      }

/** Progress of a file that is checking or running, with a notice when the data is stale. */
function Progress({
  purchase,
  controller,
}: {
  purchase: BulkPurchaseWithRows
  controller: BulkPurchasesController
}) {
  if (purchase.state !== 'checking' && purchase.state !== 'running') return null
  const { done, all, label, hint } = progressOf(purchase)
  return (
    <>
      <div>
        <progress value={done} max={all} aria-label={label()}>
          {bulkTexts.progress({ done, all })}
        </progress>
        <p className="field-hint">{hint({ done: formatCount(done), all: formatCount(all) })}</p>
      </div>
      {controller.isStale && (
        <p className="note" role="status">
          {renderParts(bulkTexts.stale({ time: () => <DateTime value={controller.updatedAt} /> }))}
        </p>
      )}
    </>
  )
}
