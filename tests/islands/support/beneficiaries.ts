import type { BeneficiariesPage } from '../../../islands/pages.ts'
import type {
  DeviceBeneficiary,
  MeterBeneficiary,
  PhoneBeneficiary,
  SmartcardBeneficiary,
  VirtualAccount,
} from '../../../shared/beneficiaries.ts'
import { profile } from './accounts.ts'
import { paymentOptions } from './orders.ts'

const common = {
  customer_name: 'ADA OBI',
  customer_address: '1 Allen Avenue',
  additional_notes: null,
  def_amount: 5_000,
  def_price: 5_000,
  phone_number: '+2348012345678',
  virtual_account: null,
}

export const virtualAccount = (overrides: Partial<VirtualAccount> = {}): VirtualAccount => ({
  bank_name: 'Wema Bank',
  account_name: 'SANWO / ADA OBI',
  account_number: '7712345678',
  status: 'active',
  note: null,
  auto_purchase: false,
  ...overrides,
})

export const meter = (overrides: Partial<MeterBeneficiary> = {}): MeterBeneficiary => ({
  ...common,
  id: '1',
  uniqueid: 'meter-1',
  beneficiary_type: 'power',
  number: '11000000000',
  type: 'prepaid',
  disco: {
    name: 'Ikeja Electric',
    logo: '/logos/ikeja.svg',
    code: 'ikeja',
    abbr: 'IKEDC',
    description: 'Ikeja Electric',
  },
  state: 'Lagos',
  notes: null,
  ...overrides,
})

export const smartcard = (overrides: Partial<SmartcardBeneficiary> = {}): SmartcardBeneficiary => ({
  ...common,
  id: '2',
  uniqueid: 'smartcard-1',
  beneficiary_type: 'cable-tv',
  number: '1212121212',
  network: { name: 'DStv', logo: '/logos/dstv.svg' },
  bouquet: { title: 'DStv Compact', code: 'dstv-compact' },
  tv_bundle_amount: 15_700,
  service_code: 'dstv',
  tv_network: 'DStv',
  cabletv_network_id: 'dstv',
  cabletv_bouquet_id: 'dstv-compact',
  ...overrides,
})

export const phone = (overrides: Partial<PhoneBeneficiary> = {}): PhoneBeneficiary => ({
  ...common,
  id: '3',
  uniqueid: 'phone-1',
  beneficiary_type: 'airtime',
  number: '+2348031112222',
  provider: { name: 'MTN', logo: '/logos/mtn.svg' },
  provider_name: 'MTN',
  provider_id: 'mtn',
  ...overrides,
})

export const device = (overrides: Partial<DeviceBeneficiary> = {}): DeviceBeneficiary => ({
  ...common,
  id: '4',
  uniqueid: 'device-1',
  beneficiary_type: 'vtu-data',
  number: 'x',
  device_id: '08055556666',
  data_provider: { name: 'Glo', logo: '/logos/glo.svg' },
  provider_name: 'Glo',
  provider_id: 'glo',
  code: 'glo-1gb',
  bundle_name: '1 GB',
  ...overrides,
})

export const beneficiariesPage = (overrides: Partial<BeneficiariesPage> = {}): BeneficiariesPage => ({
  signedIn: true,
  simulated: false,
  brandName: 'Sanwo',
  note: null,
  profile: profile({ address: '5 Marina' }),
  message: null,
  beneficiaries: [meter(), smartcard(), phone(), device()],
  forecasts: [],
  options: paymentOptions,
  ...overrides,
})
