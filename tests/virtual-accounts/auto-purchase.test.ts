import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectLedgerMatchesProviders, expectOrderConsistent } from '../support/consistency.ts'
import { prepaidMeter } from '../support/meters.ts'
import { eventually, startTestApp, type TestApp } from '../support/test-app.ts'
import { createAccountHolder, transferTo } from './setup.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ shared: true })
})
afterAll(() => app.close())

const depositByReference = (reference: string) =>
  app.db.q.selectFrom('deposits').selectAll().where('gateway_reference', '=', reference).executeTakeFirst()

const ordersOf = (userId: string) =>
  app.db.q.selectFrom('orders').selectAll().where('user_id', '=', userId).execute()

/** A customer whose meter account has automatic purchase turned on. */
async function buyer(meter = prepaidMeter()) {
  const ada = await createAccountHolder(app)
  await ada.verifyBvn()
  const uniqueid = await ada.saveMeter(meter)
  const { data } = await ada.reserve(uniqueid)
  expect(data.virtual_account).toMatchObject({ auto_purchase: false })
  expect(await ada.setAutoPurchase(uniqueid, true)).toMatchObject({
    httpStatus: 200,
    data: { virtual_account: { auto_purchase: true } },
  })
  expect((await ada.meters())[0]?.virtual_account?.auto_purchase).toBe(true)
  return { ...ada, uniqueid, meter, account: data.virtual_account!.account_number }
}

const waitUntilSettled = (reference: string) =>
  app.runDueJobsUntil(async () => {
    const buying = (await depositByReference(reference))?.auto_purchase_status
    return buying === 'bought' || buying === 'declined'
  })

test('with automatic purchase on, a deposit immediately buys for its meter from the credited wallet', async () => {
  const ada = await buyer()
  const reference = await transferTo(app, ada.account, 2150)
  await eventually(async () => (await depositByReference(reference))?.state === 'credited')
  await waitUntilSettled(reference)
  await app.runDueJobsUntil(async () => (await ordersOf(ada.id))[0]?.state === 'delivered')
  const [order] = await ordersOf(ada.id)
  expect(order).toMatchObject({ beneficiary: ada.meter, amount_kobo: 205_000n, total_kobo: 215_000n })
  expect(await depositByReference(reference)).toMatchObject({
    auto_purchase_status: 'bought',
    order_id: order?.id,
    due_at: null,
  })
  // Only the cashback of the order is left.
  await eventually(async () => (await ada.walletKobo()) === 2_050n)
  await expectLedgerMatchesProviders(app)
})

test('after a crash following the payment, the purchase is not paid again', async () => {
  const ada = await buyer()
  const reference = await transferTo(app, ada.account, 1500)
  await eventually(async () => (await depositByReference(reference))?.state === 'credited')
  await waitUntilSettled(reference)
  await app.db.q
    .updateTable('deposits')
    .set({ auto_purchase_status: 'wanted', due_at: new Date(0) })
    .where('gateway_reference', '=', reference)
    .execute()
  await waitUntilSettled(reference)
  const [order, ...others] = (await ordersOf(ada.id)).filter(({ paid_at }) => paid_at !== null)
  expect(others).toEqual([])
  expect(await depositByReference(reference)).toMatchObject({
    auto_purchase_status: 'bought',
    order_id: order?.id,
  })
})

test('a deposit to an account without automatic purchase stays in the wallet', async () => {
  const ada = await buyer()
  await ada.setAutoPurchase(ada.uniqueid, false)
  await transferTo(app, ada.account, 2000)
  await eventually(async () => (await ada.walletKobo()) === 200_000n)
  await app.runDueJobs()
  expect(await ordersOf(ada.id)).toEqual([])
})

test('only the deposited amount is spent; an insufficient amount stays in the wallet with a notification', async () => {
  const ada = await buyer()
  const small = await transferTo(app, ada.account, 150)
  await eventually(async () => (await depositByReference(small))?.state === 'credited')
  await waitUntilSettled(small)
  expect(await depositByReference(small)).toMatchObject({ auto_purchase_status: 'declined', order_id: null })
  expect(await ada.walletKobo()).toBe(15_000n)
  expect((await ada.notifications()).map((entry) => entry.body)).toContain(
    `₦150.00 for ${ada.meter} stays in your wallet. At least ₦200.00 is needed for it.`,
  )
  const overrides = await transferTo(app, ada.account, 1100)
  await eventually(async () => (await depositByReference(overrides))?.state === 'credited')
  await waitUntilSettled(overrides)
  expect(await ordersOf(ada.id)).toMatchObject([{ total_kobo: 110_000n }])
})

