import { CsvError, parse } from 'csv-parse/sync'
import { type BulkColumn, bulkColumns, bulkLimits } from '../../shared/bulk.ts'
import { Refused } from '../http/index.ts'

/** One row as typed: every column is there, '' where the file leaves it out. */
export type TypedRow = Readonly<Record<BulkColumn, string>> & { readonly line: number }

const longestCell = 200
/** Spreadsheets send rows of nothing but commas below the last; so many lines are looked through, and no more. */
const mostLines = 4 * bulkLimits.rows
const needed: readonly BulkColumn[] = ['service', 'number', 'provider']

/** Reads the rows of a file. @throws Refused INVALID on `file`, with a sentence that says what to mend */
export function readRows(bytes: Buffer): TypedRow[] {
  const [head, ...rest] = recordsIn(textOf(bytes))
  if (!head) throw wrong('The file is empty.')
  const columns = columnsIn(head.record)
  if (rest.length === 0) throw wrong('The file has no rows below its first line.')
  if (rest.length > bulkLimits.rows) {
    const most = bulkLimits.rows.toLocaleString('en-NG')
    throw wrong(`The file has more than ${most} rows. Please split it.`)
  }
  return rest.map(({ record, line }) => {
    const cells = bulkColumns.map((name) => [name, cellOf(record[columns.get(name) ?? -1])])
    return { ...(Object.fromEntries(cells) as Record<BulkColumn, string>), line }
  })
}

const wrong = (says: string) => new Refused('INVALID', { field: 'file', says })

const spreadsheets: readonly Buffer[] = [
  Buffer.from([0x50, 0x4b, 0x03, 0x04]), // .xlsx, .ods
  Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), // .xls
]
const marks: readonly (readonly [Buffer, string])[] = [
  [Buffer.from([0xef, 0xbb, 0xbf]), 'utf-8'],
  [Buffer.from([0xff, 0xfe]), 'utf-16le'],
  [Buffer.from([0xfe, 0xff]), 'utf-16be'],
]
const unreadable = 'We cannot read the letters of this file. Please save it as "CSV UTF-8" and send that.'

/** The text of a file by its mark; without one it is UTF-8, or else Windows-1252 as older spreadsheets write it. */
function textOf(bytes: Buffer): string {
  const begins = (with_: Buffer) => bytes.subarray(0, with_.length).equals(with_)
  if (spreadsheets.some(begins))
    throw wrong('This is a spreadsheet, not CSV. Please save it as "CSV UTF-8" and send that.')
  const marked = marks.find(([mark]) => begins(mark))
  const text = marked
    ? decoded(bytes, marked[1])
    : (decoded(bytes, 'utf-8') ?? decoded(bytes, 'windows-1252'))
  if (text === null || /[\0\uFFFD]/.test(text)) throw wrong(unreadable)
  return text
}

function decoded(bytes: Buffer, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/** The records of the text that hold anything, each with the line that it ends on. */
function recordsIn(text: string): { record: string[]; line: number }[] {
  if ((text.match(/\r\n|[\r\n]/g)?.length ?? 0) > mostLines) {
    throw wrong(
      `The file has more than ${mostLines.toLocaleString('en-NG')} lines. Please take the empty ones out.`,
    )
  }
  const firstLine = text.slice(0, text.search(/[\r\n]|$/))
  const ends: number[] = []
  try {
    const records = parse(text, {
      delimiter: delimiterOf(firstLine),
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      trim: true,
      max_record_size: 20_000,
      // The first line, and one more than is taken: enough to say that there are too many.
      to: bulkLimits.rows + 2,
      on_record: (record: string[], { lines }) => {
        ends.push(lines)
        return record
      },
    })
    return records.map((record, at) => ({ record, line: ends[at] ?? at + 1 }))
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const line = typeof error.lines === 'number' ? ` from line ${error.lines}` : ''
    throw wrong(`We cannot read this file${line}. Please check its quotes, or save it as CSV again.`)
  }
}

/** What stands between the names of the columns most often. */
function delimiterOf(line: string): string {
  const counted = [',', ';', '\t'].map((sign) => [sign, line.split(sign).length] as const)
  return counted.reduce((best, it) => (it[1] > best[1] ? it : best))[0]
}

/** Where each column stands. Columns of other names are the sender's own, and left alone. */
function columnsIn(head: readonly string[]): ReadonlyMap<string, number> {
  const names = head.map((cell) =>
    cell
      .toLowerCase()
      .replace(/[\s_-]+/g, ' ')
      .trim(),
  )
  const missing = needed.filter((name) => !names.includes(name))
  if (missing.length > 0) {
    throw wrong(
      `The first line must name the columns: ${bulkColumns.join(', ')}. Missing: ${missing.join(', ')}.`,
    )
  }
  const twice = bulkColumns.find((name) => names.indexOf(name) !== names.lastIndexOf(name))
  if (twice) throw wrong(`The column ${twice} is there twice.`)
  return new Map(names.map((name, at) => [name, at]))
}

const cellOf = (cell = ''): string =>
  cell
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, longestCell)
