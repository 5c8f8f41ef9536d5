import { defineTexts } from '../../shared/i18n.ts'

/** Orders in the wallet history, by service. */
export const walletLabelTexts = defineTexts('walletLabel', {
  power: 'Electricity for {number}',
  cabletv: 'Cable TV for {number}',
  airtime: 'Airtime for {number}',
  data: 'Data for {number}',
  education: 'Exam PIN for {number}',
})
