import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  collectOrderRecords,
  expectLedgerMatchesProviders,
  expectOrderConsistent,
  isOrderFinal,
} from '../support/consistency.ts'
import { prepaidMeter } from '../support/meters.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ shared: true, simulators: { shapes: 'recorded' } })
})
afterAll(() => app.close())

test.each([
  ['a pending vend that a requery finds delivered', 'pendingThenDelivered', 'delivered'],
  ['a failed vend', 'failed', 'refunded'],
  ['a vend with a bonus token', 'bonus', 'delivered'],
] as const)(
  '%s ends correctly when every provider responds in its recorded shape',
  async (_, ending, state) => {
    const { info } = await app.createGuest().buyElectricity({ meter_number: prepaidMeter(ending) })
    await app.runDueJobsUntil(isOrderFinal(app, info.order_reference))
    expect((await app.orderRow(info.order_reference)).state).toBe(state)
    const { attempts } = await collectOrderRecords(app, info.order_reference)
    expect(attempts).toHaveLength(1)
    await expectOrderConsistent(app, info.order_reference)
    await expectLedgerMatchesProviders(app)
  },
)

test('the token of a legacy requery response reaches the customer, with VAT, name and address', async () => {
  const ada = app.createGuest()
  const { info } = await ada.buyElectricity({ meter_number: prepaidMeter('pendingThenDelivered') })
  await app.runDueJobsUntil(isOrderFinal(app, info.order_reference))
  const order = await app.orderRow(info.order_reference)
  const delivery = await app.db.q
    .selectFrom('deliveries')
    .selectAll()
    .where('order_id', '=', order.id)
    .executeTakeFirstOrThrow()
  expect(delivery).toMatchObject({
    customer_name: expect.stringMatching(/^[A-Z]+ [A-Z]+$/),
    customer_address: expect.stringContaining(','),
    receipt_number: expect.stringMatching(/^\d{14}$/),
  })
  expect(delivery.vat_kobo).toBeGreaterThan(0n)
  expect((await ada.getOrder(info)).data).toMatchObject({ token: expect.stringMatching(/\d{4}/) })
})
