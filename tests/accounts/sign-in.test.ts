import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { errors } from '../../shared/errors.ts'
import { type AccountsHouse, accountsHouse, goodPassword } from './house.ts'

let house: AccountsHouse
beforeAll(async () => {
  house = await accountsHouse()
})
afterAll(() => house.close())

test('an unknown e-mail and a wrong password are told the same, in about the same time', async () => {
  const ada = await house.person()
  const timed = async (email: string) => {
    const began = performance.now()
    const { http, status, message, errors } = await house.visitor().signsIn(email, 'Not-The-One-1')
    return { told: { http, status, message, errors }, ms: performance.now() - began }
  }
  const known: Awaited<ReturnType<typeof timed>>[] = []
  const unknown: typeof known = []
  for (let tries = 0; tries < 6; tries++) {
    known.push(await timed(ada.email))
    unknown.push(await timed(`nobody${tries}@example.com`))
  }
  expect(known[0]?.told).toEqual({
    http: 422,
    status: 'error',
    message: errors.SIGN_IN_WRONG.says,
    errors: undefined,
  })
  for (const { told } of [...known, ...unknown]) expect(told).toEqual(known[0]?.told)
  const fastest = (all: { ms: number }[]) => Math.min(...all.map(({ ms }) => ms))
  expect(fastest(unknown)).toBeGreaterThan(fastest(known) / 3)
})

test('ten wrong passwords lock an account for a while, known or not, the right one included', async () => {
  const ada = await house.person()
  for (const email of [ada.email, 'never-seen@example.com']) {
    const tries = await Promise.all(
      Array.from({ length: 20 }, () => house.visitor().signsIn(email, 'Not-The-One-1')),
    )
    expect(tries.filter(({ http }) => http === 422).length).toBeLessThanOrEqual(13)
    const locked = await house.visitor({ ip: '41.58.1.1' }).signsIn(email)
    expect(locked).toMatchObject({ http: 429, message: errors.TOO_MANY.says })
  }
})

test('one network that guesses at many accounts is stopped, and the accounts are not', async () => {
  const strict = await accountsHouse({ points: { sign_in_client: 5 } })
  try {
    const ada = await strict.person()
    const ip = '41.190.9.9'
    for (let tries = 0; tries < 5; tries++)
      await strict.visitor({ ip }).signsIn(`guess${tries}@example.com`, 'Not-The-One-1')
    expect((await strict.visitor({ ip }).signsIn(ada.email)).http).toBe(429)
    expect((await strict.visitor({ ip: '41.190.9.10' }).signsIn(ada.email)).http).toBe(200)
  } finally {
    await strict.close()
  }
})

test('signing out ends this bearer alone, and doing it again is no error', async () => {
  const ada = await house.person()
  const other = house.visitor()
  await other.signsIn(ada.email)
  expect((await ada.post('/auth/logout')).http).toBe(200)
  expect((await ada.browser.seesProfile()).http).toBe(401)
  expect((await other.seesProfile()).http).toBe(200)
  expect((await house.visitor().post('/auth/logout')).http).toBe(200)
})

test('signing in again ends the bearer that the call came with', async () => {
  const ada = await house.person()
  const old = ada.browser.bearer
  await ada.browser.signsIn(ada.email)
  expect(ada.browser.bearer).not.toBe(old)
  expect((await house.visitor({ bearer: old }).seesProfile()).http).toBe(401)
})

test('the profile is read whole or by one field, and only by its owner', async () => {
  const ada = await house.person({ name: 'Ada' })
  expect((await ada.get('/account/user/profile?field=name')).data).toBe('Ada')
  expect((await ada.get('/account/user/profile?field=email_verified')).data).toBe(true)
  expect((await ada.get('/account/user/profile?field=password_hash')).http).toBe(422)
  expect(await house.visitor().seesProfile()).toMatchObject({ http: 403, message: errors.SIGN_IN.says })
})

test('a person changes name, phone, address and picture, and nothing else', async () => {
  const ada = await house.person()
  const picture = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUg=='
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
    http: 200,
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
  for (const wrong of [{ picture: 'data:image/svg+xml;base64,PHN2Zz4=' }, { name: '  ' }, { phone: '1' }]) {
    const refused = await ada.post('/account/user/profile/update', wrong)
    expect(refused.http).toBe(422)
    expect(Object.keys(refused.errors ?? {})).toEqual(Object.keys(wrong))
  }
})

test('what a browser bought as a guest goes with the person who signs in there', async () => {
  const ada = await house.person()
  const session = randomUUID()
  const order = await guestOrder(session)
  const others = await guestOrder(randomUUID())
  const browser = house.visitor({ session })
  await browser.signsIn(ada.email, goodPassword)
  const ownerOf = async (id: string) =>
    (await house.db.q.selectFrom('orders').select('user_id').where('id', '=', id).executeTakeFirstOrThrow())
      .user_id
  expect(await ownerOf(order)).toBe((await house.userRow(ada.email)).id)
  expect(await ownerOf(others)).toBeNull()
})

let orders = 0
async function guestOrder(session: string): Promise<string> {
  const letter = 'ABCDEFGH'[orders++] ?? 'Z'
  const { id } = await house.db.q
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
      fingerprint: letter,
      beneficiary: '11000000099',
      phone: '+2348031234567',
      email: null,
      amount_kobo: 100_000n,
      service_charge_kobo: 0n,
      total_kobo: 100_000n,
      vendor: 'vtpass',
      customer: '{}',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
