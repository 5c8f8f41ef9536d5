import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { daysBefore } from '../../server/database/index.ts'
import { encodeCursor } from '../../server/http/index.ts'
import { createOverview } from '../../server/management/overview.ts'
import { createAvailability } from '../../server/operations/index.ts'
import { createSettings } from '../../server/settings/index.ts'
import { ticketDueAt } from '../../server/tickets/index.ts'
import type { DataOf } from '../../shared/contract.ts'
import type { getManagedOrder, ManagedOrder, TimelineEntry } from '../../shared/management/orders.ts'
import type { Overview } from '../../shared/management/overview.ts'
import { collectOrderRecords } from '../support/consistency.ts'
import { prepaidMeter } from '../support/meters.ts'
import { createShortTimeoutProviders, noVendors } from '../support/providers.ts'
import { eventually, startTestApp, type TestApp } from '../support/test-app.ts'
import { createUser, type TestUser } from '../support/user.ts'
import { createTestManager } from './setup.ts'

let app: TestApp
let musa: TestUser
let ada: TestUser
beforeAll(async () => {
  app = await startTestApp({ shared: true })
  musa = await createTestManager(app)
  ada = await createUser(app, { walletKobo: 5_000_000n })
})
afterAll(() => app.close())

interface OrderPage {
  list: ManagedOrder[]
  next: string | null
}
const findOrders = async (query: string) =>
  (await musa.get<OrderPage>(`/management/orders/all?${query}`)).data

/** The overview without its cache, and without a vendor's own balance. */
const currentOverview = (period: Parameters<ReturnType<typeof createOverview>>[0]): Promise<Overview> =>
  createOverview({
    db: app.db,
    vendors: noVendors,
    settings: createSettings(app.db),
    availability: createAvailability(app.db, noVendors),
    reports: { read: (work) => work(app.db), maxLagSeconds: 0, close: async () => {} },
  })(period)

test('an order is found by any value that the customer can quote', async () => {
  const reference = await ada.buy('power', { meter_number: '11000004321', phone_number: '08037654321' })
  await app.db.q
    .updateTable('orders')
    .set({ email: 'Ada@Example.com' })
    .where('reference', '=', reference)
    .execute()
  const [order] = (await findOrders(`search=${reference}`)).list
  for (const term of [
    '11000004321',
    '1100 0004 321',
    '08037654321',
    '+2348037654321',
    reference.toLowerCase(),
  ]) {
    expect(
      (await findOrders(`search=${encodeURIComponent(term)}`)).list.map((item) => item.reference),
    ).toContain(reference)
  }
  const cursor = encodeCursor({ at: '2999-12-31 00:00:00+00', id: randomUUID() })
  expect((await findOrders(`search=11000004321&cursor=${cursor}`)).list).toHaveLength(1)
  expect((await findOrders('search=4321')).list.map((item) => item.reference)).toContain(reference)
  expect((await findOrders(`search=${order?.payment_reference}`)).list).toMatchObject([
    { reference, payer: 'wallet' },
  ])
  expect((await findOrders('search=11000004322')).list).toEqual([])
  expect(order).toMatchObject({ service: 'power', state: 'delivered', number: '11000004321', amount: 2_000 })
})

test('an order is found by the e-mail of its payment', async () => {
  const guest = app.createGuest()
  const { info } = await guest.buyElectricity({ meter_number: '11000005555', email: 'Chi@Example.com' })
  expect((await findOrders('search=CHI@example.com')).list.map((item) => item.reference)).toEqual([
    info.order_reference,
  ])
})

test('filters narrow a list, and its pages follow one another without a gap', async () => {
  for (const meter of ['11000006001', '11000006002', '11000006003'])
    await ada.buy('power', { meter_number: meter })
  const { data: all } = await musa.get<OrderPage>('/management/orders/all?service=power&state=delivered')
  const some = all.list.filter((item) => item.number.startsWith('1100000600'))
  expect(some.map((item) => item.number)).toEqual(['11000006003', '11000006002', '11000006001'])
  expect((await findOrders('gateway=wallet&vendor=vtpass')).list.map((item) => item.reference)).toContain(
    some[0]?.reference,
  )
  expect((await findOrders('gateway=monnify')).list).toEqual([])
  expect((await findOrders('service=education')).list).toEqual([])
  expect((await findOrders('from=2020-01-01&to=2020-01-31')).list).toEqual([])
  expect((await musa.get('/management/orders/all?cursor=nonsense')).httpStatus).toBe(422)
})

