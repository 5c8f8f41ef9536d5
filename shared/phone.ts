import { type MetadataJson, parsePhoneNumberFromString } from 'libphonenumber-js/core'

/**
 * The specification's rule: spaces and dashes dropped, leading zeros stripped, '+234' prefixed when
 * there is no leading plus; 13 digits that begin with 234 only get the plus. The zero of home goes after
 * +234 too. It decides nothing about validity. Source: specification 1, section 5; decision D-037.
 */
export function normalisePhone(typed: string): string {
  const text = typed.replace(/[\s\-().]/g, '')
  if (text.startsWith('+')) return text.replace(/^\+2340+(?=[1-9])/, '+234')
  if (/^234\d{10}$/.test(text)) return `+${text}`
  return `+234${text.replace(/^0+/, '')}`
}

/** A stored number for people: "+2348012345678" → "+234 801 234 5678"; one of another form stays as it is. */
export const showPhone = (phone: string): string =>
  phone.replace(/^(\+234|0)([789]\d\d)(\d{3})(\d{4})$/, '$1 $2 $3 $4').replace(/^0 /, '0')

/** Ten digits after +234, as every Nigerian number has them. libphonenumber lets four more pass. */
export const isNational = (phone: string): boolean => /^\+234[1-9]\d{9}$/.test(phone)

/** True for a number that can exist in Nigeria. The metadata is the caller's: NG only in a browser, all on the server. */
export function isNigerianPhone(phone: string, metadata: MetadataJson): boolean {
  const normal = normalisePhone(phone)
  const parsed = parsePhoneNumberFromString(normal, 'NG', metadata)
  return isNational(normal) && parsed?.country === 'NG' && parsed.isPossible()
}
