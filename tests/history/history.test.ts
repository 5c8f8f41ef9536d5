import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Transaction } from '../../shared/history.ts'
import { startTestAppWithCatalogue } from '../support/checkout-journey.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { createUser, type TestUser } from '../support/user.ts'

interface Part {
  list: Transaction[]
  next: string | null
}
const fetchHistory = async (user: TestUser, query: Record<string, string> = {}) =>
  user.get<Part>(`/account/transactions/all?${new URLSearchParams(query)}`)
const references = async (user: TestUser, query: Record<string, string> = {}) =>
  (await fetchHistory(user, query)).data.list.map((item) => item.reference)

/** Copies of an order, each a minute older than the last. @returns their references, newest first */
async function copies(app: TestApp, reference: string, count: number): Promise<string[]> {
  const { rows } = await sql<{ reference: string }>`
    insert into orders (reference, access_token, view_token, service, code, variation, state, user_id, dedupe_hash,
      beneficiary, phone, amount_kobo, service_charge_kobo, total_kobo, vendor, customer_snapshot, created_at, delivered_at)
    select translate(upper(substr(md5(random()::text), 1, 12)), '01', 'XY'), md5(random()::text), md5(random()::text),
      service, code, variation, state, user_id, dedupe_hash, beneficiary, phone, amount_kobo, service_charge_kobo,
      total_kobo, vendor, customer_snapshot, created_at - make_interval(mins => at), delivered_at
    from orders, generate_series(1, ${count}::int) as at where reference = ${reference}
    returning reference, created_at`.execute(app.db.q)
  return rows.map((item) => item.reference)
}

test('the history has every order whose payment was started, newest first, with its outcome', async () => {
  const app = await startTestAppWithCatalogue()
  const ada = await createUser(app, { walletKobo: 5_000_000n })
  const power = await ada.buy('power')
  const refunded = await ada.buy('power', { meter_number: '11000000003' })
  const tv = await ada.buy('cabletv')
  const { data: lookedUp } = await ada.lookUpMeter()
  const { data: unpaid } = await ada.lookUpMeter()
  await ada.initiatePayment(unpaid)

  const { httpStatus, data } = await fetchHistory(ada)
  expect(httpStatus).toBe(200)
  expect(data.next).toBeNull()
  expect(data.list.map((item) => item.reference)).toEqual([unpaid.order_reference, tv, refunded, power])
  expect(JSON.stringify(data)).not.toContain(lookedUp.order_reference)

  const { access_token } = await app.orderRow(power)
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
    paid_with: 'Wallet',
    money: { status: 'spent' },
    link: `/electricity/transactions/successful?reference=${power}&order=${access_token}`,
    has_receipt: true,
    can_buy_again: true,
    can_pay: false,
  })
  expect(data.list[2]).toMatchObject({
    state: 'refunded',
    has_receipt: false,
    can_buy_again: true,
    paid_with: 'Wallet',
    money: { status: 'returned' },
  })
  expect(data.list[1]).toMatchObject({
    title: 'DStv Padi',
    bundle: 'DStv Padi',
    network: { name: 'DStv' },
  })
  expect(data.list[0]).toMatchObject({
    state: 'awaiting_payment',
    has_receipt: false,
    can_buy_again: false,
    paid_with: null,
  })
})

test('an order is found by the whole beneficiary number, by the notified phone, and by its reference', async () => {
  const app = await startTestApp()
  const ada = await createUser(app, { walletKobo: 5_000_000n })
  const power = await ada.buy('power', { phone_number: '08030000011' })
  const airtime = await ada.buy('airtime', { phone_number: '08010000055' })
  expect(await references(ada, { search: ' 1100 0000 099 ' })).toEqual([power])
  expect(await references(ada, { search: '08030000011' })).toEqual([power])
  expect(await references(ada, { search: '+234 803 000 0011' })).toEqual([power])
  expect(await references(ada, { search: '0801 000 0055' })).toEqual([airtime])
  expect(await references(ada, { search: power.toLowerCase() })).toEqual([power])
  expect(await references(ada, { search: '1100' })).toEqual([])
  expect(await references(ada, { search: "' or 1=1 --" })).toEqual([])
  expect(await references(ada, { search: '08010000055', service: 'power' })).toEqual([])
})

