import type {
  AirtimeFormPage,
  CabletvFormPage,
  DataFormPage,
  DetailsPage,
  EducationFormPage,
  SuccessPage,
} from '../../../islands/pages.ts'
import type { AirtimeInfo, AirtimeOrder } from '../../../shared/airtime.ts'
import type { CabletvInfo, CabletvNetwork, CabletvOrder } from '../../../shared/cabletv.ts'
import type { Service } from '../../../shared/constants.ts'
import type { DataInfo, DataNetwork, DataOrder } from '../../../shared/data.ts'
import type { EducationInfo, EducationOrder, EducationType } from '../../../shared/education.ts'
import { accessToken, deliveredStatus, everyPage, origin, paymentOptions, reference } from './orders.ts'

const createdAt = '2026-11-21T13:05:00.000Z'
const keys = { order_reference: reference, service_id: reference, access_token: accessToken }
const provider = (id: string, name: string) => ({
  id,
  code: name.toLowerCase(),
  name,
  logo: `/logos/${name.toLowerCase()}.svg`,
})
const padi = { id: 'b1', code: 'dstv-padi', title: 'DStv Padi', price: 4400 }
const compact = { id: 'b2', code: 'dstv-compact', title: 'DStv Compact', price: 19000 }
const max = { id: 'b3', code: 'gotv-max', title: 'GOtv Max', price: 8500 }
export const dstv: CabletvNetwork = {
  ...provider('1', 'DStv'),
  identified_by: 'smartcard',
  bundles: [compact, padi],
  as_of: null,
}
export const gotv: CabletvNetwork = {
  ...provider('2', 'GOtv'),
  identified_by: 'smartcard',
  bundles: [max],
  as_of: null,
}
const mtn = provider('1', 'MTN')
const airtel = provider('2', 'Airtel')
const daily = { id: 'p1', code: 'mtn-100mb', name: 'MTN 100MB, 1 day', price: 100 }
const monthly = { id: 'p2', code: 'mtn-6gb', name: 'MTN 6GB, 30 days', price: 2500.5 }
const mtnData: DataNetwork = { ...mtn, data_plans: [monthly, daily], as_of: null }
const airtelData: DataNetwork = {
  ...airtel,
  data_plans: [{ id: 'p3', code: 'airt-50', name: 'Airtel 50MB', price: 49.99 }],
  as_of: null,
}
const withMock = { variation_code: 'utme-mock', name: 'UTME with mock', price: 7700 }
const withoutMock = { variation_code: 'utme-no-mock', name: 'UTME without mock', price: 6200 }
export const waec: EducationType = {
  ...provider('1', 'WAEC'),
  code: 'waec',
  needs_profile: false,
  quantity: { min: 1, max: 10 },
  service_charge: 100,
  variations: [{ variation_code: 'waecdirect', name: 'WAEC Result Checker', price: 3500 }],
  types: [{ code: 'waecdirect', name: 'WAEC Result Checker' }],
  as_of: null,
}
export const jamb: EducationType = {
  ...provider('2', 'JAMB'),
  code: 'jamb',
  needs_profile: true,
  quantity: { min: 1, max: 1 },
  service_charge: 0,
  variations: [withMock, withoutMock],
  types: [withMock, withoutMock].map(({ variation_code, name }) => ({ code: variation_code, name })),
  as_of: null,
}

const form = <S extends Service>(service: S) => ({
  ...everyPage,
  status: { service, status: 1 as const, reason: null },
  cashback: 1,
  values: {},
  errors: {},
  message: null,
  csrf: '',
})
export const cabletvForm = (overrides: Partial<CabletvFormPage> = {}): CabletvFormPage => ({
  ...form('cabletv'),
  networks: [dstv, gotv],
  ...overrides,
})
export const airtimeForm = (overrides: Partial<AirtimeFormPage> = {}): AirtimeFormPage => ({
  ...form('airtime'),
  networks: [mtn, airtel],
  ...overrides,
})
export const dataForm = (overrides: Partial<DataFormPage> = {}): DataFormPage => ({
  ...form('data'),
  networks: [mtnData, airtelData],
  ...overrides,
})
export const educationForm = (overrides: Partial<EducationFormPage> = {}): EducationFormPage => ({
  ...form('education'),
  types: [waec, jamb],
  ...overrides,
})

