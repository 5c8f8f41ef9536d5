import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { retryRun } from '../../server/schedules/end-run.ts'
import type { Schedule, ScheduleWithRuns } from '../../shared/schedules.ts'
import { fundWallet } from '../support/customer.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { createUser, type TestUser } from '../support/user.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ shared: true })
  await app.features.catalogue.refresh()
}, 120_000)
afterAll(() => app.close())

const path = '/account/schedules'
const pin = '461830'
let phones = 1_000_009

/** A user with a PIN and a delivered airtime order of ₦500. */
async function createBuyer(walletKobo = 500_000n) {
  const ada = await createUser(app, { walletKobo: walletKobo + 50_000n })
  const { hashSecret } = await import('../../server/accounts/password.ts')
  await app.db.q
    .updateTable('users')
    .set({ pin_hash: await hashSecret(pin), phone: '+2348031234567' })
    .where('id', '=', ada.id)
    .execute()
  phones += 10
  const order = await ada.buy('airtime', { phone_number: `0801${phones}`, amount: 500 })
  return { ada, order }
}

const inDays = async (days: number): Promise<string> => {
  const { rows } = await sql<{ day: string }>`
    select to_char((app_now() at time zone 'Africa/Lagos')::date + ${days}::int, 'YYYY-MM-DD') as day`.execute(
    app.db.q,
  )
  return rows[0]?.day ?? ''
}

/** The day of a run whose owner is reminded now: within the day before the run, which starts at 8 am. */
async function reminderDay(): Promise<string> {
  const { rows } = await sql<{ hour: number }>`
    select extract(hour from app_now() at time zone 'Africa/Lagos')::int as hour`.execute(app.db.q)
  return inDays((rows[0]?.hour ?? 0) < 8 ? 0 : 1)
}

async function schedule(ada: TestUser, order: string, fields: Record<string, unknown> = {}) {
  return ada.post<Schedule>(
    path,
    {
      order_reference: order,
      frequency: 'weekly',
      start_on: await inDays(3),
      payment_method: 'WALLET',
      remind_by: 'email',
      auth_pin: pin,
      ...fields,
    },
    { 'idempotency-key': randomUUID() },
  )
}

/** Makes the next run due now, as the run of yesterday. @returns its period */
async function makeDue(id: string): Promise<string> {
  const period = await inDays(-1)
  await app.db.q
    .updateTable('schedules')
    .set({ next_on: period, due_at: sql<Date>`app_now()` })
    .where('id', '=', id)
    .execute()
  return period
}

const details = async (ada: TestUser, id: string) => (await ada.get<ScheduleWithRuns>(`${path}/${id}`)).data

const untilRun = (ada: TestUser, id: string, states: readonly string[]) =>
  app.runDueJobsUntil(async () => states.includes((await details(ada, id)).runs[0]?.state ?? ''), {
    stepSeconds: 3,
  })

test('a schedule needs the PIN, and is created once per idempotency key', async () => {
  const { ada, order } = await createBuyer()
  expect(await schedule(ada, order, { auth_pin: '000001' })).toMatchObject({
    httpStatus: 422,
    code: 'PIN_WRONG',
  })
  const created = await schedule(ada, order)
  expect(created).toMatchObject({
    httpStatus: 200,
    data: {
      state: 'active',
      amount: 500,
      service_charge: 0,
      max_per_run: 500,
      max_per_month: 2500,
      payment_method: 'WALLET',
    },
  })
  expect((await ada.get<Schedule[]>(`${path}/all`)).data).toHaveLength(1)
  expect(await ada.walletKobo()).toBeGreaterThan(499_000n)
})

test('concurrent requests create no more than 50 schedules', async () => {
  const { ada, order } = await createBuyer()
  const { data } = await schedule(ada, order)
  await sql`insert into schedules select (jsonb_populate_record(schedules, jsonb_build_object('id', gen_random_uuid()))).*
    from schedules, generate_series(1, 48) where schedules.id = ${data.id}`.execute(app.db.q)
  // A slow insert: every request has counted before the first one ends.
  await sql`create function insert_slowly() returns trigger language plpgsql as
    $$ begin perform pg_sleep(0.5); return new; end $$`.execute(app.db.q)
  await sql`create trigger insert_slowly before insert on schedules
    for each row execute function insert_slowly()`.execute(app.db.q)
  const responses = await Promise.all([1, 2, 3, 4, 5].map(() => schedule(ada, order)))
  await sql`drop function insert_slowly() cascade`.execute(app.db.q)
  expect(responses.map(({ httpStatus }) => httpStatus).sort()).toEqual([200, 429, 429, 429, 429])
})

