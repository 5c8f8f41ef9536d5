import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ManagedOrder, TimelineEntry } from '../../shared/management/orders.ts'
import type { Overview } from '../../shared/management/overview.ts'
import { type Person, personOf } from '../support/account.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { managerOf } from './house.ts'

let shop: Shop
let musa: Person
let ada: Person
beforeAll(async () => {
  shop = await openShop({ shared: true })
  musa = await managerOf(shop)
  ada = await personOf(shop, { walletKobo: 5_000_000n })
})
afterAll(() => shop.close())

interface Found {
  list: ManagedOrder[]
  next: string | null
}
const finds = async (query: string) => (await musa.get<Found>(`/management/orders/all?${query}`)).data

test('an order is found by whatever the caller knows of it', async () => {
  const reference = await ada.buys('power', { meter_number: '11000004321', phone_number: '08037654321' })
  await shop.db.q
    .updateTable('orders')
    .set({ email: 'Ada@Example.com' })
    .where('reference', '=', reference)
    .execute()
  const [order] = (await finds(`search=${reference}`)).list
  for (const known of [
    '11000004321',
    '1100 0004 321',
    '08037654321',
    '+2348037654321',
    reference.toLowerCase(),
  ]) {
    expect((await finds(`search=${encodeURIComponent(known)}`)).list.map((it) => it.reference)).toContain(
      reference,
    )
  }
  expect((await finds('search=4321')).list.map((it) => it.reference)).toContain(reference)
  expect((await finds(`search=${order?.payment_reference}`)).list).toMatchObject([
    { reference, payer: 'wallet' },
  ])
  expect((await finds('search=11000004322')).list).toEqual([])
  expect(order).toMatchObject({ service: 'power', state: 'delivered', number: '11000004321', amount: 2_000 })
})

test('an order is found by the e-mail that it was paid with', async () => {
  const guest = shop.guest()
  const { info } = await guest.buys({ meter_number: '11000005555', email: 'Chi@Example.com' })
  expect((await finds('search=CHI@example.com')).list.map((it) => it.reference)).toEqual([
    info.order_reference,
  ])
})

test('filters narrow a list, and its parts follow one another without a gap', async () => {
  for (const meter of ['11000006001', '11000006002', '11000006003'])
    await ada.buys('power', { meter_number: meter })
  const { data: all } = await musa.get<Found>('/management/orders/all?service=power&state=delivered')
  const some = all.list.filter((it) => it.number.startsWith('1100000600'))
  expect(some.map((it) => it.number)).toEqual(['11000006003', '11000006002', '11000006001'])
  expect((await finds('gateway=wallet&vendor=vtpass')).list.map((it) => it.reference)).toContain(
    some[0]?.reference,
  )
  expect((await finds('gateway=monnify')).list).toEqual([])
  expect((await finds('service=education')).list).toEqual([])
  expect((await finds('from=2020-01-01&to=2020-01-31')).list).toEqual([])
  expect((await musa.get('/management/orders/all?cursor=nonsense')).http).toBe(422)
})

test('what was only looked up is no order', async () => {
  const { data } = await ada.looksUp({ meter_number: '11000007777' })
  expect((await finds(`search=${data.order_reference}`)).list).toEqual([])
})

test("a user's orders are found by the user, and an unknown user is nobody", async () => {
  const { uniqueid } = await shop.db.q
    .selectFrom('users')
    .select('uniqueid')
    .where('id', '=', ada.id)
    .executeTakeFirstOrThrow()
  const { list } = await finds(`user_id=${uniqueid}`)
  expect(list.length).toBeGreaterThan(2)
  expect(new Set(list.map((it) => it.user?.uniqueid))).toEqual(new Set([uniqueid]))
  expect((await musa.get('/management/orders/all?user_id=nobody')).http).toBe(404)
})

