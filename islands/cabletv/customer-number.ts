import { isStoredPhone } from '../../shared/phone.ts'
import { displayPhone } from '../lib/index.ts'
import { commonTexts } from '../ui/index.ts'
import { cabletvTexts } from './texts.ts'

/** A network without smartcards identifies its customers by phone. */
export const customerNumberLabel = (smartcardNumber: string, network: string): string =>
  isStoredPhone(smartcardNumber) ? cabletvTexts.networkNumber({ network }) : commonTexts.smartcardNumber()

export const displayCustomerNumber = (smartcardNumber: string): string =>
  isStoredPhone(smartcardNumber) ? displayPhone(smartcardNumber) : smartcardNumber
