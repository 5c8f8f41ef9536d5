import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { accountFieldTexts } from '../../shared/account-field-texts.ts'
import { errors } from '../../shared/errors.ts'
import { type AccountsTestApp, correctPassword, startAccountsApp } from './setup.ts'

let app: AccountsTestApp
beforeAll(async () => {
  app = await startAccountsApp()
})
afterAll(() => app.close())

const next = 'A-New-Password-2'
const resetPassword = (email: string, token: string, password = next, password_confirmation = password) =>
  app.createBrowser().post('/auth/reset-password', { email, token, password, password_confirmation })
const requestLink = (email: string) => app.createBrowser().post('/auth/forgot-password', { email })

test('the mailed link sets a new password once and ends every session', async () => {
  const ada = await app.createSignedInUser()
  await requestLink(ada.email)
  await app.waitForBackgroundTasks()
  const link = await app.linkFor(ada.email)
  expect(link.email).toBe(ada.email)
  expect(await resetPassword(ada.email, link.token)).toMatchObject({ httpStatus: 200, status: 'success' })
  expect((await ada.browser.fetchProfile()).httpStatus).toBe(401)
  expect((await app.createBrowser().signIn(ada.email, correctPassword)).httpStatus).toBe(422)
  expect((await app.createBrowser().signIn(ada.email, next)).httpStatus).toBe(200)
  expect(await resetPassword(ada.email, link.token)).toMatchObject({
    httpStatus: 422,
    message: errors.RESET_WRONG.message,
  })
  const mails = (await app.mailsTo(ada.email)).filter((mail) => mail.subject?.includes('was changed'))
  expect(mails).toHaveLength(1)
})

test('of two concurrent uses of one link one succeeds', async () => {
  const ada = await app.createSignedInUser()
  await requestLink(ada.email)
  await app.waitForBackgroundTasks()
  const { token } = await app.linkFor(ada.email)
  const both = await Promise.all([
    resetPassword(ada.email, token),
    resetPassword(ada.email, token, 'A-New-Password-3'),
  ])
  expect(both.map(({ httpStatus }) => httpStatus).sort()).toEqual([200, 422])
})

test('a guessed, foreign or expired link changes nothing', async () => {
  const [ada, bola] = [await app.createSignedInUser(), await app.createSignedInUser()]
  await requestLink(ada.email)
  await app.waitForBackgroundTasks()
  const { token } = await app.linkFor(ada.email)
  expect((await resetPassword(bola.email, token)).httpStatus).toBe(422)
  expect((await resetPassword(ada.email, 'x'.repeat(43))).httpStatus).toBe(422)
  await app.setClockAhead(31 * 60)
  try {
    expect((await resetPassword(ada.email, token)).httpStatus).toBe(422)
  } finally {
    await app.setClockAhead(0)
  }
  expect(await resetPassword(ada.email, token, 'weak')).toMatchObject({
    httpStatus: 422,
    errors: { password: [expect.any(String)] },
  })
  expect(await resetPassword(ada.email, token, next, 'Another-One-9')).toMatchObject({
    httpStatus: 422,
    errors: { password_confirmation: [accountFieldTexts.passwordMismatch()] },
  })
  expect((await resetPassword(ada.email, token)).httpStatus).toBe(200)
})

test('requesting a link gets the same response with and without an account', async () => {
  const ada = await app.createSignedInUser()
  const [existing, unknown] = [await requestLink(ada.email), await requestLink('no-account@example.com')]
  expect(existing.message).toBe(unknown.message)
  expect([existing.httpStatus, existing.status]).toEqual([unknown.httpStatus, unknown.status])
  await app.waitForBackgroundTasks()
  expect(await app.mailsTo('no-account@example.com')).toHaveLength(0)
})

test('one client requests at most five links a day for one mailbox, however its address is written', async () => {
  const client = app.createBrowser({ ip: '102.89.45.1' })
  const request = async (tag: string) =>
    (await client.post('/auth/forgot-password', { email: `owner${tag}@example.com` })).httpStatus
  for (const tag of ['', '+1', '+2', '+a', '+b+c']) expect(await request(tag)).toBe(200)
  expect(await request('+3')).toBe(429)
  expect(await request('.3')).toBe(200)
})

