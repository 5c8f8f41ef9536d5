import { defineTexts } from '../i18n.ts'

/** Names of the services. */
export const serviceTexts = defineTexts('service', {
  power: 'Power',
  cabletv: 'Cable TV',
  airtime: 'Airtime',
  data: 'Data',
  education: 'School',
})
