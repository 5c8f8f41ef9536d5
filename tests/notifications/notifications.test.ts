import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Notification } from '../../shared/notifications.ts'
import { startTestAppWithCatalogue } from '../support/checkout-journey.ts'
import { startTestApp } from '../support/test-app.ts'
import { createUser, type TestUser } from '../support/user.ts'

const all = async (user: TestUser) => (await user.get<Notification[]>('/account/notifications/all')).data
const unread = async (user: TestUser) =>
  (await user.get<{ unread: number }>('/account/notifications/unread')).data.unread

test('a delivered order notifies its owner with the details of its service', async () => {
  const app = await startTestAppWithCatalogue()
  const ada = await createUser(app, { walletKobo: 5_000_000n })
  const power = await ada.buy('power')
  await ada.buy('cabletv')
  await ada.buy('airtime')
  await ada.buy('data')
  await ada.buy('education')

  const list = await all(ada)
  expect(list.map((entry) => entry.data.service)).toEqual(['other', 'data', 'airtime', 'cable', 'power'])
  for (const entry of list) {
    expect(entry).toMatchObject({ id: expect.any(String), read_at: null, created_at: expect.any(String) })
    expect(entry.data).toMatchObject({ subject: expect.any(String), description: expect.any(String) })
    expect(entry.data.description).not.toContain('http')
  }
  const { access_token } = await app.orderRow(power)
  expect(list.at(-1)?.data).toMatchObject({
    reference: power,
    link: `/electricity/transactions/successful?reference=${power}&order=${access_token}`,
    details: {
      data: {
        token: expect.stringMatching(/^\d{20}$/),
        units: expect.stringMatching(/^\d+(\.\d+)?$/),
        amount: 2000,
        meter_number: '11000000099',
        disco: { description: 'Ikeja Electric' },
      },
    },
  })
  expect(list[3]?.data.details.data).toEqual({
    service_bundle: 'DStv Padi',
    amount: 4400,
    smartcard_number: '1200000099',
    tv_network: 'DStv',
  })
  expect(list[2]?.data.details.data).toEqual({ amount: 500, phone_number: '08010000099', vtu_network: 'MTN' })
  expect(list[1]?.data.details.data).toEqual({
    vtu_data_bundle: '100MB - 24 hrs',
    amount: 100,
    device_id: '08010000088',
    vtu_network: 'MTN',
  })
  expect(list[0]?.data.details.data).toMatchObject({ amount: expect.any(Number) })
  expect(await unread(ada)).toBe(5)
})

test('refunds, top-ups and referral bonuses create notifications', async () => {
  const app = await startTestApp()
  const ada = await createUser(app, { walletKobo: 5_000_000n })
  const refunded = await ada.buy('power', { meter_number: '11000000003' })
  expect((await all(ada))[0]?.data).toMatchObject({
    service: 'power',
    subject: `You've been refunded (order ${refunded})`,
    link: expect.stringContaining('/electricity/transactions/process?reference='),
    details: { data: { token: null, meter_number: '11000000003' } },
  })

  const { data } = await ada.topUp(1500)
  const { callbackUrl } = await ada.payAtCheckout(data.checkoutUrl)
  await ada.processTopUp(new URL(callbackUrl).searchParams.get('reference') ?? '')
  expect((await all(ada))[0]?.data).toMatchObject({
    service: 'other',
    subject: 'Wallet topped up',
    link: '/account/wallet',
    details: { data: { amount: 1500 } },
  })

  const bola = await createUser(app, { walletKobo: 5_000_000n, referredBy: ada.id })
  await bola.buy('power', { meter_number: '11000000199', phone_number: '08010000077' })
  expect((await all(ada))[0]?.data).toMatchObject({
    service: 'other',
    subject: 'You earned a referral bonus',
    details: { data: { amount: 100 } },
  })
})

