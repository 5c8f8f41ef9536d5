import { serviceNames, type Tile } from '../../shared/constants.ts'

/** Name and description of each tile. */
export const tileCopy: Record<Tile, { name: string; description: string }> = {
  power: { name: serviceNames.power, description: 'Prepaid and postpaid meters' },
  cabletv: { name: serviceNames.cabletv, description: 'Decoders and bouquets' },
  airtime: { name: serviceNames.airtime, description: 'Top up any phone' },
  data: { name: serviceNames.data, description: 'Data plans for all networks' },
  education: { name: serviceNames.education, description: 'WAEC and JAMB PINs' },
  insurance: { name: 'Insurance', description: 'Coming soon' },
}
