import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { isOrderFinal } from '../support/consistency.ts'
import { prepaidMeter } from '../support/meters.ts'
import { createShortTimeoutProviders } from '../support/providers.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'

let app: TestApp
beforeEach(async () => {
  app = await startTestApp({ providerOverrides: createShortTimeoutProviders })
})
const removeDueTimes = (table: string) => sql`update ${sql.table(table)} set due_at = null`.execute(app.db.q)

test('an order that lost its due time is scheduled again and delivered', async () => {
  const { info } = await app
    .createGuest()
    .buyElectricity({ meter_number: prepaidMeter('timeoutThenDelivered') })
  await app.runDueJobsUntil(async () => (await app.orderRow(info.order_reference)).state === 'vending')
  await removeDueTimes('orders')
  await removeDueTimes('attempts')
  expect(await app.features.operations.repairMissingDueTimes()).toBeGreaterThanOrEqual(2)
  await app.runDueJobsUntil(isOrderFinal(app, info.order_reference))
  expect((await app.orderRow(info.order_reference)).state).toBe('delivered')
})

test('an open payment that lost its due time is verified again', async () => {
  const guest = app.createGuest()
  const { data: info } = await guest.lookUpMeter({ meter_number: prepaidMeter() })
  await app.injectFault('paystack', 'webhook_lost')
  const { data } = await guest.initiatePayment(info)
  await removeDueTimes('payments')
  await guest.payAtCheckout(data.checkoutUrl)
  await removeDueTimes('payments')
  await app.features.operations.repairMissingDueTimes()
  await app.runDueJobsUntil(isOrderFinal(app, info.order_reference))
  expect((await app.orderRow(info.order_reference)).state).toBe('delivered')
})

test('a refund that lost its due time is still processed', async () => {
  await app.injectFault('paystack', 'refund_500')
  const { info } = await app.createGuest().buyElectricity({ meter_number: prepaidMeter('failed') })
  await app.runDueJobsUntil(async () => (await app.orderRow(info.order_reference)).state === 'refunding')
  await removeDueTimes('refunds')
  await app.features.operations.repairMissingDueTimes()
  await app.runDueJobsUntil(isOrderFinal(app, info.order_reference))
  expect((await app.orderRow(info.order_reference)).state).toBe('refunded')
})

test('a message that lost its due time is still sent', async () => {
  const guest = app.createGuest()
  const { info } = await guest.buyElectricity({ meter_number: prepaidMeter(), email: 'late@example.com' })
  await guest.processOrder(info)
  await sql`update outbox set state = 'pending', due_at = null, sent_at = null`.execute(app.db.q)
  await app.features.operations.repairMissingDueTimes()
  await app.runDueJobsUntil(async () =>
    (await app.emails()).some((mail) => mail.to.includes('late@example.com')),
  )
})

test('a refunding order without any refund goes to review', async () => {
  await app.injectFault('paystack', 'refund_500')
  const { info } = await app.createGuest().buyElectricity({ meter_number: prepaidMeter('failed') })
  await app.runDueJobsUntil(async () => (await app.orderRow(info.order_reference)).state === 'refunding')
  await sql`delete from refunds`.execute(app.db.q)
  await app.features.operations.repairMissingDueTimes()
  expect(await app.orderRow(info.order_reference)).toMatchObject({ review_reason: 'refund_missing' })
})

test('a paid order without progress for ten minutes goes to review, once', async () => {
  const { info } = await app.createGuest().buyElectricity({ meter_number: prepaidMeter('noAnswer') })
  const attempts = () =>
    app.db.q.selectFrom('attempts').select('state').where('state', '=', 'unknown').execute()
  await app.runDueJobsUntil(async () => (await attempts()).length === 1)
  await app.advanceClock(11 * 60)
  expect(await app.features.operations.repairMissingDueTimes()).toBe(1)
  const order = await app.orderRow(info.order_reference)
  expect(order.review_reason).toBe('stuck')
  expect(await app.features.operations.repairMissingDueTimes()).toBe(0)
})

test('a row that waits for its due time is left unchanged', async () => {
  await app.createGuest().buyElectricity({ meter_number: prepaidMeter('pendingThenDelivered') })
  await app.createGuest().lookUpMeter({ meter_number: prepaidMeter() })
  expect(await app.features.operations.repairMissingDueTimes()).toBe(0)
})
