import { afterAll, beforeAll, expect, test } from 'vitest'
import { trialBalance } from '../../server/ledger/index.ts'
import type { CabletvInfo, CabletvOrder } from '../../shared/cabletv.ts'
import type { Approval } from '../../shared/management/approvals.ts'
import type { MeterInfo, PowerOrder } from '../../shared/power.ts'
import { type Person, personOf } from '../support/account.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { managerOf, rightPin, timesWrittenDown, whileNothingIsWrittenDown } from './house.ts'

let shop: Shop
let musa: Person
let ada: Person
let adaId: string
beforeAll(async () => {
  shop = await openShop({ shared: true })
  musa = await managerOf(shop)
  ada = await personOf(shop, { walletKobo: 1_000_00n })
  adaId = await uniqueidOf(ada)
})
afterAll(() => shop.close())

const uniqueidOf = async (person: Person) =>
  (
    await shop.db.q
      .selectFrom('users')
      .select('uniqueid')
      .where('id', '=', person.id)
      .executeTakeFirstOrThrow()
  ).uniqueid

const meter = (meter_number: string) => ({
  meter_number,
  meter_type: 'prepaid',
  phone_number: '08031234567',
  amount: 2000,
  meter_disco: 'ikeja',
})
async function verified(meter_number: string) {
  const { data } = await musa.post<MeterInfo>('/services/electricity/get-meter-info', meter(meter_number))
  return {
    ...meter(meter_number),
    order_reference: data.order_reference,
    access_token: data.access_token,
    auth_pin: rightPin,
    user_id: adaId,
  }
}
const subscribe = (body: object) => musa.post<PowerOrder>('/management/power/subscribe', body)
const owedByManagers = async () => (await trialBalance(shop.db.q)).get('receivable_manager') ?? 0n

test('a manager buys electricity for a user: delivered, recorded under the user, wallet untouched, no cashback', async () => {
  const before = await owedByManagers()
  const { http, data } = await subscribe(await verified('11000001111'))
  expect(http).toBe(200)
  expect(data).toMatchObject({
    meter_number: '11000001111',
    amount: 2_000,
    token: expect.stringMatching(/^\d{20}$/),
  })
  const order = await shop.orderRow(data.reference)
  expect(order).toMatchObject({ user_id: ada.id, bought_by: musa.id, state: 'delivered' })
  expect(await ada.walletKobo()).toBe(1_000_00n)
  expect((await owedByManagers()) - before).toBe(2_100_00n)
  const { data: own } = await ada.get<{ list: object[] }>('/account/transactions/all')
  expect(own.list[0]).toMatchObject({ reference: data.reference, state: 'delivered', payment_method: null })
})

test('the same subscribe again gives the first receipt, and nothing is bought twice', async () => {
  const body = await verified('11000002222')
  const [first, second] = await Promise.all([subscribe(body), subscribe(body)])
  const third = await subscribe(body)
  expect([first.http, second.http, third.http]).toEqual([200, 200, 200])
  expect(second.data.token).toBe(first.data.token)
  expect(third.data.token).toBe(first.data.token)
  const { deliveries } = await shop.truth()
  expect(deliveries.filter((it) => it.to === '11000002222')).toHaveLength(1)
})

test('a purchase that cannot be written down is not made; asked again, both are there', async () => {
  const body = await verified('11000005555')
  expect((await whileNothingIsWrittenDown(shop, () => subscribe(body))).http).toBe(500)
  expect(await shop.orderRow(body.order_reference)).toMatchObject({ state: 'quoted', bought_by: null })
  expect((await subscribe(body)).http).toBe(200)
  expect((await subscribe(body)).http).toBe(200)
  expect(await timesWrittenDown(shop, 'order.buy', body.order_reference)).toBe(1)
})

test('what could not be bought is taken back at once, and the user is told nothing of a refund', async () => {
  const before = await owedByManagers()
  const answer = await subscribe(await verified('11000000003'))
  expect(answer).toMatchObject({
    http: 409,
    message: 'This could not be bought. Your wallet was not charged.',
  })
  expect(await owedByManagers()).toBe(before)
  const order = await shop.orderRow(
    (await ada.get<{ list: { reference: string }[] }>('/account/transactions/all')).data.list[0]!.reference,
  )
  expect(order.state).toBe('refunded')
  const told = await shop.db.q.selectFrom('outbox').select('id').where('order_id', '=', order.id).execute()
  expect(told).toEqual([])
})

test.each([
  ['another amount', { amount: 2500 }, 409],
  ['another meter', { meter_number: '11000009999' }, 409],
  ['another phone', { phone_number: '08031234568' }, 409],
  ['a token of another order', { access_token: 'x'.repeat(43) }, 404],
  ['an unknown user', { user_id: 'nobody' }, 404],
  ['no PIN', { auth_pin: undefined }, 422],
  ['a wrong PIN', { auth_pin: '000000' }, 422],
])('a subscribe with %s is refused, and nothing is bought', async (_, change, http) => {
  const body = await verified('11000003333')
  expect((await subscribe({ ...body, ...change })).http).toBe(http)
  expect((await shop.orderRow(body.order_reference)).state).toBe('quoted')
})

