import { afterAll, beforeEach, expect, test } from 'vitest'
import type { Approval } from '../../shared/management/approvals.ts'
import type { FeeOrLimit } from '../../shared/management/configs.ts'
import type { MeterInfo, PowerOrder } from '../../shared/power.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { createUser, type TestUser } from '../support/user.ts'
import { correctPin, createTestManager } from './setup.ts'

let app: TestApp
let musa: TestUser
let ngozi: TestUser
let ada: TestUser
let bola: TestUser
beforeEach(async () => {
  app ??= await startTestApp({ shared: true })
  musa = await createTestManager(app)
  ngozi = await createTestManager(app)
  ada = await createUser(app)
  bola = await createUser(app)
})
afterAll(() => app.close())

const uniqueidOf = async ({ id }: TestUser) =>
  (await app.db.q.selectFrom('users').select('uniqueid').where('id', '=', id).executeTakeFirstOrThrow())
    .uniqueid
const topUp = async (manager: TestUser, to: TestUser, amount: number) =>
  manager.post<{ approval_id: string | null }>('/management/wallet/top-up', {
    amount,
    subject: 'Goodwill',
    auth_pin: correctPin,
    user_id: await uniqueidOf(to),
  })
const decide = (manager: TestUser, id: string | null | undefined, decision: 'approve' | 'reject') =>
  manager.post(`/management/approvals/${id}/${decision}`, { auth_pin: correctPin })
const limits = async () => {
  const { data } = await musa.get<{ fees_and_limits: FeeOrLimit[] }>('/management/configs/figures')
  return data.fees_and_limits.filter((item) => item.requires_approval)
}
const waitingOf = async (manager: TestUser, kind: string) =>
  (await manager.get<Approval[]>(`/management/approvals/all?kind=${kind}`)).data.filter(
    (item) => item.state === 'pending',
  )

test('by default both second-manager limits are ₦50,000; they and the rewards need approval', async () => {
  expect((await limits()).map(({ name, value }) => [name, value])).toEqual([
    ['cashback_basis_points', 1],
    ['referral_bonus_kobo', 100],
    ['referral_order_min_kobo', 500],
    ['topup_second_manager_kobo', 50_000],
    ['refund_second_manager_kobo', 50_000],
  ])
})

test('a manager who views the requests, which name customers, is in the audit log', async () => {
  await waitingOf(ngozi, 'wallet_topup')
  const reads = await app.db.q
    .selectFrom('audit_log')
    .select('subject')
    .where('action', '=', 'approvals.read')
    .where('actor_id', '=', ngozi.id)
    .execute()
  expect(reads).toEqual([{ subject: 'wallet_topup' }])
})

test('a top-up above the limit credits nothing until a second manager approves it', async () => {
  const large = await topUp(musa, ada, 90_000_000)
  expect(large).toMatchObject({ httpStatus: 202, status: 'pending' })
  expect(await ada.walletKobo()).toBe(0n)
  expect((await decide(ngozi, large.data.approval_id, 'approve')).httpStatus).toBe(200)
  expect(await ada.walletKobo()).toBe(9_000_000_000n)
})

test('top-ups split over one beneficiary, several beneficiaries or several managers add up over 24 hours', async () => {
  expect((await topUp(musa, ada, 30_000)).httpStatus).toBe(200)
  expect((await topUp(musa, ada, 30_000)).httpStatus, 'the same beneficiary').toBe(202)
  expect((await topUp(musa, bola, 30_000)).httpStatus, 'another beneficiary, the same manager').toBe(202)
  expect((await topUp(ngozi, ada, 30_000)).httpStatus, 'another manager, the same beneficiary').toBe(202)
  expect((await topUp(musa, ada, 20_000)).httpStatus, 'exactly the limit').toBe(200)
  expect((await topUp(ngozi, bola, 50_000)).httpStatus).toBe(200)
  await app.advanceClock(24 * 60 * 60 + 60)
  expect((await topUp(musa, ada, 50_000)).httpStatus, 'a day later').toBe(200)
  expect(await ada.walletKobo()).toBe(10_000_000n)
})

