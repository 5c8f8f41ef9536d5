import { type BulkPurchase, type BulkRowState, type BulkWithRows, bulkRowStates } from '../../shared/bulk.ts'
import { formatMoney } from '../lib/index.ts'
import { Button } from '../ui/index.ts'
import type { Bulk } from './use-bulk.ts'

export const fileStates: Record<BulkPurchase['state'], string> = {
  checking: 'Being checked',
  ready: 'Ready to start',
  running: 'Being bought',
  done: 'Done',
  expired: 'Expired',
}
const rowStates: Record<BulkRowState, string> = {
  checking: 'Being checked',
  wrong: 'Wrong',
  ready: 'Ready',
  waiting: 'Waiting',
  pending: 'On its way',
  delivered: 'Delivered',
  refunded: 'Money returned',
  refused: 'Not bought, money returned',
}

/** One file: how far it is, what it costs, and each row with what is wrong with it. */
export function BulkFile({ file, state }: { file: BulkWithRows; state: Bulk }) {
  const { counts } = file
  const wrong = counts.wrong
  const buyable = counts.all - wrong
  const ended = counts.delivered + counts.refunded + counts.refused
  const some = bulkRowStates.filter((it) => counts[it] > 0)

  return (
    <section className="card stack" aria-labelledby="file">
      <h2 id="file">{file.file_name}</h2>
      <p role="status">
        {fileStates[file.state]}: {counts.all} rows
        {wrong > 0 && `, ${wrong} wrong (these are never bought)`}
      </p>
      {file.state === 'running' && (
        <div>
          <progress className="w-full" value={ended} max={buyable} aria-label="Rows that have ended">
            {ended} of {buyable}
          </progress>
          <p className="field-hint">
            {ended} of {buyable} have ended. You may close this page: it goes on by itself.
          </p>
        </div>
      )}
      {(file.state === 'running' || file.state === 'done') && (
        <p>{some.map((it) => `${rowStates[it]}: ${counts[it]}`).join(', ')}</p>
      )}
      <p>
        Total: <strong className="amount">{formatMoney(file.total_amount)}</strong>
      </p>
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
      {(file.state === 'running' || file.state === 'done') && (
        <Button kind="plain" busy={state.doing === 'saving'} onClick={() => void state.saveResult(file)}>
          Download the result as CSV
        </Button>
      )}
      {some.length > 1 && (
        <select
          className="field-input"
          aria-label="Rows shown"
          value={state.filter}
          onChange={({ target }) =>
            void state.show(file.id, bulkRowStates.find((it) => it === target.value) ?? '')
          }
        >
          <option value="">All rows</option>
          {some.map((it) => (
            <option key={it} value={it}>
              {rowStates[it]} ({counts[it]})
            </option>
          ))}
        </select>
      )}
      <Rows file={file} />
      {file.next && (
        <Button
          kind="plain"
          className="btn-wide"
          busy={state.doing === 'opening'}
          onClick={() => void state.more()}
        >
          Show more
        </Button>
      )}
    </section>
  )
}

const tones: Partial<Record<BulkRowState, string>> = {
  wrong: 'text-bad',
  delivered: 'text-good',
  refunded: 'text-bad',
  refused: 'text-bad',
}

/** Each row by its line, with what became of it. */
const Rows = ({ file }: { file: BulkWithRows }) => (
  <ul aria-label="Rows">
    {file.rows.map((row) => (
      <li key={row.line} className="movement">
        <span>
          {row.number}
          <small>
            Line {row.line}: {[row.service, row.provider, row.plan].filter(Boolean).join(' ')}
            {row.customer_name && `, ${row.customer_name}`}
          </small>
          {row.why && <small className="text-bad">{row.why}</small>}
        </span>
        <span className="text-right">
          <strong>{row.total_amount === null ? '' : formatMoney(row.total_amount)}</strong>
          <small className={tones[row.state]}>{rowStates[row.state]}</small>
        </span>
      </li>
    ))}
  </ul>
)
