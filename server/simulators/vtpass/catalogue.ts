import type { BeneficiaryKind, SandboxBeneficiaries } from '../vending/beneficiaries.ts'

/** A VTpass product. Prices in naira, as of the date of its reference data. */
export interface ServiceOnSale {
  readonly serviceID: string
  readonly name: string
  readonly category: string
  readonly minNaira: number
  readonly maxNaira: number
  /** City of a distribution company's customers. */
  readonly city?: string
  /** Maximum quantity per purchase. */
  readonly maxQuantity: number
  readonly variations: readonly Variation[]
}

interface Variation {
  readonly code: string
  readonly name: string
  readonly priceNaira: string
  readonly hasFixedPrice: boolean
}

export const categories = [
  { identifier: 'airtime', name: 'Airtime Recharge' },
  { identifier: 'data', name: 'Data Services' },
  { identifier: 'tv-subscription', name: 'TV Subscription' },
  { identifier: 'electricity-bill', name: 'Electricity Bill' },
  { identifier: 'education', name: 'Education' },
]

const plan = (code: string, name: string, priceNaira: string): Variation => ({
  code,
  name,
  priceNaira,
  hasFixedPrice: true,
})

const meterTypes: readonly Variation[] = [
  { code: 'prepaid', name: 'Prepaid', priceNaira: '0.00', hasFixedPrice: false },
  { code: 'postpaid', name: 'Postpaid', priceNaira: '0.00', hasFixedPrice: false },
]

const disco = (serviceID: string, name: string, city: string): ServiceOnSale => ({
  serviceID,
  name,
  category: 'electricity-bill',
  minNaira: 500,
  maxNaira: 1_000_000,
  city,
  maxQuantity: 1,
  variations: meterTypes,
})

const airtime = (serviceID: string, name: string): ServiceOnSale => ({
  serviceID,
  name,
  category: 'airtime',
  minNaira: 5,
  maxNaira: 200_000,
  maxQuantity: 1,
  variations: [],
})

const productOf = (
  category: string,
  serviceID: string,
  name: string,
  variations: Variation[],
): ServiceOnSale => ({
  serviceID,
  name,
  category,
  minNaira: 1,
  maxNaira: 1_000_000,
  maxQuantity: serviceID.startsWith('waec') ? 10 : 1,
  variations,
})

