import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { hashSecret } from '../../server/accounts/password.ts'
import { up as nameElectricitySchedules } from '../../server/database/migrations/0062-electricity-schedule-titles.ts'
import type { Forecast } from '../../shared/forecasts.ts'
import type { OrderState } from '../../shared/orders.ts'
import type { Schedule } from '../../shared/schedules.ts'
import { fundWallet } from '../support/customer.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { createUser, type TestUser } from '../support/user.ts'

/** Meters that run low: the message before, and purchases that follow the forecast. */
let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ shared: true })
  await app.features.catalogue.refresh()
}, 120_000)
afterAll(() => app.close())

const pin = '461830'
const alertPath = '/account/forecasts/alert'

/** A user who bought the same units for a meter 30, 20 and 10 days ago. */
async function createHousehold(number: string, walletKobo = 5_000_000n): Promise<TestUser> {
  const ada = await createUser(app, { walletKobo })
  await app.db.q
    .updateTable('users')
    .set({ pin_hash: await hashSecret(pin) })
    .where('id', '=', ada.id)
    .execute()
  for (const daysAgo of [30, 20, 10]) {
    const reference = await ada.buy('power', { meter_number: number })
    await app.runDueJobsUntil(async () => (await app.orderRow(reference)).state === 'delivered')
    await app.db.q
      .updateTable('orders')
      .set({ delivered_at: sql<Date>`app_now() - ${`${daysAgo} days`}::interval` })
      .where('reference', '=', reference)
      .execute()
  }
  return ada
}

const setAlert = (user: TestUser, number: string, channel: string | null) =>
  user.call('PUT', alertPath, { number, channel })

/** A browser of the user that receives notifications. */
async function subscribe(user: TestUser) {
  const response = await fetch(`${app.simulators.url}/push/subscriptions`, { method: 'POST' })
  const browser = (await response.json()) as { endpoint: string; p256dh: string; auth: string }
  expect(await user.post('/push/subscribe', browser)).toMatchObject({ httpStatus: 200 })
  return browser.endpoint
}

const notificationsAt = async (endpoint: string) =>
  (await (await fetch(endpoint.replace('/send/', '/received/'))).json()) as { title: string; path: string }[]

const mailsTo = async ({ email }: TestUser) =>
  (await app.db.q.selectFrom('outbox').select('subject').where('recipient', '=', email).execute()).filter(
    ({ subject }) => subject?.startsWith('Electricity may run low'),
  )

const makeDue = (user: TestUser) =>
  app.db.q
    .updateTable('low_units_alerts')
    .set({ due_at: sql<Date>`app_now()` })
    .where('user_id', '=', user.id)
    .execute()

test('the forecast names the day on which a meter runs low, within its range', async () => {
  const number = '11000007015'
  const ada = await createHousehold(number)
  const { data } = await ada.get<Forecast[]>('/account/forecasts/all')
  expect(data).toMatchObject([{ number, company: 'Ikeja Electric', unit: 'kWh', alert: null }])
  const [forecast] = data
  expect(Date.parse(forecast?.earliest ?? '')).toBeLessThan(Date.parse(forecast?.low_at ?? ''))
  expect(Date.parse(forecast?.latest ?? '')).toBeGreaterThan(Date.parse(forecast?.low_at ?? ''))
})

test('a message about low units is sent by notification, once per purchase', async () => {
  const number = '11000007025'
  const ada = await createHousehold(number)
  expect(await setAlert(ada, number, 'push')).toMatchObject({
    httpStatus: 422,
    errors: { channel: expect.anything() },
  })
  const endpoint = await subscribe(ada)
  expect(await setAlert(ada, number, 'push')).toMatchObject({ httpStatus: 200, data: { alert: 'push' } })
  await app.runDueJobsUntil(async () => (await notificationsAt(endpoint)).length > 0, { stepSeconds: 1 })
  await makeDue(ada)
  await app.runDueJobs()
  expect(await notificationsAt(endpoint)).toMatchObject([
    { title: `Electricity may run low: meter ${number}`, path: '/electricity/subscription' },
  ])
  expect(await mailsTo(ada)).toEqual([])
})

test('a user whose devices receive no notifications any more gets the message by e-mail', async () => {
  const number = '11000007035'
  const ada = await createHousehold(number)
  const endpoint = await subscribe(ada)
  await setAlert(ada, number, 'push')
  await ada.post('/push/unsubscribe', { endpoint })
  await app.runDueJobsUntil(async () => (await mailsTo(ada)).length > 0, { stepSeconds: 1 })
  expect(await notificationsAt(endpoint)).toEqual([])
})

test('switching the message off and on sends no second e-mail for the same purchase', async () => {
  const number = '11000007055'
  const ada = await createHousehold(number)
  await setAlert(ada, number, 'email')
  await app.runDueJobsUntil(async () => (await mailsTo(ada)).length > 0, { stepSeconds: 1 })
  await setAlert(ada, number, null)
  await setAlert(ada, number, 'email')
  const isProcessed = async () =>
    (
      await app.db.q
        .selectFrom('low_units_alerts')
        .select('alerted_purchase_at')
        .where('user_id', '=', ada.id)
        .executeTakeFirstOrThrow()
    ).alerted_purchase_at !== null
  await app.runDueJobsUntil(isProcessed, { stepSeconds: 1 })
  expect(await mailsTo(ada)).toHaveLength(1)
})

