/** Money: whole kobo (`bigint`) inside the application, naira in the API and on screen. Only this module converts. */
export type Kobo = bigint

export function lesserOf(first: Kobo, second: Kobo): Kobo {
  if (first < second) return first
  return second
}

const decimal = /^-?\d+(?:\.\d{1,2})?$/

/** Naira as decimal text or a JSON number → kobo; null when it is not money (`1e3`, three decimals, words). */
export function koboOf(naira: string | number): Kobo | null {
  const text = typeof naira === 'number' ? String(naira) : naira.trim()
  if (!decimal.test(text)) return null
  const negative = text.startsWith('-')
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.')
  const kobo = BigInt(whole) * 100n + BigInt(fraction.padEnd(2, '0'))
  return negative ? -kobo : kobo
}

/** Kobo → naira as the JSON number of API responses (at most 2 decimals). */
export const nairaOf = (kobo: Kobo): number => Number(nairaText(kobo))

/** Kobo → naira as exact decimal text, `150050n` → "1500.50". */
export function nairaText(kobo: Kobo): string {
  const size = kobo < 0n ? -kobo : kobo
  return `${kobo < 0n ? '-' : ''}${size / 100n}.${String(size % 100n).padStart(2, '0')}`
}

/**
 * An amount as typed, without symbol, commas and spaces: "₦ 5,000" → "5000". A comma before the last one or two
 * digits is a decimal point, so that an amount is never multiplied by 100: "1500,50" → "1500.50". Source: decision
 * D-035
 */
export const cleanAmount = (inputText: string): string =>
  inputText
    .replace(/[₦$€\s]|NGN/gi, '')
    .replace(/,(\d{1,2})$/, '.$1')
    .replaceAll(',', '')

export const currencySymbols = { NGN: '₦', USD: '$', EUR: '€' } as const
export type Currency = keyof typeof currencySymbols

/**
 * Formatted amount: "₦5,000.00". A value that is not a number gives 'Invalid input'; decimals outside 0 to 20 fall
 * back to 2. Source: specification 1, sections 5 and 9.
 */
export function formatMoney(value: unknown, { currency = 'NGN' as Currency, decimals = 2 } = {}): string {
  const text = typeof value === 'bigint' ? nairaText(value) : String(value ?? '').trim()
  const number = text === '' ? Number.NaN : Number(text)
  if (!Number.isFinite(number)) return 'Invalid input'
  const places = Number.isInteger(decimals) && decimals >= 0 && decimals <= 20 ? decimals : 2
  // Not with Intl: on a cheap phone its first calls cost more than the rest of a form.
  const [naira = '', fraction] = Math.abs(number).toFixed(places).split('.')
  const grouped = naira.replace(/\B(?=(\d{3})+$)/g, ',')
  return `${number < 0 ? '-' : ''}${currencySymbols[currency]}${fraction ? `${grouped}.${fraction}` : grouped}`
}

/** Formats kobo (`bigint`) or whole units in the paid currency; a currency without a symbol is shown by its code. */
export const moneyIn = (value: Kobo | number, currency = 'NGN'): string =>
  currency in currencySymbols
    ? formatMoney(value, { currency: currency as Currency })
    : formatMoney(value).replace('₦', `${currency} `)