test('concurrent top-ups by one manager cannot exceed the limit together', async () => {
  const responses = await Promise.all([1, 2, 3, 4, 5].map(() => topUp(musa, ada, 20_000)))
  expect(responses.map((item) => item.httpStatus).sort()).toEqual([200, 200, 202, 202, 202])
  expect(await ada.walletKobo()).toBe(4_000_000n)
})

test('a purchase for a user counts against the top-up limit, and above it waits for a second manager', async () => {
  const form = {
    meter_number: '11000007777',
    meter_type: 'prepaid',
    phone_number: '08031234567',
    amount: 60_000,
    meter_disco: 'ikeja',
  }
  const { data: info } = await musa.post<MeterInfo>('/services/electricity/get-meter-info', form)
  const subscribe = async () =>
    musa.post<PowerOrder | null>('/management/power/subscribe', {
      ...form,
      order_reference: info.order_reference,
      access_token: info.access_token,
      auth_pin: correctPin,
      user_id: await uniqueidOf(ada),
    })
  expect(await subscribe()).toMatchObject({ httpStatus: 202, status: 'pending', data: null })
  expect((await subscribe()).httpStatus).toBe(202)
  expect((await app.orderRow(info.order_reference)).state).toBe('quoted')
  const waiting = (await waitingOf(ngozi, 'purchase')).filter(
    (item) => item.order_reference === info.order_reference,
  )
  expect(waiting).toHaveLength(1)
  expect(waiting[0]).toMatchObject({ amount: info.total_amount, can_decide: true })
  expect((await decide(musa, waiting[0]?.id, 'approve')).httpStatus).toBe(403)

  // The service may be closed between the request and the approval.
  await app.context.settings.change('power_status', 0)
  expect(await decide(ngozi, waiting[0]?.id, 'approve')).toMatchObject({
    httpStatus: 422,
    code: 'SERVICE_OFF',
  })
  await app.context.settings.change('power_status', 1)
  expect((await app.orderRow(info.order_reference)).state).toBe('quoted')

  expect((await decide(ngozi, waiting[0]?.id, 'approve')).httpStatus).toBe(200)
  await app.features.orderProcessor.advance((await app.orderRow(info.order_reference)).id)
  expect(await app.orderRow(info.order_reference)).toMatchObject({
    state: 'delivered',
    user_id: ada.id,
    purchased_by_manager_id: musa.id,
  })
  expect(await subscribe()).toMatchObject({ httpStatus: 200, data: { meter_number: form.meter_number } })
})

test('a purchase for a user whose account was closed is not made on approval', async () => {
  const tunde = await createUser(app)
  const form = { meter_type: 'prepaid', phone_number: '08031234567', amount: 60_000, meter_disco: 'ikeja' }
  const meter = { ...form, meter_number: '11000008888' }
  const { data: info } = await musa.post<MeterInfo>('/services/electricity/get-meter-info', meter)
  const { order_reference, access_token } = info
  const purchase = { ...meter, order_reference, access_token, auth_pin: correctPin }
  await musa.post('/management/power/subscribe', { ...purchase, user_id: await uniqueidOf(tunde) })
  const [waiting] = (await waitingOf(ngozi, 'purchase')).filter(
    (item) => item.order_reference === order_reference,
  )
  await app.db.q
    .updateTable('users')
    .set({ closed_at: new Date(), password_hash: null, pin_hash: null, phone: null, email_verified_at: null })
    .where('id', '=', tunde.id)
    .execute()
  expect(await decide(ngozi, waiting?.id, 'approve')).toMatchObject({ httpStatus: 404, code: 'NOT_FOUND' })
  expect((await app.orderRow(order_reference)).state).toBe('quoted')
})