test('a lookup without a payment is not listed as an order', async () => {
  const { data } = await ada.lookUpMeter({ meter_number: '11000007777' })
  expect((await findOrders(`search=${data.order_reference}`)).list).toEqual([])
})

test("a user's orders are found by the user's id, and an unknown user is not found", async () => {
  const { uniqueid } = await app.db.q
    .selectFrom('users')
    .select('uniqueid')
    .where('id', '=', ada.id)
    .executeTakeFirstOrThrow()
  const { list } = await findOrders(`user_id=${uniqueid}`)
  expect(list.length).toBeGreaterThan(2)
  expect(new Set(list.map((item) => item.user?.uniqueid))).toEqual(new Set([uniqueid]))
  expect((await musa.get('/management/orders/all?user_id=unknown')).httpStatus).toBe(404)
})

test('an order has its whole timeline in sequence, without its token, and the reader is audited', async () => {
  const reference = await ada.buy('power', { meter_number: '11000008881' })
  const { data } = await musa.get<{ order: ManagedOrder; timeline: TimelineEntry[] }>(
    `/management/orders/${reference}`,
  )
  const messages = data.timeline.map((item) => item.message)
  expect(messages[0]).toBe('Order created')
  expect(messages).toEqual(
    expect.arrayContaining(['Paid', 'Sent to VTpass', 'VTpass: delivered', 'Delivered', 'Ledger: delivered']),
  )
  const order = await app.orderRow(reference)
  const { tokens } = await app.db.q
    .selectFrom('deliveries')
    .select('tokens')
    .where('order_id', '=', order.id)
    .executeTakeFirstOrThrow()
  expect(JSON.stringify(data)).not.toContain(tokens[0]?.digits)
  const read = await app.db.q
    .selectFrom('audit_log')
    .select(['actor_id', 'data_subject_id'])
    .where('action', '=', 'order.read')
    .where('subject', '=', reference)
    .executeTakeFirst()
  expect(read).toEqual({ actor_id: musa.id, data_subject_id: ada.id })
})

test('the timeline of a refunded order shows its failure and its refund', async () => {
  const reference = await ada.buy('power', { meter_number: '11000000003' })
  const { data } = await musa.get<{ timeline: TimelineEntry[] }>(`/management/orders/${reference}`)
  const stateEvents = data.timeline
    .filter((item) => item.kind === 'order' || item.kind === 'attempt')
    .map((item) => item.message)
  expect(stateEvents).toEqual(
    expect.arrayContaining(['attempt: failed', 'order: vend failed', 'order: refunding', 'order: refunded']),
  )
})

test('the exported file of orders contains no formula', async () => {
  await app.db.q
    .updateTable('orders')
    .set({ email: '=HYPERLINK("x")' })
    .where('beneficiary', '=', '11000008881')
    .execute()
  const { httpStatus, bytes, headers } = await musa.fetchFile(
    '/management/orders/all?format=csv&search=11000008881',
  )
  expect(httpStatus).toBe(200)
  expect(headers.get('content-type')).toContain('text/csv')
  expect(bytes.toString()).toContain(`"'=HYPERLINK(""x"")"`)
})

