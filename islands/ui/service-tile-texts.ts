import { defineTexts } from '../../shared/i18n.ts'

/** Descriptions of the service tiles. A new service may bring its description in a module of its own. */
export const serviceTileTexts = defineTexts('service-tile', {
  power: 'Prepaid and postpaid meters',
  cabletv: 'Decoders and bouquets',
  airtime: 'Top up any phone',
  data: 'Data plans for all networks',
  education: 'WAEC and JAMB PINs',
  insurance: 'Coming soon',
})
