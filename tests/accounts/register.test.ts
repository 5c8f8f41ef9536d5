import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountFieldTexts } from '../../shared/account-field-texts.ts'
import { errors } from '../../shared/errors.ts'
import { type AccountsTestApp, correctPassword, startAccountsApp } from './setup.ts'

let app: AccountsTestApp
beforeAll(async () => {
  app = await startAccountsApp()
})
afterAll(() => app.close())

test('a user registers, gets a code, and is signed in by it in the same browser', async () => {
  const browser = app.createBrowser()
  const created = await browser.register({ email: 'Ada@Example.com', name: '  Ada Obi ' })
  expect(created).toMatchObject({ httpStatus: 200, status: 'success', data: { email: 'ada@example.com' } })

  const code = await app.codeFor('ada@example.com')
  const verified = await browser.verifyEmail('ada@example.com', code)
  expect(verified).toMatchObject({ httpStatus: 200, status: 'success' })
  browser.sessionToken = verified.data.api_token ?? ''
  expect(await browser.fetchProfile()).toMatchObject({
    httpStatus: 200,
    data: {
      name: 'Ada Obi',
      email: 'ada@example.com',
      phone: '+2348031234567',
      email_verified: true,
      is_company: false,
      role: 'user',
      has_pin: false,
      bvn: null,
    },
  })
  const row = await app.userRow('ada@example.com')
  expect(row.password_hash).toMatch(/^\$argon2id\$v=19\$m=7168,t=5,p=1\$/)
})

test('a company registers with company fields; its website is optional', async () => {
  const company = {
    is_company: true,
    company_name: 'Obi Foods',
    address: '1 Allen Avenue, Ikeja',
    rc_number: 'RC 12',
  }
  const ada = await app.createSignedInUser(company)
  expect((await ada.fetchProfile()).data).toMatchObject({
    is_company: true,
    company_name: 'Obi Foods',
    address: '1 Allen Avenue, Ikeja',
    rc_number: 'RC 12',
    website: null,
  })
  for (const field of ['company_name', 'address', 'rc_number']) {
    const rejected = await app.createBrowser().register({ ...company, [field]: ' ' })
    expect(rejected).toMatchObject({ httpStatus: 422, status: 'error' })
    expect(Object.keys(rejected.errors ?? {})).toEqual([field])
  }
})

test('each missing field is reported, individually and together', async () => {
  for (const field of ['name', 'email', 'phone', 'terms', 'password', 'is_company']) {
    const rejected = await app.createBrowser().register({ [field]: undefined })
    expect(rejected).toMatchObject({ httpStatus: 422, status: 'error' })
    expect(Object.keys(rejected.errors ?? {})).toEqual([field])
  }
  const emptyForm = await app.createBrowser().post('/auth/register', { is_company: true })
  expect(Object.keys(emptyForm.errors ?? {}).sort()).toEqual(
    ['address', 'company_name', 'email', 'name', 'password', 'phone', 'rc_number', 'terms'].sort(),
  )
  const invalidForm = await app.createBrowser().register({ terms: false, email: 'unknown', phone: '' })
  expect(Object.keys(invalidForm.errors ?? {}).sort()).toEqual(['email', 'phone', 'terms'])
})

test('a password that violates the password rule is rejected on its field', async () => {
  for (const password of [
    'Short-1',
    'no-upper-case-1',
    'NO-LOWER-CASE-1',
    'No-number-here',
    'NoSpecial123',
  ]) {
    const rejected = await app.createBrowser().register({ password })
    expect(rejected.httpStatus).toBe(422)
    expect(rejected.errors?.password?.[0]).toContain(accountFieldTexts.passwordHint().slice(1))
  }
})

test('an account accepts a phone of any country and rejects invalid numbers', async () => {
  for (const [entered, stored] of [
    ['2348031234567', '+2348031234567'],
    ['+44 20 7946 0958', '+442079460958'],
  ]) {
    const ada = await app.createSignedInUser({ phone: entered })
    expect((await app.userRow(ada.email)).phone).toBe(stored)
  }
  const rejected = await app.createBrowser().register({ phone: '12345' })
  expect(Object.keys(rejected.errors ?? {})).toEqual(['phone'])
})

