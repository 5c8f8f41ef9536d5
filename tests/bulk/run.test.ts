import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { putOff } from '../../server/bulk/store.ts'
import { vtpass } from '../../server/vending/vendors/vtpass/index.ts'
import type { Movement } from '../../shared/wallet.ts'
import { expectBooksTrue } from '../support/audit.ts'
import { companyOf, csvOf } from '../support/company.ts'
import { postgres } from '../support/database.ts'
import { eventually, openShop } from '../support/shop.ts'

const airtime = (count: number, from = 0) =>
  Array.from({ length: count }, (_, at) => `airtime,0801${String(1_000_009 + (from + at) * 10)},mtn,,,100,`)

test('starting takes the whole sum once, and each row becomes an order of its own: delivered, or its money is back', async () => {
  const shop = await openShop()
  const mills = await companyOf(shop, { walletKobo: 2_000_000n })
  const { data: checked } = await mills.checks(
    csvOf([
      'power,11000000099,ikeja,prepaid,,2000,08031234567',
      'power,11000000003,ikeja,prepaid,,3000,08031234567',
      'airtime,08010000099,mtn,,,500,',
      'power,1,ikeja,prepaid,,2000,08031234567',
    ]),
    'March =staff.csv',
  )
  expect(checked.total_amount).toBe(2100 + 3100 + 500)
  const started = await mills.starts(checked.id)
  expect(started).toMatchObject({ http: 200, status: 'success', data: { total_amount: 5700 } })
  await mills.waitsFor(checked.id, 'done')

  const { data } = await mills.sees(checked.id)
  expect(data.counts).toMatchObject({ all: 4, delivered: 2, refunded: 1, wrong: 1, pending: 0, waiting: 0 })
  expect(data.rows.map((it) => it.state)).toEqual(['delivered', 'refunded', 'delivered', 'wrong'])
  expect(data.rows[1]?.why).toBe('We could not deliver it. The money is back in your wallet.')
  for (const row of data.rows.slice(0, 3)) expect(row.reference).toMatch(/^[A-Z2-9]{12}$/)

  // 1% cashback of what was delivered: ₦20 and ₦5.
  expect(await mills.walletKobo()).toBe(2_000_000n - 260_000n + 2_500n)
  expect(await mills.holdKobo()).toBe(0n)
  await expectBooksTrue(shop)
  expect((await shop.truth()).deliveries).toHaveLength(2)

  // How they ended is kept with the file: the list of files need not count rows, which are forgotten after a year.
  await shop.db.q
    .deleteFrom('bulk_rows')
    .where('bulk_id', '=', checked.id)
    .where('state', '=', 'wrong')
    .execute()
  expect((await mills.files()).data).toMatchObject([
    { counts: { all: 4, delivered: 2, refunded: 1, wrong: 1, waiting: 0 } },
  ])

  const history = await mills.get<{ list: { reference: string }[] }>('/account/transactions/all')
  expect(history.data.list).toHaveLength(3)
  const { data: moved } = await mills.get<{ list: Movement[] }>('/account/wallet/movements/all?kind=payment')
  expect(moved.list).toMatchObject([{ amount: -5700, description: 'March =staff.csv: 3 purchases' }])

  const { data: told } = await mills.get<{ data: { subject: string; description: string } }[]>(
    '/account/notifications/all',
  )
  expect(told.map((it) => it.data)).toMatchObject([
    {
      subject: 'March =staff.csv is done',
      description:
        '2 purchases were delivered for ₦2,600.00. 1 could not be bought; their money is back in your wallet.',
    },
  ])
  expect((await shop.mails()).filter((it) => it.to === mills.email)).toEqual([])
})