test('the owner of an e-mail claims an account that another person registered, without that person’s details', async () => {
  const referrer = await app.createSignedInUser()
  const otherBrowser = app.createBrowser({ device: 'the-strangers-phone' })
  const { data } = await otherBrowser.register({
    email: 'victim@example.com',
    password: 'The-Strangers-1',
    name: 'A Stranger',
    phone: '08037654321',
    is_company: true,
    company_name: 'Strange Ltd',
    address: '1 Strange Street',
    website: 'https://strange.example',
    rc_number: 'RC 99',
    referrer: (await app.userRow(referrer.email)).referral_code,
  })
  await otherBrowser.signIn(data.email, 'The-Strangers-1')
  const pin = { pin: '274916', pin_confirmation: '274916', password: 'The-Strangers-1' }
  expect((await otherBrowser.post('/account/user/pin/update', pin)).httpStatus).toBe(200)
  const pinLimit = { above: 0, auth_pin: '274916' }
  expect((await otherBrowser.post('/account/user/pin/limit', pinLimit)).httpStatus).toBe(200)

  await requestLink(data.email)
  await app.waitForBackgroundTasks()
  await resetPassword(data.email, (await app.linkFor(data.email)).token)
  expect((await otherBrowser.fetchProfile()).httpStatus).toBe(401)
  expect((await app.createBrowser().signIn(data.email, 'The-Strangers-1')).httpStatus).toBe(422)
  const row = await app.userRow(data.email)
  expect(row).toMatchObject({
    name: 'Customer',
    phone: null,
    pin_hash: null,
    pin_above_kobo: null,
    is_company: false,
    company_name: null,
    address: null,
    website: null,
    rc_number: null,
    referred_by: null,
    registered_session_hash: null,
  })
  const devices = app.db.q.selectFrom('known_devices').selectAll().where('user_id', '=', row.id)
  expect(await devices.execute()).toEqual([])
  const owner = app.createBrowser()
  expect((await owner.signIn(data.email, next)).data).toMatchObject({ email_verified: true, has_pin: false })
})

test('a password reset by mail does not change a verified account', async () => {
  const ada = await app.createSignedInUser({ name: 'Ada Obi' })
  await requestLink(ada.email)
  await app.waitForBackgroundTasks()
  await resetPassword(ada.email, (await app.linkFor(ada.email)).token)
  expect(await app.userRow(ada.email)).toMatchObject({ name: 'Ada Obi', phone: '+2348031234567' })
})

test('the user changes the password with the old one, and every session ends', async () => {
  const ada = await app.createSignedInUser()
  const other = app.createBrowser()
  await other.signIn(ada.email)
  const change = (overrides: Record<string, unknown> = {}) =>
    ada.post('/account/user/password/update', {
      old_password: correctPassword,
      new_password: next,
      new_password_confirmation: next,
      ...overrides,
    })
  expect(await change({ old_password: 'Not-The-One-1' })).toMatchObject({
    httpStatus: 422,
    errors: { old_password: [errors.PASSWORD_WRONG.message] },
  })
  expect(await change({ new_password_confirmation: 'Other-1-word' })).toMatchObject({
    httpStatus: 422,
    errors: { new_password_confirmation: [accountFieldTexts.passwordMismatch()] },
  })
  expect((await change({ new_password: 'weak', new_password_confirmation: 'weak' })).httpStatus).toBe(422)
  expect(await change()).toMatchObject({ httpStatus: 200, status: 'success' })
  for (const browser of [ada.browser, other]) expect((await browser.fetchProfile()).httpStatus).toBe(401)
  expect((await app.createBrowser().signIn(ada.email, next)).httpStatus).toBe(200)
})

test('of two concurrent changes with the same old password, one succeeds', async () => {
  const ada = await app.createSignedInUser()
  const other = app.createBrowser()
  await other.signIn(ada.email)
  const passwords = [next, 'Another-Password-3'] as const
  const change = (browser: typeof other, password: string) =>
    browser.post('/account/user/password/update', {
      old_password: correctPassword,
      new_password: password,
      new_password_confirmation: password,
    })
  const responses = await Promise.all([change(ada.browser, passwords[0]), change(other, passwords[1])])
  expect(responses.filter(({ httpStatus }) => httpStatus === 200)).toHaveLength(1)
  const changedTo = passwords[responses[0].httpStatus === 200 ? 0 : 1]
  expect((await app.createBrowser().signIn(ada.email, changedTo)).httpStatus).toBe(200)
})

