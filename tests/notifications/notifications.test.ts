import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Notification } from '../../shared/notifications.ts'
import { type Person, personOf } from '../support/account.ts'
import { openStockedShop } from '../support/journey.ts'
import { openShop } from '../support/shop.ts'

const all = async (person: Person) => (await person.get<Notification[]>('/account/notifications/all')).data
const unread = async (person: Person) =>
  (await person.get<{ unread: number }>('/account/notifications/unread')).data.unread

test('a delivered order tells its owner, with what that service has to tell', async () => {
  const shop = await openStockedShop()
  const ada = await personOf(shop, { walletKobo: 5_000_000n })
  const power = await ada.buys('power')
  await ada.buys('cabletv')
  await ada.buys('airtime')
  await ada.buys('data')
  await ada.buys('education')

  const list = await all(ada)
  expect(list.map((it) => it.data.service)).toEqual(['other', 'data', 'airtime', 'cable', 'power'])
  for (const it of list) {
    expect(it).toMatchObject({ id: expect.any(String), read_at: null, created_at: expect.any(String) })
    expect(it.data).toMatchObject({ subject: expect.any(String), description: expect.any(String) })
    expect(it.data.description).not.toContain('http')
  }
  const { access_token } = await shop.orderRow(power)
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
    vtu_data_bundle: 'N100 100MB - 24 hrs',
    amount: 100,
    device_id: '08010000088',
    vtu_network: 'MTN',
  })
  expect(list[0]?.data.details.data).toMatchObject({ amount: expect.any(Number) })
  expect(await unread(ada)).toBe(5)
})

test('refunds, top-ups and a referral’s bonus are told too', async () => {
  const shop = await openShop()
  const ada = await personOf(shop, { walletKobo: 5_000_000n })
  const refunded = await ada.buys('power', { meter_number: '11000000003' })
  expect((await all(ada))[0]?.data).toMatchObject({
    service: 'power',
    subject: `Your money was returned (order ${refunded})`,
    link: expect.stringContaining('/electricity/transactions/process?reference='),
    details: { data: { token: null, meter_number: '11000000003' } },
  })

  const { data } = await ada.topsUp(1500)
  const { callbackUrl } = await ada.paysAt(data.checkoutUrl)
  await ada.claims(new URL(callbackUrl).searchParams.get('reference') ?? '')
  expect((await all(ada))[0]?.data).toMatchObject({
    service: 'other',
    subject: 'Wallet topped up',
    link: '/account/wallet',
    details: { data: { amount: 1500 } },
  })

  const bola = await personOf(shop, { walletKobo: 5_000_000n, referredBy: ada.id })
  await bola.buys('power', { meter_number: '11000000199' })
  expect((await all(ada))[0]?.data).toMatchObject({
    service: 'other',
    subject: 'You earned a referral bonus',
    details: { data: { amount: 100 } },
  })
})

test('one is marked read once, all are marked read, one is deleted; each answer says how many are left', async () => {
  const shop = await openShop()
  const ada = await personOf(shop, { walletKobo: 5_000_000n })
  await ada.buys('airtime')
  await ada.buys('airtime', { phone_number: '08010000098' })
  await ada.buys('airtime', { phone_number: '08010000097' })
  const [first, second, third] = await all(ada)

  const marked = await ada.get(`/account/notifications/mark-as-read/${first?.id}`)
  expect(marked).toMatchObject({ http: 200, status: 'success', data: { unread: 2 } })
  const readAt = (await all(ada))[0]?.read_at
  expect(readAt).toEqual(expect.any(String))
  await shop.clockAhead(60)
  expect(await ada.get(`/account/notifications/mark-as-read/${first?.id}`)).toMatchObject({ http: 200 })
  expect((await all(ada))[0]?.read_at).toBe(readAt)

  expect(await ada.remove(`/account/notifications/${second?.id}/delete`)).toMatchObject({
    http: 200,
    status: 'success',
    data: { unread: 1 },
  })
  expect((await all(ada)).map((it) => it.id)).toEqual([first?.id, third?.id])

  expect(await ada.get('/account/notifications/mark-all-as-read')).toMatchObject({
    http: 200,
    data: { unread: 0 },
  })
  const after = await all(ada)
  expect(after).toHaveLength(2)
  expect(after.every((it) => it.read_at !== null)).toBe(true)
  expect(after[0]?.read_at).toBe(readAt)
})

test('somebody else’s notification answers like an unknown one, and stays as it was', async () => {
  const shop = await openShop()
  const ada = await personOf(shop, { walletKobo: 5_000_000n })
  const bola = await personOf(shop)
  await ada.buys('airtime')
  const id = (await all(ada))[0]?.id
  const unknown = '00000000-0000-4000-8000-000000000000'
  for (const [method, path] of [
    ['GET', '/account/notifications/mark-as-read/{id}'],
    ['DELETE', '/account/notifications/{id}/delete'],
  ] as const) {
    const foreign = await bola.call(method, path.replace('{id}', String(id)))
    expect(foreign).toMatchObject({ http: 404, status: 'error' })
    expect(await bola.call(method, path.replace('{id}', unknown))).toEqual(foreign)
    expect(await bola.call(method, path.replace('{id}', 'no-id'))).toEqual(foreign)
  }
  await bola.get('/account/notifications/mark-all-as-read')
  expect(await all(bola)).toEqual([])
  expect((await all(ada))[0]).toMatchObject({ id, read_at: null })
})

test('the reading calls that write obey a bearer alone, and no copy of their answer is kept', async () => {
  const shop = await openShop()
  const ada = await personOf(shop, { walletKobo: 5_000_000n })
  await ada.buys('airtime')
  const path = '/account/notifications/mark-all-as-read'
  const { authorization: _, ...withoutBearer } = ada.headers as Record<string, string>
  const guest = await fetch(`${shop.origin}/api/v1${path}`, {
    headers: { ...withoutBearer, cookie: 'sanwo=anything' },
  })
  expect(guest.status).toBe(403)
  expect(((await guest.json()) as { message: string }).message).toBe('Please sign in to continue.')
  expect(await unread(ada)).toBe(1)
  const { headers } = await ada.fetchFile(path)
  expect(headers.get('cache-control')).toBe('no-store')
  expect(await unread(ada)).toBe(0)
})

test('unread ones are counted up to a hundred, so that years of them take no longer', async () => {
  const shop = await openShop()
  const ada = await personOf(shop)
  await sql`insert into notifications (user_id, service, subject, body)
    select ${ada.id}::uuid, 'wallet', 'News', 'News' from generate_series(1, 120)`.execute(shop.db.q)
  expect(await unread(ada)).toBe(100)
  await ada.get('/account/notifications/mark-all-as-read')
  expect(await unread(ada)).toBe(0)
})
