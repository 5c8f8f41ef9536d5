import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { errors } from '../../shared/errors.ts'
import { scopes } from '../../shared/scopes.ts'
import { pngOf } from '../campaigns/attachments.ts'
import { type AccountsTestApp, correctPassword, startAccountsApp } from './setup.ts'

let app: AccountsTestApp
/** Runs during the next sign-in, after its password was compared. */
let onCorrectPassword: (() => Promise<unknown>) | undefined
beforeAll(async () => {
  app = await startAccountsApp({
    wrapLimits: (limits) => ({
      ...limits,
      async recordFailure(name, key) {
        await limits.recordFailure(name, key)
        const work = name === 'sign_in_right' ? onCorrectPassword : undefined
        onCorrectPassword = undefined
        await work?.()
      },
    }),
  })
})
afterAll(() => app.close())

test('an unknown e-mail and a wrong password get the same error in about the same time', async () => {
  const ada = await app.createSignedInUser()
  const timed = async (email: string) => {
    const startedAt = performance.now()
    const { httpStatus, status, message, errors } = await app.createBrowser().signIn(email, 'Not-The-One-1')
    return { response: { httpStatus, status, message, errors }, ms: performance.now() - startedAt }
  }
  const existing: Awaited<ReturnType<typeof timed>>[] = []
  const unknown: typeof existing = []
  for (let attempt = 0; attempt < 6; attempt++) {
    existing.push(await timed(ada.email))
    unknown.push(await timed(`unknown${attempt}@example.com`))
  }
  expect(existing[0]?.response).toEqual({
    httpStatus: 422,
    status: 'error',
    message: errors.SIGN_IN_WRONG.message,
    errors: undefined,
  })
  for (const { response: messages } of [...existing, ...unknown])
    expect(messages).toEqual(existing[0]?.response)
  const fastest = (all: { ms: number }[]) => Math.min(...all.map(({ ms }) => ms))
  expect(fastest(unknown)).toBeGreaterThan(fastest(existing) / 3)
})

test('only the owner of a blocked account gets the message that it is blocked, and its sessions have ended', async () => {
  const ada = await app.createSignedInUser()
  const browser = app.createBrowser()
  expect((await browser.signIn(ada.email)).httpStatus).toBe(200)
  await app.db.q
    .updateTable('users')
    .set({ blocked_at: new Date(), blocked_reason: 'Stolen phone' })
    .where('email', '=', ada.email)
    .execute()
  expect(await app.createBrowser().signIn(ada.email)).toMatchObject({
    httpStatus: 403,
    message: errors.ACCOUNT_BLOCKED.message,
  })
  expect(await app.createBrowser().signIn(ada.email, 'Not-The-One-1')).toMatchObject({
    httpStatus: 422,
    message: errors.SIGN_IN_WRONG.message,
  })
  expect((await browser.get('/account/user/profile')).httpStatus).toBe(401)
})

test('a password that is changed while it signs in opens no session', async () => {
  const ada = await app.createSignedInUser()
  const next = 'A-New-Password-2'
  onCorrectPassword = () =>
    ada.post('/account/user/password/update', {
      old_password: correctPassword,
      new_password: next,
      new_password_confirmation: next,
    })
  const stranger = app.createBrowser()
  expect(await stranger.signIn(ada.email)).toMatchObject({
    httpStatus: 422,
    message: errors.SIGN_IN_WRONG.message,
  })
  expect((await stranger.get('/account/user/profile')).httpStatus).toBe(403)
  expect((await app.createBrowser().signIn(ada.email, next)).httpStatus).toBe(200)
})

test('an authenticator app that is set up while the password is compared is asked for before a session opens', async () => {
  const { email } = await app.createSignedInUser()
  onCorrectPassword = () =>
    app.db.q
      .updateTable('users')
      .set({ second_factor_at: new Date(), second_factor_key: 'v1.key' })
      .where('email', '=', email)
      .execute()
  const stranger = app.createBrowser()
  expect(await stranger.signIn(email)).toMatchObject({ httpStatus: 422, code: 'SECOND_FACTOR_NEEDED' })
  expect((await stranger.get('/account/user/profile')).httpStatus).toBe(403)
})

const wrongPassword = 'Not-The-One-1'

/** Wrong passwords for one account, each from another IP address. */
async function attemptSignInFrom(ips: readonly string[], email: string, times: number) {
  for (const ip of ips)
    for (let attempt = 0; attempt < times; attempt++)
      await app.createBrowser({ ip }).signIn(email, wrongPassword)
}