test('a finished day is totalled once, with its deliveries and refunds', async () => {
  const { reference } = await musa
    .get<{ list: ManagedOrder[] }>('/management/orders/all?state=delivered')
    .then(({ data }) => data.list[0]!)
  const lay = (days: number, kobo: bigint) =>
    sql`update orders set created_at = created_at - make_interval(days => ${days}),
      delivered_at = delivered_at - make_interval(days => ${days}),
      service_charge_kobo = service_charge_kobo + ${kobo}, total_kobo = total_kobo + ${kobo}
      where reference = ${reference}`.execute(app.db.q)
  const { total_kobo } = await app.orderRow(reference)
  await lay(4, 0n)
  const dayOf = async (days: number) =>
    (await musa.get<Overview>(`/management/overview?days=${days}`)).data.days.at(-5)
  const first = await dayOf(7)
  expect(first).toMatchObject({ delivered: 1, refunded: 0, turnover: Number(total_kobo) / 100 })
  await lay(0, 100n)
  expect(await dayOf(30)).toEqual(first)
  await lay(-4, -100n)
})

test('each period has all of its days and as many before, regardless of cached metrics', async () => {
  for (const days of [1, 30, 90]) {
    const { data } = await musa.get<Overview>(`/management/overview?days=${days}`)
    const all = [...data.previous_days, ...data.days].map(({ day }) => Date.parse(day))
    expect(all).toHaveLength(2 * days)
    expect(new Set(all.slice(1).map((day, index) => day - all[index]!))).toEqual(new Set([86_400_000]))
    expect(data.totals.previous.to).toBe(data.previous_days.at(-1)?.day)
    expect(data.totals.current).toMatchObject({ from: data.days[0]?.day, to: data.days.at(-1)?.day })
  }
})

test('an order far down the review queue still shows its reason and its actions', async () => {
  const reference = await ada.buy('power', { meter_number: '11000008882' })
  const { q } = app.db
  const flag = sql`review_reason = 'payment_reversed', review_since = app_now(), review_due = app_now() + interval '1 day'`
  await sql`update orders set ${flag} where reference = ${reference}`.execute(q)
  await sql`insert into orders select (jsonb_populate_record(earlier, jsonb_build_object(
      'id', gen_random_uuid(), 'reference', 'QUEUED' || translate(lpad(n::text, 6, '0'), '01', 'XY'), 'access_token', 'queued ' || n, 'view_token', 'view ' || n, 'link_hash', null,
      'review_since', earlier.review_since - interval '1 hour'))).*
    from orders as earlier, generate_series(1, 50) as n where reference = ${reference}`.execute(q)
  const { data } = await musa.get<DataOf<typeof getManagedOrder>>(`/management/orders/${reference}`)
  expect(data.review).toMatchObject({
    reference,
    reason: 'payment_reversed',
    message: 'Chargeback.',
    allowed_actions: ['requery', 'close'],
  })
  const { data: page } = await musa.get<{ list: { reference: string }[] }>('/management/reviews/all')
  expect(page.list.map((item) => item.reference)).not.toContain(reference)
  await sql`delete from orders where reference like 'QUEUED%'`.execute(q)
})

test('after a double payment the order shows the reference of the payment that paid for it, not of the refunded one', async () => {
  const guest = app.createGuest()
  const { data: info } = await guest.lookUpMeter({ meter_number: '11000008883' })
  const first = await guest.initiatePayment(info)
  const second = await guest.initiatePayment(info, { payment_method: 'ACCOUNT_TRANSFER' })
  const paid = async () =>
    (await collectOrderRecords(app, info.order_reference)).paid.map(({ reference }) => reference)
  await guest.payAtCheckout(first.data.checkoutUrl)
  const [paying] = await eventually(async () => ((await paid()).length === 1 ? paid() : null))
  await guest.payAtCheckout(second.data.checkoutUrl)
  await eventually(async () => (await paid()).length === 2)
  await app.runDueJobsUntil(async () =>
    (await collectOrderRecords(app, info.order_reference)).refunds.some(
      (item) => item.cause === 'second_payment',
    ),
  )
  const [order] = (await findOrders(`search=${info.order_reference}`)).list
  expect(order).toMatchObject({ payment_reference: paying })
})

