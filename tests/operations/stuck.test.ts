import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { isOver } from '../support/audit.ts'
import { impatient } from '../support/counterparties.ts'
import { prepaid } from '../support/meters.ts'
import { openShop, type Shop } from '../support/shop.ts'

let shop: Shop
beforeEach(async () => {
  shop = await openShop({ counterparties: impatient })
})
const loses = (table: string) => sql`update ${sql.table(table)} set due_at = null`.execute(shop.db.q)

test('an order whose deadline was lost is found within the minute and still ends', async () => {
  const { info } = await shop.guest().buys({ meter_number: prepaid('timeoutThenDelivered') })
  await shop.sweepUntil(async () => (await shop.orderRow(info.order_reference)).state === 'vending')
  await loses('orders')
  await loses('attempts')
  expect(await shop.features.operations.unstick()).toBeGreaterThanOrEqual(2)
  await shop.sweepUntil(isOver(shop, info.order_reference))
  expect((await shop.orderRow(info.order_reference)).state).toBe('delivered')
})

test('an open payment whose deadline was lost is asked about again', async () => {
  const guest = shop.guest()
  const { data: info } = await guest.looksUp({ meter_number: prepaid() })
  await shop.fault('paystack', 'webhook_lost')
  const { data } = await guest.initiates(info)
  await loses('payments')
  await guest.paysAt(data.checkoutUrl)
  await loses('payments')
  await shop.features.operations.unstick()
  await shop.sweepUntil(isOver(shop, info.order_reference))
  expect((await shop.orderRow(info.order_reference)).state).toBe('delivered')
})

test('a refund whose deadline was lost still reaches the customer', async () => {
  await shop.fault('paystack', 'refund_500')
  const { info } = await shop.guest().buys({ meter_number: prepaid('failed') })
  await shop.sweepUntil(async () => (await shop.orderRow(info.order_reference)).state === 'refunding')
  await loses('refunds')
  await shop.features.operations.unstick()
  await shop.sweepUntil(isOver(shop, info.order_reference))
  expect((await shop.orderRow(info.order_reference)).state).toBe('refunded')
})

test('a message whose deadline was lost is still sent', async () => {
  const guest = shop.guest()
  const { info } = await guest.buys({ meter_number: prepaid(), email: 'late@example.com' })
  await guest.processes(info)
  await sql`update outbox set state = 'waiting', due_at = null, sent_at = null`.execute(shop.db.q)
  await shop.features.operations.unstick()
  await shop.sweepUntil(async () => (await shop.mails()).some((it) => it.to.includes('late@example.com')))
})

test('an order that is refunding without any refund is shown to a person', async () => {
  await shop.fault('paystack', 'refund_500')
  const { info } = await shop.guest().buys({ meter_number: prepaid('failed') })
  await shop.sweepUntil(async () => (await shop.orderRow(info.order_reference)).state === 'refunding')
  await sql`delete from refunds`.execute(shop.db.q)
  await shop.features.operations.unstick()
  expect(await shop.orderRow(info.order_reference)).toMatchObject({ review_reason: 'refund_missing' })
})

test('a paid order that does not move for ten minutes is shown to a person, once', async () => {
  const { info } = await shop.guest().buys({ meter_number: prepaid('noAnswer') })
  await shop.sweepUntil(async () => (await shop.orderRow(info.order_reference)).state === 'vending')
  await shop.clockAhead(11 * 60)
  expect(await shop.features.operations.unstick()).toBe(1)
  const order = await shop.orderRow(info.order_reference)
  expect(order.review_reason).toBe('stuck')
  expect(await shop.features.operations.unstick()).toBe(0)
})

test('what waits for its time is left alone', async () => {
  await shop.guest().buys({ meter_number: prepaid('pendingThenDelivered') })
  await shop.guest().looksUp({ meter_number: prepaid() })
  expect(await shop.features.operations.unstick()).toBe(0)
})
