import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { createUser, type TestUser } from '../support/user.ts'
import { correctPin, createTestManager } from './setup.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ shared: true })
})
afterAll(() => app.close())

const rowOf = ({ id }: Pick<TestUser, 'id'>) =>
  app.db.q
    .selectFrom('users')
    .select(['uniqueid', 'role', 'scopes'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
const pageOf = async (user: TestUser) => `/management/users/${(await rowOf(user)).uniqueid}`
const confirmation = { auth_pin: correctPin, reason: 'New in the team' }

/** The pending request about this user, as the manager sees it. */
async function pendingFor(manager: TestUser, user: TestUser) {
  const { uniqueid } = await rowOf(user)
  const { data } = await manager.get<
    { id: string; state: string; user: { uniqueid: string } | null; can_decide: boolean }[]
  >('/management/approvals/all?kind=scope_change')
  return data.find((approval) => approval.state === 'pending' && approval.user?.uniqueid === uniqueid)
}
const decide = async (manager: TestUser, user: TestUser, decision: 'approve' | 'reject') => {
  const approval = await pendingFor(manager, user)
  return manager.post(
    `/management/approvals/${approval?.id}/${decision}`,
    { auth_pin: correctPin },
    { 'idempotency-key': crypto.randomUUID() },
  )
}

test('scopes are granted by one admin and approved by another, and the user signs in again', async () => {
  const [musa, ngozi, ada] = [
    await createTestManager(app),
    await createTestManager(app),
    await createUser(app),
  ]
  const request = { ...confirmation, scopes: ['support', 'finance'] }
  expect((await musa.post(`${await pageOf(ada)}/scopes`, request)).httpStatus).toBe(202)
  expect(await rowOf(ada)).toMatchObject({ role: 'user', scopes: [] })
  expect((await musa.post(`${await pageOf(ada)}/scopes`, request)).httpStatus).toBe(409)
  expect((await decide(musa, ada, 'approve')).httpStatus).toBe(403)
  expect(await pendingFor(ngozi, ada)).toMatchObject({ can_decide: true })
  expect((await decide(ngozi, ada, 'approve')).httpStatus).toBe(200)
  expect(await rowOf(ada)).toMatchObject({ role: 'manager', scopes: ['finance', 'support'] })
  expect((await ada.get('/account/user/profile')).httpStatus).toBe(401)
})

test('a rejected change of scopes changes nothing', async () => {
  const [musa, ngozi, ada] = [
    await createTestManager(app),
    await createTestManager(app),
    await createUser(app),
  ]
  await musa.post(`${await pageOf(ada)}/scopes`, { ...confirmation, scopes: ['admin'] })
  expect((await decide(ngozi, ada, 'reject')).httpStatus).toBe(200)
  expect(await rowOf(ada)).toMatchObject({ role: 'user', scopes: [] })
})

test('an admin cannot change or approve their own scopes', async () => {
  const [musa, ngozi] = [await createTestManager(app, ['admin']), await createTestManager(app)]
  const request = { ...confirmation, scopes: ['admin', 'finance'] }
  expect((await musa.post(`${await pageOf(musa)}/scopes`, request)).httpStatus).toBe(403)
  expect((await ngozi.post(`${await pageOf(musa)}/scopes`, request)).httpStatus).toBe(202)
  expect(await pendingFor(musa, musa)).toMatchObject({ can_decide: false })
  expect((await decide(musa, musa, 'approve')).httpStatus).toBe(403)
  expect((await rowOf(musa)).scopes).toEqual(['admin'])
})

test('the finance scope decides no scopes, and the admin scope decides no money', async () => {
  const [musa, ada] = [await createTestManager(app), await createUser(app, { walletKobo: 0n })]
  const [finance, admin] = [
    await createTestManager(app, ['finance']),
    await createTestManager(app, ['admin']),
  ]
  await musa.post(`${await pageOf(ada)}/scopes`, { ...confirmation, scopes: ['support'] })
  expect(await decide(finance, ada, 'approve')).toMatchObject({ httpStatus: 403, code: 'SCOPE_MISSING' })
  const { data } = await musa.post<{ approval_id: string }>(
    '/management/wallet/top-up',
    { amount: 60_000, user_id: (await rowOf(ada)).uniqueid, auth_pin: correctPin },
    { 'idempotency-key': crypto.randomUUID() },
  )
  const path = `/management/approvals/${data.approval_id}/approve`
  const key = () => ({ 'idempotency-key': crypto.randomUUID() })
  expect(await admin.post(path, { auth_pin: correctPin }, key())).toMatchObject({
    httpStatus: 403,
    code: 'SCOPE_MISSING',
  })
  expect((await finance.post(path, { auth_pin: correctPin }, key())).httpStatus).toBe(200)
})

test('only an admin acts on the account of another manager', async () => {
  const [support, admin, other] = [
    await createTestManager(app, ['support']),
    await createTestManager(app, ['admin']),
    await createTestManager(app),
  ]
  expect(await support.post(`${await pageOf(other)}/block`, confirmation)).toMatchObject({
    httpStatus: 403,
    code: 'SCOPE_MISSING',
  })
  expect((await admin.post(`${await pageOf(other)}/block`, confirmation)).httpStatus).toBe(200)
})

test('an unverified user and unchanged scopes are rejected', async () => {
  const musa = await createTestManager(app)
  const [unverified, other] = [
    await createUser(app, { verified: false }),
    await createTestManager(app, ['support']),
  ]
  const change = { ...confirmation, scopes: ['support'] }
  expect((await musa.post(`${await pageOf(unverified)}/scopes`, change)).httpStatus).toBe(409)
  expect((await musa.post(`${await pageOf(other)}/scopes`, change)).httpStatus).toBe(422)
})
