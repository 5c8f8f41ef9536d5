import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { hashSecret } from '../../server/accounts/password.ts'
import { assertBulkPin, debitAndQueueRows } from '../../server/bulk/start.ts'
import { rescheduleRow } from '../../server/bulk/store.ts'
import { vtpass } from '../../server/vending/vendors/vtpass/index.ts'
import type { WalletTransaction } from '../../shared/wallet.ts'
import { createCompany, toCsv } from '../support/company.ts'
import { expectLedgerMatchesProviders } from '../support/consistency.ts'
import { postgresUrl } from '../support/database.ts'
import { noVendors } from '../support/providers.ts'
import { eventually, startTestApp } from '../support/test-app.ts'

const airtime = (count: number, from = 0) =>
  Array.from(
    { length: count },
    (_, index) => `airtime,0801${String(1_000_009 + (from + index) * 10)},mtn,,,100,`,
  )

test('starting a file holds its total once, and each row becomes an order that is delivered or refunded', async () => {
  const app = await startTestApp()
  const mills = await createCompany(app, { walletKobo: 2_000_000n })
  const { data: checked } = await mills.checkFile(
    toCsv([
      'power,11000000099,ikeja,prepaid,,2000,08031234567',
      'power,11000000003,ikeja,prepaid,,3000,08031234567',
      'airtime,08010000099,mtn,,,500,',
      'power,1,ikeja,prepaid,,2000,08031234567',
    ]),
    'March =staff.csv',
  )
  expect(checked.total_amount).toBe(2100 + 3100 + 500)
  const started = await mills.startBulkPurchase(checked.id)
  expect(started).toMatchObject({ httpStatus: 200, status: 'success', data: { total_amount: 5700 } })
  await mills.waitForState(checked.id, 'done')

  const { data } = await mills.getBulkPurchase(checked.id)
  expect(data.counts).toMatchObject({ all: 4, delivered: 2, refunded: 1, invalid: 1, pending: 0, queued: 0 })
  expect(data.rows.map((entry) => entry.state)).toEqual(['delivered', 'refunded', 'delivered', 'invalid'])
  expect(data.rows[1]?.error).toBe('Not delivered. Refunded to your wallet.')
  for (const row of data.rows.slice(0, 3)) expect(row.reference).toMatch(/^[A-Z2-9]{12}$/)

  // 1% cashback on the delivered orders: ₦20 and ₦5.
  expect(await mills.walletKobo()).toBe(2_000_000n - 260_000n + 2_500n)
  expect(await mills.holdKobo()).toBe(0n)
  await expectLedgerMatchesProviders(app)
  expect((await app.providerRecords()).deliveries).toHaveLength(2)

  // The counts are stored with the file, since rows are deleted after a year.
  await app.db.q
    .deleteFrom('bulk_rows')
    .where('bulk_id', '=', checked.id)
    .where('state', '=', 'invalid')
    .execute()
  expect((await mills.listBulkPurchases()).data).toMatchObject([
    { counts: { all: 4, delivered: 2, refunded: 1, invalid: 1, queued: 0 } },
  ])

  const history = await mills.get<{ list: { reference: string }[] }>('/account/transactions/all')
  expect(history.data.list).toHaveLength(3)
  const { data: transactions } = await mills.get<{ list: WalletTransaction[] }>(
    '/account/wallet/movements/all?kind=payment',
  )
  expect(transactions.list).toMatchObject([{ amount: -5700, description: 'March =staff.csv: 3 purchases' }])

  const { data: notifications } = await mills.get<{ data: { subject: string; description: string } }[]>(
    '/account/notifications/all',
  )
  expect(notifications.map((entry) => entry.data)).toMatchObject([
    {
      subject: 'March =staff.csv is done',
      description:
        '2 purchases were delivered for ₦2,600.00. 1 could not be purchased and were refunded to your wallet.',
    },
  ])
  expect((await app.emails()).filter((entry) => entry.to === mills.email)).toEqual([])
})

