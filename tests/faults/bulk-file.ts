import { meterEndings } from '../support/meters.ts'
import type { RandomSource } from './random-source.ts'

/** One row of a large file, with its expected result. */
export interface FileRow {
  readonly csv: string
  readonly expectedState: 'delivered' | 'refunded' | 'invalid'
}

const notification = '08031234567'
const discos = ['ikeja', 'eko', 'abuja', 'ibadan'] as const
const networks = ['mtn', 'glo', 'airtel', 't2'] as const
const shares = {
  prepaid: 35,
  postpaid: 10,
  cabletv: 14,
  airtime: 25,
  data: 14,
  education: 2,
} as const
type RowKind = keyof typeof shares
const rowKinds = (Object.keys(shares) as RowKind[]).flatMap((product) =>
  Array<RowKind>(shares[product]).fill(product),
)

/** Vendor behaviours: mostly success; late or lost responses with delivery; or failure. */
const failures = ['pendingThenDelivered', 'timeoutThenDelivered', 'failed', 'failed'] as const
type RowOutcome = (typeof failures)[number] | 'good'
const failureShare = 0.06
/** Intervals of rows with a repeated number and of rows that cannot be purchased. */
const repeatedRowInterval = 250
const invalidRowInterval = 50

const row = (product: RowKind, number: string, amount: number, random: RandomSource): string => {
  switch (product) {
    case 'prepaid':
    case 'postpaid':
      return `power,${number},${random.pick(discos)},${product},,${amount},${notification}`
    case 'cabletv':
      return `cabletv,${number},dstv,,DStv Padi,,${notification}`
    case 'airtime':
      return `airtime,${number},${random.pick(networks)},,,${amount},`
    case 'data':
      return `data,${number},mtn,,mtn-10mb-100,,`
    case 'education':
      return `education,${number},waec,,,,`
  }
}

const phonePrefixes: Readonly<Record<RowKind, string>> = {
  prepaid: '11',
  postpaid: '10',
  cabletv: '12',
  airtime: '0801',
  data: '0801',
  education: '0801',
}

/** A unique number. Phones have three free digits before the ending that selects the behaviour. */
const numberOf = (product: RowKind, index: number, ending: RowOutcome): string => {
  const isPhone = phonePrefixes[product] === '0801'
  if (isPhone && ending === 'good') return `0801${String(index).padStart(6, '0')}5`
  const middle = isPhone ? String(index % 1_000).padStart(3, '0') : String(index).padStart(6, '0')
  return `${phonePrefixes[product]}${middle}${meterEndings[ending]}`
}

const invalidRows = (earlier: string) => [
  `power,1100,ikeja,prepaid,,2000,${notification}`,
  `power,99999999999,ikeja,prepaid,,2000,${notification}`,
  `cabletv,1200000088,dstv,,DStv Everything,,${notification}`,
  'airtime,08010000095,mtn,,,1,',
  earlier,
]

/** A file with every service and behaviour, including repeated numbers and invalid rows. */
export function generateRows(count: number, random: RandomSource): FileRow[] {
  const rows: FileRow[] = []
  let good: { product: 'prepaid' | 'airtime'; number: string; csv: string } | undefined
  for (let index = 0; index < count; index++) {
    if (good && index % invalidRowInterval === invalidRowInterval - 1) {
      rows.push({ csv: random.pick(invalidRows(good.csv)), expectedState: 'invalid' })
    } else if (good && index % repeatedRowInterval === repeatedRowInterval - 2) {
      rows.push({ csv: row(good.product, good.number, 3_000 + index, random), expectedState: 'delivered' })
    } else {
      const product = random.pick(rowKinds)
      const ending: RowOutcome =
        product !== 'education' && random.chance(failureShare) ? random.pick(failures) : 'good'
      const number = numberOf(product, index, ending)
      const csv = row(product, number, 1_000 + random.below(1_000), random)
      rows.push({ csv, expectedState: ending === 'failed' ? 'refunded' : 'delivered' })
      if (ending === 'good' && (product === 'prepaid' || product === 'airtime'))
        good = { product, number, csv }
    }
  }
  return rows
}
