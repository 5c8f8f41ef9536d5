import * as contract from '../../shared/airtime.ts'
import type { ServiceData } from './definition.ts'
import { detailsText, lookupText, processText, storedLookupText } from './endpoint-descriptions.ts'
import { mobileNetworks } from './mobile-networks.ts'
import { walletLabelTexts } from './texts.ts'

export const airtime = {
  id: 'airtime',
  productNoun: 'airtime',
  orderNoun: 'airtime',
  walletLabel: walletLabelTexts.airtime,
  hasVariations: false,
  networks: mobileNetworks(''),
  settings: {},
  api: {
    contract,
    tag: { name: 'Airtime', description: 'Airtime of the mobile networks.', paths: ['/services/airtime/'] },
    descriptions: {
      getAirtimeNetworks: 'Returns the mobile networks with available airtime.',
      quoteAirtime: `Prices airtime for a phone number. ${lookupText}`,
      getAirtimeQuote: storedLookupText,
      processAirtime: `Processes a paid airtime order. ${processText}`,
      getAirtimeOrder: detailsText,
    },
  },
} as const satisfies ServiceData
