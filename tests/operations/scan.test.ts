import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { acceptBreach } from '../../server/operations/index.ts'
import { prepaid } from '../support/meters.ts'
import { eventually, openShop, type Shop } from '../support/shop.ts'

let shop: Shop
beforeEach(async () => {
  shop = await openShop({ config: { alertTo: 'ops@example.com' } })
})

async function delivered() {
  const guest = shop.guest()
  const { info } = await guest.buys({ meter_number: prepaid() })
  await guest.processes(info)
  return shop.orderRow(info.order_reference)
}
const losesToken = (id: string) =>
  sql`update deliveries set tokens = '[]' where order_id = ${id}`.execute(shop.db.q)
const alarms = async () => (await shop.mails()).filter((it) => it.to.includes('ops@example.com'))
const stopped = async () => [...(await shop.features.stopped!()).keys()]

test('a broken rule stops the service it concerns, is told once, and ends when it holds again', async () => {
  const order = await delivered()
  const tokens = (await shop.db.q.selectFrom('deliveries').selectAll().executeTakeFirstOrThrow()).tokens
  expect(await shop.features.operations.scan()).toBe(0)

  await losesToken(order.id)
  expect(await shop.features.operations.scan()).toBe(1)
  await eventually(async () => (await stopped()).length > 0)
  expect(await stopped()).toEqual(['power'])
  expect(await shop.guest().looksUp({ meter_number: prepaid() })).toMatchObject({ http: 422 })
  await shop.features.operations.scan()
  await shop.sweep()
  const mails = await eventually(async () => (await alarms()).length > 0 && (await alarms()))
  expect(mails).toHaveLength(1)
  expect(mails[0]!.subject).toContain('rule V4 is broken')
  expect(mails[0]!.text).toContain(order.reference)

  await shop.db.q
    .updateTable('deliveries')
    .set({ tokens: JSON.stringify(tokens) })
    .where('order_id', '=', order.id)
    .execute()
  expect(await shop.features.operations.scan()).toBe(0)
  await eventually(async () => (await stopped()).length === 0)
  expect(await alarms()).toHaveLength(1)
})

test('a breach that somebody accepts stops nothing any more, and what was accepted is written down', async () => {
  const order = await delivered()
  await losesToken(order.id)
  await shop.features.operations.scan()
  await eventually(async () => (await stopped()).length > 0)
  const breach = await shop.db.q.selectFrom('breaches').selectAll().executeTakeFirstOrThrow()
  expect(
    await acceptBreach(shop.db, breach.id, {
      by: 'command',
      why: 'The token was read out by phone',
    }),
  ).toBe(true)
  await eventually(async () => (await stopped()).length === 0)
  await shop.features.operations.scan()
  expect(await stopped()).toEqual([])
  expect(await acceptBreach(shop.db, breach.id, { by: 'command', why: 'again' })).toBe(false)
  const deed = await shop.db.q
    .selectFrom('audit_log')
    .selectAll()
    .where('action', '=', 'breach.accept')
    .executeTakeFirstOrThrow()
  expect(deed).toMatchObject({ subject: order.reference, detail: { why: 'The token was read out by phone' } })
})

test('a rule that concerns no one service stops them all', async () => {
  await sql`alter table orders disable trigger moves`.execute(shop.db.q)
  await shop.features.operations.scan()
  await eventually(async () => (await stopped()).length > 0)
  expect(await stopped()).toEqual(['power', 'cabletv', 'airtime', 'data', 'education'])
})

test('orders that are paid when a rule breaks are still delivered', async () => {
  const order = await delivered()
  const guest = shop.guest()
  const { data: info } = await guest.looksUp({ meter_number: prepaid() })
  const { data } = await guest.initiates(info)
  await losesToken(order.id)
  await shop.features.operations.scan()
  await eventually(async () => (await stopped()).length > 0)
  await guest.paysAt(data.checkoutUrl)
  expect((await guest.processes(info)).http).toBe(200)
})

test('a work of the calendar that fails is told to the people who run the shop, once a day', async () => {
  await shop.features.operations.workFailed('forget-old')
  await shop.features.operations.workFailed('forget-old')
  await shop.sweep()
  const [mail, ...more] = await eventually(async () => (await alarms()).length > 0 && (await alarms()))
  expect(mail?.subject).toContain('the work forget-old failed')
  expect(more).toEqual([])
})
