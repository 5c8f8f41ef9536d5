import { type BulkPurchase, type BulkWithRows, bulkRowStates } from '../../shared/bulk.ts'
import { formatMoney } from '../lib/index.ts'
import { Moment } from '../purchase/moment.tsx'
import { Button } from '../ui/index.ts'
import { figure, Rows, rowStates } from './rows.tsx'
import type { Bulk } from './use-bulk.ts'

export const fileStates: Record<BulkPurchase['state'], string> = {
  checking: 'Being checked',
  ready: 'Ready to start',
  running: 'Being bought',
  done: 'Done',
  expired: 'Expired',
}

/** One file: how far it is, what it costs, and each row with what is wrong with it. */
export function BulkFile({ file, state }: { file: BulkWithRows; state: Bulk }) {
  const { counts } = file
  const buyable = counts.all - counts.wrong
  const isStarted = file.state === 'running' || file.state === 'done'
  const some = bulkRowStates.filter((it) => counts[it] > 0)

  return (
    <section className="card stack" aria-labelledby="file">
      <h2 id="file">{file.file_name}</h2>
      <p role="status">
        {fileStates[file.state]}: {figure(counts.all)} rows
        {counts.wrong > 0 && `, ${figure(counts.wrong)} wrong (these are never bought)`}
      </p>
      <Progress file={file} state={state} />
      {isStarted && <p>{some.map((it) => `${rowStates[it]}: ${figure(counts[it])}`).join(', ')}</p>}
      {file.state !== 'checking' && (
        <p>
          {isStarted ? 'Taken from your wallet' : 'Total'}:{' '}
          <strong className="amount">{formatMoney(file.total_amount)}</strong>
        </p>
      )}
      {file.state === 'ready' && (
        <>
          <p className="field-hint">
            Start takes the total from your wallet. What is not delivered comes back to it.
          </p>
          <Button
            className="btn-wide"
            busy={state.doing === 'starting'}
            disabled={buyable === 0}
            onClick={() => void state.start(file)}
          >
            Start
          </Button>
        </>
      )}
      {state.failure && state.failure.at !== 'checking' && (
        <p className="field-error" role="alert">
          {state.failure.text}
        </p>
      )}
      {isStarted && (
        <Button kind="plain" busy={state.doing === 'saving'} onClick={() => void state.saveResult(file)}>
          Download the result as CSV
        </Button>
      )}
      {some.length > 1 && (
        <select
          className="field-input"
          aria-label="Rows shown"
          value={state.view.filter}
          onChange={({ target }) => state.choose(bulkRowStates.find((it) => it === target.value) ?? '')}
        >
          <option value="">All rows</option>
          {some.map((it) => (
            <option key={it} value={it}>
              {rowStates[it]} ({figure(counts[it])})
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
    ? { done: counts.all - counts.checking, all: counts.all, said: 'have been checked' }
    : {
        done: counts.delivered + counts.refunded + counts.refused,
        all: counts.all - counts.wrong,
        said: 'have ended',
      }

/** How far a file is that is being checked or bought, and whether that is still known. */
function Progress({ file, state }: { file: BulkWithRows; state: Bulk }) {
  if (file.state !== 'checking' && file.state !== 'running') return null
  const { done, all, said } = progressOf(file)
  return (
    <>
      <div>
        <progress className="w-full" value={done} max={all} aria-label={`Rows that ${said}`}>
          {done} of {all}
        </progress>
        <p className="field-hint">
          {figure(done)} of {figure(all)} {said}. You may close this page: it goes on by itself.
        </p>
      </div>
      {state.isLost && (
        <p className="note" role="status">
          We get no answer at the moment: this is how it was at <Moment at={state.seenAt} />. Nothing is lost,
          and this page keeps asking.
        </p>
      )}
    </>
  )
}
