import { createHash } from 'node:crypto'

const first =
  'Adaeze Chinedu Tunde Aisha Ibrahim Ngozi Emeka Funke Bola Yusuf Zainab Segun Ifeoma Musa Halima Kelechi'.split(
    ' ',
  )
const last =
  'Okafor Adeyemi Bello Eze Abubakar Balogun Nwosu Danjuma Ogunleye Effiong Lawal Obi Ayodele Sani Udo Ojo'.split(
    ' ',
  )
const streets =
  'Awolowo Road,Adeola Street,Unity Close,Market Road,Ahmadu Bello Way,Church Street,Aba Road,Palm Avenue'.split(
    ',',
  )

/** A deterministic number for a text, from 0 to `below` − 1; `salt` selects another one. */
export function numberFrom(text: string, salt: string, below: number): number {
  return createHash('sha256').update(`${salt} ${text}`).digest().readUInt32BE(0) % below
}

/** Deterministic decimal digits for a text; the first is never 0. */
export function digitsFrom(text: string, length: number): string {
  const bytes = createHash('sha256').update(text).digest()
  const digits = Array.from({ length }, (_, i) => bytes[i % bytes.length]! % 10)
  return `${digits[0] || 7}${digits.slice(1).join('')}`
}

const oneOf = (list: readonly string[], text: string, salt: string) =>
  list[numberFrom(text, salt, list.length)]!

/** A realistic name, deterministic for a number. */
export const nameFor = (number: string) => `${oneOf(first, number, 'first')} ${oneOf(last, number, 'last')}`

/** A realistic street address in a city. */
export const addressFor = (number: string, city: string) =>
  `${numberFrom(number, 'house', 180) + 1} ${oneOf(streets, number, 'street')}, ${city}`
