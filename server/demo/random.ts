import { createHash } from 'node:crypto'

/** Seeded random numbers: the same seed gives the same sequence. Not for secrets. */
export interface Random {
  /** At least 0, below 1. */
  next(): number
  /** A whole number, both ends included. */
  between(min: number, max: number): number
  pick<T>(list: readonly T[]): T
  /** Decimal digits. */
  digits(count: number): string
}

/** The mulberry32 generator. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const between = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  return {
    next,
    between,
    pick: <T>(list: readonly T[]): T => list[between(0, list.length - 1)] as T,
    digits: (count) => Array.from({ length: count }, () => between(0, 9)).join(''),
  }
}

const hexOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/** A UUID of version 7 with the time of the row, the same for the same name. */
export function uuidAt(name: string, at: Date): string {
  const time = at.getTime().toString(16).padStart(12, '0')
  const hash = hexOf(name)
  return [
    time.slice(0, 8),
    time.slice(8),
    `7${hash.slice(0, 3)}`,
    `8${hash.slice(3, 6)}`,
    hash.slice(6, 18),
  ].join('-')
}

/** Digits that are the same for the same name. */
export const hashDigits = (name: string, count: number): string =>
  BigInt(`0x${hexOf(name)}`)
    .toString()
    .slice(-count)

/** An id of ten digits, as Paystack's: a number, so it begins with no zero. */
export const gatewayIdOf = (name: string): string => `1${hashDigits(name, 9).padStart(9, '0')}`

/** Characters of `alphabet` that are the same for the same name. */
export const codeOf = (name: string, alphabet: string, length: number): string =>
  Array.from(
    { length },
    (_, index) =>
      alphabet[Number.parseInt(hexOf(name).slice(index * 2, index * 2 + 2), 16) % alphabet.length],
  ).join('')

export const upperHexOf = (name: string, length: number): string => hexOf(name).slice(0, length).toUpperCase()
