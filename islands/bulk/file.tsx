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
        <progress className="w-full" value={ended} max={buyable} aria-label="Rows that have ended">
          {ended} of {buyable}
        </progress>
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

/** A wide table scrolls by itself, by keyboard too. */
const Rows = ({ file }: { file: BulkWithRows }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable without a mouse
  <section className="overflow-x-auto" tabIndex={0} aria-label="Rows">
    <table className="w-full text-sm">
      <thead>
        <tr className="text-left">
          {['Line', 'For', 'What', 'Amount', 'State'].map((name) => (
            <th key={name} scope="col" className="p-2">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {file.rows.map((row) => (
          <tr key={row.line} className="border-t border-line align-top">
            <th scope="row" className="p-2 text-left">
              {row.line}
            </th>
            <td className="p-2">
              {row.number}
              <span className="block text-muted">{row.customer_name}</span>
            </td>
            <td className="p-2">
              {row.service} {row.provider}
              <span className="block text-muted">{row.plan}</span>
            </td>
            <td className="p-2 whitespace-nowrap">
              {row.total_amount === null ? '' : formatMoney(row.total_amount)}
            </td>
            <td className={`p-2 ${row.why ? 'text-bad' : ''}`}>
              {rowStates[row.state]}
              {row.why && <span className="block">{row.why}</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)