test('the result file has every row with its token, as text that spreadsheets neither change nor execute', async () => {
  const app = await startTestApp()
  const mills = await createCompany(app, { walletKobo: 2_000_000n })
  const { data } = await mills.checkFile(
    toCsv([
      'power,11000000099,ikeja,prepaid,,2000,08031234567',
      `airtime,08010000099,"=HYPERLINK(""http://evil"")",,,500,`,
      'airtime,08010000099,mtn,+1+1,@SUM(A1),500,',
    ]),
    '=cmd.csv',
  )
  await mills.startBulkPurchase(data.id)
  await mills.waitForState(data.id, 'done')
  const text = await mills.downloadResults(data.id)
  const lines = text.trim().split('\r\n')
  expect(lines[0]).toContain(
    '"line","service","number","provider","type","plan","amount","phone","result","why"',
  )
  expect(lines).toHaveLength(4)
  expect(lines[1]).toMatch(
    /"2","power","11000000099".*"delivered","","[A-Z2-9]{12}".*"\d{4} \d{4} \d{4} \d{4} \d{4}"/,
  )
  expect(lines[2]).toContain(`"'=HYPERLINK(""http://evil"")"`)
  expect(lines[2]).toContain('"invalid"')
  expect(lines[3]).toContain(`"'+1+1","'@SUM(A1)"`)
  expect(text).not.toMatch(/"[=+@]/)
})

test('a file is not started when the wallet balance is too low', async () => {
  const app = await startTestApp()
  const mills = await createCompany(app, { walletKobo: 29_999n })
  const { data } = await mills.checkFile(toCsv(airtime(3)))
  expect(await mills.startBulkPurchase(data.id)).toMatchObject({
    httpStatus: 422,
    message: 'Your wallet does not hold the ₦300.00 for this file. No money was taken.',
  })
  expect(await mills.walletKobo()).toBe(29_999n)
  expect((await mills.getBulkPurchase(data.id)).data).toMatchObject({ state: 'ready', counts: { ready: 3 } })
})

test('a file above the limit of the user needs the PIN; one at the limit and a started one do not', async () => {
  const app = await startTestApp()
  const mills = await createCompany(app, { walletKobo: 1_000_000n })
  const pin_hash = await hashSecret('274916')
  await app.db.q
    .updateTable('users')
    .set({ pin_hash, pin_above_kobo: 20_000n })
    .where('id', '=', mills.id)
    .execute()
  const atLimit = await mills.checkFile(toCsv(airtime(2)))
  expect(await mills.startBulkPurchase(atLimit.data.id)).toMatchObject({ httpStatus: 200 })

  const { data } = await mills.checkFile(toCsv(airtime(3, 2)))
  const key = 'bulk-with-a-pin-1'
  expect(await mills.startBulkPurchase(data.id, key)).toMatchObject({
    httpStatus: 422,
    errors: { auth_pin: ['Enter your PIN: you asked for it on payments above ₦200.00.'] },
  })
  expect(await mills.startBulkPurchase(data.id, key, { auth_pin: '000000' })).toMatchObject({
    httpStatus: 422,
    errors: { auth_pin: ['Incorrect PIN.'] },
  })
  expect((await mills.getBulkPurchase(data.id)).data).toMatchObject({ state: 'ready', counts: { ready: 3 } })
  expect(await mills.startBulkPurchase(data.id, key, { auth_pin: '274916' })).toMatchObject({
    httpStatus: 200,
  })
  expect(await mills.startBulkPurchase(data.id)).toMatchObject({ httpStatus: 200 })
  await mills.waitForState(data.id, 'done')
  expect((await mills.getBulkPurchase(data.id)).data.counts).toMatchObject({ all: 3, delivered: 3 })
})

test('a file without valid rows, one still being checked and an expired one are not started', async () => {
  const app = await startTestApp()
  const mills = await createCompany(app, { walletKobo: 1_000_000n })
  const invalidFile = await mills.checkFile(toCsv(['airtime,08010000099,mtn,,,1,']))
  expect(await mills.startBulkPurchase(invalidFile.data.id)).toMatchObject({
    httpStatus: 422,
    message: 'No row of this file can be purchased. No money was taken.',
  })
  const expiredFile = await mills.checkFile(toCsv(airtime(1)))
  await app.advanceClock(25 * 60 * 60)
  expect((await mills.getBulkPurchase(expiredFile.data.id)).data.state).toBe('expired')
  expect(await mills.startBulkPurchase(expiredFile.data.id)).toMatchObject({
    httpStatus: 409,
    message: 'This file was checked too long ago. No money was taken. Please check it again.',
  })
  await sql`update bulk_purchases set state = 'checking' where id = ${invalidFile.data.id}`.execute(app.db.q)
  expect(await mills.startBulkPurchase(invalidFile.data.id)).toMatchObject({
    httpStatus: 409,
    message: 'This file is still being checked. No money was taken.',
  })
  expect(await mills.checkFile(toCsv(airtime(1)))).toMatchObject({
    httpStatus: 409,
    message: 'Another file of yours is still being checked. Please wait for it.',
  })
  expect(await mills.walletKobo()).toBe(1_000_000n)
})

test('a start request for a file that is still being checked is rejected without a PIN check, since its total is unknown', async () => {
  const app = await startTestApp()
  const mills = await createCompany(app, { walletKobo: 1_000_000n })
  const { data } = await mills.checkFile(toCsv(airtime(3)))
  await sql`update bulk_purchases set state = 'checking' where id = ${data.id}`.execute(app.db.q)
  const assertPaymentPin = async () => expect.unreachable('The total is not known yet')
  const pinCheck = assertBulkPin({ db: app.db, assertPaymentPin }, data.id, {
    actor: { userId: mills.id, role: 'user', emailVerified: true },
    pin: undefined,
  })
  await expect(pinCheck).rejects.toMatchObject({ code: 'BULK_CHECKING' })
})

test('a file started ten times concurrently, with any idempotency key or none, is paid and purchased once', async () => {
  const app = await startTestApp()
  const mills = await createCompany(app, { walletKobo: 1_000_000n })
  const { data } = await mills.checkFile(toCsv(airtime(10)))
  const key = randomUUID()
  const responses = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      mills.startBulkPurchase(data.id, index < 4 ? key : index < 7 ? randomUUID() : undefined),
    ),
  )
  for (const entry of responses) expect(entry).toMatchObject({ httpStatus: 200, status: 'success' })
  await mills.waitForState(data.id, 'done')
  expect(await mills.startBulkPurchase(data.id)).toMatchObject({ httpStatus: 200, data: { state: 'done' } })
  expect(await mills.walletKobo()).toBe(1_000_000n - 100_000n + 1_000n)
  expect((await app.providerRecords()).deliveries).toHaveLength(10)
  await expectLedgerMatchesProviders(app)
})