test('when the service is off or the meter is deleted, the money stays in the wallet', async () => {
  const ada = await buyer()
  await app.context.settings.change('power_status', 0)
  const first = await transferTo(app, ada.account, 2000)
  await eventually(async () => (await depositByReference(first))?.state === 'credited')
  await waitUntilSettled(first)
  await app.context.settings.change('power_status', 1)
  await app.db.q.deleteFrom('beneficiaries').where('user_id', '=', ada.id).execute()
  const second = await transferTo(app, ada.account, 2000)
  await eventually(async () => (await depositByReference(second))?.state === 'credited')
  await waitUntilSettled(second)
  expect(await ada.walletKobo()).toBe(400_000n)
  expect((await ada.notifications()).map((entry) => entry.body)).toEqual(
    expect.arrayContaining([
      `₦2,000.00 for ${ada.meter} stays in your wallet. This service is currently not available`,
      `₦2,000.00 for ${ada.meter} stays in your wallet. It is no longer one of your beneficiaries.`,
    ]),
  )
})

test('a user who is blocked between two attempts buys nothing, and the money stays in the wallet', async () => {
  const ada = await buyer()
  await app.context.settings.change('power_status', 0)
  const reference = await transferTo(app, ada.account, 2000)
  await eventually(async () => (await depositByReference(reference))?.state === 'credited')
  await waitUntilSettled(reference)
  await app.context.settings.change('power_status', 1)
  await app.db.q
    .updateTable('users')
    .set({ blocked_at: new Date(), blocked_reason: 'stolen phone' })
    .where('id', '=', ada.id)
    .execute()
  await app.db.q
    .updateTable('deposits')
    .set({ auto_purchase_status: 'wanted', due_at: new Date(0) })
    .where('gateway_reference', '=', reference)
    .execute()
  await waitUntilSettled(reference)
  expect(await depositByReference(reference)).toMatchObject({
    auto_purchase_status: 'declined',
    due_at: null,
  })
  expect((await ordersOf(ada.id)).filter(({ paid_at }) => paid_at !== null)).toEqual([])
  expect(await ada.walletKobo()).toBe(200_000n)
  expect((await ada.notifications()).map((entry) => entry.body)).toContain(
    `₦2,000.00 for ${ada.meter} stays in your wallet. Your account is blocked.`,
  )
})

test('lookups by other callers do not prevent the automatic purchase of a deposit', async () => {
  const ada = await buyer()
  // The lookup of the day on which the account was reserved is not stored any more.
  await app.db.q.deleteFrom('customer_lookups').where('beneficiary', '=', ada.meter).execute()
  await app.context.limits.consume('lookup_range', `power ${ada.meter.slice(0, -3)}`, 400)
  expect((await app.createGuest().lookUpMeter({ meter_number: ada.meter })).httpStatus).toBe(429)
  const reference = await transferTo(app, ada.account, 2150)
  await waitUntilSettled(reference)
  expect(await depositByReference(reference)).toMatchObject({ auto_purchase_status: 'bought' })
})

test('an automatic order that cannot be delivered is refunded to the wallet', async () => {
  const ada = await buyer(prepaidMeter().replace(/\d{4}$/, '0003'))
  const reference = await transferTo(app, ada.account, 2000)
  await eventually(async () => (await depositByReference(reference))?.state === 'credited')
  await waitUntilSettled(reference)
  await app.runDueJobsUntil(async () => (await ordersOf(ada.id))[0]?.state === 'refunded', {
    stepSeconds: 60,
  })
  expect(await ada.walletKobo()).toBe(200_000n)
  await expectOrderConsistent(app, (await ordersOf(ada.id))[0]!.reference)
  await expectLedgerMatchesProviders(app)
})

test('concurrent job runs create one order per deposit', async () => {
  const ada = await buyer()
  const others = await Promise.all([app.startSecondProcess(), app.startSecondProcess()])
  const reference = await transferTo(app, ada.account, 2000)
  await eventually(async () => (await depositByReference(reference))?.state === 'credited')
  for (let round = 0; round < 3; round += 1) {
    await Promise.all([app.runDueJobs(), ...others.map((entry) => entry.runDueJobs())])
    await app.db.q
      .updateTable('deposits')
      .set({ due_at: new Date(0) })
      .where('gateway_reference', '=', reference)
      .where('auto_purchase_status', '=', 'wanted')
      .execute()
  }
  await waitUntilSettled(reference)
  await Promise.all(others.map((entry) => entry.stop()))
  const orders = await ordersOf(ada.id)
  expect(orders.filter(({ paid_at }) => paid_at !== null)).toHaveLength(1)
  await app.runDueJobsUntil(async () => (await ordersOf(ada.id)).some(({ state }) => state === 'delivered'))
  await expectLedgerMatchesProviders(app)
})

test('automatic purchase cannot be set on another user’s or a missing account', async () => {
  const [ada, bola] = [await buyer(), await createAccountHolder(app)]
  expect((await bola.setAutoPurchase(ada.uniqueid, true)).httpStatus).toBe(404)
  const unreserved = await bola.saveMeter()
  expect((await bola.setAutoPurchase(unreserved, true)).httpStatus).toBe(404)
  expect((await ada.setAutoPurchase(ada.uniqueid, 'yes')).httpStatus).toBe(422)
})