test('wrong passwords from one IP address block only that address, for existing and unknown accounts', async () => {
  const ada = await app.createSignedInUser()
  for (const email of [ada.email, 'never-seen@example.com']) {
    const attempts = await Promise.all(
      Array.from({ length: 20 }, () => app.createBrowser().signIn(email, wrongPassword)),
    )
    expect(attempts.filter(({ httpStatus }) => httpStatus === 422)).toHaveLength(10)
    expect(await app.createBrowser().signIn(email)).toMatchObject({
      httpStatus: 429,
      message: errors.TOO_MANY.message,
    })
  }
  expect((await app.createBrowser({ ip: '41.58.1.1' }).signIn(ada.email)).httpStatus).toBe(200)
})

test('a hundred wrong passwords from a shared IP address do not lock out its other users', async () => {
  const ada = await app.createSignedInUser()
  const ip = '41.190.9.9'
  for (let attempt = 0; attempt < 100; attempt++)
    await app.createBrowser({ ip }).signIn(`guess${attempt % 20}@example.com`, wrongPassword)
  expect((await app.createBrowser({ ip }).signIn(ada.email)).httpStatus).toBe(200)
})

test('a known device is not locked out by attempts of other clients', async () => {
  const ada = await app.createSignedInUser()
  const device = 'the-phone-of-ada'
  const ip = '102.88.7.7'
  expect((await app.createBrowser({ device, ip }).signIn(ada.email)).httpStatus).toBe(200)
  await attemptSignInFrom(
    [ip, '102.88.1.1', '102.88.1.2', '102.88.1.3', '102.88.1.4', '102.88.1.5'],
    ada.email,
    11,
  )
  expect((await app.createBrowser({ ip: '41.58.2.2' }).signIn(ada.email)).httpStatus).toBe(429)
  expect((await app.createBrowser({ device, ip }).signIn(ada.email)).httpStatus).toBe(200)
})

test('a device known to another account has no additional attempts', async () => {
  const [ada, bola] = [await app.createSignedInUser(), await app.createSignedInUser()]
  const device = 'the-phone-of-bola'
  await app.createBrowser({ device }).signIn(bola.email)
  const ip = '102.88.8.8'
  const attempts = []
  for (let count = 0; count < 12; count++)
    attempts.push((await app.createBrowser({ device, ip }).signIn(ada.email, wrongPassword)).httpStatus)
  expect(attempts.filter((httpStatus) => httpStatus === 422)).toHaveLength(10)
  expect(attempts.at(-1)).toBe(429)
})

test('a known device is blocked after ten wrong passwords', async () => {
  const ada = await app.createSignedInUser()
  const device = 'a-stolen-phone'
  await app.createBrowser({ device }).signIn(ada.email)
  for (let attempt = 0; attempt < 10; attempt++)
    expect((await app.createBrowser({ device }).signIn(ada.email, wrongPassword)).httpStatus).toBe(422)
  expect((await app.createBrowser({ device }).signIn(ada.email)).httpStatus).toBe(429)
})

test('correct passwords are rate-limited by account and do not count as wrong', async () => {
  const strict = await startAccountsApp({ points: { sign_in_right: 12 } })
  try {
    const ada = await strict.createSignedInUser()
    for (let times = 0; times < 12; times++)
      expect((await strict.createBrowser().signIn(ada.email)).httpStatus).toBe(200)
    expect((await strict.createBrowser().signIn(ada.email)).httpStatus).toBe(429)
  } finally {
    await strict.close()
  }
})

test('when the sign-ins of one account fill its queue, more are rejected immediately while other users sign in', async () => {
  const [ada, bola] = [await app.createSignedInUser(), await app.createSignedInUser()]
  const flood = Promise.all(
    Array.from({ length: 60 }, (_, n) => app.createBrowser({ ip: `105.1.1.${n}` }).signIn(ada.email)),
  )
  expect((await app.createBrowser({ ip: '105.2.2.2' }).signIn(bola.email)).httpStatus).toBe(200)
  const responses = (await flood).map(({ httpStatus }) => httpStatus)
  expect(responses.every((httpStatus) => [200, 429, 503].includes(httpStatus))).toBe(true)
  expect(responses).toContain(503)
})

test('a user has at most twenty sessions: the least recently used one ends', async () => {
  const ada = await app.createSignedInUser()
  const first = ada.browser
  const others = []
  for (let count = 0; count < 20; count++) {
    const browser = app.createBrowser()
    await browser.signIn(ada.email)
    others.push(browser)
  }
  expect((await first.fetchProfile()).httpStatus).toBe(401)
  for (const browser of others) expect((await browser.fetchProfile()).httpStatus).toBe(200)
})

test('a session ends after 30 days without use, a manager’s after 12 hours', async () => {
  const hour = 3_600
  const [ada, musa] = [await app.createSignedInUser(), await app.createSignedInUser()]
  await app.db.q
    .updateTable('users')
    .set({ role: 'manager', scopes: [...scopes] })
    .where('email', '=', musa.email)
    .execute()
  try {
    await app.setClockAhead(11 * hour)
    expect((await musa.browser.fetchProfile()).httpStatus).toBe(200)
    await app.setClockAhead(22 * hour)
    expect((await musa.browser.fetchProfile()).httpStatus).toBe(200)
    await app.setClockAhead(35 * hour)
    expect((await musa.browser.fetchProfile()).httpStatus).toBe(401)
    await app.setClockAhead(29 * 24 * hour)
    expect((await ada.browser.fetchProfile()).httpStatus).toBe(200)
    await app.setClockAhead(60 * 24 * hour)
    expect((await ada.browser.fetchProfile()).httpStatus).toBe(401)
  } finally {
    await app.setClockAhead(0)
  }
})

