import { afterAll, beforeAll, expect, test } from 'vitest'
import { assertPin } from '../../server/accounts/index.ts'
import { type Actor, Refused } from '../../server/http/index.ts'
import { type AccountsHouse, accountsHouse, goodPassword } from './house.ts'

let house: AccountsHouse
beforeAll(async () => {
  house = await accountsHouse()
})
afterAll(() => house.close())

async function manager() {
  const it = await house.person()
  const actor: Actor = { userId: (await house.userRow(it.email)).id, role: 'manager', verified: true }
  const sets = (pin: string, wish: Record<string, unknown> = {}) =>
    it.post('/account/user/pin/update', { pin, pin_confirmation: pin, password: goodPassword, ...wish })
  const enters = (pin: string): Promise<string> =>
    assertPin(house, actor, pin).then(
      () => 'right',
      (error: unknown) => (error instanceof Refused ? error.code : Promise.reject(error)),
    )
  return { ...it, sets, enters }
}

test('the PIN is set with the password, six digits twice, and kept as a slow digest', async () => {
  const musa = await manager()
  expect(await musa.enters('135790')).toBe('PIN_NOT_SET')
  expect((await musa.sets('135790', { password: 'Not-The-One-1' })).errors).toHaveProperty('password')
  expect((await musa.sets('135790', { pin_confirmation: '135791' })).errors).toHaveProperty(
    'pin_confirmation',
  )
  for (const pin of ['12345', '1234567', 'abcdef', '']) expect((await musa.sets(pin)).http).toBe(422)
  expect((await musa.sets('135790')).http).toBe(200)
  expect((await musa.seesProfile()).data.has_pin).toBe(true)
  expect((await house.userRow(musa.email)).pin_hash).toMatch(/^\$argon2id\$/)
  expect(await musa.enters('135790')).toBe('right')
})

test('five wrong PINs in fifteen minutes lock it for fifteen, the right one included', async () => {
  const musa = await manager()
  await musa.sets('135790')
  for (let tries = 0; tries < 5; tries++) expect(await musa.enters('000000')).toBe('PIN_WRONG')
  expect(await musa.enters('135790')).toBe('PIN_LOCKED')
  try {
    await house.clockAhead(14 * 60)
    expect(await musa.enters('135790')).toBe('PIN_LOCKED')
    await house.clockAhead(15 * 60 + 5)
    expect(await musa.enters('135790')).toBe('right')
  } finally {
    await house.clockAhead(0)
  }
})

test('many wrong PINs at once are five tries', async () => {
  const musa = await manager()
  await musa.sets('135790')
  const told = await Promise.all(Array.from({ length: 12 }, () => musa.enters('000000')))
  expect(told.filter((it) => it === 'PIN_WRONG')).toHaveLength(5)
  expect(told.filter((it) => it === 'PIN_LOCKED')).toHaveLength(7)
})

test('ten wrong PINs in a day lock it until it is set anew', async () => {
  const musa = await manager()
  await musa.sets('135790')
  try {
    for (let tries = 0; tries < 5; tries++) await musa.enters('000000')
    await house.clockAhead(60 * 60)
    for (let tries = 0; tries < 5; tries++) await musa.enters('000000')
    await house.clockAhead(48 * 60 * 60)
    expect(await musa.enters('135790')).toBe('PIN_LOCKED')
    expect((await musa.sets('246802')).http).toBe(200)
    expect(await musa.enters('135790')).toBe('PIN_WRONG')
    expect(await musa.enters('246802')).toBe('right')
  } finally {
    await house.clockAhead(0)
  }
})
