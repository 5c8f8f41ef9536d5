import * as contract from '../../shared/data.ts'
import type { ServiceData } from './definition.ts'
import { detailsText, lookupText, processText, storedLookupText } from './endpoint-descriptions.ts'
import { mobileNetworks } from './mobile-networks.ts'
import { defineSetting, KoboSetting } from './setting.ts'
import { walletLabelTexts } from './texts.ts'

export const data = {
  id: 'data',
  productNoun: 'data plans',
  orderNoun: 'data',
  walletLabel: walletLabelTexts.data,
  hasVariations: true,
  networks: mobileNetworks('-data'),
  settings: {
    data_service_charge_kobo: defineSetting(KoboSetting, 0, 'our charge on a data order, kobo'),
  },
  api: {
    contract,
    tag: { name: 'Data', description: 'Data plans of the mobile networks.', paths: ['/services/data/'] },
    descriptions: {
      getDataNetworks:
        'Returns the mobile networks with their data plans and prices, as last reported by the vendor.',
      quoteData: `Prices a data plan for a phone number. ${lookupText}`,
      getDataQuote: storedLookupText,
      processData: `Processes a paid data order. ${processText}`,
      getDataOrder: detailsText,
    },
  },
} as const satisfies ServiceData
