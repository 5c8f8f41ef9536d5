import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tx } from '../../server/database/index.ts'
import { orderMachine } from '../../server/purchase/index.ts'
import { NewlyPaidOrderWithRestoreTimes } from '../../server/purchase/store.ts'
import { duplicateWindowLock } from '../../server/vending/index.ts'
import type { VendorName } from '../../shared/providers.ts'
import {
  collectOrderRecords,
  expectLedgerMatchesProviders,
  expectOrderConsistent,
  isOrderFinal,
} from '../support/consistency.ts'
import { postgresUrl } from '../support/database.ts'
import { prepaidMeter } from '../support/meters.ts'
import { eventually, startTestApp, type TestApp } from '../support/test-app.ts'

/**
 * The embedded database has one connection and runs all requests in sequence; only PostgreSQL runs them
 * concurrently.
 */
let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ shared: true })
})
afterAll(() => app.close())

const fifty = Array.from({ length: 50 })

test('50 concurrent process requests vend a paid order once', async () => {
  const ada = app.createGuest()
  const { info } = await ada.buyElectricity({ meter_number: prepaidMeter() })
  const responses = await Promise.all(fifty.map(() => ada.processOrder(info)))
  expect(new Set(responses.map((item) => item.httpStatus))).toEqual(new Set([200]))
  expect((await collectOrderRecords(app, info.order_reference)).attempts).toHaveLength(1)
  await expectOrderConsistent(app, info.order_reference)
  await expectLedgerMatchesProviders(app)
})

test('50 concurrent advances past the shared run of one process vend a paid order once', async () => {
  const ada = app.createGuest()
  const { data: info } = await ada.lookUpMeter({ meter_number: prepaidMeter() })
  const { data } = await ada.initiatePayment(info)
  const others = await Promise.all([
    app.startSecondProcess(),
    app.startSecondProcess(),
    app.startSecondProcess(),
    app.startSecondProcess(),
  ])
  await ada.payAtCheckout(data.checkoutUrl)
  const { id } = await app.orderRow(info.order_reference)
  await eventually(async () => (await collectOrderRecords(app, info.order_reference)).paid.length === 1)
  await Promise.all(fifty.map((_, i) => others[i % others.length]!.orderProcessor.advance(id)))
  await eventually(isOrderFinal(app, info.order_reference))
  expect((await collectOrderRecords(app, info.order_reference)).attempts).toHaveLength(1)
  await expectOrderConsistent(app, info.order_reference)
  await expectLedgerMatchesProviders(app)
})

test.runIf(postgresUrl)(
  'a vend locks its duplicate window before its order, as release 0.2.0 does (needs PostgreSQL)',
  async () => {
    const meter = prepaidMeter()
    const ada = app.createGuest()
    const { data: info } = await ada.lookUpMeter({ meter_number: meter })
    const { data } = await ada.initiatePayment(info)
    const { id, vendor } = await app.orderRow(info.order_reference)
    await app.db.inTransaction(async (tx) => {
      const window = { service: 'power', beneficiary: meter } as const
      await sql`select ${duplicateWindowLock(app.features.orderProcessor.deps.vendors[vendor as VendorName]!, window)}`.execute(
        tx,
      )
      await ada.payAtCheckout(data.checkoutUrl)
      await eventually(async () => (await waitingForAdvisoryLock(tx)) > 0)
      const lockedOrder = tx.selectFrom('orders').select('state').where('id', '=', id).forUpdate().noWait()
      expect(await lockedOrder.executeTakeFirstOrThrow()).toEqual({ state: 'paid' })
    })
    await eventually(isOrderFinal(app, info.order_reference))
    expect((await collectOrderRecords(app, info.order_reference)).attempts).toHaveLength(1)
    await expectOrderConsistent(app, info.order_reference)
  },
)

/** Statements of this database that wait for an advisory lock. */
async function waitingForAdvisoryLock(tx: Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int from pg_locks
    where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`.execute(tx)
  return rows[0]?.count ?? 0
}

test('an order whose state has changed is not updated from the stale state', async () => {
  const { info } = await app.createGuest().buyElectricity({ meter_number: prepaidMeter() })
  await eventually(isOrderFinal(app, info.order_reference))
  const order = await app.orderRow(info.order_reference)
  const late = await app.db.inTransaction((tx) =>
    orderMachine.tryTransition(
      tx,
      { ...order, state: 'paid' },
      'vending',
      { due_at: new Date() },
      { event: 'engine.vend_started' },
    ),
  )
  expect(late).toBeUndefined()
  expect((await app.orderRow(info.order_reference)).version).toBe(order.version)
})

test('an order that was delivered since its payment was applied is not sent again', async () => {
  const { info } = await app.createGuest().buyElectricity({ meter_number: prepaidMeter() })
  await eventually(isOrderFinal(app, info.order_reference))
  const delivered = await app.orderRow(info.order_reference)
  const paidOrder = new NewlyPaidOrderWithRestoreTimes(
    { ...delivered, state: 'paid' },
    await app.features.orderProcessor.deps.restoreDetector.read(),
  )
  app.features.orderProcessor.schedule(paidOrder)
  const order = await app.features.orderProcessor.advance(delivered.id)
  expect(order).toMatchObject({ state: 'delivered', version: delivered.version })
  expect((await collectOrderRecords(app, info.order_reference)).attempts).toHaveLength(1)
  await expectOrderConsistent(app, info.order_reference)
})

test('a webhook, a return page and the due jobs of four processes refund a failed order once', async () => {
  const ada = app.createGuest()
  const { data: info } = await ada.lookUpMeter({ meter_number: prepaidMeter('failed') })
  const { data } = await ada.initiatePayment(info)
  const others = await Promise.all([
    app.startSecondProcess(),
    app.startSecondProcess(),
    app.startSecondProcess(),
  ])
  await ada.payAtCheckout(data.checkoutUrl)
  for (let polls = 0; polls < 40 && !(await isOrderFinal(app, info.order_reference)()); polls++) {
    await Promise.all([ada.processOrder(info), app.runDueJobs(), ...others.map((item) => item.runDueJobs())])
    await app.advanceClock(20)
  }
  const { order, refunds, refunded } = await collectOrderRecords(app, info.order_reference)
  expect(order.state).toBe('refunded')
  expect(refunds).toHaveLength(1)
  expect(refunded).toHaveLength(1)
  await expectOrderConsistent(app, info.order_reference)
  await expectLedgerMatchesProviders(app)
})