test('the history is filtered by service, by status and by days in Lagos', async () => {
  const app = await startTestApp()
  const ada = await createUser(app, { walletKobo: 5_000_000n })
  const power = await ada.buy('power')
  const airtime = await ada.buy('airtime')
  const refunded = await ada.buy('airtime', { phone_number: '08010000003' })
  await sql`update orders set created_at = '2026-03-01T22:59:00Z' where reference = ${power}`.execute(
    app.db.q,
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
  for (const query of wrong)
    expect(await fetchHistory(ada, query)).toMatchObject({ httpStatus: 422, status: 'error' })
})

test('a long history is paginated, each order once, with any filter', async () => {
  const app = await startTestApp()
  const ada = await createUser(app, { walletKobo: 5_000_000n })
  const first = await ada.buy('power')
  await copies(app, first, 70)
  const queries: Record<string, string>[] = [
    {},
    { service: 'power' },
    { state: 'delivered' },
    { search: '11000000099' },
  ]
  for (const query of queries) {
    const references: string[] = []
    let cursor: string | null = null
    do {
      const part: Part = (await fetchHistory(ada, { ...query, ...(cursor && { cursor }) })).data
      references.push(...part.list.map((item) => item.reference))
      cursor = part.next
    } while (cursor)
    expect(references).toHaveLength(71)
    expect(new Set(references).size).toBe(71)
    expect(references[0]).toBe(first)
  }
})

test("an invalid cursor is rejected, and another user's cursor shows none of their orders", async () => {
  const app = await startTestApp()
  const ada = await createUser(app, { walletKobo: 5_000_000n })
  const bola = await createUser(app)
  await copies(app, await ada.buy('airtime'), 40)
  const { data } = await fetchHistory(ada)
  expect((await fetchHistory(bola, { cursor: data.next ?? '' })).data.list).toEqual([])
  const forged = (text: string) => Buffer.from(text).toString('base64url')
  for (const cursor of [
    'AAAA',
    forged("2026-01-01 00:00:00+00 x' or true"),
    forged('9999-99-99 00:00:00+00 00000000-0000-4000-8000-000000000000'),
    forged('infinity 00000000-0000-4000-8000-000000000000'),
    '%00',
    'x'.repeat(200),
  ]) {
    expect(await fetchHistory(ada, { cursor }), cursor).toMatchObject({ httpStatus: 422, status: 'error' })
  }
})

test('a user cannot view, print or repeat another user’s order', async () => {
  const app = await startTestApp()
  const ada = await createUser(app, { walletKobo: 5_000_000n })
  const bola = await createUser(app, { walletKobo: 5_000_000n })
  const reference = await ada.buy('power')
  expect(await references(bola)).toEqual([])
  expect(await references(bola, { search: reference })).toEqual([])
  expect(await references(bola, { search: '11000000099' })).toEqual([])
  for (const [method, path] of [
    ['GET', 'receipt'],
    ['POST', 'again'],
  ] as const) {
    const foreign = await bola.call(method, `/account/transactions/${reference}/${path}`)
    expect(foreign).toMatchObject({ httpStatus: 404, status: 'error', message: 'No record found' })
    expect(await bola.call(method, `/account/transactions/ABCDEFGH2345/${path}`)).toEqual(foreign)
  }
  expect((await fetch(`${app.origin}/api/v1/account/transactions/all`)).status).toBe(403)
})

test('a finished order is bought again at the current price; an order that can still be paid is returned itself', async () => {
  const app = await startTestApp()
  const ada = await createUser(app, { walletKobo: 5_000_000n })
  const again = (reference: string) =>
    ada.post<{ reference: string; link: string }>(`/account/transactions/${reference}/again`)

  const refunded = await ada.buy('power', { meter_number: '11000000003' })
  await app.context.settings.change('power_service_charge_kobo', 20_000)
  const repeated = await again(refunded)
  expect(repeated).toMatchObject({ httpStatus: 200, status: 'success' })
  expect(repeated.data.reference).not.toBe(refunded)
  expect(repeated.data.link).toBe(`/electricity/customer-details?reference=${repeated.data.reference}`)
  expect(await app.orderRow(repeated.data.reference)).toMatchObject({
    state: 'quoted',
    user_id: ada.id,
    beneficiary: '11000000003',
    amount_kobo: 200_000n,
    service_charge_kobo: 20_000n,
  })

  const { data: info } = await ada.lookUpMeter()
  await ada.initiatePayment(info)
  expect(await again(info.order_reference)).toMatchObject({ httpStatus: 409 })
  await app.runDueJobsUntil(async () => (await ada.getOrderStatus(info)).data.can_pay)
  expect((await again(info.order_reference)).data.reference).toBe(info.order_reference)

  const slow = await ada.buy('power', { meter_number: '11000000004' })
  expect(await again(slow)).toMatchObject({
    httpStatus: 409,
    message: 'This order is already paid. You do not need to pay again.',
  })
  expect((await app.providerRecords()).captures).toEqual([])
})

test('an order of every service can be repeated', async () => {
  const app = await startTestAppWithCatalogue()
  const ada = await createUser(app, { walletKobo: 5_000_000n })
  for (const service of ['cabletv', 'airtime', 'data', 'education'] as const) {
    const reference = await ada.buy(service)
    const { data, httpStatus } = await ada.post<{ reference: string }>(
      `/account/transactions/${reference}/again`,
    )
    expect(httpStatus, service).toBe(200)
    const [first, second] = [await app.orderRow(reference), await app.orderRow(data.reference)]
    for (const name of ['service', 'code', 'variation', 'beneficiary', 'amount_kobo', 'quantity'] as const)
      expect(second[name], `${service} ${name}`).toEqual(first[name])
  }
})

test('spending is totalled by month of delivery and by service; refunded orders are not counted', async () => {
  const app = await startTestAppWithCatalogue()
  const ada = await createUser(app, { walletKobo: 5_000_000n })
  const old = await ada.buy('power')
  await ada.buy('power', { meter_number: '11000000199', amount: 3000 })
  await ada.buy('airtime')
  await ada.buy('airtime', { phone_number: '08010000003' })
  await sql`update orders set delivered_at = delivered_at - interval '2 months' where reference = ${old}`.execute(
    app.db.q,
  )
  const fetchOverview = () =>
    ada.get<{
      months: { month: string; orders: number; spent: number; units: number }[]
      services: { service: string; orders: number; spent: number; units: number }[]
    }>('/account/summary?months=3')
  const { data } = await fetchOverview()
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
  expect((await fetchOverview()).data, 'finished days are totalled once').toEqual(data)
  expect((await ada.get<{ months: unknown[] }>('/account/summary')).data.months).toHaveLength(12)
  expect(await ada.get('/account/summary?months=25')).toMatchObject({ httpStatus: 422 })
  const bola = await createUser(app)
  expect((await bola.get<{ services: unknown[] }>('/account/summary')).data.services).toEqual([])
})
