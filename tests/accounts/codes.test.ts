import { afterAll, beforeAll, expect, test } from 'vitest'
import { errors } from '../../shared/errors.ts'
import { type AccountsHouse, accountsHouse } from './house.ts'

let house: AccountsHouse
beforeAll(async () => {
  house = await accountsHouse()
})
afterAll(() => house.close())

const wrongOf = (code: string) => String((Number(code) + 1) % 10_000).padStart(4, '0')

test('a code is good once: of two right ones at the same time one wins', async () => {
  const browser = house.visitor()
  const { data } = await browser.registers()
  const code = await house.codeFor(data.email)
  const both = await Promise.all([browser.verifies(data.email, code), browser.verifies(data.email, code)])
  expect(both.map(({ http }) => http).sort()).toEqual([200, 422])
  expect((await browser.verifies(data.email, code)).message).toBe(errors.CODE_WRONG.says)
})

test('five wrong tries end a code, however many are made at once', async () => {
  const browser = house.visitor()
  const { data } = await browser.registers()
  const code = await house.codeFor(data.email)
  const tries = await Promise.all(
    Array.from({ length: 8 }, () => browser.verifies(data.email, wrongOf(code))),
  )
  expect(new Set(tries.map(({ http }) => http))).toEqual(new Set([422]))
  expect(await browser.verifies(data.email, code)).toMatchObject({
    http: 422,
    errors: { token: [errors.CODE_WRONG.says] },
  })
  await browser.asksAgain(data.email)
  await house.settled()
  expect((await browser.verifies(data.email, await house.codeFor(data.email))).http).toBe(200)
})

test('a code is good for ten minutes', async () => {
  const browser = house.visitor()
  const { data } = await browser.registers()
  const code = await house.codeFor(data.email)
  await house.clockAhead(10 * 60 + 5)
  try {
    expect((await browser.verifies(data.email, code)).http).toBe(422)
  } finally {
    await house.clockAhead(0)
  }
  expect((await browser.verifies(data.email, code)).http).toBe(200)
})

test('another browser cannot use the code, nor spend its tries', async () => {
  const browser = house.visitor()
  const { data } = await browser.registers()
  const code = await house.codeFor(data.email)
  const stranger = house.visitor()
  for (let tries = 0; tries < 6; tries++) {
    expect((await stranger.verifies(data.email, tries === 0 ? code : wrongOf(code))).http).toBe(422)
  }
  expect((await browser.verifies(data.email, code)).http).toBe(200)
})

test('a client without a session proves its e-mail, and is not signed in by four digits', async () => {
  const client = house.visitor({ session: '' })
  const { data } = await client.registers()
  const verified = await client.verifies(data.email, await house.codeFor(data.email))
  expect(verified).toMatchObject({ http: 200, status: 'success', data: { email: data.email } })
  expect(verified.data.api_token).toBeUndefined()
  expect((await client.signsIn(data.email)).data.email_verified).toBe(true)
})

test('signed in elsewhere, a person asks for a code there and enters it there', async () => {
  const { data } = await house.visitor().registers()
  const phone = house.visitor()
  await phone.signsIn(data.email)
  await phone.asksAgain(data.email)
  await house.settled()
  expect((await phone.verifies(data.email, await house.codeFor(data.email))).http).toBe(200)
  expect((await phone.seesProfile()).data.email_verified).toBe(true)
  expect((await phone.verifies(data.email, '0000')).http).toBe(200)
})

test('asking again answers the same for everybody, and mails five codes a day at most', async () => {
  const browser = house.visitor()
  const { data } = await browser.registers()
  const verified = await house.person()
  const answers = [
    await browser.asksAgain(data.email),
    await house.visitor().asksAgain(data.email),
    await browser.asksAgain('nobody@example.com'),
    await browser.asksAgain(verified.email),
  ]
  for (const { http, status, message } of answers)
    expect({ http, status, message }).toEqual({ http: 200, status: 'success', message: answers[0]?.message })
  for (let times = 0; times < 6; times++) await browser.asksAgain(data.email)
  await house.settled()
  const mailed = await house.mailsTo(data.email)
  expect(mailed).toHaveLength(5)
  expect(await house.mailsTo('nobody@example.com')).toHaveLength(0)
})

test('we keep digests of codes, and neither code nor password anywhere else', async () => {
  const browser = house.visitor()
  const { data } = await browser.registers()
  const code = await house.codeFor(data.email)
  const kept = await house.db.q.selectFrom('email_codes').selectAll().execute()
  expect(JSON.stringify(kept.map((row) => Buffer.from(row.hash).toString('hex')))).not.toContain(code)
  expect(house.logged.join('\n')).not.toMatch(new RegExp(`\\b${code}\\b|Correct-Horse`))
  const [mail] = await house.mailsTo(data.email)
  expect(mail?.secret).toBe(true)
  expect(mail?.useless_at).not.toBeNull()
})
