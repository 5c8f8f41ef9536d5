import { afterAll, beforeAll, expect, test } from 'vitest'
import { scopes } from '../../shared/scopes.ts'
import type { Activity, Session } from '../../shared/security.ts'
import { type AccountsTestApp, correctPassword, startAccountsApp } from './setup.ts'

let app: AccountsTestApp
beforeAll(async () => {
  app = await startAccountsApp()
})
afterAll(() => app.close())

type SignedInBrowser = Awaited<ReturnType<AccountsTestApp['createSignedInUser']>>['browser']

const sessions = async (browser: SignedInBrowser) =>
  (await browser.get<Session[]>('/account/sessions/all')).data
const activities = async (browser: SignedInBrowser) =>
  (await browser.get<{ list: Activity[]; next: string | null }>('/account/activity-logs/all')).data.list

/** The same user in another browser. */
async function signInOnAnotherDevice(email: string, password = correctPassword) {
  const browser = app.createBrowser()
  expect(await browser.signIn(email, password)).toMatchObject({ httpStatus: 200 })
  return browser
}

test('a user sees all sessions, the current one first, without their secrets', async () => {
  const ada = await app.createSignedInUser()
  await signInOnAnotherDevice(ada.email)
  const list = await sessions(ada.browser)
  expect(list).toHaveLength(2)
  expect(list.map((session) => session.current)).toEqual([true, false])
  expect(list[0]).toEqual({
    id: expect.stringMatching(/^[\da-f-]{36}$/),
    device: expect.any(String),
    current: true,
    created_at: expect.any(String),
    last_seen_at: expect.any(String),
  })
  expect(JSON.stringify(list)).not.toContain(ada.browser.sessionToken)
})

test('a session ended from another browser no longer authenticates', async () => {
  const ada = await app.createSignedInUser()
  const phone = await signInOnAnotherDevice(ada.email)
  const [, phoneSession] = await sessions(ada.browser)
  expect(await ada.browser.remove(`/account/sessions/${phoneSession?.id}`)).toMatchObject({
    httpStatus: 200,
    status: 'success',
  })
  expect(await phone.fetchProfile()).toMatchObject({ httpStatus: 401 })
  expect(await ada.browser.fetchProfile()).toMatchObject({ httpStatus: 200 })
  expect(await ada.browser.remove(`/account/sessions/${phoneSession?.id}`)).toMatchObject({ httpStatus: 404 })
})

test('signing out everywhere else keeps the current session', async () => {
  const ada = await app.createSignedInUser()
  const others = [await signInOnAnotherDevice(ada.email), await signInOnAnotherDevice(ada.email)]
  expect(await ada.browser.remove('/account/sessions/others')).toMatchObject({
    httpStatus: 200,
    data: { ended: 2 },
  })
  for (const other of others) expect(await other.fetchProfile()).toMatchObject({ httpStatus: 401 })
  expect(await sessions(ada.browser)).toHaveLength(1)
})

test('another user’s session is reported as not found and stays open', async () => {
  const [ada, bola] = [await app.createSignedInUser(), await app.createSignedInUser()]
  const [mine] = await sessions(ada.browser)
  const notFoundResponse = await bola.browser.remove(`/account/sessions/${mine?.id}`)
  expect(notFoundResponse).toMatchObject({ httpStatus: 404, status: 'error' })
  expect(await bola.browser.remove('/account/sessions/00000000-0000-4000-8000-000000000000')).toEqual(
    notFoundResponse,
  )
  expect(await bola.browser.remove('/account/sessions/everything')).toEqual(notFoundResponse)
  expect(await ada.browser.fetchProfile()).toMatchObject({ httpStatus: 200 })
})

test('each toggle inverts the stored setting, and the profile shows it', async () => {
  const ada = await app.createSignedInUser()
  const toggle = () => ada.browser.put('/account/user/profile/activity-logs/update')
  const isSaving = async () => (await ada.browser.fetchProfile()).data.save_activity_logs
  expect(await isSaving()).toBe(true)
  expect(await toggle()).toMatchObject({
    httpStatus: 200,
    status: 'success',
    data: { save_activity_logs: false },
  })
  expect(await isSaving()).toBe(false)
  expect(await toggle()).toMatchObject({ data: { save_activity_logs: true } })
  expect(await isSaving()).toBe(true)
  await Promise.all([toggle(), toggle()])
  expect(await isSaving()).toBe(true)
})