test('a schedule is rejected for a day in the past, a limit below the price, and a foreign order', async () => {
  const { ada, order } = await createBuyer()
  const bola = await createBuyer()
  expect(await schedule(ada, order, { start_on: await inDays(0) })).toMatchObject({
    httpStatus: 422,
    errors: { start_on: [expect.any(String)] },
  })
  expect(await schedule(ada, order, { max_per_run: 400 })).toMatchObject({
    httpStatus: 422,
    errors: { max_per_run: [expect.stringContaining('₦500.00')] },
  })
  expect(await schedule(ada, bola.order)).toMatchObject({ httpStatus: 404 })
  expect(await schedule(ada, order, { frequency: 'low_units' })).toMatchObject({ httpStatus: 422 })
  const { data } = await schedule(bola.ada, bola.order)
  for (const action of ['pause', 'resume', 'end'])
    expect((await ada.post(`${path}/${data.id}/${action}`)).httpStatus, action).toBe(404)
  expect((await ada.get(`${path}/${data.id}`)).httpStatus).toBe(404)
})

test('its owner is reminded a day before, once', async () => {
  const { ada, order } = await createBuyer()
  const { data } = await schedule(ada, order, { start_on: await inDays(1) })
  await app.db.q
    .updateTable('schedules')
    .set({ next_on: await reminderDay(), due_at: sql<Date>`app_now()` })
    .where('id', '=', data.id)
    .execute()
  const reminders = async () =>
    (await app.db.q.selectFrom('outbox').select('body').where('recipient', '=', ada.email).execute()).filter(
      ({ body }) => body.includes('Tomorrow at 8 am'),
    )
  await app.runDueJobsUntil(async () => (await reminders()).length > 0, { stepSeconds: 1 })
  await app.db.q
    .updateTable('schedules')
    .set({ due_at: sql<Date>`app_now()` })
    .where('id', '=', data.id)
    .execute()
  await app.runDueJobs()
  expect(await reminders()).toHaveLength(1)
})

test('a due run is an ordinary order, bought once per period; the next run follows', async () => {
  const { ada, order } = await createBuyer()
  const { data } = await schedule(ada, order)
  const before = await ada.walletKobo()
  const period = await makeDue(data.id)
  await untilRun(ada, data.id, ['delivered'])
  expect((await details(ada, data.id)).runs).toMatchObject([
    { period, state: 'delivered', total_amount: 500 },
  ])
  // 1% cashback.
  expect(await ada.walletKobo()).toBe(before - 49_500n)
  await makeDue(data.id)
  const next_on = await inDays(3)
  await app.runDueJobsUntil(async () => (await details(ada, data.id)).next_on === next_on, { stepSeconds: 1 })
  const shown = await details(ada, data.id)
  expect(shown.runs).toHaveLength(1)
  expect(shown.state).toBe('active')
})

test('two processes that find the same run due buy once', async () => {
  const { ada, order } = await createBuyer()
  const { data } = await schedule(ada, order)
  const before = await ada.walletKobo()
  const other = await app.startSecondProcess()
  await makeDue(data.id)
  await Promise.all([app.runDueJobs(), other.runDueJobs(), app.runDueJobs(), other.runDueJobs()])
  await untilRun(ada, data.id, ['delivered'])
  expect(await ada.walletKobo()).toBe(before - 49_500n)
  await other.stop()
})

