import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  collectOrderRecords,
  expectLedgerMatchesProviders,
  expectOrderConsistent,
} from '../support/consistency.ts'
import { prepaidMeter } from '../support/meters.ts'
import { eventually, startTestApp, type TestApp } from '../support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ shared: true })
  await app.context.settings.change('payment_gateway', 'korapay')
  await app.context.settings.change('power_gateway', 'newvendor')
  await app.context.settings.change('sms_provider', 'newsms')
})
afterAll(() => app.close())

const stateOf = async (reference: string) => (await app.orderRow(reference)).state

test('an order paid at Korapay is delivered after the return, and the ledger matches the providers', async () => {
  const guest = app.createGuest()
  const { data: info } = await guest.lookUpMeter({ meter_number: prepaidMeter() })
  const { data } = await guest.initiatePayment(info)
  const returnUrl = new URL((await guest.payAtCheckout(data.checkoutUrl)).callbackUrl)
  const returned = await guest.postJson('/payments/return', {
    gateway: 'korapay',
    reference: returnUrl.searchParams.get('reference'),
    nonce: returnUrl.searchParams.get('n'),
  })
  expect(returned).toMatchObject({ httpStatus: 200, data: { reference: info.order_reference } })
  expect((await guest.processOrder(info)).httpStatus).toBe(200)
  expect(await stateOf(info.order_reference)).toBe('delivered')
  await expectOrderConsistent(app, info.order_reference)
  await expectLedgerMatchesProviders(app)
  const { payments, attempts } = await collectOrderRecords(app, info.order_reference)
  expect(payments).toMatchObject([{ gateway: 'korapay', state: 'succeeded' }])
  expect(attempts).toMatchObject([{ vendor: 'newvendor', state: 'delivered' }])
})

test('an order whose browser never returns is delivered by the webhook, and a forged one is rejected', async () => {
  const { info } = await app.createGuest().buyElectricity({ meter_number: prepaidMeter() })
  await eventually(async () => (await stateOf(info.order_reference)) === 'delivered')
  await expectLedgerMatchesProviders(app)
  const data = { reference: 'PAY-forged', amount: 100, status: 'success' }
  const forged = await fetch(`${app.origin}/api/v1/webhooks/korapay`, {
    method: 'POST',
    body: JSON.stringify({ event: 'charge.success', data }),
    headers: {
      'content-type': 'application/json',
      'x-korapay-signature': createHmac('sha256', 'another').update(JSON.stringify(data)).digest('hex'),
    },
  })
  expect(forged.status).toBe(401)
})

test('the settings, the bank list and the back office list the gateway', async () => {
  const choice = app.context.settings.choices().payment_gateway?.find(({ value }) => value === 'korapay')
  expect(choice).toEqual({ value: 'korapay', name: 'Korapay', unavailableReason: null })
  await expect(app.context.settings.change('identity_gateway', 'korapay')).rejects.toThrow(
    'Korapay cannot check a BVN immediately.',
  )
  expect((await app.createGuest().fetchJson('/actions/get-all-banks?gateway=korapay')).httpStatus).toBe(503)
})
