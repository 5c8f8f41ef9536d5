import type { ComponentType, ReactNode } from 'react'
import type { Tile } from '../../shared/constants.ts'
import { serviceContracts } from '../../shared/services/index.ts'
import { serviceTileTexts } from './service-tile-texts.ts'
import { commonTexts } from './texts.ts'

const icon = (drawing: ReactNode) => () => (
  <svg className="icon" viewBox="0 0 24 24" width="28" height="28" aria-hidden="true" focusable="false">
    {drawing}
  </svg>
)
const line = (d: string) => icon(<path d={d} />)

interface ServiceTile {
  name: () => string
  description: () => string
  Icon: ComponentType
}

/** Name, description and icon of each service tile. */
export const serviceTiles: Record<Tile, ServiceTile> = {
  power: {
    name: () => serviceContracts.power.name,
    description: serviceTileTexts.power,
    Icon: line('M13 2L5 13h6l-1 9 8-11h-6z'),
  },
  cabletv: {
    name: () => serviceContracts.cabletv.name,
    description: serviceTileTexts.cabletv,
    Icon: line('M3 7h18v12H3zm5-5l4 5 4-5M8 22h8'),
  },
  airtime: {
    name: () => serviceContracts.airtime.name,
    description: serviceTileTexts.airtime,
    Icon: line('M8 2h8v20H8zm3 17h2M19 7c1.3 1.5 1.3 4.5 0 6M5 7c-1.3 1.5-1.3 4.5 0 6'),
  },
  data: {
    name: () => serviceContracts.data.name,
    description: serviceTileTexts.data,
    Icon: line('M4 9.5a12 12 0 0116 0M7 13a7.5 7.5 0 0110 0m-7 3.5a3 3 0 014 0M12 20v.01'),
  },
  education: {
    name: () => serviceContracts.education.name,
    description: serviceTileTexts.education,
    Icon: line('M2 9l10-5 10 5-10 5zm4 2.5V17c3 2.5 9 2.5 12 0v-5.5M22 9v6'),
  },
  insurance: {
    name: commonTexts.insurance,
    description: serviceTileTexts.insurance,
    Icon: line('M12 3l8 3v6c0 5-3.5 8-8 9-4.5-1-8-4-8-9V6zm-3.5 9l2.5 2.5 4.5-5'),
  },
}