test('a wallet that is too low is tried three times, then the run fails and can be paid now', async () => {
  const { ada, order } = await createBuyer(10_000n)
  const { data } = await schedule(ada, order)
  await makeDue(data.id)
  const attempts = async () =>
    (
      await app.db.q
        .selectFrom('schedule_runs')
        .select('low_wallet_count')
        .where('schedule_id', '=', data.id)
        .executeTakeFirst()
    )?.low_wallet_count
  await app.runDueJobsUntil(async () => (await attempts()) === 1, { stepSeconds: 1 })
  await app.advanceClock(6 * 3_600 + 1)
  await app.runDueJobsUntil(async () => (await attempts()) === 2, { stepSeconds: 1 })
  await app.advanceClock(18 * 3_600 + 1)
  await untilRun(ada, data.id, ['failed'])
  const { runs, state } = await details(ada, data.id)
  expect(state).toBe('active')
  expect(runs).toMatchObject([{ state: 'failed', reason_code: 'wallet_too_low', can_pay: true }])
  await fundWallet(app, ada.id, 100_000n)
  const opened = await ada.post<{ link: string }>(`${path}/${data.id}/runs/${runs[0]?.id}/pay`)
  expect(opened).toMatchObject({ httpStatus: 200, data: { link: expect.stringContaining('/airtime/') } })
  await app.resetClock()
})

test('a run above a limit is skipped with the reason, and nothing is charged', async () => {
  const { ada, order } = await createBuyer()
  const { data } = await schedule(ada, order)
  await app.db.q.updateTable('schedules').set({ max_run_kobo: 40_000n }).where('id', '=', data.id).execute()
  const before = await ada.walletKobo()
  await makeDue(data.id)
  await untilRun(ada, data.id, ['skipped'])
  expect((await details(ada, data.id)).runs[0]).toMatchObject({
    reason_code: 'above_run_limit',
    reason: expect.stringContaining('above your limit of ₦400.00'),
  })
  expect(await ada.walletKobo()).toBe(before)
})

test('a phone gets at most ten SMS about schedules in a day, from all accounts that entered it; then e-mail', async () => {
  const phone = '+2348031230010'
  const people = [await createBuyer(), await createBuyer()]
  const due = []
  for (const { ada, order } of people) {
    await app.db.q.updateTable('users').set({ phone }).where('id', '=', ada.id).execute()
    for (const _schedule of Array(6))
      due.push((await schedule(ada, order, { remind_by: 'sms', start_on: await inDays(1) })).data.id)
  }
  await app.db.q
    .updateTable('schedules')
    .set({ next_on: await reminderDay(), due_at: sql<Date>`app_now()` })
    .where('id', 'in', due)
    .execute()
  const sentTo = (recipients: readonly string[]) =>
    app.db.q
      .selectFrom('outbox')
      .select('id')
      .where('recipient', 'in', recipients)
      .where('dedupe_key', 'like', 'schedule-reminder:%')
      .execute()
  const everyone = [phone, ...people.map(({ ada }) => ada.email)]
  await app.runDueJobsUntil(async () => (await sentTo(everyone)).length === due.length, { stepSeconds: 1 })
  expect(await sentTo([phone])).toHaveLength(10)
})

test('SMS about schedules go to Nigerian phones only', async () => {
  const { ada, order } = await createBuyer()
  const setPhone = (phone: string) =>
    app.db.q.updateTable('users').set({ phone }).where('id', '=', ada.id).execute()
  const bySms = async () => schedule(ada, order, { remind_by: 'sms', start_on: await inDays(1) })
  await setPhone('+447700900123')
  expect(await bySms()).toMatchObject({ httpStatus: 422, errors: { remind_by: [expect.any(String)] } })
  await setPhone('+2348031230011')
  const { data } = await bySms()
  await setPhone('+447700900123')
  await app.db.q
    .updateTable('schedules')
    .set({ next_on: await reminderDay(), due_at: sql<Date>`app_now()` })
    .where('id', '=', data.id)
    .execute()
  const reminders = () =>
    app.db.q
      .selectFrom('outbox')
      .select(['channel', 'recipient'])
      .where('recipient', 'in', [ada.email, '+447700900123'])
      .where('dedupe_key', 'like', 'schedule-reminder:%')
      .execute()
  await app.runDueJobsUntil(async () => (await reminders()).length > 0, { stepSeconds: 1 })
  expect(await reminders()).toEqual([{ channel: 'mail', recipient: ada.email }])
})