test('the result file has each row with its token, as text that no spreadsheet changes or runs', async () => {
  const shop = await openShop()
  const mills = await companyOf(shop, { walletKobo: 2_000_000n })
  const { data } = await mills.checks(
    csvOf([
      'power,11000000099,ikeja,prepaid,,2000,08031234567',
      `airtime,08010000099,"=HYPERLINK(""http://evil"")",,,500,`,
      'airtime,08010000099,mtn,+1+1,@SUM(A1),500,',
    ]),
    '=cmd.csv',
  )
  await mills.starts(data.id)
  await mills.waitsFor(data.id, 'done')
  const text = await mills.resultsOf(data.id)
  const lines = text.trim().split('\r\n')
  expect(lines[0]).toContain(
    '"line","service","number","provider","type","plan","amount","phone","result","why"',
  )
  expect(lines).toHaveLength(4)
  expect(lines[1]).toMatch(
    /"2","power","11000000099".*"delivered","","[A-Z2-9]{12}".*"\d{4} \d{4} \d{4} \d{4} \d{4}"/,
  )
  expect(lines[2]).toContain(`"'=HYPERLINK(""http://evil"")"`)
  expect(lines[2]).toContain('"wrong"')
  expect(lines[3]).toContain(`"'+1+1","'@SUM(A1)"`)
  expect(text).not.toMatch(/"[=+@]/)
})

test('a wallet that does not hold the sum starts nothing and pays nothing', async () => {
  const shop = await openShop()
  const mills = await companyOf(shop, { walletKobo: 29_999n })
  const { data } = await mills.checks(csvOf(airtime(3)))
  expect(await mills.starts(data.id)).toMatchObject({
    http: 422,
    message: 'Your wallet does not hold the ₦300.00 for this file. No money was taken.',
  })
  expect(await mills.walletKobo()).toBe(29_999n)
  expect((await mills.sees(data.id)).data).toMatchObject({ state: 'ready', counts: { ready: 3 } })
})

test('a file without a good row, one that is still checked and one of yesterday are not started', async () => {
  const shop = await openShop()
  const mills = await companyOf(shop, { walletKobo: 1_000_000n })
  const wrong = await mills.checks(csvOf(['airtime,08010000099,mtn,,,1,']))
  expect(await mills.starts(wrong.data.id)).toMatchObject({
    http: 422,
    message: 'No row of this file can be bought. No money was taken.',
  })
  const old = await mills.checks(csvOf(airtime(1)))
  await shop.clockAhead(25 * 60 * 60)
  expect((await mills.sees(old.data.id)).data.state).toBe('expired')
  expect(await mills.starts(old.data.id)).toMatchObject({
    http: 409,
    message: 'This file was checked too long ago. No money was taken. Please check it again.',
  })
  await shop.db.q
    .updateTable('bulk_purchases')
    .set({ state: 'checking' })
    .where('id', '=', wrong.data.id)
    .execute()
  expect(await mills.starts(wrong.data.id)).toMatchObject({
    http: 409,
    message: 'This file is still being checked. No money was taken.',
  })
  expect(await mills.checks(csvOf(airtime(1)))).toMatchObject({
    http: 409,
    message: 'Another file of yours is still being checked. Please wait for it.',
  })
  expect(await mills.walletKobo()).toBe(1_000_000n)
})

test('started ten times at once, by the same key, another or none, a file is paid and bought once', async () => {
  const shop = await openShop()
  const mills = await companyOf(shop, { walletKobo: 1_000_000n })
  const { data } = await mills.checks(csvOf(airtime(10)))
  const key = randomUUID()
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, at) =>
      mills.starts(data.id, at < 4 ? key : at < 7 ? randomUUID() : undefined),
    ),
  )
  for (const it of answers) expect(it).toMatchObject({ http: 200, status: 'success' })
  await mills.waitsFor(data.id, 'done')
  expect(await mills.starts(data.id)).toMatchObject({ http: 200, data: { state: 'done' } })
  expect(await mills.walletKobo()).toBe(1_000_000n - 100_000n + 1_000n)
  expect((await shop.truth()).deliveries).toHaveLength(10)
  await expectBooksTrue(shop)
})

test('two files that one wallet cannot both pay: one is started', async () => {
  const shop = await openShop()
  const mills = await companyOf(shop, { walletKobo: 50_000n })
  const files = [await mills.checks(csvOf(airtime(4))), await mills.checks(csvOf(airtime(4, 10)))]
  const answers = await Promise.all(files.map((it) => mills.starts(it.data.id)))
  expect(answers.map((it) => it.http).sort()).toEqual([200, 422])
  const started = files[answers.findIndex((it) => it.http === 200)]
  await mills.waitsFor(started?.data.id ?? '', 'done')
  expect(await mills.walletKobo()).toBe(10_000n + 400n)
  await expectBooksTrue(shop)
})

