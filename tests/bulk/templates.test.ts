import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCompany, toCsv } from '../support/company.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ shared: true })
  await app.features.catalogue.refresh()
}, 120_000)
afterAll(() => app.close())

test('the template passes its own check', async () => {
  const mills = await createCompany(app)
  const { bytes } = await mills.downloadTemplate()
  const { data } = await mills.checkFile(bytes, 'purchases.csv')
  expect(data.rows.map(({ service, error }) => [service, error])).toEqual(
    ['power', 'cabletv', 'airtime', 'data', 'education'].map((service) => [service, null]),
  )
})

test('the list of plans has every plan with its price, and a row that names one is valid, also by the vendor’s name', async () => {
  const mills = await createCompany(app)
  const file = await mills.fetchFile('/account/bulk-purchases/plans')
  expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  const lines = file.bytes.toString('utf8').trim().split('\r\n')
  expect(lines[0]).toContain('"service","provider","plan","price (NGN)"')
  expect(lines).toContain('"power","ikeja","",""')
  expect(lines).toContain('"cabletv","dstv","DStv Padi","4400.00"')
  const plans = lines.filter((line) => line.startsWith('"data","mtn"'))
  expect(plans.length).toBeGreaterThan(1)
  const [, provider, plan] = plans[1]?.split(',') ?? []
  const rows = [`data,08010000099,${provider},,${plan},,`, 'data,08010000098,mtn,,N100 100MB - 24 hrs,,']
  const { data } = await mills.checkFile(toCsv(rows))
  expect(data.counts).toMatchObject({ ready: 2, invalid: 0 })
})

test('the totals of a file include the amount refunded to the wallet', async () => {
  const mills = await createCompany(app, { walletKobo: 2_000_000n })
  const { data } = await mills.checkFile(
    toCsv([
      'power,11000000099,ikeja,prepaid,,2000,08031234567',
      'power,11000000003,ikeja,prepaid,,3000,08031234567',
    ]),
  )
  expect(data).toMatchObject({ total_amount: 5_200, refunded_amount: 0 })
  await mills.startBulkPurchase(data.id)
  await mills.waitForState(data.id, 'done')
  expect((await mills.getBulkPurchase(data.id)).data).toMatchObject({
    total_amount: 5_200,
    refunded_amount: 3_100,
  })
})
