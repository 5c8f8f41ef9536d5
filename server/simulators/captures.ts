import type { FaultsOf } from './faults.ts'

/** How the money that a gateway takes can differ from what was asked. */
export const captureBehaviours = {
  underpaid: 'Captures half of the next payment and calls it a success.',
  overpaid: 'Captures ₦500 more than asked for the next payment.',
  wrong_unit: 'Captures a hundred times what was asked for the next payment.',
  wrong_currency: 'Captures the next payment in USD.',
} as const

interface Money {
  readonly amountKobo: number
  readonly currency: string
}

/** What is really taken of a payment, as was ordered; one use of a behaviour is spent. */
export function captured(
  faults: FaultsOf<keyof typeof captureBehaviours>,
  { amountKobo, currency }: Money,
): Money {
  switch (faults.oneOf(['underpaid', 'overpaid', 'wrong_unit', 'wrong_currency'])) {
    case 'underpaid':
      return { amountKobo: Math.floor(amountKobo / 2), currency }
    case 'overpaid':
      return { amountKobo: amountKobo + 50_000, currency }
    case 'wrong_unit':
      return { amountKobo: amountKobo * 100, currency }
    case 'wrong_currency':
      return { amountKobo, currency: 'USD' }
    default:
      return { amountKobo, currency }
  }
}