test('an order tells its whole story in order, without its token, and who read it is written down', async () => {
  const reference = await ada.buys('power', { meter_number: '11000008881' })
  const { data } = await musa.get<{ order: ManagedOrder; timeline: TimelineEntry[] }>(
    `/management/orders/${reference}`,
  )
  const says = data.timeline.map((it) => it.says)
  expect(says[0]).toBe('Looked up and priced')
  expect(says).toEqual(
    expect.arrayContaining(['Paid', 'Sent to VTpass', 'VTpass: delivered', 'Delivered', 'Posted: delivered']),
  )
  const order = await shop.orderRow(reference)
  const { tokens } = await shop.db.q
    .selectFrom('deliveries')
    .select('tokens')
    .where('order_id', '=', order.id)
    .executeTakeFirstOrThrow()
  expect(JSON.stringify(data)).not.toContain(tokens[0]?.digits)
  const read = await shop.db.q
    .selectFrom('audit_log')
    .select(['actor_id', 'owner_id'])
    .where('action', '=', 'order.read')
    .where('subject', '=', reference)
    .executeTakeFirst()
  expect(read).toEqual({ actor_id: musa.id, owner_id: ada.id })
})

test('a refunded order tells where it turned', async () => {
  const reference = await ada.buys('power', { meter_number: '11000000003' })
  const { data } = await musa.get<{ timeline: TimelineEntry[] }>(`/management/orders/${reference}`)
  const turns = data.timeline
    .filter((it) => it.kind === 'order' || it.kind === 'attempt')
    .map((it) => it.says)
  expect(turns).toEqual(
    expect.arrayContaining(['attempt: failed', 'order: vend failed', 'order: refunding', 'order: refunded']),
  )
})

test('the file of orders holds no formula', async () => {
  await shop.db.q
    .updateTable('orders')
    .set({ email: '=HYPERLINK("x")' })
    .where('beneficiary', '=', '11000008881')
    .execute()
  const { http, bytes, headers } = await musa.fetchFile(
    '/management/orders/all?format=csv&search=11000008881',
  )
  expect(http).toBe(200)
  expect(headers.get('content-type')).toContain('text/csv')
  expect(bytes.toString()).toContain(`"'=HYPERLINK(""x"")"`)
})

test('a day that is over is added up once, and counts what was delivered and given back on it', async () => {
  const { reference } = await musa
    .get<{ list: ManagedOrder[] }>('/management/orders/all?state=delivered')
    .then(({ data }) => data.list[0]!)
  const lay = (days: number, kobo: bigint) =>
    sql`update orders set created_at = created_at - make_interval(days => ${days}),
      delivered_at = delivered_at - make_interval(days => ${days}),
      service_charge_kobo = service_charge_kobo + ${kobo}, total_kobo = total_kobo + ${kobo}
      where reference = ${reference}`.execute(shop.db.q)
  const { total_kobo } = await shop.orderRow(reference)
  await lay(4, 0n)
  const dayOf = async (days: number) =>
    (await musa.get<Overview>(`/management/overview?days=${days}`)).data.days.at(-5)
  const first = await dayOf(7)
  expect(first).toMatchObject({ delivered: 1, refunded: 0, turnover: Number(total_kobo) / 100 })
  await lay(0, 100n)
  expect(await dayOf(30)).toEqual(first)
  await lay(-4, -100n)
})

test('the overview counts what was delivered and refunded, and how the vendors did', async () => {
  const { data } = await musa.get<Overview>('/management/overview?days=1')
  expect(data.days).toHaveLength(1)
  expect(data.days[0]?.delivered).toBeGreaterThan(4)
  expect(data.days[0]?.refunded).toBe(1)
  expect(data.orders).toContainEqual({ service: 'power', state: 'refunded', count: 1 })
  const vtpass = data.vendors.find((it) => it.vendor === 'vtpass')
  expect(vtpass?.success).toBeGreaterThan(0.5)
  expect(vtpass?.float).toBeLessThan(0)
})