test('a file lists which of its purchases another file of the last 24 hours made or is making', async () => {
  const app = await startTestApp()
  const mills = await createCompany(app, { walletKobo: 2_000_000n })
  const rows = ['power,11000000099,ikeja,prepaid,,2000,08031234567', 'airtime,08010000003,mtn,,,500,']
  const { data: first } = await mills.checkFile(toCsv(rows))
  const another = 'airtime,08010000099,mtn,,,500,'
  const { data: second } = await mills.checkFile(
    toCsv(['power,1100 0000 099,ikeja,prepaid,,"2,000",08031234567', rows[1] ?? '', another]),
  )
  const repeated = async () => (await mills.getBulkPurchase(second.id)).data.repeated
  expect(second).not.toHaveProperty('repeated')

  const { data: started } = await mills.startBulkPurchase(first.id)
  expect(await repeated()).toEqual({ rows: 2, started_at: started.started_at })
  await mills.waitForState(first.id, 'done')
  // The airtime was refunded.
  expect(await repeated()).toEqual({ rows: 1, started_at: started.started_at })
  expect((await mills.getBulkPurchase(first.id)).data).not.toHaveProperty('repeated')

  await app.advanceClock(23.9 * 3_600)
  expect(await repeated()).toMatchObject({ rows: 1 })
  const { data: nextDay } = await mills.checkFile(toCsv(rows))
  await app.advanceClock(0.2 * 3_600)
  expect((await mills.getBulkPurchase(nextDay.id)).data).not.toHaveProperty('repeated')
})

test('of two files that exceed the wallet balance together, one is started', async () => {
  const app = await startTestApp()
  const mills = await createCompany(app, { walletKobo: 50_000n })
  const files = [await mills.checkFile(toCsv(airtime(4))), await mills.checkFile(toCsv(airtime(4, 10)))]
  const responses = await Promise.all(files.map((entry) => mills.startBulkPurchase(entry.data.id)))
  expect(responses.map((entry) => entry.httpStatus).sort()).toEqual([200, 422])
  const started = files[responses.findIndex((entry) => entry.httpStatus === 200)]
  await mills.waitForState(started?.data.id ?? '', 'done')
  expect(await mills.walletKobo()).toBe(10_000n + 400n)
  await expectLedgerMatchesProviders(app)
})

test('a row whose service was disabled after the check is not purchased, and is refunded immediately', async () => {
  const app = await startTestApp()
  const mills = await createCompany(app, { walletKobo: 1_000_000n })
  const { data } = await mills.checkFile(
    toCsv([...airtime(1), 'power,11000000099,ikeja,prepaid,,2000,08031234567']),
  )
  await app.context.settings.change('power_status', 0)
  await mills.startBulkPurchase(data.id)
  await mills.waitForState(data.id, 'done')
  const { rows, counts } = (await mills.getBulkPurchase(data.id)).data
  expect(counts).toMatchObject({ delivered: 1, rejected: 1 })
  expect(rows[1]).toMatchObject({
    state: 'rejected',
    error: 'This service is currently not available. Refunded to your wallet.',
    reference: null,
  })
  expect(await mills.walletKobo()).toBe(1_000_000n - 10_000n + 100n)
  expect(await mills.holdKobo()).toBe(0n)
  await expectLedgerMatchesProviders(app)
})

