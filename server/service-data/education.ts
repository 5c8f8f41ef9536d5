import { z } from 'zod'
import * as contract from '../../shared/education.ts'
import type { ServiceData } from './definition.ts'
import { detailsText, lookupText, processText, storedLookupText } from './endpoint-descriptions.ts'
import { defineSetting, KoboSetting, onOrOff } from './setting.ts'
import { walletLabelTexts } from './texts.ts'

export const education = {
  id: 'education',
  productNoun: 'exam PINs',
  orderNoun: 'education',
  walletLabel: walletLabelTexts.education,
  hasVariations: true,
  networks: [
    {
      code: 'waec',
      name: 'WAEC Result Checker',
      abbr: 'WAEC',
      company: 'West African Examinations Council',
      vendors: { vtpass: 'waec' },
    },
    {
      code: 'waec-registration',
      name: 'WAEC Registration',
      abbr: 'WAEC',
      company: 'West African Examinations Council',
      vendors: { vtpass: 'waec-registration' },
    },
    {
      code: 'jamb',
      name: 'JAMB',
      abbr: 'JAMB',
      company: 'Joint Admissions and Matriculation Board',
      vendors: { vtpass: 'jamb' },
    },
  ],
  settings: {
    waec_status: onOrOff('WAEC', 1),
    jamb_status: onOrOff('JAMB', 1),
    waec_service_charge_kobo: defineSetting(KoboSetting, 10_000, 'our charge on a WAEC order, kobo'),
    jamb_service_charge_kobo: defineSetting(
      KoboSetting,
      0,
      'our charge on a JAMB order, kobo; JAMB permits none',
    ),
    education_quantity_limit: defineSetting(z.int().min(1).max(50), 10, 'maximum PINs per exam order'),
  },
  api: {
    contract,
    tag: { name: 'Education', description: 'PINs of examinations.', paths: ['/services/education/'] },
    descriptions: {
      getEducationTypes: 'Returns the examinations with available PINs, with types and prices.',
      quoteWaec: `Prices WAEC PINs. ${lookupText}`,
      quoteJamb: `Verifies a JAMB profile. ${lookupText}`,
      getEducationQuote: storedLookupText,
      processEducation: `Processes a paid exam PIN order. ${processText}`,
      getEducationOrder: detailsText,
    },
  },
} as const satisfies ServiceData
