import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { indexQueuedRows } from '../../server/management/search-documents.ts'
import type { DataOf } from '../../shared/contract.ts'
import type { SearchKind, searchRecords } from '../../shared/management/search.ts'
import type { ManagerScope } from '../../shared/scopes.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { createUser, type TestUser } from '../support/user.ts'
import { createTestManager } from './setup.ts'

let app: TestApp
let musa: TestUser
let ada: TestUser
let reference: string
let record: string
let ticket: string
const gatewayReference = 'MNFY|77|20261126|000123'
const vendorReference = 'VND-9917-44'

beforeAll(async () => {
  app = await startTestApp({ shared: true })
  musa = await createTestManager(app)
  ada = await createUser(app, { walletKobo: 5_000_000n })
  await app.db.q
    .updateTable('users')
    .set({ name: 'Adaeze Nkem Okonkwo', email: 'adaeze.okonkwo@example.com', phone: '+2348039990001' })
    .where('id', '=', ada.id)
    .execute()
  reference = await ada.buy('power', { meter_number: '11000004321', phone_number: '08037654321' })
  await app.db.q
    .updateTable('orders')
    .set({ email: 'chi.obi@example.com' })
    .where('reference', '=', reference)
    .execute()
  const { id } = await app.orderRow(reference)
  await app.runDueJobsUntil(async () => (await app.orderRow(reference)).state === 'delivered')
  // References that arrive after the documents of the rows.
  await indexQueuedRows(app.db)
  await app.db.q
    .updateTable('payments')
    .set({ gateway_reference: gatewayReference })
    .where('order_id', '=', id)
    .execute()
  await app.db.q
    .updateTable('attempts')
    .set({ vendor_reference: vendorReference })
    .where('order_id', '=', id)
    .execute()
  record = (
    await musa.post<{ reference: string }>('/management/power/create-record', {
      ...{ meter_number: '11000007654', meter_type: 'prepaid', phone_number: '08037650002', amount: 4_000 },
      ...{ meter_disco: 'ikeja', access_token: 'PLATFORM-77', platform: 'buypower', units: '57.5' },
      token: '1234-5678-9012-3456-7890',
    })
  ).data.reference
  const created = await ada.post<{ number: string }>('/account/tickets/create', {
    order_reference: reference,
    message: 'The meter rejects my token.',
  })
  ticket = created.data.number
})
afterAll(() => app.close())

const search = async (q: string, manager = musa) =>
  (await manager.get<DataOf<typeof searchRecords>>(`/management/search?q=${encodeURIComponent(q)}`)).data
const keysOf = async (q: string, kind: SearchKind) =>
  (await search(q)).filter((result) => result.kind === kind).map(({ key }) => key)

/** Rows are found before the job has written their documents, and after. */
const indexed = [
  { when: 'just created', run: async () => 0 },
  { when: 'in the search index', run: () => indexQueuedRows(app.db) },
]

