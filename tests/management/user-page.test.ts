import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AuditEntry } from '../../shared/operations.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { createUser, type TestUser } from '../support/user.ts'
import { correctPin, createTestManager } from './setup.ts'

let app: TestApp
let musa: TestUser
beforeAll(async () => {
  app = await startTestApp({ shared: true })
  musa = await createTestManager(app)
})
afterAll(() => app.close())

const uniqueidOf = async ({ id }: Pick<TestUser, 'id'>) =>
  (await app.db.q.selectFrom('users').select('uniqueid').where('id', '=', id).executeTakeFirstOrThrow())
    .uniqueid
const pageOf = async (user: TestUser) => `/management/users/${await uniqueidOf(user)}`
const confirmation = { auth_pin: correctPin, reason: 'Reported as stolen' }

test("a manager reads a user's wallet, cards, tickets and sessions, and each read is audited", async () => {
  const ada = await createUser(app, { walletKobo: 1_000_000n })
  const reference = await ada.buy('airtime')
  await ada.post('/account/tickets/create', { order_reference: reference, message: 'It did not come.' })
  await app.db.q
    .insertInto('payment_cards')
    .values({
      ...{ uniqueid: 'CardOnTheUserPage123', user_id: ada.id, gateway: 'paystack', token: 'sealed-token' },
      ...{ token_hash: Buffer.from('user page'), email: ada.email, first_digits: '408408', type: 'visa' },
      ...{ last_digits: '4081', expiry: '12/30', issuer: null, signature: 'user page' },
    })
    .execute()
  const page = await pageOf(ada)
  const wallet = await musa.get<{ list: object[] }>(`${page}/wallet/movements`)
  expect(wallet.data.list[0]).toMatchObject({ kind: 'cashback' })
  expect((await musa.get(`${page}/payment-cards`)).data).toEqual([
    { last_digits: '4081', expiry: '12/30', issuer: null, type: 'visa' },
  ])
  expect((await musa.get(`${page}/tickets`)).data).toMatchObject([{ order_reference: reference }])
  expect((await musa.get<object[]>(`${page}/sessions`)).data).toHaveLength(1)
  const reads = await app.db.q
    .selectFrom('audit_log')
    .select('action')
    .where('data_subject_id', '=', ada.id)
    .where('actor_id', '=', musa.id)
    .orderBy('id')
    .execute()
  expect(reads.map(({ action }) => action)).toEqual([
    'wallet.read',
    'cards.read',
    'user_tickets.read',
    'sessions.read',
  ])
  expect((await musa.get('/management/users/unknown/sessions')).httpStatus).toBe(404)
  expect((await musa.get(page)).data).toMatchObject({
    record_counts: { orders: 1, cards: 1, meters: 0, tickets: 1, notes: 0 },
  })
})

test('notes about a user are kept, newest first, and cannot be changed or deleted', async () => {
  const ada = await createUser(app)
  const page = await pageOf(ada)
  for (const text of ['Called about a token.', 'Sent the token again.'])
    expect((await musa.post(`${page}/notes/create`, { text })).httpStatus).toBe(200)
  const { data } = await musa.get<{ list: { text: string; author: string }[] }>(`${page}/notes`)
  expect(data.list).toMatchObject([
    { text: 'Sent the token again.', author: 'Musa Danjuma' },
    { text: 'Called about a token.', author: 'Musa Danjuma' },
  ])
  expect((await musa.post(`${page}/notes/create`, { text: ' ' })).httpStatus).toBe(422)
  await expect(app.db.q.updateTable('user_notes').set({ body: 'Changed' }).execute()).rejects.toThrow(
    'append-only',
  )
  await expect(app.db.q.deleteFrom('user_notes').execute()).rejects.toThrow('append-only')
})