test('a price that rose is paid within the limit of a run, and skipped above it', async () => {
  const { ada } = await createBuyer()
  const order = await ada.buy('data', { device_id: `0801${phones + 1}` })
  const within = await schedule(ada, order, { max_per_run: 200 })
  const above = await schedule(ada, order)
  expect(above.data).toMatchObject({ amount: 100, max_per_run: 100 })
  await app.context.settings.change('data_service_charge_kobo', 5_000)
  onTestFinished(() => app.context.settings.change('data_service_charge_kobo', 0))
  for (const { data } of [within, above]) await makeDue(data.id)
  await untilRun(ada, within.data.id, ['delivered'])
  await untilRun(ada, above.data.id, ['skipped'])
  expect((await details(ada, within.data.id)).runs[0]).toMatchObject({ total_amount: 150 })
  expect((await details(ada, above.data.id)).runs[0]).toMatchObject({
    reason_code: 'above_run_limit',
    reason: expect.stringContaining('It costs ₦150.00 now'),
    can_pay: true,
  })
})

test('a blocked user’s schedules do not buy', async () => {
  const { ada, order } = await createBuyer()
  const { data } = await schedule(ada, order)
  await makeDue(data.id)
  await app.db.q
    .updateTable('users')
    .set({ blocked_at: sql<Date>`app_now()`, blocked_reason: 'A stolen phone' })
    .where('id', '=', ada.id)
    .execute()
  const before = await ada.walletKobo()
  const run = () =>
    app.db.q.selectFrom('schedule_runs').selectAll().where('schedule_id', '=', data.id).executeTakeFirst()
  await app.runDueJobsUntil(async () => (await run())?.state === 'skipped', { stepSeconds: 3 })
  expect((await run())?.reason_code).toBe('account_blocked')
  expect(await ada.walletKobo()).toBe(before)
})

test.each(['WALLET', 'SAVED_CARD'])(
  'a run that was paying by %s when its user was blocked buys nothing',
  async (payment_method) => {
    const { ada, order } = await createBuyer()
    const card = payment_method === 'SAVED_CARD' && { payment_card_id: (await ada.saveCard()).uniqueid }
    const { data } = await schedule(ada, order, { payment_method, ...card })
    const quote = await ada.post<{ order_reference: string }>('/services/airtime/record/create', {
      ...{ phone_number: '08019990017', amount: 500, selected_provider: 'MTN' },
    })
    const { id, reference: unpaid } = await app.orderRow(quote.data.order_reference)
    const period = await makeDue(data.id)
    // A process stopped after it had started to pay.
    await sql`insert into schedule_runs (schedule_id, period, state, order_id, due_at)
      values (${data.id}, ${period}, 'paying', ${id}::uuid, app_now())`.execute(app.db.q)
    await app.db.q
      .updateTable('users')
      .set({ blocked_at: sql<Date>`app_now()`, blocked_reason: 'A stolen phone' })
      .where('id', '=', ada.id)
      .execute()
    await app.runDueJobsUntil(async () => (await firstRun(data.id))?.state !== 'paying', { stepSeconds: 5 })
    expect(await firstRun(data.id)).toMatchObject({ state: 'failed', reason_code: 'account_blocked' })
    expect(await app.orderRow(unpaid)).toMatchObject({ state: 'quoted', paid_at: null })
  },
)

test('its owner skips, pauses, resumes and ends a schedule', async () => {
  const { ada, order } = await createBuyer()
  const { data } = await schedule(ada, order)
  const call = (action: string, body: object = {}) => ada.post<Schedule>(`${path}/${data.id}/${action}`, body)
  expect((await call('skip', { period: data.next_on })).data.next_on).toBe(await inDays(10))
  expect(await call('skip', { period: data.next_on })).toMatchObject({ httpStatus: 409 })
  expect((await call('pause')).data).toMatchObject({ state: 'paused', next_on: null })
  expect(await call('pause')).toMatchObject({ httpStatus: 409 })
  expect((await call('resume')).data).toMatchObject({ state: 'active' })
  expect((await call('end')).data).toMatchObject({ state: 'ended', next_on: null })
  expect((await details(ada, data.id)).runs).toMatchObject([{ state: 'skipped', can_pay: false }])
})

