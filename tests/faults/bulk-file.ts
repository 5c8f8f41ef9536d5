import { endings } from '../support/meters.ts'
import type { Dice } from './dice.ts'

/** One row of a large file, and what must become of it. */
export interface FileRow {
  readonly csv: string
  readonly ends: 'delivered' | 'refunded' | 'wrong'
}

const news = '08031234567'
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
type Ware = keyof typeof shares
const wares = (Object.keys(shares) as Ware[]).flatMap((ware) => Array<Ware>(shares[ware]).fill(ware))

/** How vendors answer: mostly well; late, or not at all and yet delivered; or the purchase fails. */
const troubles = ['pendingThenDelivered', 'timeoutThenDelivered', 'failed', 'failed'] as const
type Ending = (typeof troubles)[number] | 'good'
const troubled = 0.06
/** Every so many rows the number of an earlier one is there again, and a row that cannot be bought. */
const repeatEvery = 250
const wrongEvery = 50

const row = (ware: Ware, number: string, amount: number, dice: Dice): string => {
  switch (ware) {
    case 'prepaid':
    case 'postpaid':
      return `power,${number},${dice.of(discos)},${ware},,${amount},${news}`
    case 'cabletv':
      return `cabletv,${number},dstv,,DStv Padi,,${news}`
    case 'airtime':
      return `airtime,${number},${dice.of(networks)},,,${amount},`
    case 'data':
      return `data,${number},mtn,,mtn-10mb-100,,`
    case 'education':
      return `education,${number},waec,,,,`
  }
}

const beginnings: Readonly<Record<Ware, string>> = {
  prepaid: '11',
  postpaid: '10',
  cabletv: '12',
  airtime: '0801',
  data: '0801',
  education: '0801',
}

/** A number that no other row has. Phones leave room for three digits before an ending. */
const numberOf = (ware: Ware, at: number, ending: Ending): string => {
  const isPhone = beginnings[ware] === '0801'
  if (isPhone && ending === 'good') return `0801${String(at).padStart(6, '0')}5`
  const middle = isPhone ? String(at % 1_000).padStart(3, '0') : String(at).padStart(6, '0')
  return `${beginnings[ware]}${middle}${endings[ending]}`
}

const wrongRows = (earlier: string) => [
  `power,1100,ikeja,prepaid,,2000,${news}`,
  `power,99999999999,ikeja,prepaid,,2000,${news}`,
  `cabletv,1200000088,dstv,,DStv Everything,,${news}`,
  'airtime,08010000095,mtn,,,1,',
  earlier,
]

/** A file of every service and every ending, with repeated numbers and wrong rows among them. */
export function fileOf(many: number, dice: Dice): FileRow[] {
  const rows: FileRow[] = []
  let good: { ware: 'prepaid' | 'airtime'; number: string; csv: string } | undefined
  for (let at = 0; at < many; at++) {
    if (good && at % wrongEvery === wrongEvery - 1) {
      rows.push({ csv: dice.of(wrongRows(good.csv)), ends: 'wrong' })
    } else if (good && at % repeatEvery === repeatEvery - 2) {
      rows.push({ csv: row(good.ware, good.number, 3_000 + at, dice), ends: 'delivered' })
    } else {
      const ware = dice.of(wares)
      const ending: Ending = ware !== 'education' && dice.chance(troubled) ? dice.of(troubles) : 'good'
      const number = numberOf(ware, at, ending)
      const csv = row(ware, number, 1_000 + dice.below(1_000), dice)
      rows.push({ csv, ends: ending === 'failed' ? 'refunded' : 'delivered' })
      if (ending === 'good' && (ware === 'prepaid' || ware === 'airtime')) good = { ware, number, csv }
    }
  }
  return rows
}