test('the role and the e-mail verification cannot be set in the request body', async () => {
  const { data } = await app.createBrowser().register({
    role: 'manager',
    is_manager: true,
    email_verified_at: '2020-01-01',
    email_verified: true,
    uniqueid: 'MINE',
  })
  expect(await app.userRow(data.email)).toMatchObject({ role: 'user', email_verified_at: null })
})

test('an e-mail that has an account gets the same response as a new one, changes nothing, and its owner is notified once a day', async () => {
  const ada = await app.createSignedInUser()
  const before = await app.userRow(ada.email)
  const responses = []
  for (let times = 0; times < 3; times++) {
    responses.push(await app.createBrowser().register({ email: ada.email, password: 'Another-One-2' }))
  }
  const newEmailResponse = await app.createBrowser().register({ email: 'fresh@example.com' })
  for (const response of responses)
    expect({ ...response, data: null, request: null }).toEqual({
      ...newEmailResponse,
      data: null,
      request: null,
    })
  expect(await app.userRow(ada.email)).toEqual(before)
  const mails = (await app.mailsTo(ada.email)).filter((mail) => mail.subject?.includes('already have'))
  expect(mails).toHaveLength(1)
})

test('one client sends at most twelve mails an hour to one mailbox, however its address is written', async () => {
  const client = app.createBrowser({ ip: '102.89.44.1' })
  const spellings = [
    'reader@gmail.com',
    'rea.der@gmail.com',
    'r.e.a.d.e.r@googlemail.com',
    'Reader@Gmail.com',
  ]
  const tags = Array.from({ length: 8 }, (_, tag) => `reader+${tag}@gmail.com`)
  for (const email of [...spellings, ...tags]) expect((await client.register({ email })).httpStatus).toBe(200)
  expect((await client.register({ email: 'read.er+more@gmail.com' })).httpStatus).toBe(429)
  expect((await client.resendCode('reader+0@gmail.com')).httpStatus).toBe(429)
  expect((await client.register({ email: 'read.er@example.com' })).httpStatus).toBe(200)
  expect(
    (await app.createBrowser({ ip: '102.89.44.2' }).register({ email: 'reader+more@gmail.com' })).httpStatus,
  ).toBe(200)
})

test('registrations from many networks send a mailbox a limited number of mails, and its owner can still register', async () => {
  const networks = [1, 2, 3, 4].map((network) => app.createBrowser({ ip: `102.89.46.${network}` }))
  const statuses: number[] = []
  for (const [network, client] of networks.entries())
    for (let tag = 0; tag < 10; tag++) {
      const email = `flood+${network}.${tag}@example.com`
      statuses.push((await client.register({ email })).httpStatus)
    }
  expect(statuses.filter((httpStatus) => httpStatus === 200)).toHaveLength(30)
  expect(statuses.at(-1)).toBe(429)
  expect((await app.createBrowser().register({ email: 'flood@example.com' })).httpStatus).toBe(200)
})

test('the same form sent twice concurrently creates one account, and both requests succeed', async () => {
  const browser = app.createBrowser()
  const overrides = { email: 'twice@example.com' }
  const both = await Promise.all([browser.register(overrides), browser.register(overrides)])
  expect(both.map(({ httpStatus, status }) => [httpStatus, status])).toEqual([
    [200, 'success'],
    [200, 'success'],
  ])
  expect((await app.mailsTo('twice@example.com')).every((mail) => mail.subject?.includes('code'))).toBe(true)
  expect(
    (await browser.verifyEmail('twice@example.com', await app.codeFor('twice@example.com'))).httpStatus,
  ).toBe(200)
})

