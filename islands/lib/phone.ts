import { isNational, normalisePhone } from '../../shared/phone.ts'

export { normalisePhone, showPhone } from '../../shared/phone.ts'

type Shape = (digits: string) => string
let shape: Shape | null = null

/**
 * Fetches what spaces phones while they are typed (7 KB), once: a phone field asks for it when it is entered,
 * so that a page comes without it. Never fails: without it digits stay as they are, and the next field asks again.
 */
export async function loadPhoneShape(): Promise<void> {
  try {
    shape ??= (await import('./phone-shape.ts')).shape
  } catch {
    // Not to be had now (no network).
  }
}

/** A phone as people write it while they type it: "08012345678" → "0801 234 5678". Default country NG. */
export function formatPhone(typed: string): string {
  const digits = limitPhone(typed)
  return shape ? shape(digits) : digits
}

/** True for a number that can exist in Nigeria. Which are given out the server knows. */
export const isPhone = (typed: string): boolean => isNational(normalisePhone(typed))

/** A number with its country, as a browser fills it in, the way it is written at home: +2348012345678 → 08012345678. */
export const homePhone = (typed: string): string =>
  typed.replace(/[\s\-().]/g, '').replace(/^\+?2340?(?=\d{10}$)/, '0')

/** Digits and a leading plus; at most 14 characters with a plus, 13 without. Source: D-035, D-038. */
function limitPhone(typed: string): string {
  const digits = typed.replace(/\D/g, '')
  if (!typed.trimStart().startsWith('+')) return digits.slice(0, 13)
  // The zero of home would push the last digit out.
  return `+${digits.replace(/^2340+(?=[1-9])/, '234').slice(0, 13)}`
}
