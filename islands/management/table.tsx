import type { ReactNode } from 'react'
import type { StatusText } from '../../shared/statuses.ts'
import { formatMoney } from '../lib/index.ts'
import { DateTime } from '../purchase/date-time.tsx'
import { StatusBadge } from '../ui/index.ts'
import { RowKeysHint, RowOpener } from './row-opener.tsx'
import { useRowKeys } from './use-row-keys.ts'

/**
 * Place of a cell in a row on a narrow screen, from line 1: at the start of the line, at its end, or the whole line. The
 * value is shown without its heading; choose only values that are clear without it.
 */
export type NarrowPlace = readonly [line: 1 | 2 | 3 | 4, place: 'start' | 'end' | 'line']

interface ColumnLayout {
  header: string
  /** Without a place, the cell is a line of its own with its heading. */
  narrow?: NarrowPlace
  /** Right-aligns the column. */
  isNumber?: boolean
  /** Allows breaks inside words, for addresses and code lists. */
  isLong?: boolean
}

/** Content of the cells: a time, an amount in naira (empty for null), a status, or other content. */
type Cells<T> =
  | { timeOf: (row: T) => string }
  | { amountOf: (row: T) => number | null }
  | { statusOf: (row: T) => StatusText }
  | { renderCell: (row: T) => ReactNode }

type Column<T> = ColumnLayout & Cells<T>

export interface TableProps<T> {
  caption: string
  columns: readonly Column<T>[]
  rows: readonly T[]
  keyOf: (row: T) => string
  emptyText: string
  emptyAction?: ReactNode
  /** Rows of 40 px with a button that opens the side panel of a row. */
  panel?: { readonly header: string; readonly label: (row: T) => string; readonly onOpen: (row: T) => void }
}

/** Message of a list without rows, and what a manager does next. */
export const EmptyList = ({ children, action }: { children: ReactNode; action?: ReactNode }) => (
  <div className="empty stack">
    <p role="status">{children}</p>
    {action}
  </div>
)

/** Attributes of a cell for its place on a narrow screen. */
export const narrowAttributes = (narrow: NarrowPlace | undefined) =>
  narrow && { 'data-line': narrow[0], 'data-place': narrow[1] }

function cellOf<T>(column: Column<T>, row: T): ReactNode {
  if ('timeOf' in column) return <DateTime value={column.timeOf(row)} />
  if ('statusOf' in column) return <StatusBadge status={column.statusOf(row)} />
  if ('renderCell' in column) return column.renderCell(row)
  const amount = column.amountOf(row)
  return amount !== null && formatMoney(amount)
}

function classOf<T>(column: Column<T>): string | undefined {
  if (column.isNumber || 'amountOf' in column) return 'number'
  return column.isLong ? 'long' : undefined
}

/** Table on a wide screen; on a narrow one each row has a few lines. */
export function Table<T>({ caption, columns, rows, keyOf, emptyText, emptyAction, panel }: TableProps<T>) {
  const body = useRowKeys()
  if (rows.length === 0) return <EmptyList action={emptyAction}>{emptyText}</EmptyList>
  return (
    <div className="table-box">
      <table className={panel ? 'table table-rows table-dense' : 'table table-rows'}>
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column.header}
                scope="col"
                className={classOf(column) === 'number' ? 'number' : undefined}
              >
                {column.header}
              </th>
            ))}
            {panel && (
              <th scope="col">
                <span className="sr-only">{panel.header}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody ref={body}>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map((column) => (
                <td
                  key={column.header}
                  data-head={column.header}
                  {...narrowAttributes(column.narrow)}
                  className={classOf(column)}
                >
                  {cellOf(column, row)}
                </td>
              ))}
              {panel && (
                <td className="row-action">
                  <RowOpener label={panel.label(row)} onOpen={() => panel.onOpen(row)} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {panel && <RowKeysHint />}
    </div>
  )
}
