import { isNationalNumber, normalisePhone } from '../../shared/phone.ts'

export { displayPhone, normalisePhone } from '../../shared/phone.ts'

type PhoneFormatter = (digits: string) => string
let formatter: PhoneFormatter | null = null

/**
 * Loads the as-you-type phone formatter (7 KB), once: a phone field loads it on focus, so that pages start without
 * it. Never rejects: without it digits stay unformatted, and the next field retries.
 */
export async function loadPhoneFormatter(): Promise<void> {
  try {
    formatter ??= (await import('./phone-format.ts')).formatPhoneDigits
  } catch {
    // Unavailable (no network).
  }
}

/** A phone formatted while it is typed: "08012345678" → "0801 234 5678". Default country NG. */
export function formatPhone(inputText: string): string {
  const digits = limitPhone(inputText)
  return formatter ? formatter(digits) : digits
}

/** True for a possible Nigerian number. The server checks which ones are assigned. */
export const isPhone = (inputText: string): boolean => isNationalNumber(normalisePhone(inputText))

/** A number with country code, as browsers autofill it, in national format: +2348012345678 → 08012345678. */
export const toNationalFormat = (inputText: string): string =>
  inputText.replace(/[\s\-().]/g, '').replace(/^\+?2340?(?=\d{10}$)/, '0')

/** Digits and a leading plus; at most 14 characters with a plus, 13 without. Source: D-035, D-038. */
function limitPhone(inputText: string): string {
  const digits = inputText.replace(/\D/g, '')
  if (!inputText.trimStart().startsWith('+')) return digits.slice(0, 13)
  // The trunk zero would push the last digit out.
  return `+${digits.replace(/^2340+(?=[1-9])/, '234').slice(0, 13)}`
}