describe.each(indexed)('$when', ({ run }) => {
  beforeAll(async () => void (await run()))

  test('an order is found by any part of what the customer can quote', async () => {
    for (const q of [reference, reference.slice(0, 5).toLowerCase(), reference.slice(4, 9), '11000004321'])
      expect(await keysOf(q, 'order'), q).toContain(reference)
    for (const q of ['4321', '1100 0004', '0004321', '0803765', '7654321', 'chi.obi', 'obi@example'])
      expect(await keysOf(q, 'order'), q).toContain(reference)
  })

  test('an order is found by part of the reference of its gateway and of its vendor', async () => {
    for (const q of [gatewayReference, 'nfy|77', vendorReference, 'nd-99'])
      expect(await keysOf(q, 'order'), q).toEqual([reference])
  })

  test('an order is found by the name of the account holder of its meter', async () => {
    const { customer_snapshot } = await app.orderRow(reference)
    const name = customer_snapshot?.name ?? ''
    expect(name).not.toBe('')
    expect(await keysOf(name, 'order')).toEqual([reference])
  })

  test('an order is found by words of the name of its user in any order', async () => {
    for (const q of ['okonkwo adaeze', 'Nkem Okon']) expect(await keysOf(q, 'order'), q).toEqual([reference])
    expect(await keysOf('okonkwo chi', 'order')).toEqual([])
  })

  test('a payment is found by its reference and leads to its order', async () => {
    const payment = await app.db.q.selectFrom('payments').select('reference').executeTakeFirstOrThrow()
    expect((await search(payment.reference)).find(({ kind }) => kind === 'payment')).toMatchObject({
      key: payment.reference,
      order_reference: reference,
    })
  })

  test('a user is found by words of the name in any order, by part of the e-mail and by phone', async () => {
    const { uniqueid } = await app.db.q
      .selectFrom('users')
      .select('uniqueid')
      .where('id', '=', ada.id)
      .executeTakeFirstOrThrow()
    for (const q of ['okonkwo adaeze', 'Nkem Okon', 'adaeze.oko', '08039990001', '0803 999 0001'])
      expect(await keysOf(q, 'user'), q).toEqual([uniqueid])
    expect(await keysOf('okonkwo chi', 'user')).toEqual([])
  })

  test('meters and phones are found by their beginning and their last four digits', async () => {
    expect(await keysOf('1100000', 'meter')).toEqual(['11000004321'])
    expect(await keysOf('4321', 'meter')).toEqual(['11000004321'])
    for (const q of ['0803765', '+234803765', '4321'])
      expect(await keysOf(q, 'phone'), q).toEqual(['08037654321'])
    expect(await keysOf('9999', 'meter')).toEqual([])
  })

  test('tickets, top-ups and manual records are found', async () => {
    expect(await keysOf(ticket, 'ticket')).toEqual([ticket])
    expect(await keysOf('rejects token', 'ticket')).toEqual([ticket])
    expect(await keysOf('platform-77', 'record')).toEqual([record])
    expect(await keysOf('7654', 'record')).toEqual([record])
  })
})

test('an order is found by part of its data among thousands of newer orders', async () => {
  await sql`insert into search_documents (row_id, kind, created_at, body)
    select gen_random_uuid(), 'order', now() + interval '1 day', 'newer order ' || n from generate_series(1, 6000) as n`.execute(
    app.db.q,
  )
  onTestFinished(
    async () =>
      void (await sql`delete from search_documents where body like 'newer order%'`.execute(app.db.q)),
  )
  for (const q of [reference.slice(4, 9), '00043', '0376543', 'hi.ob', 'example.com 7654321'])
    expect(await keysOf(q, 'order'), q).toContain(reference)
  expect(await keysOf('7654321 unknown', 'order')).toEqual([])
})

test('rows older than the search index are found once the job has indexed them', async () => {
  await sql`delete from search_documents`.execute(app.db.q)
  expect(await keysOf(reference.slice(4, 9), 'order')).toEqual([])
  await app.db.q
    .insertInto('search_backfills')
    .values(
      ['orders', 'payments', 'attempts', 'tickets', 'power_records', 'deposits'].map((table_name) => ({
        table_name,
      })),
    )
    .execute()
  await indexQueuedRows(app.db)
  expect(await keysOf(reference.slice(4, 9), 'order')).toEqual([reference])
  expect(await keysOf('rejects token', 'ticket')).toEqual([ticket])
  expect(await keysOf(vendorReference, 'order')).toEqual([reference])
  expect(await app.db.q.selectFrom('search_backfills').selectAll().execute()).toEqual([])
})

test('a search is audited, needs three letters or digits, and never returns a token', async () => {
  for (const q of ['ab', 'a b', '1-2'])
    expect((await musa.get(`/management/search?q=${q}`)).httpStatus, q).toBe(422)
  expect(JSON.stringify(await search('11000007654'))).not.toMatch(/1234-?5678/)
  const read = await app.db.q
    .selectFrom('audit_log')
    .select('actor_id')
    .where('action', '=', 'search.read')
    .where('subject', '=', '11000007654')
    .executeTakeFirst()
  expect(read).toEqual({ actor_id: musa.id })
})

test('only a manager whose scopes admit the list of tickets finds tickets', async () => {
  const kindsFor = async (scope: ManagerScope, q: string) => {
    const manager = await createTestManager(app, [scope])
    return [...new Set((await search(q, manager)).map(({ kind }) => kind))]
  }
  // By its number, and by the name of its author.
  expect(await kindsFor('support', ticket)).toEqual(['ticket'])
  expect(await kindsFor('support', 'Okonkwo')).toEqual(['order', 'user', 'ticket'])
  for (const scope of ['finance', 'operations', 'admin'] as const) {
    expect(await kindsFor(scope, ticket), scope).toEqual([])
    expect(await kindsFor(scope, 'Okonkwo'), scope).toEqual(['order', 'user'])
  }
})
