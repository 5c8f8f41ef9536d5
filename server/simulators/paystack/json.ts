import { randomUUID } from 'node:crypto'

const mark = randomUUID()
const marked = new RegExp(`"${mark}(\\d+)"`, 'g')

/** JSON with each bigint as plain digits: their ids are numbers that a double cannot hold. */
export const jsonOf = (value: unknown): string =>
  JSON.stringify(value, (_, it: unknown) => (typeof it === 'bigint' ? `${mark}${it}` : it)).replace(
    marked,
    '$1',
  )
