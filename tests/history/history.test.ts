import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Transaction } from '../../shared/history.ts'
import { type Person, personOf } from '../support/account.ts'
import { openStockedShop } from '../support/journey.ts'
import { openShop, type Shop } from '../support/shop.ts'

interface Part {
  list: Transaction[]
  next: string | null
}
const seen = async (person: Person, query: Record<string, string> = {}) =>
  person.get<Part>(`/account/transactions/all?${new URLSearchParams(query)}`)
const references = async (person: Person, query: Record<string, string> = {}) =>
  (await seen(person, query)).data.list.map((it) => it.reference)

/** Copies of an order, each a minute older than the last. @returns their references, newest first */
async function copies(shop: Shop, reference: string, count: number): Promise<string[]> {
  const { rows } = await sql<{ reference: string }>`
    insert into orders (reference, access_token, view_token, service, code, variation, state, user_id, fingerprint,
      beneficiary, phone, amount_kobo, service_charge_kobo, total_kobo, vendor, customer, created_at, delivered_at)
    select translate(upper(substr(md5(random()::text), 1, 12)), '01', 'XY'), md5(random()::text), md5(random()::text),
      service, code, variation, state, user_id, fingerprint, beneficiary, phone, amount_kobo, service_charge_kobo,
      total_kobo, vendor, customer, created_at - make_interval(mins => at), delivered_at
    from orders, generate_series(1, ${count}::int) as at where reference = ${reference}
    returning reference, created_at`.execute(shop.db.q)
  return rows.map((it) => it.reference)
}

test('a history has every order that was begun to be paid, newest first, and what became of it', async () => {
  const shop = await openStockedShop()
  const ada = await personOf(shop, { walletKobo: 5_000_000n })
  const power = await ada.buys('power')
  const refunded = await ada.buys('power', { meter_number: '11000000003' })
  const tv = await ada.buys('cabletv')
  const { data: lookedUp } = await ada.looksUp()
  const { data: unpaid } = await ada.looksUp()
  await ada.initiates(unpaid)

  const { http, data } = await seen(ada)
  expect(http).toBe(200)
  expect(data.next).toBeNull()
  expect(data.list.map((it) => it.reference)).toEqual([unpaid.order_reference, tv, refunded, power])
  expect(JSON.stringify(data)).not.toContain(lookedUp.order_reference)

  const { access_token } = await shop.orderRow(power)
  expect(data.list[3]).toMatchObject({
    service: 'power',
    state: 'delivered',
    title: 'Electricity',
    number: '11000000099',
    customer_name: expect.any(String),
    network: { name: 'Ikeja Electric', logo: '/logos/ikeja.svg' },
    bundle: null,
    phone_number: '08031234567',
    amount: 2000,
    service_charge: 100,
    total_amount: 2100,
    units: expect.stringMatching(/^\d/),
    payment_method: 'WALLET',
    money: { is: 'spent' },
    link: `/electricity/transactions/successful?reference=${power}&order=${access_token}`,
    has_receipt: true,
    may_buy_again: true,
    may_pay: false,
  })
  expect(data.list[2]).toMatchObject({
    state: 'refunded',
    has_receipt: false,
    may_buy_again: true,
    money: { is: 'returned' },
  })
  expect(data.list[1]).toMatchObject({
    title: 'DStv Padi',
    bundle: 'DStv Padi',
    network: { name: 'DStv' },
  })
  expect(data.list[0]).toMatchObject({ state: 'awaiting_payment', has_receipt: false, may_buy_again: false })
})

test('an order is found by the whole number served, by the phone that got the news, and by its reference', async () => {
  const shop = await openShop()
  const ada = await personOf(shop, { walletKobo: 5_000_000n })
  const power = await ada.buys('power', { phone_number: '08030000011' })
  const airtime = await ada.buys('airtime', { phone_number: '08010000055' })
  expect(await references(ada, { search: ' 1100 0000 099 ' })).toEqual([power])
  expect(await references(ada, { search: '08030000011' })).toEqual([power])
  expect(await references(ada, { search: '+234 803 000 0011' })).toEqual([power])
  expect(await references(ada, { search: '0801 000 0055' })).toEqual([airtime])
  expect(await references(ada, { search: power.toLowerCase() })).toEqual([power])
  expect(await references(ada, { search: '1100' })).toEqual([])
  expect(await references(ada, { search: "' or 1=1 --" })).toEqual([])
  expect(await references(ada, { search: '08010000055', service: 'power' })).toEqual([])
})

