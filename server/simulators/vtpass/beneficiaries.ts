import { addressFor, nameFor, numberFrom } from '../people.ts'
import type { ServiceOnSale } from './catalogue.ts'

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

/** Their sandbox's own values, the same in every product. */
const theirEndings: Record<string, Ending> = {
  '201000000000': 'pending_for_ever',
  '500000000000': 'unexpected',
  '400000000000': 'no_answer',
  '300000000000': 'timeout',
}

/** Ours, marked as ours in the product's own pages. */
const ourEndings: Record<string, Ending> = {
  '0001': 'pending_then_delivered',
  '0002': 'timeout_then_delivered',
  '0003': 'failed',
  '0004': 'no_answer',
}

export function endingOf(service: ServiceOnSale, number: string, meterType: string): Ending {
  const theirs = theirEndings[number]
  if (theirs) return theirs
  if (!served(service, number, meterType)) return 'failed'
  return ourEndings[number.slice(-4)] ?? 'delivered'
}

function served(service: ServiceOnSale, number: string, meterType: string): boolean {
  switch (service.category) {
    case 'electricity-bill':
      return meterTypeOf(number) === meterType
    case 'tv-subscription':
      return service.serviceID === 'showmax' ? isPhone(number) : isCustomer(number)
    case 'education':
      return service.serviceID === 'jamb' ? isCustomer(number) : isPhone(number)
    default:
      return isPhone(number)
  }
}

/** A smartcard or profile they know: 12…, ours; their sandbox's profile beside it. */
export const isCustomer = (number: string) => /^0123456789$|^12\d{8,10}$/.test(number)

const isPhone = (number: string) => /^(0|\+?234)801\d{7}$/.test(number)

/** 11… is prepaid, 10… is postpaid: ours, 11 to 13 digits; their two sandbox meters fit it too. */
export function meterTypeOf(number: string): 'prepaid' | 'postpaid' | null {
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
  minNaira: number
  /** Its two keys must be entered before the token. */
  keyChange: boolean
  bonus: boolean
}

/** What the company knows of a meter: always the same for one number. Null when it has no such meter of that type. */
export function meterRecord(service: ServiceOnSale, number: string, meterType: string): MeterRecord | null {
  if (meterTypeOf(number) !== meterType) return null
  const inArrears = number.endsWith('0007') || numberFrom(number, 'arrears', 8) === 0
  return {
    name: nameFor(number).toUpperCase(),
    address: addressFor(number, service.city ?? 'Lagos'),
    ...bands[numberFrom(number, 'band', bands.length)]!,
    arrearsKobo: inArrears ? 125_050 : 0,
    minNaira: service.minNaira,
    keyChange: number.endsWith('0009'),
    bonus: number.endsWith('0008'),
  }
}
