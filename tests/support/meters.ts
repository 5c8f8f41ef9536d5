import { randomInt } from 'node:crypto'

/** Meter number endings that select a scenario of the simulated vendor. */
export const meterEndings = {
  good: '5555',
  pendingThenDelivered: '0001',
  timeoutThenDelivered: '0002',
  failed: '0003',
  noAnswer: '0004',
  bonus: '0008',
  keyChange: '0009',
} as const

const sixDigits = () => String(randomInt(100_000, 1_000_000))

/** A random prepaid meter number with the given ending. */
export const prepaidMeter = (ending: keyof typeof meterEndings = 'good') =>
  `11${sixDigits()}${meterEndings[ending]}`
export const postpaidMeter = (ending: keyof typeof meterEndings = 'good') =>
  `10${sixDigits()}${meterEndings[ending]}`
