import { defineTexts } from '../../shared/i18n.ts'

/** Details of an electricity order, to check before paying. */
export const powerDetailsTexts = defineTexts('power-details', {
  title: 'Is this the right meter?',
  newMeter: 'New meter: first purchase to this number',
  state: 'State',
  outstanding: 'Outstanding',
  orderDescription: '{biller}, meter {meter}',
  beneficiary: '{customer}, meter {meter}',
  vatRate: 'VAT (7.5%)',
  energy: 'Left for electricity',
  estimatedUnits: 'Estimated units',
  unitsAt: '{units} kWh, calculated <time></time>',
})
