import { displayPhone } from '../lib/index.ts'
import { commonTexts } from '../ui/index.ts'
import { cabletvTexts } from './texts.ts'

/**
 * A network that identifies its customers by phone stores the phone in international format; smartcards have digits
 * only.
 */
export const isCustomerPhone = (smartcardNumber: string): boolean => smartcardNumber.startsWith('+')

export const customerNumberLabel = (smartcardNumber: string, network: string): string =>
  isCustomerPhone(smartcardNumber) ? cabletvTexts.networkNumber({ network }) : commonTexts.smartcardNumber()

export const displayCustomerNumber = (smartcardNumber: string): string =>
  isCustomerPhone(smartcardNumber) ? displayPhone(smartcardNumber) : smartcardNumber
