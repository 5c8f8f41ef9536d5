import { isStoredPhone } from '../../../shared/phone.ts'

/** Formats phone numbers as in the vendors' samples; meter, smartcard and profile numbers are unchanged. */
export const numberOf = (beneficiary: string) =>
  isStoredPhone(beneficiary) ? localPhone(beneficiary) : beneficiary

/** +2348012345678 → 08012345678 */
export const localPhone = (phone: string) => phone.replace(/^\+?234(?=\d{10}$)/, '0')
