import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  collectOrderRecords,
  expectLedgerMatchesProviders,
  expectOrderConsistent,
  isOrderFinal,
} from '../support/consistency.ts'
import { createCustomer } from '../support/customer.ts'
import { prepaidMeter } from '../support/meters.ts'
import { createShortTimeoutProviders } from '../support/providers.ts'
import { eventually, startTestApp, type TestApp } from '../support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({
    shared: true,
    providerOverrides: createShortTimeoutProviders,
    config: { alertTo: 'ops@example.com' },
  })
  // "Invalid key" with HTTP 400.
  await app.simulatorSettings({ shapes: 'recorded' })
})
beforeEach(() => app.injectFault('paystack', 'none'))
afterAll(() => app.close())

const rejectKey = () => app.injectFault('paystack', 'key_refused', 1_000)
const repairKey = () => app.injectFault('paystack', 'none')
const alerts = async () => (await app.emails()).filter((mail) => mail.to.includes('ops@example.com'))
const paymentOf = async (reference: string) => (await collectOrderRecords(app, reference)).payments[0]!

test('a payment whose verify call is rejected for an invalid key stays open, and one alert is sent', async () => {
  const ada = app.createGuest()
  const { data: info } = await ada.lookUpMeter({ meter_number: prepaidMeter() })
  const { data } = await ada.initiatePayment(info)
  await rejectKey()
  await ada.payAtCheckout(data.checkoutUrl)
  await eventually(async () => (await paymentOf(info.order_reference)).failure_reason === 'unauthorised')
  expect(await paymentOf(info.order_reference)).toMatchObject({ state: 'initialised' })
  await app.advanceClock(60)
  await app.runDueJobs()
  const [mail, ...others] = await eventually(async () => (await alerts()).length > 0 && (await alerts()))
  expect(mail?.subject).toContain('Paystack rejects our API key')
  expect(others).toEqual([])
  await repairKey()
  await app.runDueJobsUntil(isOrderFinal(app, info.order_reference))
  await expectOrderConsistent(app, info.order_reference)
  expect((await app.orderRow(info.order_reference)).state).toBe('delivered')
})

test('a refund rejected for an invalid key is unknown, and is sent once when the key is valid', async () => {
  const ada = app.createGuest()
  await app.injectFault('vtpass', 'timeout_then_fail')
  const { info } = await ada.buyElectricity({ meter_number: prepaidMeter() })
  const records = () => collectOrderRecords(app, info.order_reference)
  await eventually(async () => (await records()).attempts[0]?.state === 'unknown')
  await rejectKey()
  const refund = async () => (await records()).refunds[0]
  await app.runDueJobsUntil(async () => (await refund())?.failure_reason === 'unauthorised')
  expect(await refund()).toMatchObject({ state: 'unknown' })
  await repairKey()
  await app.runDueJobsUntil(isOrderFinal(app, info.order_reference))
  expect((await records()).refunds).toMatchObject([{ state: 'processed' }])
  await expectOrderConsistent(app, info.order_reference)
  await expectLedgerMatchesProviders(app)
})

test('a saved-card charge rejected for an invalid key is not a decline: its payment stays open', async () => {
  const ada = await createCustomer(app)
  const card = await ada.saveCard()
  const { data: info } = await ada.lookUpMeter()
  await rejectKey()
  const response = await ada.payWithSavedCard(info, card.uniqueid)
  expect(response).toMatchObject({ httpStatus: 200 })
  expect(await paymentOf(info.order_reference)).toMatchObject({
    state: 'pending',
    failure_reason: 'unauthorised',
  })
  await repairKey()
  // The gateway does not have the charge: it fails after five minutes, and the order can be paid by another method.
  await app.runDueJobsUntil(async () => (await paymentOf(info.order_reference)).state === 'failed')
  expect((await app.orderRow(info.order_reference)).state).toBe('awaiting_payment')
  await expectLedgerMatchesProviders(app)
})
