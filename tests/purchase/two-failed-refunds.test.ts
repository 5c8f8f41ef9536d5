import { expect, test } from 'vitest'
import { collectOrderRecords } from '../support/consistency.ts'
import { prepaidMeter } from '../support/meters.ts'
import {
  app,
  during,
  expectConsistent,
  hour,
  payByBank,
  startDisputesApp,
  waitForState,
} from './disputes-setup.ts'

startDisputesApp()

test('an order stays in review for a rejected refund while another refund of its payment is processed', async () => {
  await app.injectFault('paystack', 'overpaid')
  // The gateway rejects both refunds of the guest; only the first is tried again.
  let rejections = 2
  const reject = async () => {
    rejections -= 1
    if (rejections > 0) during.refund = reject
  }
  during.refund = reject
  const { info } = await app.createGuest().buyElectricity({ meter_number: prepaidMeter('failed') })
  const reference = info.order_reference
  const refundOf = async (cause: string) =>
    (await collectOrderRecords(app, reference)).refunds.find((refund) => refund.cause === cause)
  await app.runDueJobsUntil(async () => (await refundOf('not_delivered'))?.state === 'failed')
  await app.advanceClock(2 * hour)
  await app.runDueJobsUntil(async () => (await refundOf('retry'))?.state === 'processed', {
    stepSeconds: 300,
  })
  expect(await refundOf('retry')).toMatchObject({ amount_kobo: 50_000n })
  expect(await app.orderRow(reference)).toMatchObject({ state: 'refunding', review_reason: 'refund_failed' })
  expect((await payByBank(reference)).httpStatus).toBe(200)
  await waitForState(reference, 'refunded')
  expect(await app.orderRow(reference)).toMatchObject({ review_reason: null })
  await expectConsistent()
})

test('an order stays in review for a refund that needs an account while its other refund is processed', async () => {
  await app.injectFault('paystack', 'overpaid')
  await app.injectFault('paystack', 'refund_needs_attention')
  const { info } = await app.createGuest().buyElectricity({ meter_number: prepaidMeter('failed') })
  const reference = info.order_reference
  await waitForState(reference, 'refunded')
  // The gateway reports one refund as processed before it reports that the other one needs an account.
  await app.runDueJobsUntil(async () =>
    (await collectOrderRecords(app, reference)).refunds.every(({ state }) => state !== 'sent'),
  )
  const { refunds } = await collectOrderRecords(app, reference)
  expect(refunds.map(({ cause, state }) => `${cause} ${state}`).sort()).toEqual([
    'not_delivered processed',
    'overpaid needs_attention',
  ])
  expect(await app.orderRow(reference)).toMatchObject({ review_reason: 'refund_needs_attention' })
})
