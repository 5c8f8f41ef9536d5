import type { ComponentType, ReactNode } from 'react'
import type { Tile } from '../../shared/constants.ts'
import { serviceContracts } from '../../shared/services/index.ts'
import { serviceTileTexts } from './service-tile-texts.ts'
import { commonTexts } from './texts.ts'

/** A coloured icon on a 48×48 grid. `field` is its background; the drawing is white with one accent. */
const icon = (field: string, drawing: ReactNode) => () => (
  <svg viewBox="0 0 48 48" width="48" height="48" aria-hidden="true" focusable="false">
    <rect width="48" height="48" rx="16" fill={field} />
    {drawing}
  </svg>
)
/** White shapes, white lines and an accent in one colour; each may be missing. */
const drawing = ({
  shape = '',
  line = '',
  accent = '',
}: {
  shape?: string
  line?: string
  accent?: string
}) => (
  <>
    {shape && <path d={shape} fill="#fff" />}
    {line && <path d={line} fill="none" stroke="#fff" strokeWidth="3" strokeLinecap="round" />}
    {accent && <path d={accent} fill="#ffd166" />}
  </>
)

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
    Icon: icon(
      '#0b6b4a',
      drawing({ line: 'M12 33a15 15 0 1124 0', accent: 'M26 12L15.500 27h7L21 37l11.500-15h-7.500z' }),
    ),
  },
  cabletv: {
    name: () => serviceContracts.cabletv.name,
    description: serviceTileTexts.cabletv,
    Icon: icon(
      '#4053c8',
      drawing({
        shape: 'M11 16h26a3 3 0 013 3v14a3 3 0 01-3 3H11a3 3 0 01-3-3V19a3 3 0 013-3z',
        line: 'M18 9l6 6 6-6M18 40h12',
        accent: 'M20.500 20.500v11l9.500-5.500z',
      }),
    ),
  },
  airtime: {
    name: () => serviceContracts.airtime.name,
    description: serviceTileTexts.airtime,
    Icon: icon(
      '#c4492f',
      drawing({
        shape: 'M19 9h10a3 3 0 013 3v24a3 3 0 01-3 3H19a3 3 0 01-3-3V12a3 3 0 013-3z',
        line: 'M10 18q-3 6 0 12M38 18q3 6 0 12',
        accent: 'M25.500 15L20 24.500h3.500l-1 7.500 5.500-9.500h-3.500z',
      }),
    ),
  },
  data: {
    name: () => serviceContracts.data.name,
    description: serviceTileTexts.data,
    Icon: icon(
      '#0e7490',
      drawing({
        line: 'M9 20a22 22 0 0130 0M15 26.500a13 13 0 0118 0',
        accent: 'M24 29.500a4.500 4.500 0 110 9 4.500 4.500 0 010-9z',
      }),
    ),
  },
  education: {
    name: () => serviceContracts.education.name,
    description: serviceTileTexts.education,
    Icon: icon(
      '#7a3fa8',
      drawing({
        shape: 'M24 12l18 8-18 8-18-8zM14 26l10 4.500L34 26v6.500q-10 6-20 0z',
        accent: 'M39 21h2.500v9a2.500 2.500 0 11-2.500 0z',
      }),
    ),
  },
  insurance: {
    name: commonTexts.insurance,
    description: serviceTileTexts.insurance,
    Icon: icon(
      '#6b756f',
      drawing({ shape: 'M24 9l13 4.500V24c0 8-5.500 13-13 15-7.500-2-13-7-13-15V13.500z' }),
    ),
  },
}
