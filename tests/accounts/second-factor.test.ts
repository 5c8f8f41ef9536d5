import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { managerCommand } from '../../server/accounts/index.ts'
import { type AccountsTestApp, correctPassword, startAccountsApp } from './setup.ts'

let app: AccountsTestApp
let live: AccountsTestApp
beforeAll(async () => {
  app = await startAccountsApp()
  live = await startAccountsApp({ mode: 'live' })
})
afterAll(async () => {
  await app.close()
  await live.close()
})

const base = '/management/user/second-factor'
/** The app's code now, or some steps of 30 seconds later. */
const codeOf = (key: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: Date.now() + steps * 30_000 })

/** A signed-in manager without a second factor. */
async function createManager(on: AccountsTestApp) {
  const { email } = await on.createSignedInUser()
  await managerCommand(on.db, [email])
  const browser = on.createBrowser()
  await browser.signIn(email)
  return { email, browser }
}

/** A manager with an authenticator app; the code of the current time step is used up. A code one step old is accepted. */
async function createEnrolledManager(on: AccountsTestApp) {
  const { email, browser } = await createManager(on)
  const started = await browser.post<{ key: string; uri: string }>(`${base}/start`, {
    password: correctPassword,
  })
  const { key } = started.data
  const confirmed = await browser.post<{ recovery_codes: string[] }>(`${base}/confirm`, {
    code: codeOf(key),
  })
  return { email, browser, key, uri: started.data.uri, recovery: confirmed.data.recovery_codes }
}

const signIn = (on: AccountsTestApp, email: string, second_factor_code?: string) =>
  on.createBrowser().post('/auth/login', {
    email,
    password: correctPassword,
    ...(second_factor_code !== undefined && { second_factor_code }),
  })

test('a manager sets up an authenticator app; its key is encrypted and the recovery codes are hashed', async () => {
  const { email, browser, key, uri, recovery } = await createEnrolledManager(app)
  expect(uri).toContain('otpauth://totp/')
  expect(recovery).toHaveLength(10)
  expect((await browser.get(base)).data).toEqual({ enrolled: true, required: false, recovery_codes: 10 })
  const row = await app.userRow(email)
  expect(row.second_factor_key).toMatch(/^v1\./)
  expect(row.second_factor_key).not.toContain(key)
  const stored = JSON.stringify(await app.db.q.selectFrom('recovery_codes').selectAll().execute())
  for (const code of recovery) expect(stored).not.toContain(code)
  expect((await browser.post(`${base}/start`, { password: correctPassword })).httpStatus).toBe(409)
})

test('setting up an authenticator app ends the sessions that were opened with the password alone', async () => {
  const { email, browser } = await createManager(live)
  const earlier = live.createBrowser()
  await earlier.signIn(email)
  const { data } = await browser.post<{ key: string }>(`${base}/start`, { password: correctPassword })
  expect((await earlier.get(base)).httpStatus).toBe(200)
  expect((await browser.post(`${base}/confirm`, { code: codeOf(data.key) })).httpStatus).toBe(200)
  expect((await browser.get(base)).httpStatus).toBe(200)
  expect((await earlier.get(base)).httpStatus).toBe(401)
})

test('sign-in asks for the code after the password, and each code works once', async () => {
  const { email, key } = await createEnrolledManager(app)
  expect(await signIn(app, email)).toMatchObject({ httpStatus: 422, code: 'SECOND_FACTOR_NEEDED' })
  const wrongPassword = { email, password: 'Not-The-One-1', second_factor_code: codeOf(key) }
  expect(await app.createBrowser().post('/auth/login', wrongPassword)).toMatchObject({
    code: 'SIGN_IN_WRONG',
  })
  const code = codeOf(key, 1)
  expect((await signIn(app, email, code)).httpStatus).toBe(200)
  expect(await signIn(app, email, code)).toMatchObject({ httpStatus: 422, code: 'SECOND_FACTOR_WRONG' })
})

test('concurrent sign-ins with one code open one session', async () => {
  const { email, key } = await createEnrolledManager(app)
  const code = codeOf(key, 1)
  const responses = await Promise.all([1, 2, 3].map(() => signIn(app, email, code)))
  expect(responses.filter(({ httpStatus }) => httpStatus === 200)).toHaveLength(1)
})

test('a recovery code signs in once instead of a code of the app', async () => {
  const { email, recovery } = await createEnrolledManager(app)
  const code = recovery[0] ?? ''
  expect((await signIn(app, email, code.toLowerCase())).httpStatus).toBe(200)
  expect((await signIn(app, email, code)).httpStatus).toBe(422)
})

test('concurrent sign-ins with one recovery code open one session', async () => {
  const { email, recovery } = await createEnrolledManager(app)
  const responses = await Promise.all([1, 2, 3].map(() => signIn(app, email, recovery[0])))
  expect(responses.filter(({ httpStatus }) => httpStatus === 200)).toHaveLength(1)
})

test('wrong codes are limited, and then the correct one is rejected too', async () => {
  const { email, key } = await createEnrolledManager(app)
  for (let attempt = 0; attempt < 10; attempt++) await signIn(app, email, '000000')
  expect((await signIn(app, email, codeOf(key, 1))).httpStatus).toBe(429)
})

test('removing the app needs the password and a code', async () => {
  const { email, browser, key } = await createEnrolledManager(app)
  const code = codeOf(key, 1)
  expect((await browser.post(`${base}/disable`, { password: 'Not-The-One-1', code })).httpStatus).toBe(422)
  expect(
    (await browser.post(`${base}/disable`, { password: correctPassword, code: '000000' })).httpStatus,
  ).toBe(422)
  expect((await browser.post(`${base}/disable`, { password: correctPassword, code })).httpStatus).toBe(200)
  expect((await signIn(app, email)).httpStatus).toBe(200)
})

test('the command removes a lost authenticator app and signs the manager out', async () => {
  const { email, browser } = await createEnrolledManager(app)
  await managerCommand(app.db, [email, 'reset-second-factor'])
  expect((await browser.get(base)).httpStatus).toBe(401)
  expect((await signIn(app, email)).httpStatus).toBe(200)
  await expect(managerCommand(app.db, [email, 'reset-second-factor'])).rejects.toThrow('no authenticator app')
})

test('an ordinary user signs in as before, and cannot set up a second factor', async () => {
  const ada = await app.createSignedInUser()
  const { data } = await signIn(app, ada.email)
  expect(data).not.toHaveProperty('second_factor')
  expect((await ada.browser.post(`${base}/start`, { password: correctPassword })).httpStatus).toBe(403)
})

test('when live, a manager without an authenticator app can only set one up', async () => {
  const { browser } = await createManager(live)
  expect(await browser.post('/management/user/pin/verify', { pin: '274916' })).toMatchObject({
    httpStatus: 403,
    code: 'SECOND_FACTOR_REQUIRED',
  })
  const { data } = await browser.post<{ key: string }>(`${base}/start`, { password: correctPassword })
  expect((await browser.post(`${base}/confirm`, { code: codeOf(data.key) })).httpStatus).toBe(200)
  expect((await browser.post('/management/user/pin/verify', { pin: '274916' })).httpStatus).toBe(422)
})
