import { parsePhoneNumberFromString } from 'libphonenumber-js/core'
import metadata from 'libphonenumber-js/max/metadata'
import { normalisePhone } from '../../shared/phone.ts'
import { ApiError } from '../http/index.ts'
import { accountServerTexts } from './texts.ts'

/**
 * Parses the phone of an account to E.164: of any country; Nigerian when no country code is given.
 * @throws ApiError INVALID on `phone`
 */
export function parseAccountPhone(input: string): string {
  const phoneNumber = parsePhoneNumberFromString(normalisePhone(input), 'NG', metadata)
  if (phoneNumber?.isPossible()) return phoneNumber.number
  throw new ApiError('INVALID', {
    field: 'phone',
    message: accountServerTexts.phoneInvalid(),
  })
}
