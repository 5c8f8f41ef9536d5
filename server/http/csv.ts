import { stringify } from 'csv-stringify/sync'
import type { Document } from './route.ts'

type Cell = string | number | null

/** A cell that a spreadsheet would take for a formula, unless it is a plain negative amount. */
const formula = /^(?!-\d+(?:\.\d+)?$)[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/u

/**
 * A table as a file for a spreadsheet: UTF-8 with its mark, every cell quoted, and none of them a formula.
 * @param name under which a browser saves it
 */
export function csvFile(name: string, lines: readonly (readonly Cell[])[]): Document {
  const text = stringify(
    lines.map((cells) => cells.map((cell) => harmless(String(cell ?? '')))),
    { bom: true, quoted: true, quoted_empty: true, record_delimiter: 'windows' },
  )
  return { file: Buffer.from(text), type: 'text/csv; charset=utf-8', name }
}

const harmless = (cell: string): string => (formula.test(cell) ? `'${cell}` : cell)
