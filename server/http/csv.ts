import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { stringify } from 'csv-stringify/sync'
import type { FileResponse } from './route.ts'

type Cell = string | number | null

/** A cell that a spreadsheet would evaluate as a formula, except a number with a sign: an amount, or a phone number. */
const formulaPrefix = /^(?![+-]\d+(?:\.\d+)?$)[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/u

/** Rows written before other requests are served: a file has up to 50,000, which take a second. */
const rowsPerChunk = 1_000

/**
 * A table as a CSV file for spreadsheets: UTF-8 with a byte order mark, every cell quoted, formulas escaped.
 * @param name file name of the download
 */
export async function csvFile(name: string, rows: readonly (readonly Cell[])[]): Promise<FileResponse> {
  const chunks: Buffer[] = []
  for (let first = 0; first < rows.length; first += rowsPerChunk) {
    if (first > 0) await yieldToEventLoop()
    const text = stringify(
      rows
        .slice(first, first + rowsPerChunk)
        .map((cells) => cells.map((cell) => escapeFormula(String(cell ?? '')))),
      { bom: first === 0, quoted: true, quoted_empty: true, record_delimiter: 'windows' },
    )
    chunks.push(Buffer.from(text))
  }
  return { file: Buffer.concat(chunks), type: 'text/csv; charset=utf-8', name }
}

const escapeFormula = (cell: string): string => (formulaPrefix.test(cell) ? `'${cell}` : cell)