test('registering again in the same browser before the e-mail is verified replaces the entered details', async () => {
  const browser = app.createBrowser()
  await browser.register({ email: 'again@example.com', name: 'Wrong Name' })
  await browser.register({ email: 'again@example.com', name: 'Right Name', password: 'Another-One-2' })
  expect((await app.userRow('again@example.com')).name).toBe('Right Name')
  expect((await app.createBrowser().signIn('again@example.com', 'Another-One-2')).httpStatus).toBe(200)
  await app.createBrowser().register({ email: 'again@example.com', name: 'A Stranger' })
  expect((await app.userRow('again@example.com')).name).toBe('Right Name')
})

test('a referral code is stored; an unknown code and the user’s own are rejected', async () => {
  const ada = await app.createSignedInUser({ phone: '08039998877' })
  const code = (await app.userRow(ada.email)).referral_code ?? ''
  const referred = await app.createBrowser().register({ referrer: ` ${code.toLowerCase()} ` })
  expect((await app.userRow(referred.data.email)).referred_by).toBe((await app.userRow(ada.email)).id)

  const unknown = await app.createBrowser().register({ referrer: 'NOTACODE' })
  expect(unknown).toMatchObject({ httpStatus: 422, errors: { referrer: [expect.any(String)] } })
  const ownCode = await app.createBrowser().register({ referrer: code, phone: '+234 803 999 8877' })
  expect(ownCode).toMatchObject({ httpStatus: 422, errors: { referrer: [expect.any(String)] } })
})

test('without a mail provider the account is created and the user signs in', async () => {
  const appWithoutMail = await startAccountsApp({ sendsMail: false })
  try {
    const browser = appWithoutMail.createBrowser()
    const created = await browser.register()
    expect(created).toMatchObject({ httpStatus: 200, status: 'created' })
    expect((await browser.signIn(created.data.email)).data.email_verified).toBe(false)
  } finally {
    await appWithoutMail.close()
  }
})

test('a user with an unverified e-mail may sign in, and is asked to verify it where required', async () => {
  const browser = app.createBrowser()
  const { data } = await browser.register()
  expect((await browser.signIn(data.email, correctPassword)).httpStatus).toBe(200)
  expect((await browser.fetchProfile()).data.email_verified).toBe(false)
  expect(await browser.get('/account/beneficiaries/meter-numbers/all')).toMatchObject({
    httpStatus: 403,
    message: errors.VERIFY_FIRST.message,
  })
})

test('a name consists of letters, marks, spaces, hyphens, apostrophes and full stops before a space', async () => {
  for (const name of ['Adébáyọ̀ Ọlá', "Ngozi O'Neill-Okafor", 'Dr. Ada Obi', 'محمد علي', 'J. J. Okocha'])
    expect((await app.createBrowser().register({ name })).httpStatus, name).toBe(200)
  for (const name of [
    'Win at evil.example',
    'https://evil.example/win',
    'www.evil.example',
    'evil@example.com',
    'Call 08031234567',
    'Ada.',
    '- -',
    'A'.repeat(61),
    'Ada<b>',
  ])
    expect(Object.keys((await app.createBrowser().register({ name })).errors ?? {}), name).toEqual(['name'])
  const ada = await app.createSignedInUser()
  expect((await ada.post('/account/user/profile/update', { name: 'evil.example' })).httpStatus).toBe(422)
})

test('mails to an unverified address repeat no entered details', async () => {
  const otherBrowser = app.createBrowser()
  const email = 'reader@example.com'
  await otherBrowser.register({
    email,
    name: 'You Have Won',
    is_company: true,
    company_name: 'Evil Prizes',
    address: '1 Evil Road',
    rc_number: 'RC 1',
  })
  await app.createBrowser().register({ email, name: 'Second Prize' })
  await otherBrowser.resendCode(email)
  await otherBrowser.post('/auth/forgot-password', { email })
  await app.waitForBackgroundTasks()
  const mails = await app.mailsTo(email)
  expect(mails.length).toBeGreaterThanOrEqual(4)
  for (const { subject, body, html } of mails)
    expect(`${subject} ${body} ${html}`).not.toMatch(/You Have Won|Evil|Second Prize/)
})