test('a started file of a user who is blocked stops, and its hold is released', async () => {
  const app = await startTestApp()
  const mills = await createCompany(app, { walletKobo: 1_000_000n })
  const { data } = await mills.checkFile(toCsv([...airtime(3)]))
  await mills.waitForState(data.id, 'ready')
  const actor = { userId: mills.id, role: 'user', emailVerified: true } as const
  await debitAndQueueRows(app.db, data.id, { actor, requestId: 'a test' })
  await app.db.q
    .updateTable('users')
    .set({ blocked_at: new Date(), blocked_reason: 'stolen' })
    .where('id', '=', mills.id)
    .execute()
  const fileOf = () =>
    app.db.q
      .selectFrom('bulk_purchases')
      .select(['state', 'counts'])
      .where('id', '=', data.id)
      .executeTakeFirst()
  await app.runDueJobsUntil(async () => (await fileOf())?.state === 'done')
  expect((await fileOf())?.counts).toEqual({ rejected: 3 })
  expect([await mills.walletKobo(), await mills.holdKobo()]).toEqual([1_000_000n, 0n])
})

test.runIf(postgresUrl)(
  'rows whose vendor does not respond do not delay other rows (needs PostgreSQL for concurrent connections)',
  { timeout: 60_000 },
  async () => {
    const vendTimeoutMs = 10_000
    const app = await startTestApp({
      providerOverrides: ({ vendors: { vtpass: keys } }) => ({
        vendors: { ...noVendors, vtpass: keys && vtpass(keys, { vendTimeoutMs }) },
      }),
    })
    const mills = await createCompany(app, { walletKobo: 1_000_000n })
    const unansweredRows = Array.from(
      { length: 14 },
      (_, index) => `airtime,0801${100 + index}0002,mtn,,,100,`,
    )
    const { data } = await mills.checkFile(toCsv([...unansweredRows, ...airtime(5)]))
    await mills.waitForState(data.id, 'ready')
    await mills.startBulkPurchase(data.id)
    await eventually(
      async () => (await mills.getBulkPurchase(data.id)).data.counts.delivered === 5,
      vendTimeoutMs - 2_000,
    )
    expect((await mills.getBulkPurchase(data.id)).data.counts).toMatchObject({
      pending: unansweredRows.length,
      queued: 0,
    })
  },
)

test('a row that another process has purchased is not rescheduled', async () => {
  const app = await startTestApp()
  const mills = await createCompany(app, { walletKobo: 1_000_000n })
  const { data } = await mills.checkFile(toCsv(airtime(1)))
  const row = () => app.db.q.selectFrom('bulk_rows').selectAll().executeTakeFirstOrThrow()
  await mills.startBulkPurchase(data.id)
  const claimed = { ...(await row()), state: 'queued' } as const
  await mills.waitForState(data.id, 'done')
  await rescheduleRow(app.db, claimed, 15)
  expect(await row()).toMatchObject({ state: 'purchased', due_at: null })
})

test('after a crash and restart during a file, every row is completed exactly once', {
  timeout: 120_000,
}, async () => {
  const app = await startTestApp()
  const mills = await createCompany(app, { walletKobo: 5_000_000n })
  const { data } = await mills.checkFile(toCsv([...airtime(20), 'airtime,08010000003,mtn,,,100,']))
  await mills.waitForState(data.id, 'ready')
  const rows = 21
  await mills.startBulkPurchase(data.id)
  await eventually(async () => (await mills.getBulkPurchase(data.id)).data.counts.queued < rows - 3)
  await app.restart()
  await mills.waitForState(data.id, 'done')
  const after = (await mills.getBulkPurchase(data.id)).data
  expect(after.counts).toMatchObject({ delivered: 20, refunded: 1 })
  expect((await app.providerRecords()).deliveries).toHaveLength(after.counts.delivered)
  expect(await mills.holdKobo()).toBe(0n)
  await expectLedgerMatchesProviders(app)
})

test.runIf(postgresUrl)(
  'two processes share the rows of a file, and no row is bought twice (needs PostgreSQL)',
  { timeout: 120_000 },
  async () => {
    const app = await startTestApp()
    const mills = await createCompany(app, { walletKobo: 5_000_000n })
    const { data } = await mills.checkFile(toCsv(airtime(60)))
    await mills.waitForState(data.id, 'ready')
    const another = await app.startSecondProcess()
    await Promise.all([
      mills.startBulkPurchase(data.id),
      another.runDueJobs(),
      another.runDueJobs(),
      app.runDueJobs(),
    ])
    await mills.waitForState(data.id, 'done')
    expect((await mills.getBulkPurchase(data.id)).data.counts).toMatchObject({ delivered: 60 })
    expect((await app.providerRecords()).deliveries).toHaveLength(60)
    expect(await mills.walletKobo()).toBe(5_000_000n - 600_000n + 6_000n)
    await expectLedgerMatchesProviders(app)
    await another.stop()
  },
)
