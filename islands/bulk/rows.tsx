import { useEffect, useRef } from 'react'
import type { BulkRowState, BulkWithRows } from '../../shared/bulk.ts'
import { formatMoney } from '../lib/index.ts'
import { Button } from '../ui/index.ts'
import type { Bulk } from './use-bulk.ts'

export const figure = (count: number): string => count.toLocaleString('en')

export const rowStates: Record<BulkRowState, string> = {
  checking: 'Being checked',
  wrong: 'Wrong',
  ready: 'Ready',
  waiting: 'Waiting',
  pending: 'On its way',
  delivered: 'Delivered',
  refunded: 'Money returned',
  refused: 'Not bought, money returned',
}

const tones: Partial<Record<BulkRowState, string>> = {
  wrong: 'text-bad',
  delivered: 'text-good',
  refunded: 'text-bad',
  refused: 'text-bad',
}

/** Each row by its line, with what became of it: a page of them at a time. */
export function Rows({ file, state }: { file: BulkWithRows; state: Bulk }) {
  const page = state.view.after.length
  const head = useRef<HTMLParagraphElement>(null)
  const seen = useRef(page)
  useEffect(() => {
    if (seen.current !== page) head.current?.focus()
    seen.current = page
  }, [page])
  const [first, last] = [file.rows[0]?.line, file.rows.at(-1)?.line]
  const isPart = page > 0 || file.next !== null
  return (
    <>
      {isPart && (
        <p className="field-hint" ref={head} tabIndex={-1}>
          {first === undefined || last === undefined
            ? 'No rows'
            : `Lines ${figure(first)} to ${figure(last)}`}
        </p>
      )}
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
      {isPart && (
        <div className="row">
          <Button kind="plain" disabled={page === 0} onClick={() => state.earlier()}>
            Earlier rows
          </Button>
          <Button kind="plain" disabled={file.next === null} onClick={() => state.later()}>
            Later rows
          </Button>
        </div>
      )}
    </>
  )
}