test('marking one or all notifications read and deleting one return the unread count', async () => {
  const app = await startTestApp()
  const ada = await createUser(app, { walletKobo: 5_000_000n })
  await ada.buy('airtime')
  await ada.buy('airtime', { phone_number: '08010000098' })
  await ada.buy('airtime', { phone_number: '08010000097' })
  const [first, second, third] = await all(ada)

  const marked = await ada.get(`/account/notifications/mark-as-read/${first?.id}`)
  expect(marked).toMatchObject({ httpStatus: 200, status: 'success', data: { unread: 2 } })
  const readAt = (await all(ada))[0]?.read_at
  expect(readAt).toEqual(expect.any(String))
  await app.advanceClock(60)
  expect(await ada.get(`/account/notifications/mark-as-read/${first?.id}`)).toMatchObject({ httpStatus: 200 })
  expect((await all(ada))[0]?.read_at).toBe(readAt)

  expect(await ada.remove(`/account/notifications/${second?.id}/delete`)).toMatchObject({
    httpStatus: 200,
    status: 'success',
    data: { unread: 1 },
  })
  expect((await all(ada)).map((entry) => entry.id)).toEqual([first?.id, third?.id])

  expect(await ada.get('/account/notifications/mark-all-as-read')).toMatchObject({
    httpStatus: 200,
    data: { unread: 0 },
  })
  const after = await all(ada)
  expect(after).toHaveLength(2)
  expect(after.every((entry) => entry.read_at !== null)).toBe(true)
  expect(after[0]?.read_at).toBe(readAt)
})

test('a deleted notification is restored unchanged with the text from its deletion, by its owner and for an hour', async () => {
  const app = await startTestApp()
  const ada = await createUser(app, { walletKobo: 5_000_000n })
  const bola = await createUser(app)
  await ada.buy('airtime')
  await ada.buy('airtime', { phone_number: '08010000098' })
  const before = await all(ada)
  const [first, second] = before
  const deleted = await ada.remove(`/account/notifications/${second?.id}/delete`)
  const { undo } = deleted.data as { undo: string }
  const restoring = `/account/notifications/${second?.id}/restore`
  expect(await bola.post(restoring, { undo })).toMatchObject({ httpStatus: 404 })
  expect(await ada.post(`/account/notifications/${first?.id}/restore`, { undo })).toMatchObject({
    httpStatus: 404,
  })
  for (let time = 0; time < 2; time++)
    expect(await ada.post(restoring, { undo })).toMatchObject({ httpStatus: 200, data: { unread: 2 } })
  expect(await all(ada)).toEqual(before)
  expect(await all(bola)).toEqual([])
})

test('another user’s notification is reported as not found and stays unchanged', async () => {
  const app = await startTestApp()
  const ada = await createUser(app, { walletKobo: 5_000_000n })
  const bola = await createUser(app)
  await ada.buy('airtime')
  const id = (await all(ada))[0]?.id
  const unknown = '00000000-0000-4000-8000-000000000000'
  for (const [method, path] of [
    ['GET', '/account/notifications/mark-as-read/{id}'],
    ['DELETE', '/account/notifications/{id}/delete'],
  ] as const) {
    const foreign = await bola.call(method, path.replace('{id}', String(id)))
    expect(foreign).toMatchObject({ httpStatus: 404, status: 'error' })
    expect(await bola.call(method, path.replace('{id}', unknown))).toEqual(foreign)
    expect(await bola.call(method, path.replace('{id}', 'no-id'))).toEqual(foreign)
  }
  await bola.get('/account/notifications/mark-all-as-read')
  expect(await all(bola)).toEqual([])
  expect((await all(ada))[0]).toMatchObject({ id, read_at: null })
})

test('GET endpoints that write require a bearer token, and their responses are not cached', async () => {
  const app = await startTestApp()
  const ada = await createUser(app, { walletKobo: 5_000_000n })
  await ada.buy('airtime')
  const path = '/account/notifications/mark-all-as-read'
  const { authorization: _, ...withoutToken } = ada.headers as Record<string, string>
  const guest = await fetch(`${app.origin}/api/v1${path}`, {
    headers: { ...withoutToken, cookie: 'sanwo=anything' },
  })
  expect(guest.status).toBe(403)
  expect(((await guest.json()) as { message: string }).message).toBe('Please sign in to continue.')
  expect(await unread(ada)).toBe(1)
  const { headers } = await ada.fetchFile(path)
  expect(headers.get('cache-control')).toBe('no-store')
  expect(await unread(ada)).toBe(0)
})

test('unread notifications are counted up to a hundred, so the cost stays constant', async () => {
  const app = await startTestApp()
  const ada = await createUser(app)
  await sql`insert into notifications (user_id, service, subject, body)
    select ${ada.id}::uuid, 'wallet', 'News', 'News' from generate_series(1, 120)`.execute(app.db.q)
  expect(await unread(ada)).toBe(100)
  await ada.get('/account/notifications/mark-all-as-read')
  expect(await unread(ada)).toBe(0)
})
