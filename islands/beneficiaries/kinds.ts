import {
  type Beneficiary,
  type BeneficiaryKind,
  type BeneficiaryType,
  deviceBeneficiaries,
  meterBeneficiaries,
  phoneBeneficiaries,
  smartcardBeneficiaries,
} from '../../shared/beneficiaries.ts'
import { askAccount } from '../account/ask-account.ts'
import { numberOf } from './faces.ts'

/** What every type of beneficiary is called where. Source: specification 2, sections 2 and 7; decisions E-009, E-023, E-024 */
interface Kind {
  /** As the paths name it. */
  kind: BeneficiaryKind
  tab: string
  /** As the add dialog names the service. */
  name: string
  subscribe: string
  details: string
  /** Null when the session had ended. */
  list: () => Promise<Beneficiary[] | null>
}

export const kinds: Record<BeneficiaryType, Kind> = {
  power: {
    kind: 'meter-numbers',
    tab: 'Meter Numbers',
    name: 'Power',
    subscribe: 'Purchase Units',
    details: 'Meter Details',
    list: async () => (await askAccount(meterBeneficiaries))?.data ?? null,
  },
  'cable-tv': {
    kind: 'smartcard-numbers',
    tab: 'Smartcards',
    name: 'Cable TV',
    subscribe: 'Renew Subscription',
    details: 'Smartcard Details',
    list: async () => (await askAccount(smartcardBeneficiaries))?.data ?? null,
  },
  airtime: {
    kind: 'phone-numbers',
    tab: 'Phone Numbers',
    name: 'Airtime',
    subscribe: 'Top Up',
    details: 'Device Details',
    list: async () => (await askAccount(phoneBeneficiaries))?.data ?? null,
  },
  'vtu-data': {
    kind: 'device-ids-numbers',
    tab: 'Device ID/Numbers',
    name: 'Data',
    subscribe: 'Subscribe Now',
    details: 'Device Details',
    list: async () => (await askAccount(deviceBeneficiaries))?.data ?? null,
  },
}
export const types = Object.keys(kinds) as BeneficiaryType[]

export type Tab = BeneficiaryType | 'all'

/** Those of a tab whose number, device id or notes hold what was typed. Source: decision E-009 */
export function matching(all: readonly Beneficiary[], tab: Tab, typed: string): Beneficiary[] {
  const wanted = typed.trim().toLowerCase()
  return all.filter((it) => {
    if (tab !== 'all' && it.beneficiary_type !== tab) return false
    const device = it.beneficiary_type === 'vtu-data' ? it.device_id : ''
    return [it.number, numberOf(it), device, it.additional_notes ?? ''].some((text) =>
      text.toLowerCase().includes(wanted),
    )
  })
}
