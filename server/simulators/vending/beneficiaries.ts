import { addressFor, nameFor, numberFrom } from '../people.ts'

/** How a purchase for a beneficiary goes, read from the number alone. */
export type Ending =
  | 'delivered'
  | 'pending_then_delivered'
  | 'timeout_then_delivered'
  | 'failed'
  | 'no_answer'
  | 'pending_for_ever'
  | 'unexpected'
  | 'timeout'

/** Ours, the same at every vendor, and marked as ours in the product's own pages. */
const ourEndings: Record<string, Ending> = {
  '0001': 'pending_then_delivered',
  '0002': 'timeout_then_delivered',
  '0003': 'failed',
  '0004': 'no_answer',
}

/** What is bought for: a meter of one type, a smartcard, a profile, a phone. */
export type Kind = 'prepaid' | 'postpaid' | 'smartcard' | 'profile' | 'phone'

/** Test values of a vendor's own, by number: what they are, and how a purchase for them goes. */
export type Theirs = Readonly<Record<string, { kinds: readonly Kind[]; ending: Ending }>>

export function endingOf(kind: Kind, number: string, theirs: Theirs = {}): Ending {
  const known = theirs[number]
  if (known?.kinds.includes(kind)) return known.ending
  return isServed(kind, number) ? (ourEndings[number.slice(-4)] ?? 'delivered') : 'failed'
}

/** Whom every vendor here knows. */
export function isServed(kind: Kind, number: string): boolean {
  switch (kind) {
    case 'prepaid':
    case 'postpaid':
      return meterTypeOf(number) === kind
    case 'smartcard':
    case 'profile':
      return isCustomer(number)
    case 'phone':
      return isPhone(number)
  }
}

/** A smartcard or profile: 12…, ours; VTpass's sandbox profile beside it. */
const isCustomer = (number: string) => /^0123456789$|^12\d{8,10}$/.test(number)

const isPhone = (number: string) => /^(0|\+?234)801\d{7}$/.test(number)

/** 11… is prepaid, 10… is postpaid: ours, 11 to 13 digits; VTpass's two sandbox meters fit it too. */
function meterTypeOf(number: string): 'prepaid' | 'postpaid' | null {
  const kind = /^1([01])\d{9,11}$/.exec(number)?.[1]
  if (!kind) return null
  return kind === '1' ? 'prepaid' : 'postpaid'
}

/** Naira per kWh by service band. */
const bands = [
  { band: 'A', tariff: '209.5' },
  { band: 'B', tariff: '68.5' },
  { band: 'C', tariff: '52.3' },
  { band: 'D', tariff: '34.8' },
] as const

export interface MeterRecord {
  name: string
  address: string
  band: string
  /** Naira per kWh, decimal text. */
  tariff: string
  arrearsKobo: number
  /** Its two keys must be entered before the token. */
  keyChange: boolean
  bonus: boolean
}

/** What the company of a city knows of a meter: always the same for one number, whoever asks. */
export function meterRecord(number: string, city = 'Lagos'): MeterRecord {
  const inArrears = number.endsWith('0007') || numberFrom(number, 'arrears', 8) === 0
  return {
    name: nameFor(number).toUpperCase(),
    address: addressFor(number, city),
    ...bands[numberFrom(number, 'band', bands.length)]!,
    arrearsKobo: inArrears ? 125_050 : 0,
    keyChange: number.endsWith('0009'),
    bonus: number.endsWith('0008'),
  }
}
