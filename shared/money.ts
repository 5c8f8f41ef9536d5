/**
 * Money: whole kobo (`bigint`) inside, naira at the API's edge and on screen.
 * This is the one module that converts.
 */
export type Kobo = bigint

export function lesserOf(one: Kobo, other: Kobo): Kobo {
  if (one < other) return one
  return other
}

const decimal = /^-?\d+(?:\.\d{1,2})?$/

/** Naira as decimal text or a JSON number → kobo; null when it is not money (`1e3`, three decimals, words). */
export function koboOf(naira: string | number): Kobo | null {
  const text = typeof naira === 'number' ? String(naira) : naira.trim()
  if (!decimal.test(text)) return null
  const negative = text.startsWith('-')
  const [whole = '0', part = ''] = text.replace('-', '').split('.')
  const kobo = BigInt(whole) * 100n + BigInt(part.padEnd(2, '0'))
  return negative ? -kobo : kobo
}

/** Kobo → naira as the JSON number the API answers with (at most 2 decimals). */
export const nairaOf = (kobo: Kobo): number => Number(nairaText(kobo))

/** Kobo → naira as exact decimal text, `150050n` → "1500.50". */
export function nairaText(kobo: Kobo): string {
  const size = kobo < 0n ? -kobo : kobo
  return `${kobo < 0n ? '-' : ''}${size / 100n}.${String(size % 100n).padStart(2, '0')}`
}

/**
 * What a person typed for an amount, without symbol, commas and spaces: "₦ 5,000" → "5000". A comma before one or two
 * last digits is a point, so that a sum is never multiplied by 100: "1500,50" → "1500.50". Source: decision D-035
 */
export const cleanAmount = (typed: string): string =>
  typed
    .replace(/[₦$€\s]|NGN/gi, '')
    .replace(/,(\d{1,2})$/, '.$1')
    .replaceAll(',', '')

export const symbols = { NGN: '₦', USD: '$', EUR: '€' } as const
export type Currency = keyof typeof symbols

/**
 * Money for people: "₦5,000.00". A value that is no number gives 'Invalid input'; decimals outside
 * 0 to 20 revert to 2. Source: specification 1, sections 5 and 9.
 */
export function formatMoney(value: unknown, { currency = 'NGN' as Currency, decimals = 2 } = {}): string {
  const text = typeof value === 'bigint' ? nairaText(value) : String(value ?? '').trim()
  const number = text === '' ? Number.NaN : Number(text)
  if (!Number.isFinite(number)) return 'Invalid input'
  const places = Number.isInteger(decimals) && decimals >= 0 && decimals <= 20 ? decimals : 2
  // Not by Intl: its first calls cost a cheap phone more than all the rest of a form.
  const [whole = '', part] = Math.abs(number).toFixed(places).split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return `${number < 0 ? '-' : ''}${symbols[currency]}${part ? `${grouped}.${part}` : grouped}`
}