test("an order that somebody else looked up cannot be bought in a manager's name", async () => {
  const { data } = await ada.looksUp({ meter_number: '11000004444' })
  const body = {
    ...(await verified('11000004444')),
    order_reference: data.order_reference,
    access_token: data.access_token,
  }
  expect((await subscribe(body)).http).toBe(404)
  expect((await shop.orderRow(data.order_reference)).bought_by).toBeNull()
})

test('a manager renews a TV subscription for a user', async () => {
  const form = {
    smartcard_number: '1200000044',
    cabletv_network: 'DStv',
    cabletv_bundle_code: 'dstv-padi',
    phone_number: '08031234567',
  }
  const { data: info } = await musa.post<CabletvInfo>('/services/cabletv/get-smartcard-info', form)
  const { http, data } = await musa.post<CabletvOrder>('/management/cabletv/subscribe', {
    ...form,
    order_reference: info.order_reference,
    access_token: info.access_token,
    auth_pin: rightPin,
    user_id: adaId,
  })
  expect(http).toBe(200)
  expect(data).toMatchObject({ smartcard_number: '1200000044', tv_network: { name: 'DStv' } })
})

const topUp = (body: object, by: Person = musa) =>
  by.post<{ approval_id: string | null }>('/management/wallet/top-up', {
    amount: 500,
    subject: 'Paid in cash',
    auth_pin: rightPin,
    user_id: adaId,
    ...body,
  })

test('a top-up raises the wallet once for each request, names the manager, and tells the user', async () => {
  const before = await ada.walletKobo()
  const answers = await Promise.all([topUp({}), topUp({}), topUp({ amount: 5 })])
  expect(answers.map((it) => it.http)).toEqual([200, 200, 200])
  expect((await ada.walletKobo()) - before).toBe(1_005_00n)
  const { data } = await ada.get<{ list: object[] }>('/account/wallet/movements/all?kind=manager')
  expect(data.list).toContainEqual(
    expect.objectContaining({ amount: 500, description: 'Paid in cash (by Musa Danjuma)' }),
  )
  const deed = await shop.db.q
    .selectFrom('audit_log')
    .select(['actor_id', 'owner_id'])
    .where('action', '=', 'wallet.top_up')
    .executeTakeFirstOrThrow()
  expect(deed).toEqual({ actor_id: musa.id, owner_id: ada.id })
})

test.each([
  ['4 naira', { amount: 4 }],
  ['a negative sum', { amount: -500 }],
  ['three decimals', { amount: '10.001' }],
  ['no user', { user_id: '' }],
  ['a wrong PIN', { auth_pin: '111111' }],
])('a top-up with %s is refused', async (_, change) => {
  const before = await ada.walletKobo()
  expect((await topUp(change)).http).toBe(422)
  expect(await ada.walletKobo()).toBe(before)
})

test('above the configured sum a second manager decides, once, and never the one who asked', async () => {
  await shop.parts.settings.change('topup_second_manager_kobo', 1_000_00)
  const ngozi = await managerOf(shop)
  const before = await ada.walletKobo()
  const asked = await topUp({ amount: 2000 })
  expect(asked).toMatchObject({ http: 202, status: 'pending' })
  const id = asked.data.approval_id
  expect(await ada.walletKobo()).toBe(before)
  expect((await musa.post(`/management/approvals/${id}/approve`, { auth_pin: rightPin })).http).toBe(403)
  const { data: waiting } = await ngozi.get<Approval[]>('/management/approvals/all')
  expect(waiting[0]).toMatchObject({ id, amount: 2000, may_decide: true, asked_by: 'Musa Danjuma' })
  const decided = await Promise.all(
    [1, 2, 3].map(() => ngozi.post(`/management/approvals/${id}/approve`, { auth_pin: rightPin })),
  )
  expect(decided.map((it) => it.http).sort()).toEqual([200, 409, 409])
  expect((await ada.walletKobo()) - before).toBe(2_000_00n)
  const again = await topUp({ amount: 3000 })
  const refused = await ngozi.post(`/management/approvals/${again.data.approval_id}/reject`, {
    auth_pin: rightPin,
    reason: 'No receipt',
  })
  expect(refused.http).toBe(200)
  expect((await ada.walletKobo()) - before).toBe(2_000_00n)
})

test('the books stay balanced', async () => {
  const sums = [...(await trialBalance(shop.db.q)).values()]
  expect(sums.reduce((sum, kobo) => sum + kobo, 0n)).toBe(0n)
})
