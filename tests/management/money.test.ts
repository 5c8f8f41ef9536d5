import { afterAll, beforeAll, expect, test } from 'vitest'
import { trialBalance } from '../../server/ledger/index.ts'
import type { CabletvInfo, CabletvOrder } from '../../shared/cabletv.ts'
import type { Approval } from '../../shared/management/approvals.ts'
import type { MeterInfo, PowerOrder } from '../../shared/power.ts'
import { type ManagerScope, scopes } from '../../shared/scopes.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { createUser, type TestUser } from '../support/user.ts'
import { correctPin, countAuditEvents, createTestManager, withFailingAuditLog } from './setup.ts'

let app: TestApp
let musa: TestUser
let ada: TestUser
let adaId: string
beforeAll(async () => {
  app = await startTestApp({ shared: true })
  musa = await createTestManager(app)
  ada = await createUser(app, { walletKobo: 1_000_00n })
  adaId = await uniqueidOf(ada)
})
afterAll(() => app.close())

const uniqueidOf = async (user: TestUser) =>
  (await app.db.q.selectFrom('users').select('uniqueid').where('id', '=', user.id).executeTakeFirstOrThrow())
    .uniqueid

const meter = (meter_number: string) => ({
  meter_number,
  meter_type: 'prepaid',
  phone_number: '08031234567',
  amount: 2000,
  meter_disco: 'ikeja',
})
async function lookUpMeterOrder(meter_number: string) {
  const { data } = await musa.post<MeterInfo>('/services/electricity/get-meter-info', meter(meter_number))
  return {
    ...meter(meter_number),
    order_reference: data.order_reference,
    access_token: data.access_token,
    auth_pin: correctPin,
    user_id: adaId,
  }
}
const subscribe = (body: object) => musa.post<PowerOrder>('/management/power/subscribe', body)
const managerReceivableKobo = async () => (await trialBalance(app.db.q)).get('receivable_manager') ?? 0n

test('a manager buys electricity for a user: delivered, recorded under the user, wallet untouched, no cashback', async () => {
  const before = await managerReceivableKobo()
  const { httpStatus, data } = await subscribe(await lookUpMeterOrder('11000001111'))
  expect(httpStatus).toBe(200)
  expect(data).toMatchObject({
    meter_number: '11000001111',
    amount: 2_000,
    token: expect.stringMatching(/^\d{20}$/),
  })
  const order = await app.orderRow(data.reference)
  expect(order).toMatchObject({ user_id: ada.id, purchased_by_manager_id: musa.id, state: 'delivered' })
  expect(await ada.walletKobo()).toBe(1_000_00n)
  expect((await managerReceivableKobo()) - before).toBe(2_100_00n)
  const { data: transactions } = await ada.get<{ list: object[] }>('/account/transactions/all')
  expect(transactions.list[0]).toMatchObject({
    reference: data.reference,
    state: 'delivered',
    payment_method: null,
    money: { status: 'not_taken', message: 'We bought this for you, and it was delivered.' },
  })
  const { data: summary } = await ada.get<{ services: object[] }>('/account/summary')
  expect(summary.services).toMatchObject([{ service: 'power', orders: 1, spent: 0 }])
  expect((await musa.get(`/management/users/${adaId}`)).data).toMatchObject({ orders: 1, spent: 0 })
})

test('the manager who bought the order opens its receipt page in another session, and no other manager does', async () => {
  const { data } = await subscribe(await lookUpMeterOrder('11000001112'))
  const ngozi = await createTestManager(app)
  const quoteFor = (manager: TestUser) =>
    manager.call<MeterInfo>('GET', `/services/electricity/get-customer-info/${data.reference}`, undefined, {
      'x-sanwo-shell': app.headersForIp('102.89.1.9')['x-sanwo-shell'] ?? '',
    })
  expect((await quoteFor(ngozi)).httpStatus).toBe(404)
  const { httpStatus, data: info } = await quoteFor(musa)
  expect(httpStatus).toBe(200)
  const order = await musa.get<PowerOrder>(
    `/services/electricity/transaction/${info.access_token}/order/${data.reference}/details`,
  )
  expect(order.data.token).toBe(data.token)
  const setScopes = (scopes: ManagerScope[]) =>
    app.db.q.updateTable('users').set({ scopes }).where('id', '=', musa.id).execute()
  await setScopes(['support', 'operations', 'admin'])
  expect((await quoteFor(musa)).httpStatus).toBe(404)
  await setScopes([...scopes])
  await app.db.q.updateTable('users').set({ role: 'user' }).where('id', '=', musa.id).execute()
  expect((await quoteFor(musa)).httpStatus).toBe(404)
  await app.db.q.updateTable('users').set({ role: 'manager' }).where('id', '=', musa.id).execute()
})

