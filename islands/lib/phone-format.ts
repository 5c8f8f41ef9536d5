import { AsYouType } from 'libphonenumber-js/core'
import metadata from './ng-phone.ts'

/** Formats digits in the national style; a number without a country code is Nigerian. */
export const formatPhoneDigits = (digits: string): string => new AsYouType('NG', metadata).input(digits)