test('a blocked user is signed out and cannot sign in; the wallet keeps its money', async () => {
  const ada = await createUser(app, { walletKobo: 300_000n })
  const page = await pageOf(ada)
  const { message } = await musa.post(`${page}/block`, confirmation)
  expect(message).toContain('the wallet keeps its money')
  expect((await ada.get('/account/user/profile')).httpStatus).toBe(401)
  expect(await ada.walletKobo()).toBe(300_000n)
  const { data } = await musa.get<{ blocked: object }>(page)
  expect(data.blocked).toMatchObject({ reason: 'Reported as stolen' })
  expect((await musa.post(`${page}/block`, confirmation)).httpStatus).toBe(409)
  expect((await musa.post(`${page}/unblock`, confirmation)).httpStatus).toBe(200)
  expect((await musa.post(`${page}/unblock`, confirmation)).httpStatus).toBe(409)
  // The old session stays ended.
  expect((await ada.get('/account/user/profile')).httpStatus).toBe(401)
})

test('an order that was paid before its owner was blocked is still delivered', async () => {
  const ada = await createUser(app, { walletKobo: 1_000_000n })
  const reference = await ada.buy('power', { meter_number: '11000000001' })
  expect((await app.orderRow(reference)).state).toBe('vending')
  await musa.post(`${await pageOf(ada)}/block`, confirmation)
  await app.runDueJobsUntil(async () => (await app.orderRow(reference)).state === 'delivered')
  expect((await app.orderRow(reference)).state).toBe('delivered')
})

test('a manager signs a user out everywhere without blocking the account', async () => {
  const ada = await createUser(app)
  const page = await pageOf(ada)
  expect((await musa.post(`${page}/sessions/end`, confirmation)).httpStatus).toBe(200)
  expect((await ada.get('/account/user/profile')).httpStatus).toBe(401)
  expect((await musa.get(`${page}/sessions`)).data).toEqual([])
  expect((await musa.get<{ blocked: null }>(page)).data.blocked).toBeNull()
})

test('a manager removes a PIN and never chooses one; the user is notified by e-mail', async () => {
  const ada = await createTestManager(app)
  const page = await pageOf(ada)
  expect((await musa.post(`${page}/pin/reset`, confirmation)).httpStatus).toBe(200)
  const user = app.db.q.selectFrom('users').select('pin_hash').where('id', '=', ada.id)
  expect(await user.executeTakeFirst()).toEqual({ pin_hash: null })
  expect((await ada.get('/account/user/profile')).httpStatus).toBe(401)
  const mail = await app.db.q
    .selectFrom('outbox')
    .select(['subject', 'body'])
    .where('recipient', '=', ada.email)
    .executeTakeFirstOrThrow()
  expect(mail.subject).toContain('set a new PIN')
  expect(mail.body).not.toMatch(/\b\d{6}\b/)
  expect((await musa.post(`${page}/pin/reset`, confirmation)).httpStatus).toBe(409)
})

test('no action works on the own account, without the correct PIN or without a reason', async () => {
  const ada = await createUser(app)
  for (const action of ['block', 'unblock', 'sessions/end', 'pin/reset']) {
    expect((await musa.post(`${await pageOf(musa)}/${action}`, confirmation)).httpStatus, action).toBe(403)
    const page = `${await pageOf(ada)}/${action}`
    expect((await musa.post(page, { ...confirmation, auth_pin: '918273' })).httpStatus, action).toBe(422)
    expect((await musa.post(page, { auth_pin: correctPin })).httpStatus, action).toBe(422)
  }
  expect((await ada.get('/account/user/profile')).httpStatus).toBe(200)
})

test('the audit log is filtered by the person who acted and by the person affected', async () => {
  const ada = await createUser(app)
  const uniqueid = await uniqueidOf(ada)
  await musa.post(`/management/users/${uniqueid}/block`, confirmation)
  const about = await musa.get<{ list: AuditEntry[] }>(`/management/audit-logs/all?about_user_id=${uniqueid}`)
  expect(about.data.list).toMatchObject([
    { action: 'user.block', subject: uniqueid, detail: { reason: 'Reported as stolen' } },
  ])
  const by = await musa.get<{ list: AuditEntry[] }>(`/management/audit-logs/all?user_id=${uniqueid}`)
  expect(by.data.list.every(({ actor }) => actor?.uniqueid === uniqueid)).toBe(true)
  const unknown = await musa.get<{ list: AuditEntry[] }>('/management/audit-logs/all?about_user_id=unknown')
  expect(unknown.data.list).toEqual([])
})