test('the overview shows delivered and refunded totals with second payments, and the health of the vendors', async () => {
  const data = await currentOverview(7)
  const today = data.days.at(-1)
  expect(today?.delivered).toBeGreaterThan(4)
  const refunds = await app.db.q.selectFrom('refunds').select(['cause', 'amount_kobo']).execute()
  expect(refunds.map(({ cause }) => cause).sort()).toEqual(['not_delivered', 'second_payment'])
  const refunded_amount = refunds.reduce((sum, { amount_kobo }) => sum + Number(amount_kobo) / 100, 0)
  expect(today).toMatchObject({ refunded: 2, refunded_amount })
  const { current, previous } = data.totals
  expect(current).toMatchObject({ refunded: 2, refunded_amount, unknown: 0 })
  expect(current.turnover).toBeCloseTo(data.days.reduce((sum, day) => sum + day.turnover, 0))
  expect(current.success).toBeGreaterThan(0.5)
  expect(current.p95_seconds).toBeGreaterThanOrEqual(current.median_seconds ?? Number.POSITIVE_INFINITY)
  expect(previous).toMatchObject({ turnover: 0, attempts: 0, success: null, median_seconds: null })
  expect(data.low_floats.map(({ vendor }) => vendor)).toEqual(['vtpass'])
  expect(data.orders).toContainEqual({ service: 'power', state: 'refunded', count: 1 })
  const vtpass = data.vendors.find((item) => item.vendor === 'vtpass')
  expect(vtpass?.success).toBeGreaterThan(0.5)
  expect(vtpass?.float).toBeLessThan(0)
})

test('reviews by age, pending approvals and disputes with their deadline are on the overview, each once', async () => {
  const { q } = app.db
  const reference = await ada.buy('power', { meter_number: '11000008884' })
  const order = await app.orderRow(reference)
  await sql`update orders set review_reason = 'payment_reversed', review_since = app_now() - interval '2 hours',
    review_due = app_now() - interval '1 minute' where id = ${order.id}`.execute(q)
  const payment = await q
    .selectFrom('payments')
    .selectAll()
    .where('order_id', '=', order.id)
    .executeTakeFirstOrThrow()
  const deadline = new Date('2126-12-01T10:00:00Z')
  await q
    .insertInto('disputes')
    .values({
      ...{ gateway: 'paystack', gateway_dispute_id: '901', payment_id: payment.id },
      ...{ state: 'open', amount_kobo: null, evidence_due_at: deadline },
    })
    .execute()
  await q
    .insertInto('approvals')
    .values({
      ...{ kind: 'wallet_topup', state: 'pending', amount_kobo: 9_000_000n, subject: null, user_id: ada.id },
      ...{ order_id: null, reconciliation_break_id: null, bank_reference: null, requested_by: musa.id },
      ...{ decided_by: null, decided_at: null, rejection_reason: null },
    })
    .execute()
  await q
    .insertInto('reconciliation_breaks')
    .values(
      ['dispute', 'unallocated_funds'].map((kind) => ({
        ...{ kind, subject: '901', internal_kobo: null, external_kobo: null, note: `Item of ${kind}` },
        ...{ resolved_at: null, resolution: null },
      })),
    )
    .execute()
  const breaks = async (search: string) =>
    (await musa.get<{ list: unknown[] }>(`/management/reconciliation/all${search}`)).data.list
  expect(await breaks('')).toMatchObject([{ kind: 'unallocated_funds' }])
  expect(await breaks('?kind=dispute')).toHaveLength(1)
  const data = await currentOverview(7)
  expect([data.open_breaks, data.open_unallocated_funds]).toEqual([0, 1])
  expect(data.late_reviews).toMatchObject({ count: 1, oldest_due_at: expect.any(String) })
  const { under_one_day, over_one_day } = data.review_ages
  expect({ under_one_day, over_one_day }).toEqual({ under_one_day: 1, over_one_day: 0 })
  expect(data.review_ages.oldest_since).toEqual(expect.any(String))
  expect(data.pending_approvals).toMatchObject([{ kind: 'wallet_topup', count: 1 }])
  expect(data.disputes).toEqual([
    {
      ...{ gateway: 'paystack', payment_reference: payment.reference, order_reference: reference },
      ...{ amount: Number(payment.paid_kobo ?? payment.amount_kobo) / 100 },
      evidence_due_at: deadline.toISOString(),
      overdue: false,
    },
  ])
})

