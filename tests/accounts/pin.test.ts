import { afterAll, beforeAll, expect, test } from 'vitest'
import { assertPin } from '../../server/accounts/index.ts'
import { type Actor, ApiError } from '../../server/http/index.ts'
import { type AccountsTestApp, correctPassword, startAccountsApp } from './setup.ts'

let app: AccountsTestApp
beforeAll(async () => {
  app = await startAccountsApp()
})
afterAll(() => app.close())

async function createManager() {
  const user = await app.createSignedInUser()
  const actor: Actor = { userId: (await app.userRow(user.email)).id, role: 'manager', emailVerified: true }
  const setPin = (pin: string, overrides: Record<string, unknown> = {}) =>
    user.post('/account/user/pin/update', {
      pin,
      pin_confirmation: pin,
      password: correctPassword,
      ...overrides,
    })
  const enterPin = (pin: string): Promise<string> =>
    assertPin(app, actor, pin).then(
      () => 'right',
      (error: unknown) => (error instanceof ApiError ? error.code : Promise.reject(error)),
    )
  return { ...user, setPin, enterPin }
}

test('the user sets the PIN with the password, six digits twice; it is stored as a slow hash', async () => {
  const musa = await createManager()
  expect(await musa.enterPin('274916')).toBe('PIN_NOT_SET')
  expect((await musa.setPin('274916', { password: 'Not-The-One-1' })).errors).toHaveProperty('password')
  expect((await musa.setPin('274916', { pin_confirmation: '274917' })).errors).toHaveProperty(
    'pin_confirmation',
  )
  for (const pin of ['12345', '1234567', 'abcdef', '']) expect((await musa.setPin(pin)).httpStatus).toBe(422)
  expect((await musa.setPin('274916')).httpStatus).toBe(200)
  expect((await musa.fetchProfile()).data.has_pin).toBe(true)
  expect((await app.userRow(musa.email)).pin_hash).toMatch(/^\$argon2id\$/)
  expect(await musa.enterPin('274916')).toBe('right')
})

test('five wrong PINs in 15 minutes lock the PIN for 15 minutes, even for the correct one', async () => {
  const musa = await createManager()
  await musa.setPin('274916')
  for (let attempt = 0; attempt < 5; attempt++) expect(await musa.enterPin('000000')).toBe('PIN_WRONG')
  expect(await musa.enterPin('274916')).toBe('PIN_LOCKED')
  try {
    await app.setClockAhead(14 * 60)
    expect(await musa.enterPin('274916')).toBe('PIN_LOCKED')
    await app.setClockAhead(15 * 60 + 5)
    expect(await musa.enterPin('274916')).toBe('right')
  } finally {
    await app.setClockAhead(0)
  }
})

test('concurrent wrong PINs count as five attempts at most', async () => {
  const musa = await createManager()
  await musa.setPin('274916')
  const codes = await Promise.all(Array.from({ length: 12 }, () => musa.enterPin('000000')))
  expect(codes.filter((code) => code === 'PIN_WRONG')).toHaveLength(5)
  expect(codes.filter((code) => code === 'PIN_LOCKED')).toHaveLength(7)
})

test('ten wrong PINs in a day lock the PIN until it is reset', async () => {
  const musa = await createManager()
  await musa.setPin('274916')
  try {
    for (let attempt = 0; attempt < 5; attempt++) await musa.enterPin('000000')
    await app.setClockAhead(60 * 60)
    for (let attempt = 0; attempt < 5; attempt++) await musa.enterPin('000000')
    await app.setClockAhead(48 * 60 * 60)
    expect(await musa.enterPin('274916')).toBe('PIN_LOCKED')
    expect((await musa.setPin('246803')).httpStatus).toBe(200)
    expect(await musa.enterPin('274916')).toBe('PIN_WRONG')
    expect(await musa.enterPin('246803')).toBe('right')
  } finally {
    await app.setClockAhead(0)
  }
})

test.each([
  ...['000000', '121212', '111222', '123456', '987654', '789012', '123123', '274274', '123321', '112233'],
  ...['159753', '246810', '135790'],
])('the PIN %s is rejected as too easy to guess', async (pin) => {
  const musa = await createManager()
  expect(await musa.setPin(pin)).toMatchObject({
    httpStatus: 422,
    errors: { pin: ['Please choose a PIN that is harder to guess.'] },
  })
})

test('a PIN equal to the last digits of the user’s phone is rejected', async () => {
  const musa = await createManager()
  await app.db.q
    .updateTable('users')
    .set({ phone: '+2348031482937' })
    .where('email', '=', musa.email)
    .execute()
  expect(await musa.setPin('482937')).toMatchObject({ httpStatus: 422, errors: { pin: expect.anything() } })
  expect((await musa.setPin('482936')).httpStatus).toBe(200)
})
