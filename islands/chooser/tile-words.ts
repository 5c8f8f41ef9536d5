import { serviceNames, type Tile } from '../../shared/constants.ts'

/** What each tile is called, and what it is for. */
export const tileWords: Record<Tile, { name: string; about: string }> = {
  power: { name: serviceNames.power, about: 'Prepaid and postpaid meters' },
  cabletv: { name: serviceNames.cabletv, about: 'Decoders and bouquets' },
  airtime: { name: serviceNames.airtime, about: 'Top up any phone' },
  data: { name: serviceNames.data, about: 'Plans of every network' },
  education: { name: serviceNames.education, about: 'Education: WAEC and JAMB' },
  insurance: { name: 'Insurance', about: 'Cover for what you own' },
}
