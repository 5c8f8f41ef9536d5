import { afterAll, beforeAll, expect, test } from 'vitest'
import { errors } from '../../shared/errors.ts'
import { type AccountsTestApp, startAccountsApp } from './setup.ts'

let app: AccountsTestApp
beforeAll(async () => {
  app = await startAccountsApp()
})
afterAll(() => app.close())

const wrongOf = (code: string) => String((Number(code) + 1) % 10_000).padStart(4, '0')

test('a code works once: of two concurrent uses one succeeds', async () => {
  const browser = app.createBrowser()
  const { data } = await browser.register()
  const code = await app.codeFor(data.email)
  const both = await Promise.all([
    browser.verifyEmail(data.email, code),
    browser.verifyEmail(data.email, code),
  ])
  expect(both.map(({ httpStatus }) => httpStatus).sort()).toEqual([200, 422])
  expect((await browser.verifyEmail(data.email, code)).message).toBe(errors.CODE_WRONG.message)
})

test('five wrong attempts invalidate a code, also when concurrent', async () => {
  const browser = app.createBrowser()
  const { data } = await browser.register()
  const code = await app.codeFor(data.email)
  const attempts = await Promise.all(
    Array.from({ length: 8 }, () => browser.verifyEmail(data.email, wrongOf(code))),
  )
  expect(new Set(attempts.map(({ httpStatus }) => httpStatus))).toEqual(new Set([422]))
  expect(await browser.verifyEmail(data.email, code)).toMatchObject({
    httpStatus: 422,
    errors: { token: [errors.CODE_WRONG.message] },
  })
  await browser.resendCode(data.email)
  await app.waitForBackgroundTasks()
  expect((await browser.verifyEmail(data.email, await app.codeFor(data.email))).httpStatus).toBe(200)
})

test('a code expires after ten minutes', async () => {
  const browser = app.createBrowser()
  const { data } = await browser.register()
  const code = await app.codeFor(data.email)
  await app.setClockAhead(10 * 60 + 5)
  try {
    expect((await browser.verifyEmail(data.email, code)).httpStatus).toBe(422)
  } finally {
    await app.setClockAhead(0)
  }
  expect((await browser.verifyEmail(data.email, code)).httpStatus).toBe(200)
})

test('another browser can neither use the code nor use up its attempts', async () => {
  const browser = app.createBrowser()
  const { data } = await browser.register()
  const code = await app.codeFor(data.email)
  const otherBrowser = app.createBrowser()
  for (let attempt = 0; attempt < 6; attempt++) {
    expect(
      (await otherBrowser.verifyEmail(data.email, attempt === 0 ? code : wrongOf(code))).httpStatus,
    ).toBe(422)
  }
  expect((await browser.verifyEmail(data.email, code)).httpStatus).toBe(200)
})

test('a client without a session verifies its e-mail but is not signed in by the code', async () => {
  const client = app.createBrowser({ session: '' })
  const { data } = await client.register()
  const verified = await client.verifyEmail(data.email, await app.codeFor(data.email))
  expect(verified).toMatchObject({ httpStatus: 200, status: 'success', data: { email: data.email } })
  expect(verified.data.api_token).toBeUndefined()
  expect((await client.signIn(data.email)).data.email_verified).toBe(true)
})

test('a user signed in on another device requests and enters a code there', async () => {
  const { data } = await app.createBrowser().register()
  const phone = app.createBrowser()
  await phone.signIn(data.email)
  await phone.resendCode(data.email)
  await app.waitForBackgroundTasks()
  expect((await phone.verifyEmail(data.email, await app.codeFor(data.email))).httpStatus).toBe(200)
  expect((await phone.fetchProfile()).data.email_verified).toBe(true)
  expect((await phone.verifyEmail(data.email, '0000')).httpStatus).toBe(200)
})

test('resending gives the same response to every caller, and mails at most five codes a day', async () => {
  const browser = app.createBrowser()
  const { data } = await browser.register()
  const verified = await app.createSignedInUser()
  const responses = [
    await browser.resendCode(data.email),
    await app.createBrowser().resendCode(data.email),
    await browser.resendCode('unknown@example.com'),
    await browser.resendCode(verified.email),
  ]
  for (const { httpStatus, status, message } of responses)
    expect({ httpStatus, status, message }).toEqual({
      httpStatus: 200,
      status: 'success',
      message: responses[0]?.message,
    })
  for (let times = 0; times < 6; times++) await browser.resendCode(data.email)
  await app.waitForBackgroundTasks()
  const mailed = await app.mailsTo(data.email)
  expect(mailed).toHaveLength(5)
  expect(await app.mailsTo('unknown@example.com')).toHaveLength(0)
})

const sha256Bytes = 32

test('codes are stored as digests, and neither code nor password appears anywhere else', async () => {
  const browser = app.createBrowser()
  const { data } = await browser.register()
  const code = await app.codeFor(data.email)
  const stored = await app.db.q.selectFrom('email_codes').selectAll().execute()
  for (const { code_hash } of stored) {
    expect(Buffer.from(code_hash)).toHaveLength(sha256Bytes)
    expect(Buffer.from(code_hash).includes(code)).toBe(false)
  }
  // Without numbers, times and ids: a duration, a year or a part of a UUID may have the digits of the code.
  const texts = app.logLines.map((line) =>
    line.replace(/:\d+(?:\.\d+)?(?=[,}])|"time":"[^"]*"|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, ''),
  )
  expect(texts.join('\n')).not.toMatch(new RegExp(`\\b${code}\\b|Correct-Horse`))
  const [mail] = await app.mailsTo(data.email)
  expect(mail?.redact_after_send).toBe(true)
  expect(mail?.expires_at).not.toBeNull()
})

test('wrong codes from a shared IP address do not block its other users', async () => {
  for (let people = 0; people < 13; people++) {
    const browser = app.createBrowser()
    const { data } = await browser.register()
    for (let attempt = 0; attempt < 5; attempt++) await browser.verifyEmail(data.email, '0000')
  }
  const browser = app.createBrowser()
  const { data } = await browser.register()
  expect((await browser.verifyEmail(data.email, await app.codeFor(data.email))).httpStatus).toBe(200)
})