test('signing out ends only this session, and repeating it is no error', async () => {
  const ada = await app.createSignedInUser()
  const other = app.createBrowser()
  await other.signIn(ada.email)
  expect((await ada.post('/auth/logout')).httpStatus).toBe(200)
  expect((await ada.browser.fetchProfile()).httpStatus).toBe(401)
  expect((await other.fetchProfile()).httpStatus).toBe(200)
  expect((await app.createBrowser().post('/auth/logout')).httpStatus).toBe(200)
})

test('signing in again ends the session of the request', async () => {
  const ada = await app.createSignedInUser()
  const oldSessionToken = ada.browser.sessionToken
  await ada.browser.signIn(ada.email)
  expect(ada.browser.sessionToken).not.toBe(oldSessionToken)
  expect((await app.createBrowser({ sessionToken: oldSessionToken }).fetchProfile()).httpStatus).toBe(401)
})

test('the user reads the profile completely or by field; no other user can', async () => {
  const ada = await app.createSignedInUser({ name: 'Ada' })
  expect((await ada.get('/account/user/profile?field=name')).data).toBe('Ada')
  expect((await ada.get('/account/user/profile?field=email_verified')).data).toBe(true)
  expect((await ada.get('/account/user/profile?field=password_hash')).httpStatus).toBe(422)
  expect(await app.createBrowser().fetchProfile()).toMatchObject({
    httpStatus: 403,
    message: errors.SIGN_IN.message,
  })
})

const pictureOf = (width: number, height: number) =>
  `data:image/png;base64,${Buffer.from(pngOf(width, height)).toString('base64')}`

test('a user can change name, phone, address and picture, and no other field', async () => {
  const ada = await app.createSignedInUser()
  const picture = pictureOf(128, 128)
  const saved = await ada.post('/account/user/profile/update', {
    name: 'Ada Eze',
    phone: '08055554444',
    address: '5 Broad Street',
    picture,
    email: 'other@example.com',
    role: 'manager',
    save_activity_logs: false,
  })
  expect(saved).toMatchObject({
    httpStatus: 200,
    data: { name: 'Ada Eze', phone: '+2348055554444', address: '5 Broad Street', picture, role: 'user' },
  })
  expect(
    (await ada.post('/account/user/profile/update', { address: null, picture: null })).data,
  ).toMatchObject({
    name: 'Ada Eze',
    address: null,
    picture: null,
    email: ada.email,
  })
  for (const wrong of [
    { picture: 'data:image/svg+xml;base64,PHN2Zz4=' },
    { picture: 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUg==' },
    { picture: pictureOf(50_000, 50_000) },
    { name: '  ' },
    { phone: '1' },
  ]) {
    const rejected = await ada.post('/account/user/profile/update', wrong)
    expect(rejected.httpStatus).toBe(422)
    expect(Object.keys(rejected.errors ?? {})).toEqual(Object.keys(wrong))
  }
})

test('guest orders of a browser become those of the user who signs in there', async () => {
  const ada = await app.createSignedInUser()
  const session = randomUUID()
  const order = await guestOrder(session)
  const others = await guestOrder(randomUUID())
  const browser = app.createBrowser({ session })
  await browser.signIn(ada.email, correctPassword)
  const ownerOf = async (id: string) =>
    (await app.db.q.selectFrom('orders').select('user_id').where('id', '=', id).executeTakeFirstOrThrow())
      .user_id
  expect(await ownerOf(order)).toBe((await app.userRow(ada.email)).id)
  expect(await ownerOf(others)).toBeNull()
})

let orders = 0
async function guestOrder(session: string): Promise<string> {
  const letter = 'ABCDEFGH'[orders++] ?? 'Z'
  const { id } = await app.db.q
    .insertInto('orders')
    .values({
      reference: `AAAAAAAAAAA${letter}`,
      access_token: `access-${letter}`,
      view_token: `view-${letter}`,
      service: 'power',
      code: 'ikeja',
      variation: 'prepaid',
      state: 'quoted',
      user_id: null,
      session_hash: createHash('sha256').update(session).digest(),
      dedupe_hash: letter,
      beneficiary: '11000000099',
      phone: '+2348031234567',
      email: null,
      amount_kobo: 100_000n,
      service_charge_kobo: 0n,
      total_kobo: 100_000n,
      vendor: 'vtpass',
      customer_snapshot: '{}',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
