import * as contract from '../../shared/power.ts'
import type { ServiceData } from './definition.ts'
import { detailsText, lookupText, processText, storedLookupText } from './endpoint-descriptions.ts'
import { defineSetting, KoboSetting } from './setting.ts'
import { walletLabelTexts } from './texts.ts'

export const power = {
  id: 'power',
  productNoun: 'electricity',
  orderNoun: 'electricity',
  walletLabel: walletLabelTexts.power,
  hasVariations: false,
  networks: [],
  settings: {
    power_service_charge_kobo: defineSetting(KoboSetting, 10_000, 'our charge on an electricity order, kobo'),
  },
  api: {
    contract,
    tag: {
      name: 'Electricity',
      description: 'Prepaid tokens and postpaid bills of all distribution companies.',
      paths: ['/services/electricity/', '/services/transaction/power/', '/actions/get-power-history'],
    },
    descriptions: {
      getPowerProviders: 'Returns the available electricity companies, with their codes.',
      getDiscos: 'Returns every electricity company, available or not.',
      getDiscoCompanies: 'Returns the electricity companies that serve a meter type.',
      quotePower: `Verifies a meter with its company. ${lookupText}`,
      getPowerQuote: storedLookupText,
      processPower: `Processes a paid electricity order. ${processText}`,
      getPowerOrder: `${detailsText} With the view-only token of a past purchase, address, e-mail and phone are null.`,
      getPowerReceipt:
        'Returns the receipt as a PDF file, by the reference of the order or of a past purchase.',
      getPowerHistory:
        'Returns past purchases of a meter to a caller who knows the meter and the phone number used. Failed attempts are rate-limited.',
    },
  },
} as const satisfies ServiceData
