import type { Beneficiary, BeneficiaryKind, BeneficiaryType } from '../../shared/beneficiaries.ts'
import { matchesSearch } from '../lib/matches-search.ts'
import { displayNumber } from './card-summary.ts'

/** Texts of a beneficiary type. Source: specification 2, sections 2 and 7; decisions E-009, E-023, E-024 */
interface TypeConfig {
  /** Value in paths. */
  kind: BeneficiaryKind
  tab: string
  /** Service name in the add dialog. */
  name: string
  /** Title of the purchase dialog. */
  purchaseTitle: string
  detailsTitle: string
}

export const typeConfigs: Record<BeneficiaryType, TypeConfig> = {
  power: {
    kind: 'meter-numbers',
    tab: 'Meter Numbers',
    name: 'Power',
    purchaseTitle: 'Purchase Units',
    detailsTitle: 'Meter Details',
  },
  'cable-tv': {
    kind: 'smartcard-numbers',
    tab: 'Smartcards',
    name: 'Cable TV',
    purchaseTitle: 'Renew Subscription',
    detailsTitle: 'Smartcard Details',
  },
  airtime: {
    kind: 'phone-numbers',
    tab: 'Phone Numbers',
    name: 'Airtime',
    purchaseTitle: 'Top Up',
    detailsTitle: 'Device Details',
  },
  'vtu-data': {
    kind: 'device-ids-numbers',
    tab: 'Device ID/Numbers',
    name: 'Data',
    purchaseTitle: 'Subscribe Now',
    detailsTitle: 'Device Details',
  },
}
export const beneficiaryTypes = Object.keys(typeConfigs) as BeneficiaryType[]

export type Tab = BeneficiaryType | 'all'

/** Beneficiaries of a tab whose number, device id or notes contain the query. Source: decision E-009 */
export function filterBeneficiaries(all: readonly Beneficiary[], tab: Tab, query: string): Beneficiary[] {
  return all.filter((beneficiary) => {
    if (tab !== 'all' && beneficiary.beneficiary_type !== tab) return false
    const device = beneficiary.beneficiary_type === 'vtu-data' ? beneficiary.device_id : ''
    return matchesSearch(
      [beneficiary.number, displayNumber(beneficiary), device, beneficiary.additional_notes ?? ''],
      query,
    )
  })
}
