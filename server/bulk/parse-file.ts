import { CsvError, parse } from 'csv-parse/sync'
import { type BulkColumn, bulkColumns, bulkLimits } from '../../shared/bulk.ts'
import { oneLine } from '../../shared/text.ts'
import { ApiError } from '../http/index.ts'
import { bulkServerTexts } from './texts.ts'

/** One row as entered, with every column; '' where the file omits it. */
export type FileRow = Readonly<Record<BulkColumn, string>> & { readonly line: number }

const maxCellLength = 200
/** Spreadsheets append rows of only commas; a file may have this many lines in total. */
const maxLines = 4 * bulkLimits.rows
const requiredColumns: readonly BulkColumn[] = ['service', 'number', 'provider']

/** Parses the rows of a file. @throws ApiError INVALID on `file`, with a message that names the correction */
export function parseRows(bytes: Buffer): FileRow[] {
  const [header, ...rest] = parseRecords(decodeFile(bytes))
  if (!header) throw invalidFile(bulkServerTexts.emptyFile())
  const columns = columnIndexes(header.record)
  if (rest.length === 0) throw invalidFile(bulkServerTexts.noRows())
  if (rest.length > bulkLimits.rows) {
    const limit = bulkLimits.rows.toLocaleString('en-NG')
    throw invalidFile(bulkServerTexts.tooManyRows({ limit }))
  }
  return rest.map(({ record, line }) => {
    const cells = bulkColumns.map((name) => [name, cleanCell(record[columns.get(name) ?? -1])])
    return { ...(Object.fromEntries(cells) as Record<BulkColumn, string>), line }
  })
}

const invalidFile = (message: string) => new ApiError('INVALID', { field: 'file', message })

const spreadsheets: readonly Buffer[] = [
  Buffer.from([0x50, 0x4b, 0x03, 0x04]), // .xlsx, .ods
  Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), // .xls
]
const byteOrderMarks: readonly (readonly [Buffer, string])[] = [
  [Buffer.from([0xef, 0xbb, 0xbf]), 'utf-8'],
  [Buffer.from([0xff, 0xfe]), 'utf-16le'],
  [Buffer.from([0xfe, 0xff]), 'utf-16be'],
]

/** Decodes a file by its byte order mark; without one as UTF-8, else as Windows-1252 (older spreadsheets). */
function decodeFile(bytes: Buffer): string {
  const startsWith = (prefix: Buffer) => bytes.subarray(0, prefix.length).equals(prefix)
  if (spreadsheets.some(startsWith)) throw invalidFile(bulkServerTexts.spreadsheet())
  const byteOrderMark = byteOrderMarks.find(([sequence]) => startsWith(sequence))
  const text = byteOrderMark
    ? decode(bytes, byteOrderMark[1])
    : (decode(bytes, 'utf-8') ?? decode(bytes, 'windows-1252'))
  if (text === null || /[\0\uFFFD]/.test(text)) throw invalidFile(bulkServerTexts.unknownEncoding())
  return text
}

function decode(bytes: Buffer, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/** The non-empty records of the text, each with the line it ends on. */
function parseRecords(text: string): { record: string[]; line: number }[] {
  if ((text.match(/\r\n|[\r\n]/g)?.length ?? 0) > maxLines) {
    throw invalidFile(bulkServerTexts.tooManyLines({ limit: maxLines.toLocaleString('en-NG') }))
  }
  const firstLine = text.slice(0, text.search(/[\r\n]|$/))
  const endLines: number[] = []
  try {
    const records = parse(text, {
      delimiter: delimiterOf(firstLine),
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      trim: true,
      max_record_size: 20_000,
      // The header, and one row above the limit: enough to report that there are too many.
      to: bulkLimits.rows + 2,
      on_record: (record: string[], { lines }) => {
        endLines.push(lines)
        return record
      },
    })
    return records.map((record, index) => ({ record, line: endLines[index] ?? index + 1 }))
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw invalidFile(
      typeof error.lines === 'number'
        ? bulkServerTexts.unreadableFromLine({ line: error.lines })
        : bulkServerTexts.unreadable(),
    )
  }
}

/** The most frequent delimiter in the header. */
function delimiterOf(line: string): string {
  const counts = [',', ';', '\t'].map((delimiter) => [delimiter, line.split(delimiter).length] as const)
  return counts.reduce((best, entry) => (entry[1] > best[1] ? entry : best))[0]
}

/** Index of each column. Columns with other names are ignored. */
function columnIndexes(header: readonly string[]): ReadonlyMap<string, number> {
  const names = header.map((cell) =>
    cell
      .toLowerCase()
      .replace(/[\s_-]+/g, ' ')
      .trim(),
  )
  const missingColumns = requiredColumns.filter((name) => !names.includes(name))
  if (missingColumns.length > 0) {
    throw invalidFile(
      bulkServerTexts.columnsMissing({ columns: bulkColumns.join(', '), missing: missingColumns.join(', ') }),
    )
  }
  const duplicate = bulkColumns.find((name) => names.indexOf(name) !== names.lastIndexOf(name))
  if (duplicate) throw invalidFile(bulkServerTexts.columnTwice({ column: duplicate }))
  return new Map(names.map((name, index) => [name, index]))
}

const cleanCell = (cell = ''): string => oneLine(cell, maxCellLength)
