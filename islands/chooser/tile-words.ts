import type { Tile } from '../../shared/constants.ts'

/** What each tile is called, and what it is for. */
export const tileWords: Record<Tile, { name: string; about: string }> = {
  power: { name: 'Power', about: 'Prepaid and postpaid meters' },
  cabletv: { name: 'Cable TV', about: 'Decoders and bouquets' },
  airtime: { name: 'Airtime', about: 'Top up any phone' },
  data: { name: 'Data', about: 'Plans of every network' },
  education: { name: 'School', about: 'Education: WAEC and JAMB' },
  insurance: { name: 'Insurance', about: 'Cover for what you own' },
}
