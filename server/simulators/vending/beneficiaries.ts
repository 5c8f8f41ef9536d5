import { addressFor, nameFor, numberFrom } from '../people.ts'

/** The result of a purchase, determined by the beneficiary number. */
export type PurchaseResult =
  | 'delivered'
  | 'pending_then_delivered'
  | 'timeout_then_delivered'
  | 'failed'
  | 'no_answer'
  | 'pending_for_ever'
  | 'unexpected'
  | 'timeout'

/** Simulator test values by number suffix, the same at every vendor and listed on the product's pages. */
const resultsBySuffix: Record<string, PurchaseResult> = {
  '0001': 'pending_then_delivered',
  '0002': 'timeout_then_delivered',
  '0003': 'failed',
  '0004': 'no_answer',
}

/** Beneficiary kind. */
export type BeneficiaryKind = 'prepaid' | 'postpaid' | 'smartcard' | 'profile' | 'phone'

/** A vendor's sandbox beneficiaries: kinds and purchase result by number. */
export type SandboxBeneficiaries = Readonly<
  Record<string, { kinds: readonly BeneficiaryKind[]; result: PurchaseResult }>
>

export function purchaseResultOf(
  kind: BeneficiaryKind,
  number: string,
  sandboxBeneficiaries: SandboxBeneficiaries = {},
): PurchaseResult {
  const match = sandboxBeneficiaries[number]
  if (match?.kinds.includes(kind)) return match.result
  return isAcceptedByVendors(kind, number) ? (resultsBySuffix[number.slice(-4)] ?? 'delivered') : 'failed'
}

/** Whether every simulated vendor serves the number. */
export function isAcceptedByVendors(kind: BeneficiaryKind, number: string): boolean {
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

/** A simulated smartcard or profile (12…), or VTpass's sandbox profile. */
const isCustomer = (number: string) => /^0123456789$|^12\d{8,10}$/.test(number)

const isPhone = (number: string) => /^(0|\+?234)801\d{7}$/.test(number)

/** 11… is prepaid, 10… is postpaid, 11 to 13 digits; VTpass's two sandbox meters match too. */
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
  /** The customer must enter two key change tokens before the token. */
  needsKeyChange: boolean
  hasBonusToken: boolean
}

/** The disco's record of a meter, deterministic for one number. */
export function meterRecord(number: string, city = 'Lagos'): MeterRecord {
  const inArrears = number.endsWith('0007') || numberFrom(number, 'arrears', 8) === 0
  return {
    name: nameFor(number).toUpperCase(),
    address: addressFor(number, city),
    ...bands[numberFrom(number, 'band', bands.length)]!,
    arrearsKobo: inArrears ? 125_050 : 0,
    needsKeyChange: number.endsWith('0009'),
    hasBonusToken: number.endsWith('0008'),
  }
}
