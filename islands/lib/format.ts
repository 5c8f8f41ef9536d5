import { referenceAlphabet } from '../../shared/constants.ts'
import { formatDate } from '../../shared/dates.ts'
import { libTexts } from './texts.ts'

export { cleanAmount, formatMoney } from '../../shared/money.ts'

/**
 * A date for the screen, in the formats of `formatDate` in `shared/`: "21 Nov 2026" and "2:05 pm" are not broken into
 * two lines.
 */
export const displayDate = (...date: Parameters<typeof formatDate>): string =>
  formatDate(...date).replace(/(\d)\s|\s(?=\d{4}\b)/g, '$1\u00a0')

const units = ['KB', 'MB', 'GB', 'TB'] as const

/** A size in bytes for display: base 1024, at most two decimals. Source: ruling D-096. */
export function formatFileSize(bytes: number): string {
  if (!(bytes > 0)) return libTexts.bytes({ size: 0 })
  const step = Math.max(Math.min(Math.floor(Math.log2(bytes) / 10), units.length), 0)
  const size = Number((bytes / 1024 ** step).toFixed(2))
  return step === 0 ? libTexts.bytes({ size }) : `${size} ${units[step - 1]}`
}

/** Keeps a date, and the groups of a phone number or token, on one line of a sentence. */
export const keepNumbersTogether = (text: string): string =>
  text.replace(/(\d) (?=\d)/g, '$1\u00a0').replace(/(\d) (\p{L}{3,5}) (?=\d{4}\b)/gu, '$1\u00a0$2\u00a0')

/** Whole minutes as 'HH H MM M', 75 → "01 H 15 M". Source: ruling D-095. */
export function formatDuration(minutes: number): string {
  const total = Math.max(0, Math.floor(minutes) || 0)
  const pad = (value: number) => String(value).padStart(2, '0')
  return `${pad(Math.floor(total / 60))} H ${pad(total % 60)} M`
}

/** `length` random letters and digits, without those that are easily confused: O and 0, I and 1. */
export function randomCode(length: 8 | 10 | 12): string {
  // 256 is a multiple of the alphabet's 32, so every character is as likely as the others.
  const random = crypto.getRandomValues(new Uint8Array(length))
  return Array.from(random, (byte) => referenceAlphabet[byte % referenceAlphabet.length]).join('')
}

/** `phone_number` → "Phone number". */
export function sentenceCase(name: string): string {
  const words = name.replace(/[_.]/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** `phone_number` → "Phone Number". Dots count as underscores. Source: ruling D-090. */
export const titleCase = (name: string): string =>
  name.replace(/[_.]/g, ' ').replace(/(^|\s)\S/g, (letter) => letter.toUpperCase())
