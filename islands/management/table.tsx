import type { ReactNode } from 'react'

export interface Column<T> {
  head: string
  cell: (row: T) => ReactNode
  /** Numbers stand at the right. */
  isNumber?: boolean
  /** Text without spaces may be broken anywhere: an address, a list of codes. */
  isLong?: boolean
}

interface TableProps<T> {
  caption: string
  columns: readonly Column<T>[]
  rows: readonly T[]
  keyOf: (row: T) => string
  empty: string
}

/** Rows and columns on a desktop; on a phone each row is a card that names its cells. */
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
