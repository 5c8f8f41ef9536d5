import type { ReactNode } from 'react'

/**
 * Place of a cell in a row on a narrow screen, from line 1: at the start of the line, at its end, or the whole line. The
 * value is shown without its heading; choose only values that are clear without it.
 */
export type NarrowPlace = readonly [line: 1 | 2 | 3 | 4, place: 'start' | 'end' | 'line']

interface Column<T> {
  header: string
  renderCell: (row: T) => ReactNode
  /** Without a place, the cell is a line of its own with its heading. */
  narrow?: NarrowPlace
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

/** Attributes of a cell for its place on a narrow screen. */
export const narrowAttributes = (narrow: NarrowPlace | undefined) =>
  narrow && { 'data-line': narrow[0], 'data-place': narrow[1] }

/** Table on a wide screen; on a narrow one each row has a few lines. */
export function Table<T>({ caption, columns, rows, keyOf, emptyText }: TableProps<T>) {
  if (rows.length === 0)
    return (
      <p className="empty" role="status">
        {emptyText}
      </p>
    )
  return (
    <div className="table-box">
      <table className="table table-rows">
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
              {columns.map(({ header, renderCell, narrow, isNumber, isLong }) => (
                <td
                  key={header}
                  data-head={header}
                  {...narrowAttributes(narrow)}
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
