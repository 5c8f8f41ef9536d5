import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PickedUser, UserDetails } from '../../shared/management/users.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { createUser, type TestUser } from '../support/user.ts'
import { createTestManager } from './setup.ts'

let app: TestApp
let musa: TestUser
let ada: TestUser
let uniqueid: string
beforeAll(async () => {
  app = await startTestApp({ shared: true })
  musa = await createTestManager(app)
  ada = await createUser(app, { walletKobo: 1_000_000n })
  const row = await app.db.q
    .updateTable('users')
    .set({ name: 'Ngozi Eze', phone: '+2348039998877' })
    .where('id', '=', ada.id)
    .returning('uniqueid')
    .executeTakeFirstOrThrow()
  uniqueid = row.uniqueid
})
afterAll(() => app.close())

test('a user is found by part of a name, an e-mail, a phone or the number of a virtual account', async () => {
  await app.db.q
    .insertInto('virtual_accounts')
    .values({
      ...{ reference: 'VA-NGOZI', user_id: ada.id, type: 'power', number: '11000001111', gateway: 'monnify' },
      ...{
        state: 'reserved',
        bank_name: 'Wema Bank',
        account_name: 'Ngozi Eze',
        account_number: '9812345678',
      },
      ...{ failure_reason: null, due_at: null, last_deposit_at: null },
    })
    .execute()
  for (const search of ['ngozi', 'EZE', ada.email.slice(0, 12), '08039998877', '9812345678']) {
    const { data } = await musa.get<PickedUser[]>(
      `/management/users/all?search=${encodeURIComponent(search)}`,
    )
    expect(data).toEqual([{ uniqueid, id: uniqueid, name: 'Ngozi Eze', email: ada.email, picture: null }])
  }
  expect((await musa.get('/management/users/all?search=100%25')).data).toEqual([])
})

test('a search finds one user among 6,000, and pages through a text that most users have in common', async () => {
  // In batches, as below: the embedded database runs in this process, which handles no request during a statement.
  for (let first = 1; first <= 6_000; first += 500)
    await sql`insert into users (uniqueid, name, email, phone, created_at)
      select 'crowd-' || n, 'Crowd ' || n, 'crowd' || n || '@example.com', '+23470' || lpad(n::text, 8, '0'),
        app_now() + make_interval(secs => n) from generate_series(${first}::int, ${first + 499}::int) n`.execute(
      app.db.q,
    )
  const findUsers = async (search: string) =>
    (
      await musa.get<{ list: PickedUser[]; next: string | null }>(
        `/management/users/list?search=${encodeURIComponent(search)}`,
      )
    ).data
  const onlyNgozi = { list: [expect.objectContaining({ uniqueid })], next: null }
  for (const search of ['ngozi', 'GOZI E', ada.email, '08039998877', '+2348039998877', '999887', 'zi'])
    expect(await findUsers(search), search).toEqual(onlyNgozi)
  expect((await findUsers('crowd1234@')).list.map((user) => user.name)).toEqual(['Crowd 1234'])
  expect((await findUsers('07000001234')).list.map((user) => user.name)).toEqual(['Crowd 1234'])
  const firstPage = await findUsers('crowd')
  expect(firstPage.list.map((user) => user.name).slice(0, 2)).toEqual(['Crowd 6000', 'Crowd 5999'])
  const { data: secondPage } = await musa.get<{ list: PickedUser[] }>(
    `/management/users/list?search=crowd&cursor=${firstPage.next}`,
  )
  expect(secondPage.list[0]?.name).toBe('Crowd 5950')
  for (const search of ['100%', '_', 'ngo_i', 'unknown at all', 'zq'])
    expect((await findUsers(search)).list, search).toEqual([])
  const { data: pickedUsers } = await musa.get<PickedUser[]>('/management/users/all?search=crowd')
  expect(pickedUsers.map((user) => user.name)).toEqual(pickedUsers.map((user) => user.name).sort())
  expect(pickedUsers).toHaveLength(50)
  for (let digit = 0; digit <= 9; digit++)
    await sql`delete from users where uniqueid like ${`crowd-%${digit}`}`.execute(app.db.q)
})

