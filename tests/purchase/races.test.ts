import { afterAll, beforeAll, expect, test } from 'vitest'
import { leaveState } from '../../server/purchase/store.ts'
import { expectBooksTrue, expectFair, factsOf, isOver } from '../support/audit.ts'
import { prepaid } from '../support/meters.ts'
import { eventually, openShop, type Shop } from '../support/shop.ts'

/** On the embedded database one connection puts everybody in line; PostgreSQL really races. */
let shop: Shop
beforeAll(async () => {
  shop = await openShop({ shared: true })
})
afterAll(() => shop.close())

const fifty = Array.from({ length: 50 })

test('processed 50 times at once, a paid order is vended once', async () => {
  const ada = shop.guest()
  const { info } = await ada.buys({ meter_number: prepaid() })
  const replies = await Promise.all(fifty.map(() => ada.processes(info)))
  expect(new Set(replies.map((it) => it.http))).toEqual(new Set([200]))
  expect((await factsOf(shop, info.order_reference)).attempts).toHaveLength(1)
  await expectFair(shop, info.order_reference)
  await expectBooksTrue(shop)
})

test('advanced 50 times at once past the shared run of one process, a paid order is vended once', async () => {
  const ada = shop.guest()
  const { data: info } = await ada.looksUp({ meter_number: prepaid() })
  const { data } = await ada.initiates(info)
  const others = await Promise.all([shop.another(), shop.another(), shop.another(), shop.another()])
  await ada.paysAt(data.checkoutUrl)
  const { id } = await shop.orderRow(info.order_reference)
  await eventually(async () => (await factsOf(shop, info.order_reference)).paid.length === 1)
  await Promise.all(fifty.map((_, i) => others[i % others.length]!.engine.advance(id)))
  await eventually(isOver(shop, info.order_reference))
  expect((await factsOf(shop, info.order_reference)).attempts).toHaveLength(1)
  await expectFair(shop, info.order_reference)
  await expectBooksTrue(shop)
})

test('an order that has moved since it was seen is not moved by whoever saw it before', async () => {
  const { info } = await shop.guest().buys({ meter_number: prepaid() })
  await eventually(isOver(shop, info.order_reference))
  const order = await shop.orderRow(info.order_reference)
  const late = await shop.db.inTransaction((tx) =>
    leaveState(tx, { ...order, state: 'paid' }, { due_at: new Date() }),
  )
  expect(late).toBeUndefined()
  expect((await shop.orderRow(info.order_reference)).version).toBe(order.version)
})

test('found by a webhook, a return page and the sweepers of four processes at once, a failed order is refunded once', async () => {
  const ada = shop.guest()
  const { data: info } = await ada.looksUp({ meter_number: prepaid('failed') })
  const { data } = await ada.initiates(info)
  const others = await Promise.all([shop.another(), shop.another(), shop.another()])
  await ada.paysAt(data.checkoutUrl)
  for (let looks = 0; looks < 40 && !(await isOver(shop, info.order_reference)()); looks++) {
    await Promise.all([ada.processes(info), shop.sweep(), ...others.map((it) => it.sweep())])
    await shop.clockAhead(20)
  }
  const { order, refunds, refunded } = await factsOf(shop, info.order_reference)
  expect(order.state).toBe('refunded')
  expect(refunds).toHaveLength(1)
  expect(refunded).toHaveLength(1)
  await expectFair(shop, info.order_reference)
  await expectBooksTrue(shop)
})
