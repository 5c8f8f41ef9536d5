import { afterAll, beforeAll, expect, test } from 'vitest'
import { passwordMismatch } from '../../shared/accounts.ts'
import { errors } from '../../shared/errors.ts'
import { type AccountsHouse, accountsHouse, goodPassword } from './house.ts'

let house: AccountsHouse
beforeAll(async () => {
  house = await accountsHouse()
})
afterAll(() => house.close())

const next = 'A-New-Password-2'
const resets = (email: string, token: string, password = next, password_confirmation = password) =>
  house.visitor().post('/auth/reset-password', { email, token, password, password_confirmation })
const forgets = (email: string) => house.visitor().post('/auth/forgot-password', { email })

test('the link of the mail sets a new password once, and ends every session', async () => {
  const ada = await house.person()
  await forgets(ada.email)
  await house.settled()
  const link = await house.linkFor(ada.email)
  expect(link.email).toBe(ada.email)
  expect(await resets(ada.email, link.token)).toMatchObject({ http: 200, status: 'success' })
  expect((await ada.browser.seesProfile()).http).toBe(401)
  expect((await house.visitor().signsIn(ada.email, goodPassword)).http).toBe(422)
  expect((await house.visitor().signsIn(ada.email, next)).http).toBe(200)
  expect(await resets(ada.email, link.token)).toMatchObject({ http: 422, message: errors.RESET_WRONG.says })
  const told = (await house.mailsTo(ada.email)).filter((mail) => mail.subject?.includes('was changed'))
  expect(told).toHaveLength(1)
})

test('of two uses of one link at the same time one wins', async () => {
  const ada = await house.person()
  await forgets(ada.email)
  await house.settled()
  const { token } = await house.linkFor(ada.email)
  const both = await Promise.all([resets(ada.email, token), resets(ada.email, token, 'A-New-Password-3')])
  expect(both.map(({ http }) => http).sort()).toEqual([200, 422])
})

test('a guessed, foreign or old link changes nothing', async () => {
  const [ada, bola] = [await house.person(), await house.person()]
  await forgets(ada.email)
  await house.settled()
  const { token } = await house.linkFor(ada.email)
  expect((await resets(bola.email, token)).http).toBe(422)
  expect((await resets(ada.email, 'x'.repeat(43))).http).toBe(422)
  await house.clockAhead(31 * 60)
  try {
    expect((await resets(ada.email, token)).http).toBe(422)
  } finally {
    await house.clockAhead(0)
  }
  expect(await resets(ada.email, token, 'weak')).toMatchObject({
    http: 422,
    errors: { password: [expect.any(String)] },
  })
  expect(await resets(ada.email, token, next, 'Another-One-9')).toMatchObject({
    http: 422,
    errors: { password_confirmation: [passwordMismatch] },
  })
  expect((await resets(ada.email, token)).http).toBe(200)
})

test('asking for a link answers the same whether there is an account or not', async () => {
  const ada = await house.person()
  const [known, unknown] = [await forgets(ada.email), await forgets('no-account@example.com')]
  expect(known.message).toBe(unknown.message)
  expect([known.http, known.status]).toEqual([unknown.http, unknown.status])
  await house.settled()
  expect(await house.mailsTo('no-account@example.com')).toHaveLength(0)
})

test('whoever was registered by a stranger takes the account over by the link', async () => {
  const stranger = house.visitor()
  const { data } = await stranger.registers({ email: 'victim@example.com', password: 'The-Strangers-1' })
  await stranger.signsIn(data.email, 'The-Strangers-1')
  await forgets(data.email)
  await house.settled()
  await resets(data.email, (await house.linkFor(data.email)).token)
  expect((await stranger.seesProfile()).http).toBe(401)
  const owner = house.visitor()
  expect((await owner.signsIn(data.email, next)).data.email_verified).toBe(true)
})

test('a password is changed with the old one, and every session ends', async () => {
  const ada = await house.person()
  const other = house.visitor()
  await other.signsIn(ada.email)
  const change = (wish: Record<string, unknown> = {}) =>
    ada.post('/account/user/password/update', {
      old_password: goodPassword,
      new_password: next,
      new_password_confirmation: next,
      ...wish,
    })
  expect(await change({ old_password: 'Not-The-One-1' })).toMatchObject({
    http: 422,
    errors: { old_password: [errors.PASSWORD_WRONG.says] },
  })
  expect(await change({ new_password_confirmation: 'Other-1-word' })).toMatchObject({
    http: 422,
    errors: { new_password_confirmation: [passwordMismatch] },
  })
  expect((await change({ new_password: 'weak', new_password_confirmation: 'weak' })).http).toBe(422)
  expect(await change()).toMatchObject({ http: 200, status: 'success' })
  for (const browser of [ada.browser, other]) expect((await browser.seesProfile()).http).toBe(401)
  expect((await house.visitor().signsIn(ada.email, next)).http).toBe(200)
})

test('a stolen session guesses at the password ten times at most', async () => {
  const ada = await house.person()
  const guess = (old_password: string) =>
    ada.post('/account/user/password/update', {
      old_password,
      new_password: next,
      new_password_confirmation: next,
    })
  for (let tries = 0; tries < 10; tries++) expect((await guess('Not-The-One-1')).http).toBe(422)
  expect((await guess(goodPassword)).http).toBe(429)
})
