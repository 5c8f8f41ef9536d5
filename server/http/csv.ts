import { stringify } from 'csv-stringify/sync'
import type { FileResponse } from './route.ts'

type Cell = string | number | null

/** A cell that a spreadsheet would evaluate as a formula, except a plain negative amount. */
const formulaPrefix = /^(?!-\d+(?:\.\d+)?$)[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/u

/**
 * A table as a CSV file for spreadsheets: UTF-8 with a byte order mark, every cell quoted, formulas escaped.
 * @param name file name of the download
 */
export function csvFile(name: string, rows: readonly (readonly Cell[])[]): FileResponse {
  const text = stringify(
    rows.map((cells) => cells.map((cell) => escapeFormula(String(cell ?? '')))),
    { bom: true, quoted: true, quoted_empty: true, record_delimiter: 'windows' },
  )
  return { file: Buffer.from(text), type: 'text/csv; charset=utf-8', name }
}

const escapeFormula = (cell: string): string => (formulaPrefix.test(cell) ? `'${cell}` : cell)
