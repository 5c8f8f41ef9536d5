import { type ReactNode, useState } from 'react'
import { type BulkWithRows, bulkRowStates } from '../../shared/bulk.ts'
import { bulkFileStatuses, bulkRowStatuses } from '../../shared/statuses.ts'
import { formatMoney } from '../lib/index.ts'
import { DateTime } from '../purchase/date-time.tsx'
import { Button, renderParts } from '../ui/index.ts'
import { ConfirmStart } from './confirm-start.tsx'
import { formatCount, Rows } from './rows.tsx'
import { bulkTexts } from './texts.ts'
import type { BulkController } from './use-bulk.ts'

/** One bulk file: status, progress, cost and its rows with their errors. */
export function BulkFile({ file, bulk }: { file: BulkWithRows; bulk: BulkController }) {
  const { counts } = file
  const [isConfirming, setIsConfirming] = useState(false)
  const purchasableCount = counts.all - counts.invalid
  const isStarted = file.state === 'running' || file.state === 'done'
  const presentStates = bulkRowStates.filter((rowState) => counts[rowState] > 0)

  return (
    <section className="card stack" aria-labelledby="file">
      <h2 id="file">{file.file_name}</h2>
      <p role="status">{rowCountText(file)}</p>
      <Progress file={file} bulk={bulk} />
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
      {file.state !== 'checking' && (
        <p>
          {renderParts(
            (isStarted ? bulkTexts.debited : bulkTexts.total)({
              amount: formatMoney(file.total_amount),
              strong: (chunks) => <strong className="amount">{chunks}</strong>,
            }),
          )}
        </p>
      )}
      {file.refunded_amount > 0 && (
        <>
          <p>
            {renderParts(
              bulkTexts.refunded({ amount: formatMoney(file.refunded_amount), strong: strongText }),
            )}
          </p>
          <p>
            {renderParts(
              bulkTexts.spent({
                amount: formatMoney(file.total_amount - file.refunded_amount),
                strong: strongText,
              }),
            )}
          </p>
        </>
      )}
      {file.state === 'ready' && (
        <>
          <p className="field-hint">{bulkTexts.startHint()}</p>
          <Button
            className="btn-wide"
            aria-haspopup="dialog"
            busy={bulk.operation === 'starting'}
            disabled={purchasableCount === 0}
            onClick={() => setIsConfirming(true)}
          >
            {bulkTexts.start()}
          </Button>
          {isConfirming && <ConfirmStart file={file} bulk={bulk} onClose={() => setIsConfirming(false)} />}
        </>
      )}
      {bulk.failure && bulk.failure.operation !== 'checking' && (
        <p className="field-error" role="alert">
          {bulk.failure.text}
        </p>
      )}
      {isStarted && (
        <Button kind="plain" busy={bulk.operation === 'saving'} onClick={() => void bulk.saveResult(file)}>
          {bulkTexts.downloadResults()}
        </Button>
      )}
      {presentStates.length > 1 && (
        <select
          className="field-input"
          aria-label={bulkTexts.statusFilter()}
          value={bulk.view.filter}
          onChange={({ target }) =>
            bulk.choose(bulkRowStates.find((rowState) => rowState === target.value) ?? '')
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
      <Rows file={file} bulk={bulk} />
    </section>
  )
}

const strongText = (chunks: ReactNode[]) => <strong>{chunks}</strong>

function rowCountText({ state, counts }: BulkWithRows): string {
  const values = { status: bulkFileStatuses[state].label, count: formatCount(counts.all) }
  return counts.invalid > 0
    ? bulkTexts.rowCountWithInvalid({ ...values, invalid: formatCount(counts.invalid) })
    : bulkTexts.rowCount(values)
}

const progressOf = ({ state, counts }: BulkWithRows) =>
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
function Progress({ file, bulk }: { file: BulkWithRows; bulk: BulkController }) {
  if (file.state !== 'checking' && file.state !== 'running') return null
  const { done, all, label, hint } = progressOf(file)
  return (
    <>
      <div>
        <progress value={done} max={all} aria-label={label()}>
          {bulkTexts.progress({ done, all })}
        </progress>
        <p className="field-hint">{hint({ done: formatCount(done), all: formatCount(all) })}</p>
      </div>
      {bulk.isStale && (
        <p className="note" role="status">
          {renderParts(bulkTexts.stale({ time: () => <DateTime value={bulk.updatedAt} /> }))}
        </p>
      )}
    </>
  )
}
