import type { Beneficiary } from '../../shared/beneficiaries.ts'
import { displayPhone } from '../lib/index.ts'

/** The number on the card: the device id for devices, otherwise the number. */
export const beneficiaryNumberOf = (beneficiary: Beneficiary): string =>
  beneficiary.beneficiary_type === 'vtu-data'
    ? displayPhone(beneficiary.device_id)
    : displayPhone(beneficiary.number)

/** The biller: an electricity company or a network. */
export function billerOf(beneficiary: Beneficiary): { name: string; logo: string } {
  switch (beneficiary.beneficiary_type) {
    case 'power':
      return beneficiary.disco
    case 'cable-tv':
      return beneficiary.network
    case 'airtime':
      return beneficiary.provider
    case 'vtu-data':
      return beneficiary.data_provider
  }
}
