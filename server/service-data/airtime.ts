import * as contract from '../../shared/airtime.ts'
import { detailsText, lookupText, processText, storedLookupText } from './call-messages.ts'
import type { ServiceData } from './definition.ts'
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
      airtimeNetworks: 'Returns the mobile networks with available airtime.',
      createAirtime: `Prices airtime for a phone number. ${lookupText}`,
      getAirtimeCustomer: storedLookupText,
      processAirtime: `Processes a paid airtime order. ${processText}`,
      airtimeOrder: detailsText,
    },
  },
} as const satisfies ServiceData
