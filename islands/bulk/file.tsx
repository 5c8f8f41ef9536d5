import { type BulkWithRows, bulkRowStates } from '../../shared/bulk.ts'
import { bulkFileStatuses, bulkRowStatuses } from '../../shared/statuses.ts'
import { formatMoney } from '../lib/index.ts'
import { DateTime } from '../purchase/date-time.tsx'
import { Button } from '../ui/index.ts'
import { formatCount, Rows } from './rows.tsx'
import type { BulkState } from './use-bulk.ts'

/** One bulk file: status, progress, cost and its rows with their errors. */
export function BulkFile({ file, state }: { file: BulkWithRows; state: BulkState }) {
  const { counts } = file
  const purchasableCount = counts.all - counts.invalid
  const isStarted = file.state === 'running' || file.state === 'done'
  const presentStates = bulkRowStates.filter((rowState) => counts[rowState] > 0)

  return (
    <section className="card stack" aria-labelledby="file">
      <h2 id="file">{file.file_name}</h2>
      <p role="status">
        {bulkFileStatuses[file.state].label}: {formatCount(counts.all)} rows
        {counts.invalid > 0 && `, ${formatCount(counts.invalid)} invalid (will not be purchased)`}
      </p>
      <Progress file={file} state={state} />
      {isStarted && (
        <p>
          {presentStates
            .map((rowState) => `${bulkRowStatuses[rowState].label}: ${formatCount(counts[rowState])}`)
            .join(', ')}
        </p>
      )}
      {file.state !== 'checking' && (
        <p>
          {isStarted ? 'Debited from your wallet, before refunds' : 'Total'}:{' '}
          <strong className="amount">{formatMoney(file.total_amount)}</strong>
        </p>
      )}
      {file.state === 'ready' && (
        <>
          <p className="field-hint">
            Starting debits the total from your wallet. Rows that are not delivered are refunded to it.
          </p>
          <Button
            className="btn-wide"
            busy={state.operation === 'starting'}
            disabled={purchasableCount === 0}
            onClick={() => void state.start(file)}
          >
            Start
          </Button>
        </>
      )}
      {state.failure && state.failure.operation !== 'checking' && (
        <p className="field-error" role="alert">
          {state.failure.text}
        </p>
      )}
      {isStarted && (
        <Button kind="plain" busy={state.operation === 'saving'} onClick={() => void state.saveResult(file)}>
          Download results (CSV)
        </Button>
      )}
      {presentStates.length > 1 && (
        <select
          className="field-input"
          aria-label="Show rows with status"
          value={state.view.filter}
          onChange={({ target }) =>
            state.choose(bulkRowStates.find((rowState) => rowState === target.value) ?? '')
          }
        >
          <option value="">All rows</option>
          {presentStates.map((rowState) => (
            <option key={rowState} value={rowState}>
              {bulkRowStatuses[rowState].label} ({formatCount(counts[rowState])})
            </option>
          ))}
        </select>
      )}
      <Rows file={file} state={state} />
    </section>
  )
}

const progressOf = ({ state, counts }: BulkWithRows) =>
  state === 'checking'
    ? { done: counts.all - counts.checking, all: counts.all, label: 'checked' }
    : {
        done: counts.delivered + counts.refunded + counts.rejected,
        all: counts.all - counts.invalid,
        label: 'completed',
      }

/** Progress of a file that is checking or running, with a notice when the data is stale. */
function Progress({ file, state }: { file: BulkWithRows; state: BulkState }) {
  if (file.state !== 'checking' && file.state !== 'running') return null
  const { done, all, label } = progressOf(file)
  return (
    <>
      <div>
        <progress className="w-full" value={done} max={all} aria-label={`Rows ${label}`}>
          {done} of {all}
        </progress>
        <p className="field-hint">
          {formatCount(done)} of {formatCount(all)} {label}. You may close this page: processing continues.
        </p>
      </div>
      {state.isStale && (
        <p className="note" role="status">
          We can't reach the server right now. Last update: <DateTime value={state.updatedAt} />. Processing
          continues; you can close this page.
        </p>
      )}
    </>
  )
}
