import { parsePhoneNumberFromString } from 'libphonenumber-js/core'
import metadata from 'libphonenumber-js/max/metadata'
import { normalisePhone } from '../../shared/phone.ts'
import { Refused } from '../http/index.ts'

/**
 * An account's own phone in E.164: of any country, of Nigeria when none is written.
 * @throws Refused INVALID on `phone`
 */
export function ownPhone(typed: string): string {
  const parsed = parsePhoneNumberFromString(normalisePhone(typed), 'NG', metadata)
  if (parsed?.isPossible()) return parsed.number
  throw new Refused('INVALID', {
    field: 'phone',
    says: 'Please enter a phone number, like 0803 123 4567 or +44 20 7946 0000.',
  })
}