test('a user is shown with wallet and totals, and the read is audited', async () => {
  await ada.buy('power')
  const { data } = await musa.get<UserDetails>(`/management/users/${uniqueid}`)
  expect(data).toMatchObject({ name: 'Ngozi Eze', orders: 1, spent: 2_100, email_verified: true })
  expect(JSON.stringify(data)).not.toMatch(/hash|bvn|token/)
  const readEvents = await app.db.q
    .selectFrom('audit_log')
    .select('actor_id')
    .where('action', '=', 'user.read')
    .where('data_subject_id', '=', ada.id)
    .execute()
  expect(readEvents).toEqual([{ actor_id: musa.id }])
})

test("a manager loads a user's meters and smartcards; an unknown user is not found", async () => {
  await ada.post('/account/beneficiaries/meter-numbers/add', {
    meter_number: '11000000555',
    meter_type: 'prepaid',
    phone_number: '08031234567',
    amount: 1000,
    disco_id: 'ikeja',
    disco_code: 'ikeja',
    state_id: 'NG-LA',
    company_id: 'ikeja',
    additional_notes: 'Home',
  })
  const meters = await musa.get(`/management/user/${uniqueid}/meter-numbers/all`)
  expect(meters.data).toMatchObject([{ number: '11000000555', additional_notes: 'Home' }])
  expect((await musa.get(`/management/user/${uniqueid}/smartcard-numbers/all`)).data).toEqual([])
  expect((await musa.get('/management/user/unknown/meter-numbers/all')).httpStatus).toBe(404)
  expect((await musa.get('/management/users/unknown')).httpStatus).toBe(404)
})

test('all users are listed page by page', async () => {
  const { data } = await musa.get<{ list: PickedUser[]; next: string | null }>('/management/users/list')
  expect(data.list.map((user) => user.name)).toEqual(expect.arrayContaining(['Ngozi Eze', 'Musa Danjuma']))
  expect(data.next).toBeNull()
})

test('a manager replies to a ticket and closes it', async () => {
  const reference = await ada.buy('airtime')
  const { data } = await ada.post<{ number: string }>('/account/tickets/create', {
    order_reference: reference,
    message: 'The airtime did not come.',
  })
  const openTickets = await musa.get<{ list: object[] }>('/management/tickets/all')
  expect(openTickets.data.list).toContainEqual(
    expect.objectContaining({ number: data.number, reporter: expect.objectContaining({ uniqueid }) }),
  )
  expect(
    (await musa.post(`/management/tickets/${data.number}/answer`, { answer: 'It came now.' })).httpStatus,
  ).toBe(200)
  expect((await ada.get('/account/tickets/all')).data).toMatchObject([
    { state: 'answered', answer: 'It came now.' },
  ])
  expect((await musa.post(`/management/tickets/${data.number}/close`)).httpStatus).toBe(200)
  expect((await musa.post(`/management/tickets/${data.number}/close`)).httpStatus).toBe(404)
  const timeline = await musa.get<{ tickets: object[] }>(`/management/orders/${reference}`)
  expect(timeline.data.tickets).toEqual([{ number: data.number, state: 'closed' }])
})

test('a user who is not a manager is rejected by the endpoints of users, orders, tickets and settings', async () => {
  const bola = await createUser(app)
  for (const path of [
    'users/all',
    'users/list',
    `users/${uniqueid}`,
    'orders/all',
    'overview',
    'tickets/all',
    'configs/site-configs',
    'configs/history',
  ])
    expect((await bola.get(`/management/${path}`)).httpStatus, path).toBe(403)
})

test('each read of the lists of users is audited with its search', async () => {
  const manager = await createTestManager(app)
  await manager.get('/management/users/all')
  await manager.get(`/management/users/list?search=${encodeURIComponent('0803 999')}`)
  const reads = await app.db.q
    .selectFrom('audit_log')
    .select(['action', 'subject'])
    .where('actor_id', '=', manager.id)
    .orderBy('id')
    .execute()
  expect(reads).toEqual([
    { action: 'users.read', subject: 'all' },
    { action: 'users.read', subject: '0803 999' },
  ])
})
