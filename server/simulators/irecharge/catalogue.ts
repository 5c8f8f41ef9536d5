import type { BeneficiaryKind, SandboxBeneficiaries } from '../vending/beneficiaries.ts'

/** An electricity company for one kind of meter. */
export interface Company {
  readonly code: string
  readonly kind: BeneficiaryKind & ('prepaid' | 'postpaid')
  readonly city: string
}

const prepaidAndPostpaid = (city: string, prepaid: string, postpaid: string): Company[] => [
  { code: prepaid, kind: 'prepaid', city },
  { code: postpaid, kind: 'postpaid', city },
]

export const companies: readonly Company[] = [
  ...prepaidAndPostpaid('Ikeja, Lagos', 'Ikeja_Token_Purchase', 'Ikeja_Electric_Bill_Payment'),
  ...prepaidAndPostpaid('Lekki, Lagos', 'Eko_Prepaid', 'Eko_Postpaid'),
  ...prepaidAndPostpaid('Kano', 'Kano_Electricity_Disco', 'Kano_Electricity_Disco_Postpaid'),
  ...prepaidAndPostpaid('Port Harcourt', 'PhED_Electricity', 'PH_Disco'),
  ...prepaidAndPostpaid('Jos', 'Jos_Disco', 'Jos_Disco_Postpaid'),
  ...prepaidAndPostpaid('Ibadan', 'Ibadan_Disco_Prepaid', 'Ibadan_Disco_Postpaid'),
  ...prepaidAndPostpaid('Kaduna', 'Kaduna_Electricity_Disco', 'Kaduna_Electricity_Disco_Postpaid'),
  ...prepaidAndPostpaid('Garki, Abuja', 'AEDC', 'AEDC_Postpaid'),
  ...prepaidAndPostpaid(
    'Enugu',
    'Enugu_Electricity_Distribution_Prepaid',
    'Enugu_Electricity_Distribution_Postpaid',
  ),
  ...prepaidAndPostpaid('Benin City', 'BEDC', 'BEDC_Postpaid'),
  ...prepaidAndPostpaid('Aba', 'Aba_Power_Prepaid', 'Aba_Power_Postpaid'),
  ...prepaidAndPostpaid('Yola', 'YEDC', 'YEDC_Postpaid'),
]
export const minimumNaira = { power: 500, airtime: 50 } as const
export const maximumNaira = 1_000_000

/** A plan or bouquet; naira as text. */
export interface Bundle {
  readonly code: string
  readonly title: string
  readonly price: string
  readonly validity?: string
}

const bundle = (code: string, title: string, price: string, validity?: string): Bundle => ({
  code,
  title,
  price,
  ...(validity && { validity }),
})

/** Numbered across networks. */
export const dataBundles: Readonly<Record<string, readonly Bundle[]>> = {
  MTN: [
    bundle('31', '100MB', '100', 'Daily'),
    bundle('26', '1GB', '600', 'Weekly'),
    bundle('6', '1.5GB', '1000', '30 Days'),
  ],
  Glo: [bundle('112', '105MB', '100', '2 Days'), bundle('115', '1.05GB', '500', '14 Days')],
  Airtel: [bundle('56', '75MB', '99', 'Daily'), bundle('60', '1.5GB', '999', '30 Days')],
  Etisalat: [bundle('93', '1.5GB', '1000', '30 Days')],
}

export const tvBundles: Readonly<Record<string, readonly Bundle[]>> = {
  DSTV: [
    bundle('PADI', 'DSTV PADI', '4400'),
    bundle('YANGA', 'DSTV YANGA', '6000'),
    bundle('CONFAM', 'DSTV CONFAM', '11000'),
    bundle('COMPACT', 'DSTV COMPACT', '19000.00'),
    bundle('COMPLE', 'DSTV COMPACT PLUS', '30000'),
    bundle('PREMIUM', 'DSTV PREMIUM', '44500'),
  ],
  GOTV: [
    bundle('GOSMALLIE', 'GOTV SMALLIE', '1900'),
    bundle('GOSMALLIEQ', 'GOTV SMALLIE QUARTERLY', '5100'),
    bundle('GOJINJA', 'GOTV JINJA', '3900'),
    bundle('GOMAX', 'GOTV MAX', '8500'),
  ],
  StarTimes: [bundle('NOVA', 'Nova (Dish)', '900'), bundle('CLASSIC', 'Classic (Antenna)', '2500')],
}

export const mobileNetworks: readonly string[] = Object.keys(dataBundles)

/** iRecharge's sandbox meter, as a public integration uses it. */
export const sandboxBeneficiaries: SandboxBeneficiaries = {
  '1234567890': { kinds: ['prepaid'], result: 'delivered' },
}
