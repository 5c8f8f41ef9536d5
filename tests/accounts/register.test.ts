import { afterAll, beforeAll, expect, test } from 'vitest'
import { passwordHint } from '../../shared/accounts.ts'
import { errors } from '../../shared/errors.ts'
import { type AccountsHouse, accountsHouse, goodPassword } from './house.ts'

let house: AccountsHouse
beforeAll(async () => {
  house = await accountsHouse()
})
afterAll(() => house.close())

test('a person registers, gets a code, and is signed in by it in the same browser', async () => {
  const browser = house.visitor()
  const made = await browser.registers({ email: 'Ada@Example.com', name: '  Ada Obi ' })
  expect(made).toMatchObject({ http: 200, status: 'success', data: { email: 'ada@example.com' } })

  const code = await house.codeFor('ada@example.com')
  const verified = await browser.verifies('ada@example.com', code)
  expect(verified).toMatchObject({ http: 200, status: 'success' })
  browser.bearer = verified.data.api_token ?? ''
  expect(await browser.seesProfile()).toMatchObject({
    http: 200,
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
  const row = await house.userRow('ada@example.com')
  expect(row.password_hash).toMatch(/^\$argon2id\$v=19\$m=7168,t=5,p=1\$/)
})

test('a company gives its own fields too, and its website is optional', async () => {
  const company = {
    is_company: true,
    company_name: 'Obi Foods',
    address: '1 Allen Avenue, Ikeja',
    rc_number: 'RC 12',
  }
  const ada = await house.person(company)
  expect((await ada.seesProfile()).data).toMatchObject({
    is_company: true,
    company_name: 'Obi Foods',
    address: '1 Allen Avenue, Ikeja',
    rc_number: 'RC 12',
    website: null,
  })
  for (const field of ['company_name', 'address', 'rc_number']) {
    const refused = await house.visitor().registers({ ...company, [field]: ' ' })
    expect(refused).toMatchObject({ http: 422, status: 'error' })
    expect(Object.keys(refused.errors ?? {})).toEqual([field])
  }
})

test('each missing field is named, one at a time and all together', async () => {
  for (const field of ['name', 'email', 'phone', 'terms', 'password', 'is_company']) {
    const refused = await house.visitor().registers({ [field]: undefined })
    expect(refused).toMatchObject({ http: 422, status: 'error' })
    expect(Object.keys(refused.errors ?? {})).toEqual([field])
  }
  const nothing = await house.visitor().post('/auth/register', { is_company: true })
  expect(Object.keys(nothing.errors ?? {}).sort()).toEqual(
    ['address', 'company_name', 'email', 'name', 'password', 'phone', 'rc_number', 'terms'].sort(),
  )
  const untrue = await house.visitor().registers({ terms: false, email: 'nobody', phone: '' })
  expect(Object.keys(untrue.errors ?? {}).sort()).toEqual(['email', 'phone', 'terms'])
})

test('a password that breaks the hint is refused on its field', async () => {
  for (const password of [
    'Short-1',
    'no-upper-case-1',
    'NO-LOWER-CASE-1',
    'No-number-here',
    'NoSpecial123',
  ]) {
    const refused = await house.visitor().registers({ password })
    expect(refused.http).toBe(422)
    expect(refused.errors?.password?.[0]).toContain(passwordHint.slice(1))
  }
})

test('a phone of any country is an account’s own; what cannot be a phone is not', async () => {
  for (const [typed, kept] of [
    ['2348031234567', '+2348031234567'],
    ['+44 20 7946 0958', '+442079460958'],
  ]) {
    const ada = await house.person({ phone: typed })
    expect((await house.userRow(ada.email)).phone).toBe(kept)
  }
  const refused = await house.visitor().registers({ phone: '12345' })
  expect(Object.keys(refused.errors ?? {})).toEqual(['phone'])
})

test('role, verification and balance cannot be set by the body', async () => {
  const { data } = await house.visitor().registers({
    role: 'manager',
    is_manager: true,
    email_verified_at: '2020-01-01',
    email_verified: true,
    uniqueid: 'MINE',
  })
  expect(await house.userRow(data.email)).toMatchObject({ role: 'user', email_verified_at: null })
})

test('a known e-mail answers like a new one, changes nothing, and its owner is told once a day', async () => {
  const ada = await house.person()
  const before = await house.userRow(ada.email)
  const answers = []
  for (let times = 0; times < 3; times++) {
    answers.push(await house.visitor().registers({ email: ada.email, password: 'Another-One-2' }))
  }
  const fresh = await house.visitor().registers({ email: 'fresh@example.com' })
  for (const it of answers)
    expect({ ...it, data: null, request: null }).toEqual({ ...fresh, data: null, request: null })
  expect(await house.userRow(ada.email)).toEqual(before)
  const told = (await house.mailsTo(ada.email)).filter((mail) => mail.subject?.includes('already have'))
  expect(told).toHaveLength(1)
})

test('the same form sent twice at once makes one account, and both answers are good', async () => {
  const browser = house.visitor()
  const wish = { email: 'twice@example.com' }
  const both = await Promise.all([browser.registers(wish), browser.registers(wish)])
  expect(both.map(({ http, status }) => [http, status])).toEqual([
    [200, 'success'],
    [200, 'success'],
  ])
  expect((await house.mailsTo('twice@example.com')).every((mail) => mail.subject?.includes('code'))).toBe(
    true,
  )
  expect((await browser.verifies('twice@example.com', await house.codeFor('twice@example.com'))).http).toBe(
    200,
  )
})

test('registering again in the same browser before the e-mail is proved replaces what was typed', async () => {
  const browser = house.visitor()
  await browser.registers({ email: 'again@example.com', name: 'Wrong Name' })
  await browser.registers({ email: 'again@example.com', name: 'Right Name', password: 'Another-One-2' })
  expect((await house.userRow('again@example.com')).name).toBe('Right Name')
  expect((await house.visitor().signsIn('again@example.com', 'Another-One-2')).http).toBe(200)
  await house.visitor().registers({ email: 'again@example.com', name: 'A Stranger' })
  expect((await house.userRow('again@example.com')).name).toBe('Right Name')
})

test('a referral code is kept, an unknown one is refused, and nobody refers themselves', async () => {
  const ada = await house.person({ phone: '08039998877' })
  const code = (await house.userRow(ada.email)).referral_code ?? ''
  const referred = await house.visitor().registers({ referrer: ` ${code.toLowerCase()} ` })
  expect((await house.userRow(referred.data.email)).referred_by).toBe((await house.userRow(ada.email)).id)

  const unknown = await house.visitor().registers({ referrer: 'NOTACODE' })
  expect(unknown).toMatchObject({ http: 422, errors: { referrer: [expect.any(String)] } })
  const own = await house.visitor().registers({ referrer: code, phone: '+234 803 999 8877' })
  expect(own).toMatchObject({ http: 422, errors: { referrer: [expect.any(String)] } })
})

test('without a way to send mail the account is made and the person signs in', async () => {
  const silentHouse = await accountsHouse({ sendsMail: false })
  try {
    const browser = silentHouse.visitor()
    const made = await browser.registers()
    expect(made).toMatchObject({ http: 200, status: 'created' })
    expect((await browser.signsIn(made.data.email)).data.email_verified).toBe(false)
  } finally {
    await silentHouse.close()
  }
})

test('whoever has not proved the e-mail may sign in, and is told to do so where it is needed', async () => {
  const browser = house.visitor()
  const { data } = await browser.registers()
  expect((await browser.signsIn(data.email, goodPassword)).http).toBe(200)
  expect((await browser.seesProfile()).data.email_verified).toBe(false)
  expect(await browser.get('/account/beneficiaries/meter-numbers/all')).toMatchObject({
    http: 403,
    message: errors.VERIFY_FIRST.says,
  })
})
