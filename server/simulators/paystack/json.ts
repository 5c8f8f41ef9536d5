import { randomUUID } from 'node:crypto'

const bigintMarker = randomUUID()
const bigintPattern = new RegExp(`"${bigintMarker}(\\d+)"`, 'g')

/** JSON with bigints as plain digits: ids are numbers, and ids of old journals exceed double precision. */
export const jsonOf = (value: unknown): string =>
  JSON.stringify(value, (_, value: unknown) =>
    typeof value === 'bigint' ? `${bigintMarker}${value}` : value,
  ).replace(bigintPattern, '$1')