export const services: readonly ServiceOnSale[] = [
  disco('ikeja-electric', 'Ikeja Electric Payment - IKEDC', 'Ikeja, Lagos'),
  disco('eko-electric', 'Eko Electric Payment - EKEDC', 'Lekki, Lagos'),
  disco('kano-electric', 'KEDCO - Kano Electric', 'Kano'),
  disco('portharcourt-electric', 'PHED - Port Harcourt Electric', 'Port Harcourt'),
  disco('jos-electric', 'Jos Electric - JED', 'Jos'),
  disco('ibadan-electric', 'IBEDC - Ibadan Electricity Distribution Company', 'Ibadan'),
  disco('kaduna-electric', 'Kaduna Electric - KAEDCO', 'Kaduna'),
  disco('abuja-electric', 'Abuja Electricity Distribution Company - AEDC', 'Garki, Abuja'),
  disco('enugu-electric', 'Enugu Electric - EEDC', 'Enugu'),
  disco('benin-electric', 'Benin Electricity - BEDC', 'Benin City'),
  disco('aba-electric', 'ABA Electric Payment - ABEDC', 'Aba'),
  disco('yola-electric', 'Yola Electric Disco Payment - YEDC', 'Yola'),
  airtime('mtn', 'MTN Airtime VTU'),
  airtime('glo', 'GLO Airtime VTU'),
  airtime('airtel', 'Airtel Airtime VTU'),
  airtime('etisalat', '9mobile Airtime VTU'),
  productOf('data', 'mtn-data', 'MTN Data', [
    plan('mtn-10mb-100', 'N100 100MB - 24 hrs', '100.00'),
    plan('mtn-50mb-200', 'N200 200MB - 2 days', '200.00'),
    plan('mtn-100mb-1000', 'N1000 1.5GB - 30 days', '1000.00'),
    plan('mtn-20hrs-1500', 'N1500 6GB - 7 days', '1500.00'),
    plan('mtn-500mb-2000', 'N2000 4.5GB - 30 days', '2000.00'),
    plan('mtn-3gb-2500', 'N2500 6GB - 30 days', '2500.00'),
    plan('mtn-data-3000', 'N3000 8GB - 30 days', '3000.00'),
    plan('mtn-1gb-3500', 'N3500 10GB - 30 days', '3500.00'),
  ]),
  productOf('data', 'airtel-data', 'Airtel Data', [
    plan('airt-50', '50 Naira - 25MB - 1 day', '49.99'),
    plan('airt-100', '100 Naira - 75MB - 1 day', '99.00'),
    plan('airt-200', '200 Naira - 200MB - 3 days', '199.03'),
    plan('airt-300', '300 Naira - 350MB - 7 days', '299.02'),
    plan('airt-1000', '1,000 Naira - 1.5GB - 30 days', '999.00'),
  ]),
  productOf('data', 'glo-data', 'GLO Data', [
    plan('glo100', 'Glo Data N100 - 105MB - 2 days', '100.00'),
    plan('glo500', 'Glo Data N500 - 1.05GB - 14 days', '500.00'),
    plan('glo1000', 'Glo Data N1000 - 2.5GB - 30 days', '1000.00'),
    plan('glo2000', 'Glo Data N2000 - 5.8GB - 30 days', '2000.00'),
    plan('glo5000', 'Glo Data N5000 - 18.25GB - 30 days', '5000.00'),
  ]),
  productOf('data', 'etisalat-data', '9mobile Data', [
    plan('eti-100', '9mobile Data - 100 Naira - 100MB - 1 day', '100.00'),
    plan('eti-200', '9mobile Data - 200 Naira - 650MB - 1 day', '200.00'),
    plan('eti-1000', '9mobile Data - 1000 Naira - 1.5GB - 30 days', '1000.00'),
    plan('eti-2000', '9mobile Data - 2000 Naira - 4.5GB - 30 days', '2000.00'),
  ]),
  productOf('tv-subscription', 'dstv', 'DSTV Subscription', [
    plan('dstv-padi', 'DStv Padi', '4400.00'),
    plan('dstv-yanga', 'DStv Yanga', '6000.00'),
    plan('dstv-confam', 'DStv Confam', '11000.00'),
    plan('dstv79', 'DStv Compact', '19000.00'),
    plan('dstv7', 'DStv Compact Plus', '30000.00'),
    plan('dstv3', 'DStv Premium', '44500.00'),
  ]),
  productOf('tv-subscription', 'gotv', 'Gotv Payment', [
    plan('gotv-smallie', 'GOtv Smallie - monthly', '1900.00'),
    plan('gotv-jinja', 'GOtv Jinja', '3900.00'),
    plan('gotv-jolli', 'GOtv Jolli', '5800.00'),
    plan('gotv-max', 'GOtv Max', '8500.00'),
    plan('gotv-supa', 'GOtv Supa', '11400.00'),
    plan('gotv-supa-plus', 'GOtv Supa Plus', '16800.00'),
  ]),
  productOf('tv-subscription', 'startimes', 'Startimes Subscription', [
    plan('nova', 'Nova (Dish) - 1 month', '900.00'),
    plan('basic', 'Basic (Antenna) - 1 month', '1700.00'),
    plan('smart', 'Smart (Dish) - 1 month', '2200.00'),
    plan('classic', 'Classic (Antenna) - 1 month', '2500.00'),
    plan('super', 'Super (Dish) - 1 month', '4200.00'),
  ]),
  productOf('tv-subscription', 'showmax', 'ShowMax', [
    plan('full_3', 'Full - 3 months', '8400.00'),
    plan('mobile_only_3', 'Mobile only - 3 months', '3800.00'),
    plan('sports-only-1', 'Sports only - 1 month', '3200.00'),
  ]),
  productOf('education', 'waec', 'WAEC Result Checker PIN', [plan('waecdirect', 'WASSCE', '3900.00')]),
  productOf('education', 'waec-registration', 'WAEC Registration PIN', [
    plan('waec-registraion', 'WASSCE for private candidates', '14450.00'),
  ]),
  productOf('education', 'jamb', 'JAMB PIN VENDING (UTME & Direct Entry)', [
    plan('utme-mock', 'UTME PIN (with mock)', '7700.00'),
    plan('utme-no-mock', 'UTME PIN (without mock)', '6200.00'),
  ]),
]

export const serviceOf = (serviceID: string) =>
  services.find((service) => service.serviceID === serviceID) ?? null

/** The beneficiary kind of a product. */
export function kindOf({ category, serviceID }: ServiceOnSale, variation: string): BeneficiaryKind {
  switch (category) {
    case 'electricity-bill':
      return variation === 'postpaid' ? 'postpaid' : 'prepaid'
    case 'tv-subscription':
      return serviceID === 'showmax' ? 'phone' : 'smartcard'
    case 'education':
      return serviceID === 'jamb' ? 'profile' : 'phone'
    default:
      return 'phone'
  }
}

const every = ['prepaid', 'postpaid', 'smartcard', 'profile', 'phone'] as const

/** VTpass's sandbox values, the same for every product. */
export const sandboxBeneficiaries: SandboxBeneficiaries = {
  '201000000000': { kinds: every, result: 'pending_for_ever' },
  '500000000000': { kinds: every, result: 'unexpected' },
  '400000000000': { kinds: every, result: 'no_answer' },
  '300000000000': { kinds: every, result: 'timeout' },
}