test('a stolen session can try at most ten passwords', async () => {
  const ada = await app.createSignedInUser()
  const attempt = (old_password: string) =>
    ada.post('/account/user/password/update', {
      old_password,
      new_password: next,
      new_password_confirmation: next,
    })
  for (let count = 0; count < 10; count++) expect((await attempt('Not-The-One-1')).httpStatus).toBe(422)
  expect((await attempt(correctPassword)).httpStatus).toBe(429)
})

test('attempts of several processes that all passed the check compare at most ten passwords', async () => {
  const processes = await startAccountsApp({
    wrapLimits: (limits) => ({ ...limits, check: async () => undefined }),
  })
  onTestFinished(() => processes.close())
  const ada = await processes.createSignedInUser()
  const attempt = (old_password: string) =>
    ada.post('/account/user/password/update', {
      old_password,
      new_password: next,
      new_password_confirmation: next,
    })
  const attempts = await Promise.all(Array.from({ length: 12 }, () => attempt('Not-The-One-1')))
  expect(attempts.filter(({ httpStatus }) => httpStatus === 422)).toHaveLength(10)
  expect((await attempt(correctPassword)).httpStatus).toBe(429)
})

test('correct passwords do not use up the limit of wrong ones', async () => {
  const ada = await app.createSignedInUser()
  for (let count = 0; count < 11; count++)
    expect(
      await ada.post('/account/user/pin/update', {
        pin: '274916',
        pin_confirmation: '274916',
        password: correctPassword,
      }),
    ).toMatchObject({ httpStatus: 200 })
})

test('a password reset by mail lets the owner sign in immediately, regardless of failed attempts', async () => {
  const ada = await app.createSignedInUser()
  for (const ip of ['102.89.1.1', '102.1.1.1', '102.1.1.2', '102.1.1.3', '102.1.1.4', '102.1.1.5'])
    for (let count = 0; count < 11; count++)
      await app.createBrowser({ ip }).signIn(ada.email, 'Not-The-One-1')
  expect((await app.createBrowser().signIn(ada.email)).httpStatus).toBe(429)
  await requestLink(ada.email)
  await app.waitForBackgroundTasks()
  expect((await resetPassword(ada.email, (await app.linkFor(ada.email)).token)).httpStatus).toBe(200)
  expect((await app.createBrowser().signIn(ada.email, next)).httpStatus).toBe(200)
})

test('link requests of other people neither invalidate the owner’s link nor use up the owner’s limit', async () => {
  const ada = await app.createSignedInUser()
  await requestLink(ada.email)
  await app.waitForBackgroundTasks()
  const { token } = await app.linkFor(ada.email)
  for (let times = 0; times < 8; times++)
    await app.createBrowser({ ip: '41.9.9.9' }).post('/auth/forgot-password', { email: ada.email })
  await app.waitForBackgroundTasks()
  expect((await requestLink(ada.email)).httpStatus).toBe(200)
  expect((await resetPassword(ada.email, token)).httpStatus).toBe(200)
})

test('the owner gets a valid link, however many links other people on other networks requested', async () => {
  const ada = await app.createSignedInUser()
  for (const ip of ['41.9.8.1', '41.9.8.2', '41.9.8.3', '41.9.8.4', '41.9.8.5'])
    for (let times = 0; times < 5; times++)
      await app.createBrowser({ ip }).post('/auth/forgot-password', { email: ada.email })
  await app.waitForBackgroundTasks()
  const countLinks = async () =>
    (await app.mailsTo(ada.email)).filter((mail) => mail.subject?.includes('new password')).length
  expect(await countLinks()).toBe(20)
  await app.db.q
    .updateTable('email_codes')
    .set({ expires_at: new Date(0) })
    .where('purpose', '=', 'reset')
    .execute()
  await requestLink(ada.email)
  await app.waitForBackgroundTasks()
  await app.createBrowser({ ip: '41.9.8.6' }).post('/auth/forgot-password', { email: ada.email })
  await app.waitForBackgroundTasks()
  expect(await countLinks()).toBe(21)
  expect((await resetPassword(ada.email, (await app.linkFor(ada.email)).token)).httpStatus).toBe(200)
})

test('wrong links from a shared IP address do not block a valid one', async () => {
  const ada = await app.createSignedInUser()
  await requestLink(ada.email)
  await app.waitForBackgroundTasks()
  for (let count = 0; count < 70; count++)
    expect((await resetPassword(ada.email, 'x'.repeat(43))).httpStatus).toBe(422)
  expect((await resetPassword(ada.email, (await app.linkFor(ada.email)).token)).httpStatus).toBe(200)
})
