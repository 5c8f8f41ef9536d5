import type {
  ChooserPage,
  NotifyMePage,
  PowerDetailsPage,
  PowerFormPage,
  PowerSuccessPage,
  ProcessPage,
  RefundAccountPage,
  ReportPage,
} from '../../../islands/pages.ts'
import { tiles } from '../../../shared/constants.ts'
import type { OrderProgress } from '../../../shared/orders.ts'
import type { PaymentOption } from '../../../shared/payments.ts'
import type { Disco, MeterInfo, PowerOrder } from '../../../shared/power.ts'

export const reference = 'ABCDEFGH2345'
export const accessToken = 'a'.repeat(43)

export const disco = (overrides: Partial<Disco> = {}): Disco => ({
  id: '1',
  code: 'ikeja-electric',
  name: 'Ikeja Electric',
  abbr: 'IKEDC',
  logo: '/logos/ikedc.svg',
  description: 'Ikeja Electricity Distribution Company',
  company: { name: 'Ikeja Electric' },
  states: ['Lagos'],
  ...overrides,
})
export const abuja = disco({
  id: '2',
  code: 'abuja-electric',
  name: 'Abuja Electric',
  abbr: 'AEDC',
  company: { name: 'Abuja Electric' },
  states: ['FCT', 'Kogi', 'Niger'],
})

export const meterInfo = (overrides: Partial<MeterInfo> = {}): MeterInfo => ({
  order_reference: reference,
  service_id: reference,
  access_token: accessToken,
  disco: disco(),
  meter_number: '45012345678',
  meter_type: 'prepaid',
  phone_number: '+2348012345678',
  customer_name: 'ADA OBI',
  customer_address: '12 Allen Avenue, Ikeja',
  state: 'Lagos',
  outstanding: 0,
  amount: 5000,
  service_charge: 100,
  total_amount: 5100,
  estimated_units: null,
  breakdown: null,
  first_time: false,
  ...overrides,
})

export const powerOrder = (overrides: Partial<PowerOrder> = {}): PowerOrder => ({
  reference,
  meter_number: '45012345678',
  meter_type: 'prepaid',
  token: '12345678901234567890',
  tokens: [],
  units: '35.2',
  tariff: null,
  tariffDesc: null,
  tariffClass: null,
  amount: 5000,
  service_charge: 100,
  total_amount: 5100,
  vat: null,
  arrears: null,
  created_at: '2026-11-21T13:05:00.000Z',
  customer_name: 'ADA OBI',
  customer_address: '12 Allen Avenue, Ikeja',
  customer_email_address: null,
  paid_with: null,
  phone_number: '+2348012345678',
  disco: disco(),
  ...overrides,
})

export const orderStatus = (overrides: Partial<OrderProgress> = {}): OrderProgress => ({
  reference,
  service: 'power',
  state: 'paid',
  page: 'process',
  money: { status: 'received', message: 'We have received your payment.', amount: 5100 },
  since: '2026-11-21T13:05:00.000Z',
  review: false,
  can_pay: false,
  extra_refunds: [],
  steps: [
    { state: 'quoted', at: '2026-11-21T13:04:00.000Z' },
    { state: 'awaiting_payment', at: '2026-11-21T13:04:30.000Z' },
    { state: 'paid', at: '2026-11-21T13:05:00.000Z' },
  ],
  ...overrides,
})

export const deliveredStatus = (overrides: Partial<OrderProgress> = {}): OrderProgress =>
  orderStatus({
    state: 'delivered',
    page: 'success',
    money: { status: 'spent', message: 'Delivered. ₦5,100.00 paid.', amount: 5100 },
    ...overrides,
  })

/** The URLs of the application and of its help page. */
export const origin = { appUrl: 'http://localhost:3000', helpUrl: 'http://localhost:3000/help' }

export const paymentOptions: PaymentOption[] = [
  { identifier: 'ACCOUNT_TRANSFER', title: 'Bank transfer', description: 'Transfer from any bank' },
  { identifier: 'CARD', title: 'Card', description: 'Visa, Mastercard or Verve' },
  { identifier: 'USSD', title: 'USSD', description: 'Dial a code' },
  { identifier: 'WALLET', title: 'Wallet', description: 'Pay from your wallet' },
  { identifier: 'SAVED_CARD', title: 'Saved card', description: 'Pay with a saved card' },
]

export const everyPage = { signedIn: false, simulated: false, brandName: 'Sanwo', note: null }

export const formPage = (overrides: Partial<PowerFormPage> = {}): PowerFormPage => ({
  ...everyPage,
  status: { service: 'power', status: 1, reason: null },
  cashback: 1,
  discos: { prepaid: [disco(), abuja], postpaid: [disco()] },
  values: {},
  errors: {},
  message: null,
  history: { values: { meter_number: '', phone_number: '' }, records: null, errors: {}, message: null },
  csrf: '',
  ...overrides,
})

export const chooserPage = (overrides: Partial<ChooserPage> = {}): ChooserPage => ({
  ...everyPage,
  tiles: tiles.map((service) => ({ service, status: service === 'insurance' ? 0 : 1, reason: null })),
  power: formPage(),
  ...overrides,
})

export const detailsPageProps = (overrides: Partial<PowerDetailsPage> = {}): PowerDetailsPage => ({
  ...everyPage,
  reference,
  details: meterInfo(),
  status: null,
  options: paymentOptions,
  csrf: '',
  ...overrides,
})

export const processPage = (overrides: Partial<ProcessPage> = {}): ProcessPage => ({
  ...everyPage,
  service: 'power',
  reference,
  accessToken,
  status: orderStatus(),
  biller: 'Ikeja Electric',
  isUnknown: false,
  csrf: '',
  ...overrides,
})

export const successPageProps = (overrides: Partial<PowerSuccessPage> = {}): PowerSuccessPage => ({
  ...everyPage,
  reference,
  accessToken,
  order: powerOrder(),
  message: null,
  csrf: '',
  ...origin,
  status: deliveredStatus(),
  ...overrides,
})

const emptyForm = { values: {}, errors: {}, message: null, csrf: '' }

export const reportPage = (overrides: Partial<ReportPage> = {}): ReportPage => ({
  ...everyPage,
  ...emptyForm,
  reference,
  accessToken,
  status: orderStatus(),
  biller: 'Ikeja Electric',
  number: null,
  ...overrides,
})

export const refundAccountPage = (overrides: Partial<RefundAccountPage> = {}): RefundAccountPage => ({
  ...everyPage,
  ...emptyForm,
  reference,
  accessToken,
  status: orderStatus({
    state: 'refunding',
    refund_account: { amount: 2100, currency: 'NGN', gateway: 'paystack', requires: 'nothing' },
  }),
  amount: '₦2,100.00',
  banks: [
    { code: '044', name: 'Access Bank' },
    { code: '058', name: 'Guaranty Trust' },
  ],
  checked: null,
  sentTo: null,
  idempotencyKey: 'key-of-this-page',
  ...overrides,
})

export const notifyMePage = (overrides: Partial<NotifyMePage> = {}): NotifyMePage => ({
  ...everyPage,
  ...emptyForm,
  service: { service: 'power', status: 0, reason: 'The companies are being upgraded.' },
  done: null,
  ...overrides,
})
