import { AsYouType } from 'libphonenumber-js/core'
import { isNigerianPhone } from '../../shared/phone.ts'
import metadata from './ng-phone.ts'

export { normalisePhone } from '../../shared/phone.ts'

/** A phone as people write it while they type it: "08012345678" → "0801 234 5678". Default country NG. */
export const formatPhone = (typed: string): string => new AsYouType('NG', metadata).input(limitPhone(typed))

/** True for a number that can exist in Nigeria. */
export const isPhone = (typed: string): boolean => isNigerianPhone(typed, metadata)

/** Digits, spaces and a leading plus; at most 14 characters with a plus, 13 without. Source: D-035, D-038. */
function limitPhone(typed: string): string {
  const plus = typed.trimStart().startsWith('+') ? '+' : ''
  return plus + typed.replace(/\D/g, '').slice(0, 13)
}
