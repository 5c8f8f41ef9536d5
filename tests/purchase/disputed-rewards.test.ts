import { expect, test } from 'vitest'
import type { Payment } from '../../server/payments/index.ts'
import { collectOrderRecords } from '../support/consistency.ts'
import { createCustomer } from '../support/customer.ts'
import { prepaidMeter } from '../support/meters.ts'
import {
  app,
  dispute,
  during,
  expectConsistent,
  newestPayment,
  startDisputesApp,
  waitForReview,
  waitForState,
} from './disputes-setup.ts'

startDisputesApp()

/** A delivered order of ₦2,100 for which Ada paid ₦500 too much, which the gateway has refunded. */
async function createOverpaidOrder() {
  const ada = await createCustomer(app, { walletKobo: 100_000n })
  await app.injectFault('paystack', 'overpaid')
  const { info } = await ada.buyElectricity({ meter_number: prepaidMeter() })
  const reference = info.order_reference
  await waitForState(reference, 'delivered')
  const records = () => collectOrderRecords(app, reference)
  await app.runDueJobsUntil(async () => (await records()).refunds[0]?.state === 'processed')
  const payment = (await records()).payments[0] as Payment
  return { ada, reference, payment }
}

test('a dispute that returns the total of an overpaid order reverses its cashback', async () => {
  const { ada, reference, payment } = await createOverpaidOrder()
  expect(await ada.walletKobo()).toBe(102_000n)
  await dispute(payment, { decides: 'payer' })
  await waitForReview(reference, 'payment_partly_reversed')
  expect(await ada.walletKobo()).toBe(100_000n)
  await expectConsistent()
})

test('a dispute that returns a part of the total reverses the cashback of the order', async () => {
  const { ada, reference, payment } = await createOverpaidOrder()
  await dispute(payment, { decides: 'payer', amount: 500 })
  await waitForReview(reference, 'payment_partly_reversed')
  expect(await ada.walletKobo()).toBe(100_000n)
  await expectConsistent()
})

test('an order of which a dispute returned a part before the delivery earns no cashback', async () => {
  const ada = await createCustomer(app, { walletKobo: 100_000n })
  during.vend = async () => dispute(await newestPayment(), { decides: 'payer', amount: 500 })
  const { info } = await ada.buyElectricity({ meter_number: prepaidMeter() })
  await waitForState(info.order_reference, 'delivered')
  expect(await ada.walletKobo()).toBe(100_000n)
  await expectConsistent()
})

test('a dispute that returns only what was paid too much leaves the cashback of the order', async () => {
  const ada = await createCustomer(app, { walletKobo: 100_000n })
  await app.injectFault('paystack', 'overpaid')
  // The gateway rejects the refund of the surplus, because the payment is disputed.
  during.refund = async () => dispute(await newestPayment())
  const { info } = await ada.buyElectricity({ meter_number: prepaidMeter() })
  await waitForState(info.order_reference, 'delivered')
  const retry = async () => {
    const { refunds } = await collectOrderRecords(app, info.order_reference)
    return refunds.find(({ cause }) => cause === 'retry')
  }
  await app.runDueJobsUntil(async () => (await retry())?.amount_kobo === 50_000n)
  await dispute(await newestPayment(), { decides: 'payer', amount: 300 })
  expect(await retry()).toMatchObject({ amount_kobo: 20_000n })
  expect(await ada.walletKobo()).toBe(102_000n)
  await app.runDueJobsUntil(async () => (await retry())?.state === 'processed', { stepSeconds: 300 })
  await expectConsistent()
})
