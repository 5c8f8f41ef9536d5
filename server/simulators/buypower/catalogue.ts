import type { BeneficiaryKind, SandboxBeneficiaries } from '../vending/beneficiaries.ts'

/** A BuyPower product, under the code that BuyPower calls `disco`. */
export interface BuypowerProduct {
  readonly disco: string
  readonly vertical: 'ELECTRICITY' | 'VTU' | 'DATA' | 'TV'
  /** City of a distribution company's customers. */
  readonly city?: string
  readonly tariff: readonly Plan[]
}

/** A plan or bouquet, naira. */
interface Plan {
  readonly code: string
  readonly desc: string
  readonly price: number
}

const plan = (code: string, desc: string, price: number): Plan => ({ code, desc, price })
const company = (disco: string, city: string): BuypowerProduct => ({
  disco,
  vertical: 'ELECTRICITY',
  city,
  tariff: [],
})

const telecoms = ['MTN', 'GLO', 'AIRTEL', '9MOBILE'] as const

const plans: Readonly<Record<(typeof telecoms)[number], readonly Plan[]>> = {
  MTN: [
    plan('DATA-01', '100MB Daily', 100),
    plan('DATA-02', '200MB 2 Days', 200),
    plan('DATA-10', '1.5GB Monthly', 1_000),
  ],
  GLO: [plan('DATA-21', '150MB Daily', 100), plan('DATA-27', '1.35GB 14 Days', 500)],
  AIRTEL: [plan('DATA-49.99', '40MB Daily', 49.99), plan('DATA-99', '100MB Daily', 99)],
  '9MOBILE': [plan('9MO-100MB-1', '100MB Daily', 100), plan('9MO-650MB-1', '650MB Daily', 200)],
}

export const products: readonly BuypowerProduct[] = [
  company('IKEJA', 'Ikeja, Lagos'),
  company('EKO', 'Lekki, Lagos'),
  company('KANO', 'Kano'),
  company('PH', 'Port Harcourt'),
  company('JOS', 'Jos'),
  company('IBADAN', 'Ibadan'),
  company('KADUNA', 'Kaduna'),
  company('ABUJA', 'Garki, Abuja'),
  company('ENUGU', 'Enugu'),
  company('BENIN', 'Benin City'),
  company('APLE', 'Aba'),
  company('YOLA', 'Yola'),
  ...telecoms.flatMap((disco): BuypowerProduct[] => [
    { disco, vertical: 'VTU', tariff: [] },
    { disco, vertical: 'DATA', tariff: plans[disco] },
  ]),
  {
    disco: 'DSTV',
    vertical: 'TV',
    tariff: [
      plan('DSPADI', 'DStv Padi', 4_400),
      plan('DSYANGA', 'DStv Yanga Bouquet', 6_000),
      plan('DSCONFAM', 'DStv Confam', 11_000),
      plan('DSCOMPACT', 'DStv Compact', 19_000),
      plan('DSCOMPACTPLUS', 'DStv Compact +', 30_000),
      // More expensive than at other vendors: price lists change at different times.
      plan('DSPREMIUM', 'DStv Premium', 45_000),
    ],
  },
  {
    disco: 'GOTV',
    vertical: 'TV',
    tariff: [
      plan('GOSMALLIE', 'GOtv Smallie', 1_900),
      plan('GOJINJA', 'GOtv Jinja', 3_900),
      plan('GOJOLLI', 'GOtv Jolli', 5_800),
      plan('GOMAX', 'GOtv Max', 8_500),
    ],
  },
  {
    disco: 'STARTIMES',
    vertical: 'TV',
    tariff: [
      plan('STNOVA', 'Nova (Dish)', 900),
      plan('STBASIC', 'Basic', 1_700),
      plan('STSMART', 'Smart (Dish)', 2_200),
    ],
  },
]

export const productOf = (disco: string, vertical: string): BuypowerProduct | null =>
  products.find((product) => product.disco === disco && product.vertical === vertical) ?? null

export const naira = { min: { ELECTRICITY: 500, VTU: 50, DATA: 1, TV: 1 }, max: 1_000_000 } as const

/** The beneficiary kind of a product. */
export function kindOf({ vertical }: BuypowerProduct, vendType: string): BeneficiaryKind {
  if (vertical === 'TV') return 'smartcard'
  if (vertical !== 'ELECTRICITY') return 'phone'
  return vendType === 'POSTPAID' ? 'postpaid' : 'prepaid'
}

/** BuyPower's sandbox values, as public integrations use them. */
export const sandboxBeneficiaries: SandboxBeneficiaries = {
  '12345678910': { kinds: ['prepaid'], result: 'delivered' },
  '08186077527': { kinds: ['phone'], result: 'delivered' },
  '08034210294': { kinds: ['phone'], result: 'delivered' },
}