test('a repeated subscribe request returns the first receipt, and nothing is bought twice', async () => {
  const body = await lookUpMeterOrder('11000002222')
  const [first, second] = await Promise.all([subscribe(body), subscribe(body)])
  const third = await subscribe(body)
  expect([first.httpStatus, second.httpStatus, third.httpStatus]).toEqual([200, 200, 200])
  expect(second.data.token).toBe(first.data.token)
  expect(third.data.token).toBe(first.data.token)
  const { deliveries } = await app.providerRecords()
  expect(deliveries.filter((item) => item.to === '11000002222')).toHaveLength(1)
})

test('a purchase whose audit event cannot be stored is not made; a retry stores both', async () => {
  const body = await lookUpMeterOrder('11000005555')
  expect((await withFailingAuditLog(app, () => subscribe(body))).httpStatus).toBe(500)
  expect(await app.orderRow(body.order_reference)).toMatchObject({
    state: 'quoted',
    purchased_by_manager_id: null,
  })
  expect((await subscribe(body)).httpStatus).toBe(200)
  expect((await subscribe(body)).httpStatus).toBe(200)
  expect(await countAuditEvents(app, 'order.buy', body.order_reference)).toBe(1)
})

test('a failed purchase is reversed immediately, and the user gets no refund message', async () => {
  const before = await managerReceivableKobo()
  const response = await subscribe(await lookUpMeterOrder('11000000003'))
  expect(response).toMatchObject({
    httpStatus: 409,
    message: 'This could not be bought. Your wallet was not charged.',
  })
  expect(await managerReceivableKobo()).toBe(before)
  const order = await app.orderRow(
    (await ada.get<{ list: { reference: string }[] }>('/account/transactions/all')).data.list[0]!.reference,
  )
  expect(order.state).toBe('refunded')
  const messages = await app.db.q.selectFrom('outbox').select('id').where('order_id', '=', order.id).execute()
  expect(messages).toEqual([])
})

test.each([
  ['another amount', { amount: 2500 }, 409],
  ['another meter', { meter_number: '11000009999' }, 409],
  ['another phone', { phone_number: '08031234568' }, 409],
  ['an invalid access token', { access_token: 'x'.repeat(43) }, 404],
  ['an unknown user', { user_id: 'unknown' }, 404],
  ['no PIN', { auth_pin: undefined }, 422],
  ['a wrong PIN', { auth_pin: '000000' }, 422],
])('a subscribe request with %s is rejected, and nothing is bought', async (_, change, httpStatus) => {
  const body = await lookUpMeterOrder('11000003333')
  expect((await subscribe({ ...body, ...change })).httpStatus).toBe(httpStatus)
  expect((await app.orderRow(body.order_reference)).state).toBe('quoted')
})

test('a manager cannot buy an order that a user created', async () => {
  const { data } = await ada.lookUpMeter({ meter_number: '11000004444' })
  const body = {
    ...(await lookUpMeterOrder('11000004444')),
    order_reference: data.order_reference,
    access_token: data.access_token,
  }
  expect((await subscribe(body)).httpStatus).toBe(404)
  expect((await app.orderRow(data.order_reference)).purchased_by_manager_id).toBeNull()
})

