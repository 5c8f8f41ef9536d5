import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { acceptViolation } from '../../server/operations/index.ts'
import { prepaidMeter } from '../support/meters.ts'
import { eventually, startTestApp, type TestApp } from '../support/test-app.ts'

let app: TestApp
beforeEach(async () => {
  app = await startTestApp({ config: { alertTo: 'ops@example.com' } })
})

async function createDeliveredOrder() {
  const guest = app.createGuest()
  const { info } = await guest.buyElectricity({ meter_number: prepaidMeter() })
  await guest.processOrder(info)
  return app.orderRow(info.order_reference)
}
const removeTokens = (id: string) =>
  sql`update deliveries set tokens = '[]' where order_id = ${id}`.execute(app.db.q)
const alerts = async () => (await app.emails()).filter((mail) => mail.to.includes('ops@example.com'))
const pausedServices = async () => [...(await app.features.outages!()).keys()]

test('a violated invariant stops its service, alerts once, and ends when it holds again', async () => {
  const order = await createDeliveredOrder()
  const tokens = (await app.db.q.selectFrom('deliveries').selectAll().executeTakeFirstOrThrow()).tokens
  expect(await app.features.operations.checkInvariants()).toBe(0)

  await removeTokens(order.id)
  expect(await app.features.operations.checkInvariants()).toBe(1)
  await eventually(async () => (await pausedServices()).length > 0)
  expect(await pausedServices()).toEqual(['power'])
  expect(await app.createGuest().lookUpMeter({ meter_number: prepaidMeter() })).toMatchObject({
    httpStatus: 422,
  })
  await app.features.operations.checkInvariants()
  await app.runDueJobs()
  const mails = await eventually(async () => (await alerts()).length > 0 && (await alerts()))
  expect(mails).toHaveLength(1)
  expect(mails[0]!.subject).toContain('invariant delivery-matches-order is violated')
  expect(mails[0]!.text).toContain(order.reference)

  await app.db.q
    .updateTable('deliveries')
    .set({ tokens: JSON.stringify(tokens) })
    .where('order_id', '=', order.id)
    .execute()
  expect(await app.features.operations.checkInvariants()).toBe(0)
  await eventually(async () => (await pausedServices()).length === 0)
  expect(await alerts()).toHaveLength(1)
})

test('an accepted violation stops no service, and the acceptance is recorded', async () => {
  const order = await createDeliveredOrder()
  await removeTokens(order.id)
  await app.features.operations.checkInvariants()
  await eventually(async () => (await pausedServices()).length > 0)
  const violation = await app.db.q.selectFrom('invariant_violations').selectAll().executeTakeFirstOrThrow()
  expect(
    await acceptViolation(app.db, violation.id, {
      actor: 'command',
      reason: 'The token was read out by phone',
    }),
  ).toBe(true)
  await eventually(async () => (await pausedServices()).length === 0)
  await app.features.operations.checkInvariants()
  expect(await pausedServices()).toEqual([])
  expect(await acceptViolation(app.db, violation.id, { actor: 'command', reason: 'again' })).toBe(false)
  const event = await app.db.q
    .selectFrom('audit_log')
    .selectAll()
    .where('action', '=', 'breach.accept')
    .executeTakeFirstOrThrow()
  expect(event).toMatchObject({
    subject: order.reference,
    detail: { reason: 'The token was read out by phone' },
  })
})

test('an invariant without a service stops all services', async () => {
  await sql`alter table orders disable trigger state_transition_guard`.execute(app.db.q)
  await app.features.operations.checkInvariants()
  await eventually(async () => (await pausedServices()).length > 0)
  expect(await pausedServices()).toEqual(['power', 'cabletv', 'airtime', 'data', 'education'])
})

test('orders that are paid after a violation is found are still delivered', async () => {
  const order = await createDeliveredOrder()
  const guest = app.createGuest()
  const { data: info } = await guest.lookUpMeter({ meter_number: prepaidMeter() })
  const { data } = await guest.initiatePayment(info)
  await removeTokens(order.id)
  await app.features.operations.checkInvariants()
  await eventually(async () => (await pausedServices()).length > 0)
  await guest.payAtCheckout(data.checkoutUrl)
  expect((await guest.processOrder(info)).httpStatus).toBe(200)
})

test('a failed scheduled job alerts the operators, once a day', async () => {
  await app.features.operations.alertJobFailed('purge-expired')
  await app.features.operations.alertJobFailed('purge-expired')
  await app.runDueJobs()
  const [mail, ...others] = await eventually(async () => (await alerts()).length > 0 && (await alerts()))
  expect(mail?.subject).toContain('the job purge-expired failed')
  expect(others).toEqual([])
})
