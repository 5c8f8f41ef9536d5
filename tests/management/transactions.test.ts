import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DataOf } from '../../shared/contract.ts'
import type {
  getManagedTransactions,
  getTransactionTotals,
  ManagedTransaction,
} from '../../shared/management/transactions.ts'
import { collectOrderRecords } from '../support/consistency.ts'
import { eventually, startTestApp, type TestApp } from '../support/test-app.ts'
import { createUser, type TestUser } from '../support/user.ts'
import { createTestManager } from './setup.ts'

let app: TestApp
let musa: TestUser
let ada: TestUser
let deliveredOrder: string
let refundedOrder: string
let manualRecord: string
const token = '1234-5678-9012-3456-7890'

beforeAll(async () => {
  app = await startTestApp({ shared: true })
  musa = await createTestManager(app)
  ada = await createUser(app, { walletKobo: 5_000_000n })
  deliveredOrder = await ada.buy('power', { meter_number: '11000004001', phone_number: '08037650001' })
  refundedOrder = await ada.buy('power', { meter_number: '11000000003' })
  const record = await musa.post<{ reference: string }>('/management/power/create-record', {
    ...{ meter_number: '11000004002', meter_type: 'prepaid', phone_number: '08037650002', amount: 4_000 },
    ...{ meter_disco: 'ikeja', access_token: 'PLATFORM-77', platform: 'buypower', units: '57.5', token },
  })
  manualRecord = record.data.reference
  await app.db.q
    .insertInto('payments')
    .values({
      ...{
        purpose: 'wallet_topup',
        user_id: ada.id,
        reference: 'TOPUP-1',
        gateway: 'paystack',
        method: 'CARD',
      },
      ...{ state: 'succeeded', amount_kobo: 500_000n, paid_kobo: 500_000n, email: 'ada@example.com' },
      ...{ return_nonce_hash: Buffer.from('x'), expires_at: new Date(), order_id: null, card_id: null },
      ...{ checkout_url: null, gateway_reference: null, paid_currency: 'NGN', fee_kobo: null, channel: null },
      ...{ failure_reason: null, due_at: null },
    })
    .execute()
})
afterAll(() => app.close())

const find = async (query = '') =>
  (await musa.get<DataOf<typeof getManagedTransactions>>(`/management/transactions/all?${query}`)).data
const totals = async (query = '') =>
  (await musa.get<DataOf<typeof getTransactionTotals>>(`/management/transactions/totals?${query}`)).data
const referencesOf = ({ list }: { list: ManagedTransaction[] }) => list.map(({ reference }) => reference)

test('orders, manual records and top-ups are one list, newest first, with what was paid and returned', async () => {
  const { list } = await find()
  expect(
    list.map(({ type, reference, paid, refunded: refundedAmount }) => [
      type,
      reference,
      paid,
      refundedAmount,
    ]),
  ).toEqual([
    ['top_up', 'TOPUP-1', 5_000, 0],
    ['record', manualRecord, 0, 0],
    ['order', refundedOrder, 2_100, 2_100],
    ['order', deliveredOrder, 2_100, 0],
  ])
  expect(list[0]).toMatchObject({ top_up_state: 'credited', top_up_kind: 'checkout', state: null })
  expect(list[1]).toMatchObject({ units: '57.5', vendor_reference: 'PLATFORM-77' })
  expect(list[3]).toMatchObject({ units: expect.any(String), vendor_reference: expect.any(String) })
})

test('the list is sorted from the oldest transaction on, with any filter', async () => {
  for (const filter of ['', 'type=order', 'search=1100', 'gateway=wallet']) {
    const newest = referencesOf(await find(filter))
    expect(newest.length, filter).toBeGreaterThan(1)
    expect(referencesOf(await find(`${filter}&sort=oldest`)), filter).toEqual(newest.toReversed())
  }
})

test.each(['newest', 'oldest'])(
  'pages of the list follow one another without a gap, %s first',
  async (sort) => {
    const all = referencesOf(await find())
    await sql`insert into power_records select (jsonb_populate_record(earlier, jsonb_build_object(
      'id', gen_random_uuid(), 'reference', 'RECPAGE' || translate(lpad(n::text, 5, '0'), '01', 'XY'), 'view_token', 'view ' || n,
      'token', n::text, 'created_at', earlier.created_at + make_interval(secs => n)))).*
    from power_records as earlier, generate_series(1, 60) as n where reference = ${manualRecord}`.execute(
      app.db.q,
    )
    const first = await find(`sort=${sort}`)
    const second = await find(`sort=${sort}&cursor=${first.next}`)
    expect(first.list).toHaveLength(50)
    expect(second.next).toBeNull()
    const references = [...referencesOf(first), ...referencesOf(second)]
    expect(new Set(references).size).toBe(all.length + 60)
    expect(references).toEqual(expect.arrayContaining(all))
    await sql`delete from power_records where reference like 'RECPAGE%'`.execute(app.db.q)
  },
)

