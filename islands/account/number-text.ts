import type { Service } from '../../shared/constants.ts'
import { displayPhone } from '../lib/index.ts'

/** A phone in the format of every page; a meter or smartcard number as it is. */
export const numberText = ({ service, number }: { service: Service; number: string }): string =>
  service === 'power' || service === 'cabletv' ? number : displayPhone(number)
