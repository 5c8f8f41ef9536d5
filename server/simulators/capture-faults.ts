import type { ProviderFaults } from './faults.ts'

/** Faults that make the captured amount differ from the requested amount. */
export const captureBehaviours = {
  underpaid: 'Captures half of the next payment and reports success.',
  overpaid: 'Captures ₦500 more than requested for the next payment.',
  wrong_unit: 'Captures a hundred times what was requested for the next payment.',
  wrong_currency: 'Captures the next payment in USD.',
} as const

interface Money {
  readonly amountKobo: number
  readonly currency: string
}

/** Applies an armed capture fault to a payment; consumes one use of the fault. */
export function applyCaptureFaults(
  faults: ProviderFaults<keyof typeof captureBehaviours>,
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
