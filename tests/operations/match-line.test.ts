import { expect, test } from 'vitest'
import { matchLine } from '../../server/operations/settlements/match-line.ts'

const line = { gatewayReference: '7', reference: 'SW-1', grossKobo: 100_000n, netKobo: 98_500n }
const payment = {
  type: 'payment',
  id: 'p',
  gatewayReference: '7',
  paidKobo: 100_000n,
  feeKobo: 1_500n,
} as const

test.each([
  ['with the same amount and fee matches', payment, 'matched', null],
  ['whose fee was not reported matches by its amount', { ...payment, feeKobo: null }, 'matched', null],
  ['that we do not know is unmatched', undefined, 'unmatched', 'no payment with the reference SW-1'],
  [
    'that is not the one of our payment is unmatched',
    { ...payment, gatewayReference: '6' },
    'unmatched',
    'another transaction than the one of our payment SW-1',
  ],
  [
    'that we did not record as received is unmatched',
    { ...payment, paidKobo: null },
    'unmatched',
    'is not recorded as received',
  ],
  [
    'of another amount differs',
    { ...payment, paidKobo: 90_000n },
    'amount_differs',
    '₦1,000.00; we recorded ₦900.00',
  ],
  ['with a higher fee differs', { ...payment, feeKobo: 1_000n }, 'amount_differs', '₦990.00 were due'],
] as const)('a settled transaction %s', (_, record, match, note) => {
  expect(matchLine(line, record)).toEqual({ match, note: note && expect.stringContaining(note) })
})

test('a mismatched line states what the gateway settled or paid, and what we expected', () => {
  expect(matchLine(line, { ...payment, paidKobo: 90_000n }).note).toBe(
    'The gateway settled a payment of ₦1,000.00; we recorded ₦900.00.',
  )
  expect(matchLine(line, { ...payment, feeKobo: 1_000n }).note).toBe(
    'The gateway paid ₦985.00 after fees; by the fee it reported before, ₦990.00 were due.',
  )
  expect(matchLine(line, undefined).note).toBe('We have no payment with the reference SW-1.')
  expect(matchLine(line, { ...payment, type: 'deposit', paidKobo: null }).note).toBe(
    'Our deposit SW-1 is not recorded as received.',
  )
})