test('a history is narrowed by service, by state and by days in Lagos', async () => {
  const shop = await openShop()
  const ada = await personOf(shop, { walletKobo: 5_000_000n })
  const power = await ada.buys('power')
  const airtime = await ada.buys('airtime')
  const refunded = await ada.buys('airtime', { phone_number: '08010000003' })
  await sql`update orders set created_at = '2026-03-01T22:59:00Z' where reference = ${power}`.execute(
    shop.db.q,
  )
  expect(await references(ada, { service: 'airtime' })).toEqual([refunded, airtime])
  expect(await references(ada, { state: 'delivered' })).toEqual([airtime, power])
  expect(await references(ada, { service: 'airtime', state: 'refunded' })).toEqual([refunded])
  // 23:59 in Lagos.
  expect(await references(ada, { from: '2026-03-01', to: '2026-03-01' })).toEqual([power])
  expect(await references(ada, { from: '2026-03-02' })).toEqual([refunded, airtime])
  expect(await references(ada, { to: '2026-02-28' })).toEqual([])
  const wrong: Record<string, string>[] = [
    { state: 'lost' },
    { from: '2026-02-30' },
    { service: 'insurance' },
  ]
  for (const query of wrong) expect(await seen(ada, query)).toMatchObject({ http: 422, status: 'error' })
})

test('a long history comes in parts, each order once, however it is narrowed', async () => {
  const shop = await openShop()
  const ada = await personOf(shop, { walletKobo: 5_000_000n })
  const first = await ada.buys('power')
  await copies(shop, first, 70)
  const queries: Record<string, string>[] = [
    {},
    { service: 'power' },
    { state: 'delivered' },
    { search: '11000000099' },
  ]
  for (const query of queries) {
    const found: string[] = []
    let cursor: string | null = null
    do {
      const part: Part = (await seen(ada, { ...query, ...(cursor && { cursor }) })).data
      found.push(...part.list.map((it) => it.reference))
      cursor = part.next
    } while (cursor)
    expect(found).toHaveLength(71)
    expect(new Set(found).size).toBe(71)
    expect(found[0]).toBe(first)
  }
})

test('a cursor that we did not make is refused, and one of another person shows nothing of theirs', async () => {
  const shop = await openShop()
  const ada = await personOf(shop, { walletKobo: 5_000_000n })
  const bola = await personOf(shop)
  await copies(shop, await ada.buys('airtime'), 40)
  const { data } = await seen(ada)
  expect((await seen(bola, { cursor: data.next ?? '' })).data.list).toEqual([])
  const forged = (text: string) => Buffer.from(text).toString('base64url')
  for (const cursor of [
    'AAAA',
    forged("2026-01-01 00:00:00+00 x' or true"),
    forged('9999-99-99 00:00:00+00 00000000-0000-4000-8000-000000000000'),
    forged('infinity 00000000-0000-4000-8000-000000000000'),
    '%00',
    'x'.repeat(200),
  ]) {
    expect(await seen(ada, { cursor }), cursor).toMatchObject({ http: 422, status: 'error' })
  }
})

test('nobody sees, prints or repeats another’s order', async () => {
  const shop = await openShop()
  const ada = await personOf(shop, { walletKobo: 5_000_000n })
  const bola = await personOf(shop, { walletKobo: 5_000_000n })
  const reference = await ada.buys('power')
  expect(await references(bola)).toEqual([])
  expect(await references(bola, { search: reference })).toEqual([])
  expect(await references(bola, { search: '11000000099' })).toEqual([])
  for (const [method, path] of [
    ['GET', 'receipt'],
    ['POST', 'again'],
  ] as const) {
    const foreign = await bola.call(method, `/account/transactions/${reference}/${path}`)
    expect(foreign).toMatchObject({ http: 404, status: 'error', message: 'No record found' })
    expect(await bola.call(method, `/account/transactions/ABCDEFGH2345/${path}`)).toEqual(foreign)
  }
  expect((await fetch(`${shop.origin}/api/v1/account/transactions/all`)).status).toBe(403)
})