export const cabletvInfo = (overrides: Partial<CabletvInfo> = {}): CabletvInfo => ({
  ...keys,
  network: provider('1', 'DStv'),
  smartcard_number: '12121212',
  bundle: padi,
  phone_number: '+2348012345678',
  customer_name: 'ADA OBI',
  customer_number: '8812',
  customer_address: null,
  amount: 4400,
  service_charge: 100,
  total_amount: 4500,
  ...overrides,
})
export const airtimeInfo = (overrides: Partial<AirtimeInfo> = {}): AirtimeInfo => ({
  reference,
  ref: accessToken,
  ...keys,
  phone_number: '+2348012345678',
  vtu_network: { name: 'MTN', logo: '/logos/mtn.svg' },
  network: 'MTN',
  customer_name: null,
  customer_number: '+2348012345678',
  customer_address: null,
  amount: 500,
  service_charge: 0,
  total_amount: 500,
  created_at: createdAt,
  ...overrides,
})
export const dataInfo = (overrides: Partial<DataInfo> = {}): DataInfo => ({
  ...keys,
  data_network: mtn,
  data_bundle: monthly,
  device_id: '+2348031234567',
  phone_number_to_notify: '+2348012345678',
  customer_name: null,
  amount: 2500.5,
  service_charge: 50,
  total_amount: 2550.5,
  ...overrides,
})
export const educationInfo = (overrides: Partial<EducationInfo> = {}): EducationInfo => ({
  reference,
  request_id: accessToken,
  ...keys,
  service_type: 'jamb',
  service_type_details: { name: 'JAMB', logo: '/logos/jamb.svg' },
  variations: [withMock, withoutMock],
  variation_code: 'utme-mock',
  variation_name: 'UTME with mock',
  quantity: 1,
  billers_code: '0123456789',
  customer_name: 'CHIDI EZE',
  customer_email_address: null,
  phone_number: '+2348012345678',
  service_charge: 100,
  amount: 7700,
  total_amount: 7800,
  description: 'JAMB UTME with mock',
  ...overrides,
})

const delivered = { reference, created_at: createdAt, customer_email_address: null, paid_with: null }
export const cabletvOrder = (overrides: Partial<CabletvOrder> = {}): CabletvOrder => ({
  ...delivered,
  access_token: accessToken,
  tv_network: provider('1', 'DStv'),
  network: 'DStv',
  bundle: padi,
  smartcard_number: '12121212',
  amount: 4400,
  customer_name: 'ADA OBI',
  customer_number: '8812',
  customer_address: null,
  phone_number: '+2348012345678',
  service_charge: 100,
  total_amount: 4500,
  vouchers: [],
  ...overrides,
})
export const airtimeOrder = (overrides: Partial<AirtimeOrder> = {}): AirtimeOrder => {
  const { reference: _, ref, vtu_network, network, customer_name, customer_number, ...rest } = airtimeInfo()
  const { customer_address, amount, service_charge, total_amount } = rest
  return {
    ...delivered,
    ref,
    vtu_network,
    network,
    customer_name,
    customer_number,
    customer_address,
    amount,
    service_charge,
    total_amount,
    ...overrides,
  }
}
export const dataOrder = (overrides: Partial<DataOrder> = {}): DataOrder => ({
  ...delivered,
  ref: accessToken,
  data_network: mtn,
  network: 'MTN',
  bundle: monthly,
  device_id: '+2348031234567',
  phone_number: '+2348012345678',
  customer_name: null,
  amount: 2500.5,
  service_charge: 50,
  total_amount: 2550.5,
  ...overrides,
})
export const educationOrder = (overrides: Partial<EducationOrder> = {}): EducationOrder => ({
  ...delivered,
  request_id: accessToken,
  service_type: 'jamb',
  service_type_details: { name: 'JAMB', logo: '/logos/jamb.svg' },
  variation_name: 'UTME with mock',
  quantity: 1,
  purchased_code: '367574683050773',
  tokens: [{ serial: null, pin: '367574683050773' }],
  billers_code: '0123456789',
  customer_name: 'CHIDI EZE',
  customer_phone: '+2348012345678',
  amount: 7700,
  service_charge: 100,
  total_amount: 7800,
  ...overrides,
})

/** The details page of any service; `details` null is an order unknown to this session. */
export const serviceDetailsPageProps = <D>(details: D | null): DetailsPage<D> => ({
  ...everyPage,
  reference,
  details,
  status: null,
  options: paymentOptions,
  csrf: '',
})
export const serviceSuccessPageProps = <O>(order: O | null): SuccessPage<O> => ({
  ...everyPage,
  reference,
  accessToken,
  order,
  message: null,
  csrf: '',
  ...origin,
  status: deliveredStatus(),
})
