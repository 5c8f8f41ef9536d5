import type { ReferenceNetwork } from './definition.ts'

/** The mobile networks. @param suffix follows the name in VTpass's codes */
export const mobileNetworks = (suffix: '' | '-data'): readonly ReferenceNetwork[] => [
  {
    code: 'mtn',
    name: 'MTN',
    abbr: 'MTN',
    company: 'MTN Nigeria',
    vendors: { vtpass: `mtn${suffix}`, buypower: 'MTN', irecharge: 'MTN' },
  },
  {
    code: 'airtel',
    name: 'Airtel',
    abbr: 'Airtel',
    company: 'Airtel Nigeria',
    vendors: { vtpass: `airtel${suffix}`, buypower: 'AIRTEL', irecharge: 'Airtel' },
  },
  {
    code: 'glo',
    name: 'Glo',
    abbr: 'Glo',
    company: 'Globacom',
    vendors: { vtpass: `glo${suffix}`, buypower: 'GLO', irecharge: 'Glo' },
  },
  {
    code: 't2',
    name: 'T2 (9mobile)',
    abbr: 'T2',
    company: 'T2 Mobile',
    vendors: { vtpass: `etisalat${suffix}`, buypower: '9MOBILE', irecharge: 'Etisalat' },
  },
]