test('filters narrow the list and its totals alike', async () => {
  expect(referencesOf(await find('type=top_up'))).toEqual(['TOPUP-1'])
  expect(referencesOf(await find('type=record'))).toEqual([manualRecord])
  expect(referencesOf(await find('state=refunded'))).toEqual([refundedOrder])
  expect(referencesOf(await find('gateway=paystack'))).toEqual(['TOPUP-1'])
  expect(referencesOf(await find('search=11000004002'))).toEqual([manualRecord])
  expect(referencesOf(await find('from=2020-01-01&to=2020-01-31'))).toEqual([])
  expect(await totals()).toEqual({
    ...{ count: 4, paid: 9_200, refunded: 2_100, service_charges: 100, is_complete: true },
  })
  expect(await totals('type=order&state=refunded')).toMatchObject({ count: 1, paid: 2_100, refunded: 2_100 })
  expect(await totals('from=2020-01-01&to=2020-01-31')).toMatchObject({ count: 0, paid: 0 })
})

test('the search finds a part of a meter, a reference or a top-up, and its totals count the same', async () => {
  expect(referencesOf(await find('search=0004002'))).toEqual([manualRecord])
  expect(referencesOf(await find(`search=${deliveredOrder.slice(2, 10).toLowerCase()}`))).toEqual([
    deliveredOrder,
  ])
  expect(referencesOf(await find('search=opup-1'))).toEqual(['TOPUP-1'])
  expect(await totals(`search=${refundedOrder.slice(3)}`)).toMatchObject({ count: 1, refunded: 2_100 })
  // Two characters are too few for a part of an order; users are found by any part, and their top-ups with them.
  expect(referencesOf(await find('type=order&search=01'))).toEqual([])
})

test('a second payment counts as paid and as refunded', async () => {
  const guest = app.createGuest()
  const { data: info } = await guest.lookUpMeter({ meter_number: '11000004003' })
  const payments = [
    await guest.initiatePayment(info),
    await guest.initiatePayment(info, { payment_method: 'ACCOUNT_TRANSFER' }),
  ]
  for (const { data } of payments) await guest.payAtCheckout(data.checkoutUrl)
  await eventually(async () => (await collectOrderRecords(app, info.order_reference)).paid.length === 2)
  await app.runDueJobsUntil(async () =>
    (await collectOrderRecords(app, info.order_reference)).refunds.some(({ state }) => state === 'processed'),
  )
  expect((await find(`search=${info.order_reference}`)).list).toMatchObject([
    { paid: 2 * info.total_amount, refunded: info.total_amount },
  ])
})

test('the file has times in Lagos, the vendor reference and the units, and no token', async () => {
  const { httpStatus, bytes } = await musa.fetchFile('/management/transactions/all?format=csv')
  expect(httpStatus).toBe(200)
  const [head = '', ...lines] = bytes.toString().replace('\uFEFF', '').trim().split('\r\n')
  const rows = lines.map((line) =>
    Object.fromEntries(
      line
        .split('","')
        .map((cell, n) => [head.split('","')[n]?.replaceAll('"', ''), cell.replaceAll('"', '')]),
    ),
  )
  const order = rows.find(({ reference }) => reference === deliveredOrder)
  expect(order).toMatchObject({ paid: '2100', refunded: '0', type: 'order', vendor: 'vtpass' })
  expect(order?.delivered_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+01:00$/)
  const { delivered_at } = await app.orderRow(deliveredOrder)
  expect(Date.parse(order?.delivered_at ?? '')).toBe(Math.floor(delivered_at!.getTime() / 1_000) * 1_000)
  expect(rows.find(({ reference }) => reference === manualRecord)).toMatchObject({
    units: '57.5',
    recorded: 'yes',
  })
  const { tokens } = await app.db.q
    .selectFrom('deliveries')
    .select('tokens')
    .limit(1)
    .executeTakeFirstOrThrow()
  expect(bytes.toString()).not.toContain(tokens[0]?.digits)
  expect(bytes.toString().replaceAll('-', '')).not.toContain(token.replaceAll('-', ''))
  const auditEntry = await app.db.q
    .selectFrom('audit_log')
    .select('actor_id')
    .where('action', '=', 'transactions.file.read')
    .executeTakeFirst()
  expect(auditEntry).toEqual({ actor_id: musa.id })
})

test('the totals of one person are in the audit log, and the totals of all are of no person', async () => {
  const { uniqueid } = await app.db.q
    .selectFrom('users')
    .select('uniqueid')
    .where('id', '=', ada.id)
    .executeTakeFirstOrThrow()
  await totals()
  await totals(`user_id=${uniqueid}`)
  await totals('search=08037650001')
  const reads = await app.db.q
    .selectFrom('audit_log')
    .select(['actor_id', 'subject', 'data_subject_id'])
    .where('action', '=', 'transactions.totals.read')
    .where('subject', 'in', ['all', uniqueid, '08037650001'])
    .orderBy('id')
    .execute()
  expect(reads).toEqual([
    { actor_id: musa.id, subject: uniqueid, data_subject_id: ada.id },
    { actor_id: musa.id, subject: '08037650001', data_subject_id: null },
  ])
})
