import { type MetadataJson, parsePhoneNumberFromString } from 'libphonenumber-js/core'

/**
 * Normalises a phone as specified: removes spaces and dashes, strips leading zeros, prefixes '+234' unless there is
 * a leading plus; 13 digits starting with 234 only get the plus. A trunk zero after +234 is removed too. Does not
 * validate. Source: specification 1, section 5; ruling D-037.
 */
export function normalisePhone(inputText: string): string {
  const text = inputText.replace(/[\s\-().]/g, '')
  if (text.startsWith('+')) return text.replace(/^\+2340+(?=[1-9])/, '+234')
  if (/^234\d{10}$/.test(text)) return `+${text}`
  return `+234${text.replace(/^0+/, '')}`
}

/**
 * True for a phone as it is stored, in international format; meters, smartcards and profiles have digits only.
 */
export const isStoredPhone = (number: string): boolean => number.startsWith('+')

/** A stored number as people in Nigeria write it: "+2348012345678" → "0801 234 5678"; other formats are unchanged. */
export const displayPhone = (phone: string): string =>
  phone.replace(/^(?:\+234|0)([789]\d\d)(\d{3})(\d{4})$/, '0$1 $2 $3')

/** Ten digits after +234, as every Nigerian number has. libphonenumber accepts up to four more. */
export const isNationalNumber = (phone: string): boolean => /^\+234[1-9]\d{9}$/.test(phone)

/**
 * True for a possible Nigerian number. The caller passes the metadata: NG only in a browser, all countries on the
 * server.
 */
export function isNigerianPhone(phone: string, metadata: MetadataJson): boolean {
  const normal = normalisePhone(phone)
  const parsed = parsePhoneNumberFromString(normal, 'NG', metadata)
  return isNationalNumber(normal) && parsed?.country === 'NG' && parsed.isPossible()
}
