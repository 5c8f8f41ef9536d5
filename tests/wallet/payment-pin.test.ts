import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashSecret } from '../../server/accounts/password.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { createUser } from '../support/user.ts'

const pin = '274916'
const wrongPin = '000000'
let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ shared: true })
})
afterAll(() => app.close())

async function createPayer({ above }: { above: number | null }) {
  const ada = await createUser(app, { walletKobo: 2_000_000n })
  const pin_hash = await hashSecret(pin)
  await app.db.q.updateTable('users').set({ pin_hash }).where('id', '=', ada.id).execute()
  const setLimit = (limit: number | null, auth_pin = pin) =>
    ada.post('/account/user/pin/limit', { above: limit, auth_pin })
  if (above !== null) expect((await setLimit(above)).httpStatus).toBe(200)
  return { ...ada, setLimit }
}

test('no payment requires the PIN by default', async () => {
  const ada = await createPayer({ above: null })
  expect((await ada.get('/account/user/profile')).data).toMatchObject({ has_pin: true, pin_above: null })
  expect((await ada.payFromWallet((await ada.lookUpMeter()).data)).httpStatus).toBe(200)
})

test('a wallet payment above the chosen limit needs the PIN; one at the limit does not', async () => {
  const ada = await createPayer({ above: 2_100 })
  expect((await ada.payFromWallet((await ada.lookUpMeter()).data)).httpStatus).toBe(200)
  const { data: info } = await ada.lookUpMeter({ amount: 2_001 })
  expect(await ada.payFromWallet(info)).toMatchObject({
    httpStatus: 422,
    errors: { auth_pin: ['Enter your PIN: you asked for it on payments above ₦2,100.00.'] },
  })
  expect(await ada.payFromWallet(info, { auth_pin: wrongPin })).toMatchObject({
    httpStatus: 422,
    errors: { auth_pin: ['Incorrect PIN.'] },
  })
  expect((await app.orderRow(info.order_reference)).state).toBe('quoted')
  expect((await ada.payFromWallet(info, { auth_pin: pin })).httpStatus).toBe(200)
})

test('a repeated request with the same Idempotency-Key may add the PIN that the first one lacked', async () => {
  const ada = await createPayer({ above: 1_000 })
  const { data: info } = await ada.lookUpMeter()
  const key = { 'idempotency-key': 'payment-with-a-pin-1' }
  expect((await ada.payFromWallet(info, {}, key)).httpStatus).toBe(422)
  const first = await ada.payFromWallet(info, { auth_pin: pin }, key)
  expect(first.httpStatus).toBe(200)
  expect(await ada.payFromWallet(info, { auth_pin: pin }, key)).toEqual(first)
  expect((await ada.payFromWallet(info, { auth_pin: wrongPin }, key)).httpStatus).toBe(422)
  const { payments } = await app.db.q
    .selectFrom('payments')
    .select((eb) => eb.fn.countAll<bigint>().as('payments'))
    .where('user_id', '=', ada.id)
    .executeTakeFirstOrThrow()
  expect(payments).toBe(1n)
})

test('concurrent wrong PINs on payments count towards the same lock as elsewhere, and pay nothing', async () => {
  const ada = await createPayer({ above: 1_000 })
  const { data: info } = await ada.lookUpMeter()
  const responses = await Promise.all(
    Array.from({ length: 8 }, () => ada.payFromWallet(info, { auth_pin: wrongPin })),
  )
  expect(responses.filter(({ httpStatus }) => httpStatus === 422)).toHaveLength(5)
  expect(responses.filter(({ httpStatus }) => httpStatus === 429)).toHaveLength(3)
  expect((await ada.payFromWallet(info, { auth_pin: pin })).httpStatus).toBe(429)
  expect((await ada.setLimit(null)).httpStatus).toBe(429)
  expect(await ada.walletKobo()).toBe(2_000_000n)
})

test('the limit is changed with the PIN only', async () => {
  const ada = await createPayer({ above: 1_000 })
  expect(await ada.setLimit(null, wrongPin)).toMatchObject({ httpStatus: 422 })
  expect(await ada.setLimit(null)).toMatchObject({ httpStatus: 200, data: { pin_above: null } })
  const bola = await createUser(app)
  expect(await bola.post('/account/user/pin/limit', { above: 100, auth_pin: pin })).toMatchObject({
    httpStatus: 422,
    errors: { auth_pin: ['Please set your PIN in your account settings first.'] },
  })
})

test('a saved card needs the PIN above the limit, for an order and for a top-up', async () => {
  const ada = await createPayer({ above: 1_000 })
  const { uniqueid } = await app.db.q
    .insertInto('payment_cards')
    .values({
      uniqueid: 'CardOfAdaOkafor12345',
      user_id: ada.id,
      gateway: 'paystack',
      token: 'unreadable',
      token_hash: Buffer.from('of Ada'),
      email: ada.email,
      issuer: null,
      first_digits: '408408',
      last_digits: '4081',
      expiry: '12/30',
      type: 'visa',
      signature: 'signature',
    })
    .returning('uniqueid')
    .executeTakeFirstOrThrow()
  const { data: info } = await ada.lookUpMeter()
  const key = (name: string) => ({ 'idempotency-key': `saved-card-${name}-1` })
  expect(await ada.payWithSavedCard(info, uniqueid, {}, key('order'))).toMatchObject({
    httpStatus: 422,
    errors: { auth_pin: expect.any(Array) },
  })
  const topUp = { payment_for: 'wallet_topup', order_reference: null, service_id: null, amount: 5_000 }
  expect(await ada.payWithSavedCard(info, uniqueid, topUp, key('top-up'))).toMatchObject({
    httpStatus: 422,
    errors: { auth_pin: expect.any(Array) },
  })
})