const change = (manager: TestUser, changes: Record<string, number | null>, extraBody: object = {}) =>
  manager.post('/management/configs/update-figures', { changes, ...extraBody })
const topUpLimit = () => app.context.settings.get('topup_second_manager_kobo')

test('a second-manager limit is changed or cleared only with the PIN and by a second manager', async () => {
  for (const value of [1_000_000, null]) {
    const changes = { topup_second_manager_kobo: value, waec_service_charge_kobo: 120 }
    const before = await topUpLimit()
    expect(await change(musa, changes)).toMatchObject({
      httpStatus: 422,
      errors: { auth_pin: expect.anything() },
    })
    expect((await change(musa, changes, { auth_pin: '111111' })).httpStatus).toBe(422)
    expect(await change(musa, changes, { auth_pin: correctPin })).toMatchObject({
      httpStatus: 202,
      status: 'pending',
    })
    expect(await topUpLimit()).toBe(before)
    expect(
      (await change(ngozi, changes, { auth_pin: correctPin })).httpStatus,
      'one is already pending',
    ).toBe(409)
    const [waiting] = await waitingOf(ngozi, 'limit_change')
    expect(waiting).toMatchObject({ amount: null, can_decide: true, requested_by: 'Musa Danjuma' })
    expect(waiting?.changes?.map(({ to }) => to)).toContain(value === null ? 'none' : '₦1,000,000.00')
    expect((await decide(musa, waiting?.id, 'approve')).httpStatus).toBe(403)
    expect((await decide(ngozi, waiting?.id, 'approve')).httpStatus).toBe(200)
    expect(await topUpLimit()).toBe(value === null ? null : value * 100)
  }
  expect(await app.context.settings.get('waec_service_charge_kobo')).toBe(12_000)
  await app.context.settings.change('topup_second_manager_kobo', 5_000_000)
})

test('cashback and referral bonus are changed only with the PIN and by a second manager', async () => {
  const changes = { cashback_basis_points: 1.5, referral_bonus_kobo: 100_000, referral_order_min_kobo: 0 }
  for (const [name, value] of Object.entries(changes))
    expect((await change(musa, { [name]: value })).httpStatus, name).toBe(422)
  expect((await change(musa, changes, { auth_pin: correctPin })).httpStatus).toBe(202)
  const { settings } = app.context
  expect(await settings.get('referral_bonus_kobo')).toBe(10_000)
  const [waiting] = await waitingOf(ngozi, 'limit_change')
  expect(waiting?.changes?.map(({ to }) => to)).toEqual(
    expect.arrayContaining(['1.5 %', '₦100,000.00', '₦0.00']),
  )
  expect((await decide(musa, waiting?.id, 'approve')).httpStatus).toBe(403)
  expect((await decide(ngozi, waiting?.id, 'approve')).httpStatus).toBe(200)
  expect(await settings.get('cashback_basis_points')).toBe(150)
  expect(await settings.get('referral_bonus_kobo')).toBe(10_000_000)
})

test('an approval does not change a limit that has changed since the request', async () => {
  await change(musa, { topup_second_manager_kobo: 900_000 }, { auth_pin: correctPin })
  const [waiting] = await waitingOf(ngozi, 'limit_change')
  await app.context.settings.change('topup_second_manager_kobo', 1_000_000)
  expect((await decide(ngozi, waiting?.id, 'approve')).httpStatus).toBe(409)
  expect(await topUpLimit()).toBe(1_000_000)
  expect((await decide(ngozi, waiting?.id, 'reject')).httpStatus).toBe(200)
  await app.context.settings.change('topup_second_manager_kobo', 5_000_000)
})

test('settings that are not second-manager limits change immediately without the PIN', async () => {
  expect((await change(musa, { waec_service_charge_kobo: 130 })).httpStatus).toBe(200)
  expect(await app.context.settings.get('waec_service_charge_kobo')).toBe(13_000)
})
