import { AsYouType } from 'libphonenumber-js/core'
import metadata from './ng-phone.ts'

/** Digits, spaced as they are written where they are given out; a number without a country is Nigerian. */
export const shape = (digits: string): string => new AsYouType('NG', metadata).input(digits)
