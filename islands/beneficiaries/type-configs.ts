import type { Beneficiary, BeneficiaryKind, BeneficiaryType } from '../../shared/beneficiaries.ts'
import { matchesSearch } from '../lib/matches-search.ts'
import { beneficiaryNumberOf } from './beneficiary-summary.ts'
import { beneficiariesTexts } from './texts.ts'

/** Texts of a beneficiary type. Source: specification 2, sections 2 and 7; rulings E-009, E-023, E-024 */
interface TypeConfig {
  /** Value in paths. */
  kind: BeneficiaryKind
  tab: () => string
  /** Service name in the add dialog. */
  name: () => string
  /** Title of the purchase dialog. */
  purchaseTitle: () => string
  detailsTitle: () => string
}

export const typeConfigs: Record<BeneficiaryType, TypeConfig> = {
  power: {
    kind: 'meter-numbers',
    tab: beneficiariesTexts.powerTab,
    name: beneficiariesTexts.power,
    purchaseTitle: beneficiariesTexts.powerPurchaseTitle,
    detailsTitle: beneficiariesTexts.powerDetailsTitle,
  },
  'cable-tv': {
    kind: 'smartcard-numbers',
    tab: beneficiariesTexts.cabletvTab,
    name: beneficiariesTexts.cabletv,
    purchaseTitle: beneficiariesTexts.cabletvPurchaseTitle,
    detailsTitle: beneficiariesTexts.cabletvDetailsTitle,
  },
  airtime: {
    kind: 'phone-numbers',
    tab: beneficiariesTexts.airtimeTab,
    name: beneficiariesTexts.airtime,
    purchaseTitle: beneficiariesTexts.airtimePurchaseTitle,
    detailsTitle: beneficiariesTexts.deviceDetailsTitle,
  },
  'vtu-data': {
    kind: 'device-ids-numbers',
    tab: beneficiariesTexts.dataTab,
    name: beneficiariesTexts.data,
    purchaseTitle: beneficiariesTexts.dataPurchaseTitle,
    detailsTitle: beneficiariesTexts.deviceDetailsTitle,
  },
}
export const beneficiaryTypes = Object.keys(typeConfigs) as BeneficiaryType[]

export type Tab = BeneficiaryType | 'all'

/** Beneficiaries of a tab whose number, device id or notes contain the query. Source: ruling E-009 */
export function filterBeneficiaries(
  beneficiaries: readonly Beneficiary[],
  tab: Tab,
  query: string,
): Beneficiary[] {
  return beneficiaries.filter((beneficiary) => {
    if (tab !== 'all' && beneficiary.beneficiary_type !== tab) return false
    const device = beneficiary.beneficiary_type === 'vtu-data' ? beneficiary.device_id : ''
    return matchesSearch(
      [beneficiary.number, beneficiaryNumberOf(beneficiary), device, beneficiary.additional_notes ?? ''],
      query,
    )
  })
}