test('a schedule that is paused and resumed before 8 am still buys on that day, also when it has one run', async () => {
  onTestFinished(app.resetClock)
  const { ada, order } = await createBuyer()
  const created = []
  for (const frequency of ['weekly', 'once'])
    created.push((await schedule(ada, order, { frequency, start_on: await inDays(3) })).data)
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from ${created[0]?.next_on}::timestamp + interval '6 hours' - (app_now() at time zone 'Africa/Lagos'))::int
      as seconds`.execute(app.db.q)
  await app.advanceClock(rows[0]?.seconds ?? 0)
  for (const { id, frequency, next_on } of created) {
    expect((await ada.post(`${path}/${id}/pause`)).httpStatus).toBe(200)
    const resumed = await ada.post<Schedule>(`${path}/${id}/resume`)
    expect({ frequency, next_on: resumed.data?.next_on }).toEqual({ frequency, next_on })
  }
})

test.each(['pause', 'end'])(
  'a run whose payment was interrupted buys nothing after its owner presses %s',
  async (action) => {
    const { ada, order } = await createBuyer(10_000n)
    const { data } = await schedule(ada, order)
    await makeDue(data.id)
    const run = () =>
      app.db.q
        .selectFrom('schedule_runs')
        .select(['state', 'reason_code'])
        .where('schedule_id', '=', data.id)
        .executeTakeFirst()
    await app.runDueJobsUntil(async () => (await run())?.reason_code === 'wallet_too_low', { stepSeconds: 1 })
    // A process stopped after it had started the next attempt, and the unpaid order was deleted since.
    await sql`update schedule_runs set state = 'paying', due_at = app_now() where schedule_id = ${data.id}`.execute(
      app.db.q,
    )
    expect((await ada.post(`${path}/${data.id}/${action}`)).httpStatus).toBe(200)
    await fundWallet(app, ada.id, 100_000n)
    const before = await ada.walletKobo()
    await app.runDueJobsUntil(async () => ['skipped', 'paid'].includes((await run())?.state ?? ''), {
      stepSeconds: 5,
    })
    expect(await run()).toEqual({ state: 'skipped', reason_code: 'schedule_stopped' })
    expect(await ada.walletKobo()).toBe(before)
  },
)

/** The row of the only run of a schedule. */
const firstRun = (schedule_id: string) =>
  app.db.q
    .selectFrom('schedule_runs')
    .select(['state', 'reason_code', 'due_at'])
    .where('schedule_id', '=', schedule_id)
    .executeTakeFirst()

test('an ended schedule names its only run until that run has ended', async () => {
  const { ada, order } = await createBuyer(10_000n)
  const { data } = await schedule(ada, order, { frequency: 'once' })
  const listed = async () => (await ada.get<Schedule[]>(`${path}/all`)).data[0]
  expect(await listed()).toMatchObject({ state: 'active', open_run: null })
  const period = await makeDue(data.id)
  await app.db.q.updateTable('schedules').set({ start_on: period }).where('id', '=', data.id).execute()
  // A new run waits, is paying, and waits again once its payment has failed.
  await app.runDueJobsUntil(async () => (await firstRun(data.id))?.reason_code === 'wallet_too_low', {
    stepSeconds: 1,
  })
  expect(await listed()).toMatchObject({ state: 'ended', open_run: 'waiting' })
  await fundWallet(app, ada.id, 100_000n)
  await sql`update schedule_runs set due_at = app_now() where schedule_id = ${data.id}`.execute(app.db.q)
  await untilRun(ada, data.id, ['delivered'])
  expect(await listed()).toMatchObject({ state: 'ended', open_run: null })
})

test('a single run that was paying when its owner ended the schedule is not tried again', async () => {
  const { ada, order } = await createBuyer(10_000n)
  const { data } = await schedule(ada, order, { frequency: 'once' })
  await makeDue(data.id)
  const run = () => firstRun(data.id)
  await app.runDueJobsUntil(async () => (await run())?.reason_code === 'wallet_too_low', { stepSeconds: 1 })
  // A process has started the next attempt, whose order was deleted unpaid.
  await sql`update schedule_runs set state = 'paying', reason_code = null, due_at = app_now() + interval '1 minute'
    where schedule_id = ${data.id}`.execute(app.db.q)
  expect(await ada.post(`${path}/${data.id}/end`)).toMatchObject({
    httpStatus: 200,
    data: { state: 'ended' },
  })
  await fundWallet(app, ada.id, 100_000n)
  const before = await ada.walletKobo()
  await app.runDueJobsUntil(async () => ['skipped', 'paid'].includes((await run())?.state ?? ''), {
    stepSeconds: 15,
  })
  expect(await run()).toEqual({ state: 'skipped', reason_code: 'schedule_stopped', due_at: null })
  expect(await ada.walletKobo()).toBe(before)
})

test('a worker that fails after another has paid the same run starts no second purchase', async () => {
  const { ada, order } = await createBuyer(10_000n)
  const { data } = await schedule(ada, order)
  await makeDue(data.id)
  const run = () =>
    app.db.q
      .selectFrom('schedule_runs')
      .selectAll()
      .where('schedule_id', '=', data.id)
      .executeTakeFirstOrThrow()
  await untilRun(ada, data.id, ['waiting'])
  await app.runDueJobsUntil(async () => (await run()).reason_code === 'wallet_too_low', { stepSeconds: 1 })
  await fundWallet(app, ada.id, 500_000n)
  const reference = await ada.buy('airtime', { phone_number: '08019990009', amount: 500 })
  // The other worker has stopped before it could store that the run is paid.
  const { id } = await app.orderRow(reference)
  await sql`update schedule_runs set state = 'paying', order_id = ${id}::uuid, due_at = app_now()
    where schedule_id = ${data.id}::uuid`.execute(app.db.q)
  const before = await ada.walletKobo()
  const deps = { db: app.db, brandName: 'Sanwo', appUrl: app.origin, triggerOutbox: () => undefined }
  const waitForProvider = { reason: 'provider_unavailable', seconds: 0, text: () => 'Later.' } as const
  await retryRun(deps, await run(), waitForProvider)
  await untilRun(ada, data.id, ['delivered'])
  expect((await details(ada, data.id)).runs).toMatchObject([{ reference }])
  expect(await ada.walletKobo()).toBe(before)
})

test('a declined card is reported, never charged again by the schedule, and pauses it', async () => {
  const { ada, order } = await createBuyer()
  const card = await ada.saveCard()
  const { data } = await schedule(ada, order, {
    payment_method: 'SAVED_CARD',
    payment_card_id: card.uniqueid,
  })
  await app.injectFault('paystack', 'token_declined')
  await makeDue(data.id)
  await untilRun(ada, data.id, ['failed'])
  const shown = await details(ada, data.id)
  expect(shown).toMatchObject({
    state: 'paused',
    runs: [{ state: 'failed', reason_code: 'card_declined', can_pay: true }],
  })
  await app.advanceClock(3_600)
  await app.runDueJobs()
  const { captures } = await app.providerRecords()
  const run = await app.db.q
    .selectFrom('schedule_runs')
    .innerJoin('orders', 'orders.id', 'schedule_runs.order_id')
    .select('orders.reference')
    .where('schedule_id', '=', data.id)
    .executeTakeFirstOrThrow()
  expect(captures.filter(({ orderReference }) => orderReference === run.reference)).toEqual([])
  await app.resetClock()
})

test('a saved card is charged once; an expired one is not charged', async () => {
  const { ada, order } = await createBuyer()
  const card = await ada.saveCard()
  const fields = { payment_method: 'SAVED_CARD', payment_card_id: card.uniqueid }
  const { data } = await schedule(ada, order, fields)
  await makeDue(data.id)
  await untilRun(ada, data.id, ['delivered'])
  const later = (await schedule(ada, order, fields)).data
  await app.db.q.updateTable('payment_cards').set({ expiry: '01/20' }).where('user_id', '=', ada.id).execute()
  await makeDue(later.id)
  await untilRun(ada, later.id, ['failed'])
  expect(await details(ada, later.id)).toMatchObject({
    state: 'paused',
    pause_reason: expect.stringContaining('expired'),
    runs: [{ reason_code: 'card_expired' }],
  })
})

test('a meter that no longer exists fails the run with the reason; the schedule waits for its owner', async () => {
  const { ada, order } = await createBuyer()
  const { data } = await schedule(ada, order)
  await app.db.q
    .updateTable('schedules')
    .set({
      service: 'power',
      number: '99999999999',
      provider: 'ikeja',
      type: 'prepaid',
      amount_kobo: 200_000n,
    })
    .where('id', '=', data.id)
    .execute()
  const before = await ada.walletKobo()
  await makeDue(data.id)
  await untilRun(ada, data.id, ['failed'])
  expect(await details(ada, data.id)).toMatchObject({
    state: 'paused',
    runs: [{ reason_code: 'refused', reason: expect.stringContaining('We could not find that meter') }],
  })
  expect(await ada.walletKobo()).toBe(before)
})
