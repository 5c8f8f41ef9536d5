import type { Beneficiary } from '../../shared/beneficiaries.ts'
import { showPhone } from '../lib/index.ts'

/** What stands on its card: a device by its id, all others by their number. */
export const numberOf = (it: Beneficiary): string =>
  it.beneficiary_type === 'vtu-data' ? showPhone(it.device_id) : showPhone(it.number)

/** Who sells: company or network. */
export function sellerOf(it: Beneficiary): { name: string; logo: string } {
  switch (it.beneficiary_type) {
    case 'power':
      return it.disco
    case 'cable-tv':
      return it.network
    case 'airtime':
      return it.provider
    case 'vtu-data':
      return it.data_provider
  }
}
