import type { ReactNode } from 'react'

interface Column<T> {
  header: string
  renderCell: (row: T) => ReactNode
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
  emptyText: string
}

/** Table on a desktop; on a phone each row is a card with labelled cells. */
export function Table<T>({ caption, columns, rows, keyOf, emptyText }: TableProps<T>) {
  if (rows.length === 0)
    return (
      <p className="empty" role="status">
        {emptyText}
      </p>
    )
  return (
    <div className="table-box">
      <table className="table">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ header, isNumber }) => (
              <th key={header} scope="col" className={isNumber ? 'number' : undefined}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ header, renderCell, isNumber, isLong }) => (
                <td
                  key={header}
                  data-head={header}
                  className={isNumber ? 'number' : isLong ? 'long' : undefined}
                >
                  {renderCell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
