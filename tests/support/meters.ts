import { randomInt } from 'node:crypto'

/** Endings of the simulated vendor's meters that mean something. */
export const endings = {
  good: '5555',
  pendingThenDelivered: '0001',
  timeoutThenDelivered: '0002',
  failed: '0003',
  noAnswer: '0004',
  bonus: '0008',
  keyChange: '0009',
} as const

const number = () => String(randomInt(100_000, 1_000_000))

/** A prepaid meter that nobody used before, which ends as it is told. */
export const prepaid = (ending: keyof typeof endings = 'good') => `11${number()}${endings[ending]}`
export const postpaid = (ending: keyof typeof endings = 'good') => `10${number()}${endings[ending]}`
