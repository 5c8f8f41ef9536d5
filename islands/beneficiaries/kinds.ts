import {
  type Beneficiary,
  type BeneficiaryKind,
  type BeneficiaryType,
  deviceBeneficiaries,
  meterBeneficiaries,
  phoneBeneficiaries,
  smartcardBeneficiaries,
} from '../../shared/beneficiaries.ts'
import { accountRequest } from '../account/account-request.ts'
import { matchesSearch } from '../lib/matches-search.ts'
import { displayNumber } from './card-summary.ts'

/** Labels of every beneficiary type. Source: specification 2, sections 2 and 7; decisions E-009, E-023, E-024 */
interface Kind {
  /** Value in paths. */
  kind: BeneficiaryKind
  tab: string
  /** Service name in the add dialog. */
  name: string
  subscribe: string
  details: string
  /** Null when the session has ended. */
  list: () => Promise<Beneficiary[] | null>
}

export const kinds: Record<BeneficiaryType, Kind> = {
  power: {
    kind: 'meter-numbers',
    tab: 'Meter Numbers',
    name: 'Power',
    subscribe: 'Purchase Units',
    details: 'Meter Details',
    list: async () => (await accountRequest(meterBeneficiaries))?.data ?? null,
  },
  'cable-tv': {
    kind: 'smartcard-numbers',
    tab: 'Smartcards',
    name: 'Cable TV',
    subscribe: 'Renew Subscription',
    details: 'Smartcard Details',
    list: async () => (await accountRequest(smartcardBeneficiaries))?.data ?? null,
  },
  airtime: {
    kind: 'phone-numbers',
    tab: 'Phone Numbers',
    name: 'Airtime',
    subscribe: 'Top Up',
    details: 'Device Details',
    list: async () => (await accountRequest(phoneBeneficiaries))?.data ?? null,
  },
  'vtu-data': {
    kind: 'device-ids-numbers',
    tab: 'Device ID/Numbers',
    name: 'Data',
    subscribe: 'Subscribe Now',
    details: 'Device Details',
    list: async () => (await accountRequest(deviceBeneficiaries))?.data ?? null,
  },
}
export const types = Object.keys(kinds) as BeneficiaryType[]

export type Tab = BeneficiaryType | 'all'

/** Beneficiaries of a tab whose number, device id or notes contain the query. Source: decision E-009 */
export function filterBeneficiaries(all: readonly Beneficiary[], tab: Tab, typed: string): Beneficiary[] {
  return all.filter((beneficiary) => {
    if (tab !== 'all' && beneficiary.beneficiary_type !== tab) return false
    const device = beneficiary.beneficiary_type === 'vtu-data' ? beneficiary.device_id : ''
    return matchesSearch(
      [beneficiary.number, displayNumber(beneficiary), device, beneficiary.additional_notes ?? ''],
      typed,
    )
  })
}