test('what ended is bought again at today’s price; what may still be paid is handed out itself', async () => {
  const shop = await openShop()
  const ada = await personOf(shop, { walletKobo: 5_000_000n })
  const again = (reference: string) =>
    ada.post<{ reference: string; link: string }>(`/account/transactions/${reference}/again`)

  const refunded = await ada.buys('power', { meter_number: '11000000003' })
  await shop.parts.settings.change('power_service_charge_kobo', 20_000)
  const repeated = await again(refunded)
  expect(repeated).toMatchObject({ http: 200, status: 'success' })
  expect(repeated.data.reference).not.toBe(refunded)
  expect(repeated.data.link).toBe(`/electricity/customer-details?reference=${repeated.data.reference}`)
  expect(await shop.orderRow(repeated.data.reference)).toMatchObject({
    state: 'quoted',
    user_id: ada.id,
    beneficiary: '11000000003',
    amount_kobo: 200_000n,
    service_charge_kobo: 20_000n,
  })

  const { data: info } = await ada.looksUp()
  await ada.initiates(info)
  expect(await again(info.order_reference)).toMatchObject({ http: 409 })
  await shop.sweepUntil(async () => (await ada.seesState(info)).data.may_pay)
  expect((await again(info.order_reference)).data.reference).toBe(info.order_reference)

  const slow = await ada.buys('power', { meter_number: '11000000004' })
  expect(await again(slow)).toMatchObject({
    http: 409,
    message: 'This order is already paid. You do not need to pay again.',
  })
  expect((await shop.truth()).captures).toEqual([])
})

test('every service’s order can be made once more', async () => {
  const shop = await openStockedShop()
  const ada = await personOf(shop, { walletKobo: 5_000_000n })
  for (const service of ['cabletv', 'airtime', 'data', 'education'] as const) {
    const reference = await ada.buys(service)
    const { data, http } = await ada.post<{ reference: string }>(`/account/transactions/${reference}/again`)
    expect(http, service).toBe(200)
    const [first, second] = [await shop.orderRow(reference), await shop.orderRow(data.reference)]
    for (const name of ['service', 'code', 'variation', 'beneficiary', 'amount_kobo', 'quantity'] as const)
      expect(second[name], `${service} ${name}`).toEqual(first[name])
  }
})

test('spending is summed by month of delivery and by service; what was refunded is not spent', async () => {
  const shop = await openStockedShop()
  const ada = await personOf(shop, { walletKobo: 5_000_000n })
  const old = await ada.buys('power')
  await ada.buys('power', { meter_number: '11000000199', amount: 3000 })
  await ada.buys('airtime')
  await ada.buys('airtime', { phone_number: '08010000003' })
  await sql`update orders set delivered_at = delivered_at - interval '2 months' where reference = ${old}`.execute(
    shop.db.q,
  )
  const asked = () =>
    ada.get<{
      months: { month: string; orders: number; spent: number; units: number }[]
      services: { service: string; orders: number; spent: number; units: number }[]
    }>('/account/summary?months=3')
  const { data } = await asked()
  expect(data.months.map(({ orders, spent }) => [orders, spent])).toEqual([
    [1, 2100],
    [0, 0],
    [2, 3600],
  ])
  expect(data.months[0]?.month).toMatch(/^\d{4}-\d{2}$/)
  expect(data.months[0]?.units).toBeGreaterThan(0)
  expect(data.services).toMatchObject([
    { service: 'power', orders: 2, spent: 5200 },
    { service: 'airtime', orders: 1, spent: 500, units: 0 },
  ])
  expect((await asked()).data, 'days that are over are added up once').toEqual(data)
  expect((await ada.get<{ months: unknown[] }>('/account/summary')).data.months).toHaveLength(12)
  expect(await ada.get('/account/summary?months=25')).toMatchObject({ http: 422 })
  const bola = await personOf(shop)
  expect((await bola.get<{ services: unknown[] }>('/account/summary')).data.services).toEqual([])
})
