import { Day } from '../../shared/fields.ts'
import { Refused } from './refused.ts'

/** Where a part of a list that is ordered by time ended: the moment as the database writes it, and which row of it. */
export interface Place {
  readonly at: string
  readonly id: string
}

/** The opaque text that a caller sends to go on from there. */
export const cursorAt = ({ at, id }: Place): string => Buffer.from(`${at} ${id}`).toString('base64url')

const place =
  /^(([12]\d{3}-\d\d-\d\d) (?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,6})?[+-](?:0\d|1[0-4])(?::[0-5]\d)?) ([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/

/** @throws Refused INVALID for a cursor that we did not make */
export function placeOf(cursor: string): Place {
  const [, at, day, id] = place.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (!at || !id || !Day.safeParse(day).success) throw beginAgain()
  return { at, id }
}

/** For a cursor that is none of ours. */
export const beginAgain = (): Refused =>
  new Refused('INVALID', { field: 'cursor', says: 'Please begin again from the first page.' })
