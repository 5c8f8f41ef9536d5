import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectBooksTrue, expectFair } from '../support/audit.ts'
import { prepaid } from '../support/meters.ts'
import { eventually, openShop, type Shop } from '../support/shop.ts'
import { holderOf, transfers } from './house.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop({ shared: true })
})
afterAll(() => shop.close())

const inflowOf = (reference: string) =>
  shop.db.q.selectFrom('inflows').selectAll().where('gateway_reference', '=', reference).executeTakeFirst()

const ordersOf = (userId: string) =>
  shop.db.q.selectFrom('orders').selectAll().where('user_id', '=', userId).execute()

/** Somebody whose meter's account buys with what arrives. */
async function buyer(meter = prepaid()) {
  const ada = await holderOf(shop)
  await ada.verifies()
  const uniqueid = await ada.savesMeter(meter)
  const { data } = await ada.reserves(uniqueid)
  expect(data.virtual_account).toMatchObject({ buys_automatically: false })
  expect(await ada.switches(uniqueid, true)).toMatchObject({
    http: 200,
    data: { virtual_account: { buys_automatically: true } },
  })
  expect((await ada.meters())[0]?.virtual_account?.buys_automatically).toBe(true)
  return { ...ada, uniqueid, meter, account: data.virtual_account!.account_number }
}

const settled = (reference: string) =>
  shop.sweepUntil(async () => {
    const buying = (await inflowOf(reference))?.buying
    return buying === 'bought' || buying === 'declined'
  })

test('with buying switched on, a transfer buys for its meter at once, from the wallet it was credited to', async () => {
  const ada = await buyer()
  const reference = await transfers(shop, ada.account, 2150)
  await eventually(async () => (await inflowOf(reference))?.state === 'credited')
  await settled(reference)
  await shop.sweepUntil(async () => (await ordersOf(ada.id))[0]?.state === 'delivered')
  const [order] = await ordersOf(ada.id)
  expect(order).toMatchObject({ beneficiary: ada.meter, amount_kobo: 205_000n, total_kobo: 215_000n })
  expect(await inflowOf(reference)).toMatchObject({ buying: 'bought', order_id: order?.id, due_at: null })
  // Cashback of the order is all that is left.
  await eventually(async () => (await ada.walletKobo()) === 2_050n)
  await expectBooksTrue(shop)
})

test('a process that died after paying leaves nothing to pay again', async () => {
  const ada = await buyer()
  const reference = await transfers(shop, ada.account, 1500)
  await eventually(async () => (await inflowOf(reference))?.state === 'credited')
  await settled(reference)
  await shop.db.q
    .updateTable('inflows')
    .set({ buying: 'wanted', due_at: new Date(0) })
    .where('gateway_reference', '=', reference)
    .execute()
  await settled(reference)
  const [order, ...others] = (await ordersOf(ada.id)).filter(({ paid_at }) => paid_at !== null)
  expect(others).toEqual([])
  expect(await inflowOf(reference)).toMatchObject({ buying: 'bought', order_id: order?.id })
})

test('what arrives on an account that does not buy stays in the wallet', async () => {
  const ada = await buyer()
  await ada.switches(ada.uniqueid, false)
  await transfers(shop, ada.account, 2000)
  await eventually(async () => (await ada.walletKobo()) === 200_000n)
  await shop.sweep()
  expect(await ordersOf(ada.id)).toEqual([])
})

test('only what arrived is spent, and too little stays in the wallet with a word why', async () => {
  const ada = await buyer()
  const small = await transfers(shop, ada.account, 150)
  await eventually(async () => (await inflowOf(small))?.state === 'credited')
  await settled(small)
  expect(await inflowOf(small)).toMatchObject({ buying: 'declined', order_id: null })
  expect(await ada.walletKobo()).toBe(15_000n)
  expect((await ada.notices()).map((it) => it.body)).toContain(
    `₦150.00 for ${ada.meter} stays in your wallet. At least ₦200.00 is needed for it.`,
  )
  const more = await transfers(shop, ada.account, 1100)
  await eventually(async () => (await inflowOf(more))?.state === 'credited')
  await settled(more)
  expect(await ordersOf(ada.id)).toMatchObject([{ total_kobo: 110_000n }])
})

test('a service that is off, and a meter that was deleted, leave the money in the wallet', async () => {
  const ada = await buyer()
  await shop.parts.settings.change('power_status', 0)
  const first = await transfers(shop, ada.account, 2000)
  await eventually(async () => (await inflowOf(first))?.state === 'credited')
  await settled(first)
  await shop.parts.settings.change('power_status', 1)
  await shop.db.q.deleteFrom('beneficiaries').where('user_id', '=', ada.id).execute()
  const second = await transfers(shop, ada.account, 2000)
  await eventually(async () => (await inflowOf(second))?.state === 'credited')
  await settled(second)
  expect(await ada.walletKobo()).toBe(400_000n)
  expect((await ada.notices()).map((it) => it.body)).toEqual(
    expect.arrayContaining([
      `₦2,000.00 for ${ada.meter} stays in your wallet. This service is currently not available`,
      `₦2,000.00 for ${ada.meter} stays in your wallet. It is not among your beneficiaries any more.`,
    ]),
  )
})

test('an order that cannot be delivered gives the money back to the wallet', async () => {
  const ada = await buyer(prepaid().replace(/\d{4}$/, '0003'))
  const reference = await transfers(shop, ada.account, 2000)
  await eventually(async () => (await inflowOf(reference))?.state === 'credited')
  await settled(reference)
  await shop.sweepUntil(async () => (await ordersOf(ada.id))[0]?.state === 'refunded', { stepSeconds: 60 })
  expect(await ada.walletKobo()).toBe(200_000n)
  await expectFair(shop, (await ordersOf(ada.id))[0]!.reference)
  await expectBooksTrue(shop)
})

test('several processes that sweep at once make one order of one transfer', async () => {
  const ada = await buyer()
  const others = await Promise.all([shop.another(), shop.another()])
  const reference = await transfers(shop, ada.account, 2000)
  await eventually(async () => (await inflowOf(reference))?.state === 'credited')
  for (let round = 0; round < 3; round += 1) {
    await Promise.all([shop.sweep(), ...others.map((it) => it.sweep())])
    await shop.db.q
      .updateTable('inflows')
      .set({ due_at: new Date(0) })
      .where('gateway_reference', '=', reference)
      .where('buying', '=', 'wanted')
      .execute()
  }
  await settled(reference)
  await Promise.all(others.map((it) => it.stop()))
  const orders = await ordersOf(ada.id)
  expect(orders.filter(({ paid_at }) => paid_at !== null)).toHaveLength(1)
  await shop.sweepUntil(async () => (await ordersOf(ada.id)).some(({ state }) => state === 'delivered'))
  await expectBooksTrue(shop)
})

test('another’s account, and one that was never reserved, cannot be switched', async () => {
  const [ada, bola] = [await buyer(), await holderOf(shop)]
  expect((await bola.switches(ada.uniqueid, true)).http).toBe(404)
  const unreserved = await bola.savesMeter()
  expect((await bola.switches(unreserved, true)).http).toBe(404)
  expect((await ada.switches(ada.uniqueid, 'yes')).http).toBe(422)
})
