import * as contract from '../../shared/cabletv.ts'
import type { ServiceData } from './definition.ts'
import { detailsText, lookupText, processText, storedLookupText } from './endpoint-descriptions.ts'
import { defineSetting, KoboSetting } from './setting.ts'
import { walletLabelTexts } from './texts.ts'

export const cabletv = {
  id: 'cabletv',
  productNoun: 'cable TV',
  orderNoun: 'cable TV',
  walletLabel: walletLabelTexts.cabletv,
  hasVariations: true,
  networks: [
    {
      code: 'dstv',
      name: 'DStv',
      abbr: 'DStv',
      company: 'MultiChoice',
      vendors: { vtpass: 'dstv', buypower: 'DSTV', irecharge: 'DSTV' },
    },
    {
      code: 'gotv',
      name: 'GOtv',
      abbr: 'GOtv',
      company: 'MultiChoice',
      vendors: { vtpass: 'gotv', buypower: 'GOTV', irecharge: 'GOTV' },
    },
    {
      code: 'startimes',
      name: 'StarTimes',
      abbr: 'StarTimes',
      company: 'StarTimes',
      vendors: { vtpass: 'startimes', buypower: 'STARTIMES', irecharge: 'StarTimes' },
    },
    {
      code: 'showmax',
      name: 'Showmax',
      abbr: 'Showmax',
      company: 'MultiChoice',
      vendors: { vtpass: 'showmax' },
    },
  ],
  settings: {
    cabletv_service_charge_kobo: defineSetting(KoboSetting, 10_000, 'our charge on a cable TV order, kobo'),
  },
  api: {
    contract,
    tag: { name: 'Cable TV', description: 'Subscriptions of TV networks.', paths: ['/services/cabletv/'] },
    descriptions: {
      getCabletvNetworks:
        'Returns the TV networks with their bouquets and prices, as last reported by the vendor.',
      quoteCabletv: `Verifies a smartcard with its network. ${lookupText}`,
      getCabletvQuote: storedLookupText,
      processCabletv: `Processes a paid cable TV order. ${processText}`,
      getCabletvOrder: detailsText,
    },
  },
} as const satisfies ServiceData