test('a manager renews a TV subscription for a user', async () => {
  const form = {
    smartcard_number: '1200000044',
    cabletv_network: 'DStv',
    cabletv_bundle_code: 'dstv-padi',
    phone_number: '08031234567',
  }
  const { data: info } = await musa.post<CabletvInfo>('/services/cabletv/get-smartcard-info', form)
  const { httpStatus, data } = await musa.post<CabletvOrder>('/management/cabletv/subscribe', {
    ...form,
    order_reference: info.order_reference,
    access_token: info.access_token,
    auth_pin: correctPin,
    user_id: adaId,
  })
  expect(httpStatus).toBe(200)
  expect(data).toMatchObject({ smartcard_number: '1200000044', tv_network: { name: 'DStv' } })
})

const topUp = (body: object, manager: TestUser = musa) =>
  manager.post<{ approval_id: string | null }>('/management/wallet/top-up', {
    amount: 500,
    subject: 'Paid in cash',
    auth_pin: correctPin,
    user_id: adaId,
    ...body,
  })

test('a top-up credits the wallet once per request, names the manager, and notifies the user', async () => {
  const before = await ada.walletKobo()
  const responses = await Promise.all([topUp({}), topUp({}), topUp({ amount: 5 })])
  expect(responses.map((item) => item.httpStatus)).toEqual([200, 200, 200])
  expect((await ada.walletKobo()) - before).toBe(1_005_00n)
  const { data } = await ada.get<{ list: object[] }>('/account/wallet/movements/all?kind=manager')
  expect(data.list).toContainEqual(expect.objectContaining({ amount: 500, description: 'Paid in cash' }))
  const event = await app.db.q
    .selectFrom('audit_log')
    .select(['actor_id', 'data_subject_id'])
    .where('action', '=', 'wallet.top_up')
    .executeTakeFirstOrThrow()
  expect(event).toEqual({ actor_id: musa.id, data_subject_id: ada.id })
})

test.each([
  ['4 naira', { amount: 4 }],
  ['a negative amount', { amount: -500 }],
  ['three decimals', { amount: '10.001' }],
  ['no user', { user_id: '' }],
  ['a wrong PIN', { auth_pin: '111111' }],
])('a top-up with %s is rejected', async (_, change) => {
  const before = await ada.walletKobo()
  expect((await topUp(change)).httpStatus).toBe(422)
  expect(await ada.walletKobo()).toBe(before)
})

test('a top-up above the limit is approved or rejected once, by a manager who did not request it', async () => {
  await app.context.settings.change('topup_second_manager_kobo', 1_000_00)
  const ngozi = await createTestManager(app)
  const before = await ada.walletKobo()
  const requested = await topUp({ amount: 2000 })
  expect(requested).toMatchObject({ httpStatus: 202, status: 'pending' })
  const id = requested.data.approval_id
  expect(await ada.walletKobo()).toBe(before)
  expect((await musa.post(`/management/approvals/${id}/approve`, { auth_pin: correctPin })).httpStatus).toBe(
    403,
  )
  const { data: approvals } = await ngozi.get<Approval[]>('/management/approvals/all')
  expect(approvals[0]).toMatchObject({ id, amount: 2000, can_decide: true, requested_by: 'Musa Danjuma' })
  const approveResponses = await Promise.all(
    [1, 2, 3].map(() => ngozi.post(`/management/approvals/${id}/approve`, { auth_pin: correctPin })),
  )
  expect(approveResponses.map((item) => item.httpStatus).sort()).toEqual([200, 409, 409])
  expect((await ada.walletKobo()) - before).toBe(2_000_00n)
  const another = await topUp({ amount: 3000 })
  const rejectResponse = await ngozi.post(`/management/approvals/${another.data.approval_id}/reject`, {
    auth_pin: correctPin,
    reason: 'No receipt',
  })
  expect(rejectResponse.httpStatus).toBe(200)
  expect((await ada.walletKobo()) - before).toBe(2_000_00n)
})

test('the ledger stays balanced', async () => {
  const sums = [...(await trialBalance(app.db.q)).values()]
  expect(sums.reduce((sum, kobo) => sum + kobo, 0n)).toBe(0n)
})
