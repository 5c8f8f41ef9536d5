import { powerTexts } from '../power/texts.ts'

export const meterTypeChoices = () => [
  { value: 'prepaid', label: powerTexts.prepaid() },
  { value: 'postpaid', label: powerTexts.postpaid() },
]
