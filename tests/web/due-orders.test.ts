import { expect, test } from 'vitest'
import { dueOrders } from '../../server/web/account/due-orders.ts'
import type { Transaction } from '../../shared/history.ts'
import { transaction } from '../islands/support/accounts.ts'

const now = new Date('2026-11-23T12:00:00.000Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString()
const bouquet = (reference: string, days: number, overrides: Partial<Transaction> = {}) =>
  transaction({
    reference,
    service: 'cabletv',
    title: 'DStv Padi',
    bundle: 'DStv Padi',
    number: '1212121212',
    delivered_at: daysAgo(days),
    ...overrides,
  })
const referencesOf = (orders: Transaction[]) =>
  dueOrders(orders, now).map(({ reason, order }) => `${reason} ${order.reference}`)

test('refunds without a bank account come before unpaid orders and renewals', () => {
  const refund_account = { amount: 100, currency: 'NGN', gateway: 'paystack' }
  expect(
    referencesOf([
      bouquet('MONTH', 28),
      transaction({ reference: 'PAID' }),
      transaction({ reference: 'UNPAID', can_pay: true }),
      transaction({ reference: 'OPENED', state: 'awaiting_payment' }),
      transaction({ reference: 'REFUND', refund_account }),
    ]),
  ).toEqual(['refund_account REFUND', 'payment UNPAID', 'payment OPENED', 'renewal MONTH'])
})

test('a month of cable TV is due from the 26th to the 45th day after its last delivery', () => {
  expect([25, 26, 45, 46].filter((days) => referencesOf([bouquet('MONTH', days)]).length > 0)).toEqual([
    26, 45,
  ])
})

test('a smartcard that was renewed since, or has a bouquet of another length, is not due', () => {
  expect(referencesOf([bouquet('LATER', 2), bouquet('EARLIER', 30)])).toEqual([])
  expect(referencesOf([bouquet('WEEK', 30, { bundle: 'Nova - 1 Week' })])).toEqual([])
  expect(referencesOf([bouquet('FAILED', 30, { state: 'refunded' })])).toEqual([])
})