test('the overview of chosen days has each of them and as many before', async () => {
  const today = await currentOverview(1)
  const to = today.totals.current.to
  const data = await currentOverview({ from: daysBefore(to, 3), to: daysBefore(to, 1) })
  expect(data.days.map(({ day }) => day)).toEqual([3, 2, 1].map((days) => daysBefore(to, days)))
  expect(data.totals.previous).toMatchObject({ from: daysBefore(to, 6), to: daysBefore(to, 4) })
  expect(data.totals.current.turnover).toBe(0)
  expect((await currentOverview({ from: to, to })).totals.current).toEqual(today.totals.current)
  for (const [query, field] of [
    [`from=${to}&to=${daysBefore(to, 1)}`, 'to'],
    [`from=${daysBefore(to, 366)}&to=${to}`, 'from'],
    [`from=${to}`, 'to'],
  ] as const)
    expect(await musa.get(`/management/overview?${query}`)).toMatchObject({
      httpStatus: 422,
      errors: { [field]: [expect.any(String)] },
    })
})

test.each([
  ['Thursday', '2026-11-19T10:00:00Z', '2026-11-20T10:00:00.000Z'],
  ['Friday', '2026-11-20T10:00:00Z', '2026-11-23T10:00:00.000Z'],
  ['Saturday', '2026-11-21T10:00:00Z', '2026-11-23T23:00:00.000Z'],
  ['Sunday', '2026-11-22T22:00:00Z', '2026-11-23T23:00:00.000Z'],
])('a ticket of a %s is due after one working day', async (_, createdAt, dueAt) => {
  const { rows } = await sql<{ due: Date }>`
    select ${ticketDueAt} as due from (select ${createdAt}::timestamptz as created_at) as tickets`.execute(
    app.db.q,
  )
  expect(rows[0]?.due.toISOString()).toBe(dueAt)
})

test('an outage is on the overview with the paid orders that wait, and its unknown attempts are counted', async () => {
  const ownApp = await startTestApp({ providerOverrides: createShortTimeoutProviders })
  const manager = await createTestManager(ownApp)
  const delivered = await (await createUser(ownApp, { walletKobo: 5_000_000n })).buy('power')
  const { info } = await ownApp.createGuest().buyElectricity({ meter_number: prepaidMeter('noAnswer') })
  await ownApp.runDueJobsUntil(
    async () => (await collectOrderRecords(ownApp, info.order_reference)).attempts[0]?.state === 'unknown',
  )
  await ownApp.advanceClock(180)
  await ownApp.db.q
    .insertInto('circuit_breakers')
    .values({
      ...{ vendor: 'vtpass', service: 'power', state: 'open', reason: 'silent' },
      ...{ probe_at: null, min_float_kobo: null },
    })
    .onConflict((row) => row.columns(['vendor', 'service']).doUpdateSet({ state: 'open', reason: 'silent' }))
    .execute()
  const { data } = await manager.get<Overview>('/management/overview?days=7')
  expect(data.outages).toMatchObject([
    {
      vendor: 'vtpass',
      service: 'power',
      reason: 'silent',
      waiting_orders: 1,
      waiting_amount: info.total_amount,
      oldest_paid_at: expect.any(String),
    },
  ])
  expect((await ownApp.orderRow(delivered)).state).toBe('delivered')
  expect(data.vendors.find((item) => item.vendor === 'vtpass')).toMatchObject({ attempts: 2, success: 0.5 })
  expect(data.totals.current).toMatchObject({ attempts: 2, unknown: 1, success: 0.5 })
  await sql`update orders set review_reason = 'overdue', review_since = app_now(), review_due = app_now()
    where reference = ${info.order_reference}`.execute(ownApp.db.q)
  const { data: reviewed } = await manager.get<Overview>('/management/overview?days=7')
  expect(reviewed.reviews).toBe(1)
  expect(reviewed.outages, 'an order in review is counted there only').toMatchObject([
    { vendor: 'vtpass', waiting_orders: 0, oldest_paid_at: null },
  ])
})
