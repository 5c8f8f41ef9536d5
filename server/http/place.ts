import { Refused } from './refused.ts'

/** Where a part of a list that is ordered by time ended: the moment as the database writes it, and which row of it. */
export interface Place {
  readonly at: string
  readonly id: string
}

/** The opaque text that a caller sends to go on from there. */
export const cursorAt = ({ at, id }: Place): string => Buffer.from(`${at} ${id}`).toString('base64url')

const place =
  /^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?[+-]\d\d(?::\d\d)?) ([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/

/** @throws Refused INVALID for a cursor that we did not make */
export function placeOf(cursor: string): Place {
  const [, at, id] = place.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (!at || !id || Number.isNaN(Date.parse(at.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'))))
    throw new Refused('INVALID', { field: 'cursor', says: 'Please begin again from the first page.' })
  return { at, id }
}
