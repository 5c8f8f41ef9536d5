import { Day } from '../../shared/fields.ts'
import { ApiError } from './api-error.ts'
import { httpServerTexts } from './texts.ts'

/** Position of the last row of a page in a list ordered by time: the timestamp in database format and the row's id. */
export interface Cursor {
  readonly at: string
  readonly id: string
}

/** The opaque cursor that a caller sends to get the next page. */
export const encodeCursor = ({ at, id }: Cursor): string => Buffer.from(`${at} ${id}`).toString('base64url')

/**
 * The rows of one page of a list, and the cursor of the next page; null on the last one.
 * @param rows of the page and one more, if there is one
 */
export function pageOf<Row>(
  rows: readonly Row[],
  pageSize: number,
  cursorOf: (last: Row) => string,
): { page: Row[]; next: string | null } {
  const page = rows.slice(0, pageSize)
  const last = page.at(-1)
  return { page, next: rows.length > pageSize && last ? cursorOf(last) : null }
}

const cursorPattern =
  /^(([12]\d{3}-\d\d-\d\d) (?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,6})?[+-](?:0\d|1[0-4])(?::[0-5]\d)?) ([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/

/** @throws ApiError INVALID for an invalid cursor */
export function decodeCursor(cursor: string): Cursor {
  const [, at, day, id] = cursorPattern.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (!at || !id || !Day.safeParse(day).success) throw invalidCursor()
  return { at, id }
}

/** The error for an invalid cursor. */
export const invalidCursor = (): ApiError =>
  new ApiError('INVALID', { field: 'cursor', message: httpServerTexts.startAgain() })
