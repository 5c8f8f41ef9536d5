import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectLedgerMatchesProviders, expectOrderConsistent, isOrderFinal } from '../support/consistency.ts'
import { prepaidMeter } from '../support/meters.ts'
import { withPaystack } from '../support/providers.ts'
import { eventually, startTestApp, type TestApp } from '../support/test-app.ts'

/** Resolves when the gateway may open the checkout that was requested. */
let gatewayDelay: Promise<void> = Promise.resolve()

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({
    shared: true,
    providerOverrides: withPaystack((gateway) => ({
      createCheckout: async (request) => {
        await gatewayDelay
        return gateway.createCheckout(request)
      },
    })),
  })
})
afterAll(() => app.close())

test('a payment at a checkout that opened after a second request timed out is found without a webhook', async () => {
  const ada = app.createGuest()
  const { data: info } = await ada.lookUpMeter({ meter_number: prepaidMeter() })
  const gateway = Promise.withResolvers<void>()
  gatewayDelay = gateway.promise
  const first = ada.initiatePayment(info)
  await eventually(async () => (await paymentsOf(info.order_reference)).length === 1)
  expect((await ada.initiatePayment(info)).httpStatus).toBe(503)
  expect(await paymentsOf(info.order_reference)).toEqual([
    { state: 'failed', failure_reason: 'never_opened', checkout_url: null },
  ])
  gateway.resolve()
  const { data } = await first
  await app.injectFault('paystack', 'webhook_lost')
  await ada.payAtCheckout(data.checkoutUrl)
  await app.runDueJobsUntil(isOrderFinal(app, info.order_reference), { stepSeconds: 60 })
  expect((await app.orderRow(info.order_reference)).state).toBe('delivered')
  expect(await paymentsOf(info.order_reference)).toMatchObject([{ state: 'succeeded_late' }])
  await expectOrderConsistent(app, info.order_reference)
  await expectLedgerMatchesProviders(app)
})

const paymentsOf = (reference: string) =>
  app.db.q
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .select(['payments.state', 'failure_reason', 'checkout_url'])
    .where('orders.reference', '=', reference)
    .execute()