test('a row whose price or service changed since the check is not bought, and its money is back at once', async () => {
  const shop = await openShop()
  const mills = await companyOf(shop, { walletKobo: 1_000_000n })
  const { data } = await mills.checks(
    csvOf([...airtime(1), 'power,11000000099,ikeja,prepaid,,2000,08031234567']),
  )
  await shop.parts.settings.change('power_status', 0)
  await mills.starts(data.id)
  await mills.waitsFor(data.id, 'done')
  const { rows, counts } = (await mills.sees(data.id)).data
  expect(counts).toMatchObject({ delivered: 1, refused: 1 })
  expect(rows[1]).toMatchObject({
    state: 'refused',
    why: 'This service is currently not available. The money is back in your wallet.',
    reference: null,
  })
  expect(await mills.walletKobo()).toBe(1_000_000n - 10_000n + 100n)
  expect(await mills.holdKobo()).toBe(0n)
  await expectBooksTrue(shop)
})

test.runIf(postgres)('rows whose vendor is silent hold no other row up', { timeout: 60_000 }, async () => {
  const silentMs = 10_000
  const shop = await openShop({
    counterparties: ({ vtpass: keys }) => ({
      vendors: keys ? { vtpass: vtpass(keys, { vendMs: silentMs }) } : {},
    }),
  })
  const mills = await companyOf(shop, { walletKobo: 1_000_000n })
  const silent = Array.from({ length: 14 }, (_, at) => `airtime,0801${100 + at}0002,mtn,,,100,`)
  const { data } = await mills.checks(csvOf([...silent, ...airtime(5)]))
  await mills.waitsFor(data.id, 'ready')
  await mills.starts(data.id)
  await eventually(async () => (await mills.sees(data.id)).data.counts.delivered === 5, silentMs - 2_000)
  expect((await mills.sees(data.id)).data.counts).toMatchObject({ pending: silent.length, waiting: 0 })
})

test('a row that another process has bought meanwhile is not put off', async () => {
  const shop = await openShop()
  const mills = await companyOf(shop, { walletKobo: 1_000_000n })
  const { data } = await mills.checks(csvOf(airtime(1)))
  const row = () => shop.db.q.selectFrom('bulk_rows').selectAll().executeTakeFirstOrThrow()
  await mills.starts(data.id)
  const claimed = { ...(await row()), state: 'waiting' } as const
  await mills.waitsFor(data.id, 'done')
  await putOff(shop.db, claimed, 15)
  expect(await row()).toMatchObject({ state: 'bought', due_at: null })
})

test('a process that dies in the middle leaves nothing undone and nothing done twice', {
  timeout: 120_000,
}, async () => {
  const shop = await openShop()
  const mills = await companyOf(shop, { walletKobo: 5_000_000n })
  const { data } = await mills.checks(csvOf([...airtime(20), 'airtime,08010000003,mtn,,,100,']))
  await mills.waitsFor(data.id, 'ready')
  const rows = 21
  await mills.starts(data.id)
  await eventually(async () => (await mills.sees(data.id)).data.counts.waiting < rows - 3)
  await shop.restart()
  await mills.waitsFor(data.id, 'done')
  const after = (await mills.sees(data.id)).data
  expect(after.counts).toMatchObject({ delivered: 20, refunded: 1 })
  expect((await shop.truth()).deliveries).toHaveLength(after.counts.delivered)
  expect(await mills.holdKobo()).toBe(0n)
  await expectBooksTrue(shop)
})

test.runIf(postgres)(
  'two processes share the rows of a file, and no row is bought twice',
  { timeout: 120_000 },
  async () => {
    const shop = await openShop()
    const mills = await companyOf(shop, { walletKobo: 5_000_000n })
    const { data } = await mills.checks(csvOf(airtime(60)))
    await mills.waitsFor(data.id, 'ready')
    const another = await shop.another()
    await Promise.all([mills.starts(data.id), another.sweep(), another.sweep(), shop.sweep()])
    await mills.waitsFor(data.id, 'done')
    expect((await mills.sees(data.id)).data.counts).toMatchObject({ delivered: 60 })
    expect((await shop.truth()).deliveries).toHaveLength(60)
    expect(await mills.walletKobo()).toBe(5_000_000n - 600_000n + 6_000n)
    await expectBooksTrue(shop)
    await another.stop()
  },
)