test('account activity is listed for its owner until the log is turned off', async () => {
  const ada = await app.createSignedInUser()
  await signInOnAnotherDevice(ada.email)
  await ada.browser.post('/account/user/profile/update', { name: 'Ada Obi' })
  await ada.browser.post('/account/user/pin/update', {
    pin: '274916',
    pin_confirmation: '274916',
    password: correctPassword,
  })
  expect((await activities(ada.browser)).map((activity) => activity.description)).toEqual([
    'Set the PIN',
    'Changed the profile',
    'Signed in',
    'Signed in',
  ])
  expect((await activities(ada.browser))[0]).toMatchObject({
    id: expect.stringMatching(/^\d+$/),
    device: expect.any(String),
    at: expect.any(String),
  })
  await ada.browser.put('/account/user/profile/activity-logs/update')
  await ada.browser.post('/account/user/profile/update', { name: 'Ada Eze' })
  await signInOnAnotherDevice(ada.email)
  expect((await activities(ada.browser))[0]?.description).toBe('Set the PIN')
  // The company's audit log still records it, so that a break-in can be investigated.
  const stored = await app.db.q
    .selectFrom('audit_log')
    .select(['action', 'visible_to_owner'])
    .where('data_subject_id', '=', (await app.userRow(ada.email)).id)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  expect(stored).toEqual({ action: 'account.sign_in', visible_to_owner: false })

  const bola = await app.createSignedInUser()
  expect(await activities(bola.browser)).toHaveLength(1)
})

test('the activity log contains no entered secrets', async () => {
  const ada = await app.createSignedInUser()
  await ada.browser.post('/account/user/pin/update', {
    pin: '864209',
    pin_confirmation: '864209',
    password: correctPassword,
  })
  // Without ids and times, which may have the digits of the PIN.
  const rows = await app.db.q.selectFrom('audit_log').select(['action', 'subject', 'detail']).execute()
  const text = JSON.stringify(rows)
  expect(text).not.toContain('864209')
  expect(text).not.toContain(correctPassword)
  expect(text).not.toContain(ada.browser.sessionToken)
})

test('a manager verifies the PIN; five wrong ones lock it, even for the correct one', async () => {
  const musa = await app.createSignedInUser()
  await musa.browser.post('/account/user/pin/update', {
    pin: '274916',
    pin_confirmation: '274916',
    password: correctPassword,
  })
  const verify = (pin: unknown) => musa.browser.post('/management/user/pin/verify', { pin })
  expect(await verify('274916')).toMatchObject({ httpStatus: 403, status: 'error' })
  await app.db.q
    .updateTable('users')
    .set({ role: 'manager', scopes: [...scopes] })
    .where('email', '=', musa.email)
    .execute()
  expect(await verify('274916')).toMatchObject({ httpStatus: 200, status: 'success' })
  expect(await verify('000000')).toMatchObject({ httpStatus: 422, errors: { pin: ['Incorrect PIN.'] } })
  expect(await verify('12345')).toMatchObject({ httpStatus: 422 })
  await Promise.all(Array.from({ length: 4 }, () => verify('000000')))
  expect(await verify('274916')).toMatchObject({ httpStatus: 429 })
})

test('guests cannot call any of these endpoints', async () => {
  const guest = app.createBrowser()
  for (const [method, path] of [
    ['get', '/account/sessions/all'],
    ['get', '/account/activity-logs/all'],
    ['put', '/account/user/profile/activity-logs/update'],
    ['remove', '/account/sessions/others'],
    ['post', '/management/user/pin/verify'],
  ] as const) {
    expect(await guest[method](path), path).toMatchObject({
      httpStatus: 403,
      message: 'Please sign in to continue.',
    })
  }
})
