import type { ReactNode } from 'react'

interface Column<T> {
  head: string
  cell: (row: T) => ReactNode
  /** Right-aligns the column. */
  isNumber?: boolean
  /** Allows breaks inside words, for addresses and code lists. */
  isLong?: boolean
}

interface TableProps<T> {
  caption: string
  columns: readonly Column<T>[]
  rows: readonly T[]
  keyOf: (row: T) => string
  empty: string
}

/** Table on a desktop; on a phone each row is a card with labelled cells. */
export function Table<T>({ caption, columns, rows, keyOf, empty }: TableProps<T>) {
  if (rows.length === 0)
    return (
      <p className="empty" role="status">
        {empty}
      </p>
    )
  return (
    <div className="table-box">
      <table className="table">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ head, isNumber }) => (
              <th key={head} scope="col" className={isNumber ? 'number' : undefined}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ head, cell, isNumber, isLong }) => (
                <td key={head} data-head={head} className={isNumber ? 'number' : isLong ? 'long' : undefined}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