test('no message is sent after it was switched off, and none for a meter without a forecast', async () => {
  const number = '11000007045'
  const ada = await createHousehold(number)
  expect(await setAlert(ada, '11000007099', 'email')).toMatchObject({ httpStatus: 404 })
  expect(await setAlert(ada, number, 'sms')).toMatchObject({ httpStatus: 422 })
  await setAlert(ada, number, 'email')
  await setAlert(ada, number, null)
  await app.runDueJobs()
  expect(await mailsTo(ada)).toEqual([])
})

/** Schedules the purchase of one of the user's earlier orders by forecast. */
async function scheduleByForecast(user: TestUser) {
  const order = await app.db.q
    .selectFrom('orders')
    .select('reference')
    .where('user_id', '=', user.id)
    .executeTakeFirstOrThrow()
  return user.post<Schedule>(
    '/account/schedules',
    {
      order_reference: order.reference,
      frequency: 'low_units',
      payment_method: 'WALLET',
      remind_by: 'email',
      auth_pin: pin,
    },
    { 'idempotency-key': randomUUID() },
  )
}

/** Moves the clock to the time at which the schedule is due, and does what is due. */
async function runAtDueTime(scheduleId: string): Promise<void> {
  const { rows } = await sql<{ seconds: number }>`
    select ceil(extract(epoch from due_at - app_now()))::int + 1 as seconds from schedules
    where id = ${scheduleId}::uuid`.execute(app.db.q)
  await app.advanceClock(Math.max(0, rows[0]?.seconds ?? 0))
  await app.runDueJobs()
}

const runsOf = (scheduleId: string) =>
  app.db.q.selectFrom('schedule_runs').selectAll().where('schedule_id', '=', scheduleId).execute()

test('while a purchase by forecast waits for money, no second one starts for the same units', async () => {
  onTestFinished(() => app.resetClock())
  const number = '11000007065'
  // After three purchases, the wallet holds less than the fourth costs.
  const ada = await createHousehold(number, 700_000n)
  const { data } = await scheduleByForecast(ada)
  expect(data.title).toBe('Ikeja Electric')
  for (let steps = 0; steps < 4 && (await runsOf(data.id)).length === 0; steps++) await runAtDueTime(data.id)
  await app.runDueJobsUntil(async () => (await runsOf(data.id))[0]?.low_wallet_count === 1, {
    stepSeconds: 1,
  })
  await fundWallet(app, ada.id, 5_000_000n)
  await app.advanceClock(24 * 3_600)
  await app.runDueJobs()
  await app.runDueJobsUntil(
    async () => (await runsOf(data.id)).every(({ state }) => state === 'paid') && !(await hasOpenOrder(ada)),
    { stepSeconds: 30 },
  )
  expect(await runsOf(data.id)).toHaveLength(1)
  expect(await deliveredOrders(ada)).toBe(4)
  const { data: current } = await ada.get<Schedule>(`/account/schedules/${data.id}`)
  expect(current.state).toBe('active')
  expect(current.next_on! > (await today())).toBe(true)
})

const today = async (): Promise<string> => {
  const { rows } = await sql<{ day: string }>`
    select to_char((app_now() at time zone 'Africa/Lagos')::date, 'YYYY-MM-DD') as day`.execute(app.db.q)
  return rows[0]?.day ?? ''
}

const ordersIn = async (user: TestUser, states: readonly OrderState[]): Promise<number> => {
  const orders = await app.db.q
    .selectFrom('orders')
    .select('id')
    .where('user_id', '=', user.id)
    .where('state', 'in', states)
    .execute()
  return orders.length
}
const deliveredOrders = (user: TestUser) => ordersIn(user, ['delivered'])
const hasOpenOrder = async (user: TestUser) =>
  (await ordersIn(user, ['paid', 'vending', 'vend_failed', 'refunding'])) > 0

test('a purchase is scheduled for the day before the units are likely to run low', async () => {
  const number = '11000007055'
  const ada = await createHousehold(number)
  const { httpStatus, data } = await scheduleByForecast(ada)
  expect(httpStatus).toBe(200)
  const { rows } = await sql<{ tomorrow: string }>`
    select to_char((app_now() at time zone 'Africa/Lagos')::date + 1, 'YYYY-MM-DD') as tomorrow`.execute(
    app.db.q,
  )
  // The forecast is today, so the next purchase is tomorrow.
  expect(data).toMatchObject({ state: 'active', frequency: 'low_units', next_on: rows[0]?.tomorrow })
  expect(data.service_charge).toBe(100)

  await app.db.q.updateTable('schedules').set({ title: 'Electricity' }).where('id', '=', data.id).execute()
  await nameElectricitySchedules(app.db.q as unknown as Kysely<unknown>)
  const { data: renamed } = await ada.get<Schedule>(`/account/schedules/${data.id}`)
  expect(renamed.title, 'a schedule of an earlier release gets the name of its company').toBe(
    'Ikeja Electric',
  )
})
