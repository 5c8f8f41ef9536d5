import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { managerCommand } from '../../server/accounts/index.ts'
import { hashSecret } from '../../server/accounts/password.ts'
import { issueSessionToken } from '../../server/http/index.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { createUser, type TestUser } from '../support/user.ts'
import { correctPin, createTestManager } from './setup.ts'

const password = 'Correct-Horse-1'
const next = 'Another-Horse-2'
let app: TestApp
let musa: TestUser
let passwordHash: string
beforeAll(async () => {
  app = await startTestApp({ shared: true })
  musa = await createTestManager(app)
  passwordHash = await hashSecret(password)
})
afterAll(() => app.close())

const confirmation = { auth_pin: correctPin, reason: 'Reported as stolen' }
const pageOf = async ({ id }: TestUser) => {
  const query = app.db.q.selectFrom('users').select('uniqueid').where('id', '=', id)
  return `/management/users/${(await query.executeTakeFirstOrThrow()).uniqueid}`
}

/** A request of a session, with its response to an idempotency key that was used while the session was open. */
async function openSession(user: TestUser) {
  const authorization = `Bearer ${await issueSessionToken(app.db.q, user.id)}`
  const key = randomUUID()
  const request = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${app.origin}/api/v1${path}`, {
      method,
      headers: { authorization, 'content-type': 'application/json', 'idempotency-key': key },
      ...(body && { body: JSON.stringify(body) }),
    })
    const envelope = (await response.json()) as { code?: string }
    return `${response.status} ${envelope.code ?? ''}`.trim()
  }
  const topUp = () =>
    request('POST', '/account/payments/wallet/topup/initiate', {
      amount: 5_000,
      payment_for: 'wallet_topup',
      payment_method: 'CARD',
    })
  expect(await topUp()).toBe('200')
  const events = await fetch(`${app.origin}/api/v1/account/events`, { headers: { authorization } })
  expect(events.status).toBe(200)
  return { request, topUp, events: events.text() }
}

/** Every way in which earlier sessions of a user end. */
const endings: Readonly<Record<string, (user: TestUser) => Promise<{ httpStatus: number } | string[]>>> = {
  'a password change': (user) =>
    user.post('/account/user/password/update', {
      old_password: password,
      new_password: next,
      new_password_confirmation: next,
    }),
  'signing out everywhere else': (user) => user.remove('/account/sessions/others'),
  'a sign-out by a manager': async (user) => musa.post(`${await pageOf(user)}/sessions/end`, confirmation),
  'a block': async (user) => musa.post(`${await pageOf(user)}/block`, confirmation),
  'becoming a manager': (user) => managerCommand(app.db, [user.email]),
  'closing the account': (user) => user.post('/account/user/close', { password, email: user.email }),
}

test.each(Object.entries(endings))(
  'after %s an earlier session reads, pays, streams and replays nothing',
  async (_, end) => {
    const ada = await createUser(app)
    await app.db.q
      .updateTable('users')
      .set({ password_hash: passwordHash })
      .where('id', '=', ada.id)
      .execute()
    const session = await openSession(ada)
    const result = await end(ada)
    if (!Array.isArray(result)) expect(result.httpStatus).toBe(200)
    expect(await session.request('GET', '/account/user/profile')).toBe('401 SESSION_ENDED')
    expect(await session.request('GET', '/account/events')).toBe('401 SESSION_ENDED')
    expect(await session.topUp()).toBe('401 SESSION_ENDED')
    // An endpoint for everyone does not treat it as a guest either.
    expect(await session.request('GET', '/services/airtime/networks/all')).toBe('401 SESSION_ENDED')
    // The open stream ends.
    await session.events
  },
)

test('a manager whose role or scope was removed cannot use an earlier session', async () => {
  const ngozi = await createTestManager(app)
  const session = await openSession(ngozi)
  expect(await session.request('GET', '/management/audit-logs/all')).toBe('200')
  await managerCommand(app.db, [ngozi.email, '--scopes', 'support'])
  expect(await session.request('GET', '/management/audit-logs/all')).toBe('401 SESSION_ENDED')
  const support = await openSession(ngozi)
  expect(await support.request('GET', '/management/audit-logs/all')).toBe('403 SCOPE_MISSING')
  await managerCommand(app.db, [ngozi.email, 'off'])
  expect(await support.request('GET', '/management/overview')).toBe('401 SESSION_ENDED')
  const user = await openSession(ngozi)
  expect(await user.request('GET', '/management/overview')).toBe('403 NOT_ALLOWED')
})

test('a removed PIN ends the open sessions, and in a new session a new PIN needs the password', async () => {
  const ngozi = await createTestManager(app)
  const ada = await createUser(app)
  const earlierSession = await openSession(ngozi)
  expect((await musa.post(`${await pageOf(ngozi)}/pin/reset`, confirmation)).httpStatus).toBe(200)
  const block = `${await pageOf(ada)}/block`
  expect(await earlierSession.request('POST', block, confirmation)).toBe('401 SESSION_ENDED')
  const session = await openSession(ngozi)
  expect(await session.request('POST', block, confirmation)).toBe('422 PIN_NOT_SET')
  const pins = { pin: '274916', pin_confirmation: '274916' }
  expect(await session.request('POST', '/account/user/pin/update', pins)).toMatch(/^422/)
  expect(
    await session.request('POST', '/account/user/pin/update', { ...pins, password: 'Not-The-One-1' }),
  ).toBe('422 PASSWORD_WRONG')
})
