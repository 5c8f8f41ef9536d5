import { request } from 'node:http'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { bulkColumns } from '../../shared/bulk.ts'
import { createCompany, type TestCompany, toCsv } from '../support/company.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { createUser } from '../support/user.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ shared: true })
  await app.features.catalogue.refresh()
}, 120_000)
afterAll(() => app.close())

/** Meter numbers that no test has looked up. */
const meters = (count: number, first: number) =>
  Array.from({ length: count }, (_, index) => first + index * 10)

const validFile = toCsv(['airtime,08010000099,mtn,,,500,', 'airtime,08010000098,mtn,,,700,'])

test('every row is looked up and priced, and no money is moved', async () => {
  const mills = await createCompany(app, { walletKobo: 5_000_000n })
  const checked = await mills.checkFile(
    toCsv([
      'power,11000000099,ikeja,prepaid,,2000,08031234567',
      'cabletv,1200000099,dstv,,DStv Padi,,08031234567',
      'data,08010000097,mtn,,mtn-10mb-100,,',
      'education,08010000096,waec,,,,',
      'airtime,08010000095,9mobile,,,500,',
      'power,11000000006,nowhere,prepaid,,2000,08031234567',
      'power,99999999999,ikeja,prepaid,,2000,08031234567',
      'cabletv,1200000088,dstv,,DStv Everything,,08031234567',
    ]),
  )
  expect(checked).toMatchObject({ httpStatus: 200, status: 'success' })
  const { rows, counts, state, total_amount } = checked.data
  expect(state).toBe('ready')
  expect(counts).toMatchObject({ all: 8, ready: 5, invalid: 3 })
  expect(rows.map((entry) => [entry.line, entry.state])).toEqual([
    [2, 'ready'],
    [3, 'ready'],
    [4, 'ready'],
    [5, 'ready'],
    [6, 'ready'],
    [7, 'invalid'],
    [8, 'invalid'],
    [9, 'invalid'],
  ])
  expect(rows[0]).toMatchObject({
    amount: 2000,
    total_amount: 2100,
    customer_name: expect.any(String),
    reference: null,
  })
  expect(rows[4]).toMatchObject({ amount: 500, customer_name: null })
  expect(rows[1]).toMatchObject({ amount: 4400, total_amount: 4500 })
  expect(rows[6]?.error).toBe('We could not find that meter. Please check the number and the company.')
  expect(rows[7]?.error).toBe('DStv does not sell this bouquet now. Please choose another bouquet.')
  expect(total_amount).toBe(rows.reduce((sum, entry) => sum + (entry.total_amount ?? 0), 0))
  expect(await mills.walletKobo()).toBe(5_000_000n)
  expect(await mills.holdKobo()).toBe(0n)
  const history = await mills.get<{ list: unknown[] }>('/account/transactions/all')
  expect(history.data.list).toEqual([])
})

test('a row with several errors reports them all, the phone too', async () => {
  const mills = await createCompany(app, { walletKobo: 5_000_000n })
  const { data } = await mills.checkFile(toCsv(['power,123,ikeja,prepaid,,10,0801']))
  expect(data.rows[0]).toMatchObject({
    state: 'invalid',
    error:
      'A meter number has 11 to 20 digits. Please enter an amount from ₦100 to ₦500,000. Enter a valid phone number, e.g. 0803 123 4567.',
  })
})

test('individual users and guests have no bulk purchases', async () => {
  const ada = await createUser(app)
  const formerCompany = await createCompany(app)
  await app.db.q.updateTable('users').set({ is_company: false }).where('id', '=', formerCompany.id).execute()
  expect(await formerCompany.checkFile(validFile)).toMatchObject({
    httpStatus: 403,
    message: 'Bulk purchases are for company accounts.',
  })
  for (const path of ['all', 'template', '00000000-0000-4000-8000-000000000000'])
    expect((await ada.get(`/account/bulk-purchases/${path}`)).httpStatus, path).toBe(403)
  const guest = await fetch(`${app.origin}/api/v1/account/bulk-purchases/check`, { method: 'POST' })
  expect(guest.status).toBe(403)
})

test('the check of a file leaves the lookups that all customers share to them', async () => {
  const mills = await createCompany(app, { walletKobo: 5_000_000n })
  await app.context.settings.change('limit_lookup_everybody', 3)
  onTestFinished(async () => {
    await app.context.settings.change('limit_lookup_everybody', null)
  })
  const { data } = await mills.checkFile(
    toCsv(meters(5, 11_000_081_009).map((meter) => `power,${meter},ikeja,prepaid,,2000,08031234567`)),
  )
  expect(data.counts).toMatchObject({ ready: 5 })
  expect(await app.createGuest().lookUpMeter({ meter_number: '11000082009' })).toMatchObject({
    httpStatus: 200,
  })
})

test('a company that never paid gets no more customer names from files than a guest gets from the form', async () => {
  const mills = await createCompany(app)
  const rows = meters(110, 11_000_083_009).map((meter) => `power,${meter},ikeja,prepaid,,2000,08031234567`)
  const { data } = await mills.checkFile(toCsv(rows))
  await app.runDueJobs()
  const named = async () =>
    app.db.q
      .selectFrom('bulk_rows')
      .select('line')
      .where('bulk_id', '=', data.id)
      .where('customer_name', 'is not', null)
      .execute()
  await app.runDueJobsUntil(async () => (await named()).length >= 100, { stepSeconds: 1 })
  await app.runDueJobs()
  expect((await named()).length).toBeLessThan(105)
})

test('another company’s file is reported as not found and cannot be started', async () => {
  const [mills, bank] = [
    await createCompany(app, { walletKobo: 1_000_000n }),
    await createCompany(app, { walletKobo: 1_000_000n }),
  ]
  const { data } = await mills.checkFile(validFile)
  const notFoundResponse = await bank.getBulkPurchase(data.id)
  expect(notFoundResponse).toMatchObject({ httpStatus: 404, status: 'error' })
  expect(await bank.getBulkPurchase('00000000-0000-4000-8000-000000000000')).toEqual(notFoundResponse)
  expect(await bank.getBulkPurchase('nothing')).toEqual(notFoundResponse)
  expect(await bank.startBulkPurchase(data.id)).toEqual(notFoundResponse)
  expect((await bank.fetchFile(`/account/bulk-purchases/${data.id}?format=csv`)).httpStatus).toBe(404)
  expect((await bank.listBulkPurchases()).data).toEqual([])
  expect((await mills.getBulkPurchase(data.id)).data.state).toBe('ready')
})

test('a file over 2 MB is rejected, and one with a declared size of 50 MB before it is sent', async () => {
  const mills = await createCompany(app)
  const large = await mills.checkFile(Buffer.alloc(2 * 1024 * 1024 + 1, 'a'))
  expect(large).toMatchObject({
    httpStatus: 413,
    status: 'error',
    message: 'The file is larger than 2 MB. Please split it into smaller ones.',
  })

  const { httpStatus, message, sentBytes } = await new Promise<{
    httpStatus: number
    message: string
    sentBytes: number
  }>((resolve, reject) => {
    const url = new URL(`${app.origin}/api/v1/account/bulk-purchases/check`)
    let sentBytes = 0
    const uploadRequest = request(url, {
      method: 'POST',
      headers: {
        ...mills.headers,
        'content-type': 'multipart/form-data; boundary=x',
        'content-length': 50 * 1024 * 1024,
      },
    })
    uploadRequest.on('error', reject)
    uploadRequest.on('response', async (response) => {
      let body = ''
      for await (const chunk of response) body += String(chunk)
      resolve({ httpStatus: response.statusCode ?? 0, message: JSON.parse(body).message, sentBytes })
      uploadRequest.destroy()
    })
    sentBytes += 1_000
    uploadRequest.write(Buffer.alloc(sentBytes))
  })
  expect({ httpStatus, message }).toEqual({ httpStatus: 413, message: large.message })

  // Without a declared size, the upload is cut off at the limit.
  const chunk = Buffer.alloc(256 * 1024, 'a')
  let chunkCount = 0
  const endless = new ReadableStream({
    start(stream) {
      stream.enqueue(
        Buffer.from('--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n'),
      )
    },
    pull(stream) {
      if (++chunkCount > 200) stream.close()
      else stream.enqueue(chunk)
    },
  })
  const cutOffResponse = await fetch(`${app.origin}/api/v1/account/bulk-purchases/check`, {
    method: 'POST',
    headers: { ...mills.headers, 'content-type': 'multipart/form-data; boundary=x' },
    body: endless,
    duplex: 'half',
  } as RequestInit)
  expect(cutOffResponse.status).toBe(413)
  expect(sentBytes).toBe(1_000)
})

test('an invalid upload is rejected with the error envelope', async () => {
  const mills = await createCompany(app)
  const send = async (headers: Record<string, string>, body: BodyInit) => {
    const response = await fetch(`${app.origin}/api/v1/account/bulk-purchases/check`, {
      method: 'POST',
      headers: { ...mills.headers, ...headers },
      body,
    })
    return {
      httpStatus: response.status,
      ...((await response.json()) as { status: string; errors?: object }),
    }
  }
  const otherField = new FormData()
  otherField.set('document', new Blob([validFile]), 'staff.csv')
  const twoFiles = new FormData()
  twoFiles.append('file', new Blob([validFile]), 'one.csv')
  twoFiles.append('file', new Blob([validFile]), 'two.csv')
  const withField = new FormData()
  withField.set('user_id', 'other-user')
  withField.set('file', new Blob([validFile]), 'one.csv')
  for (const [headers, body] of [
    [{ 'content-type': 'application/json' }, '{"file":"x"}'],
    [{}, otherField],
    [{}, twoFiles],
    [{}, withField],
    [{ 'content-type': 'multipart/form-data' }, 'nonsense'],
    [
      { 'content-type': 'multipart/form-data; boundary=x' },
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nabc',
    ],
  ] as [Record<string, string>, BodyInit][]) {
    const response = await send(headers, body)
    expect([400, 422]).toContain(response.httpStatus)
    expect(response.status).toBe('error')
  }
  expect(await mills.checkFile('', 'empty.csv')).toMatchObject({
    httpStatus: 422,
    errors: { file: ['The file is empty.'] },
  })
})

test('a file name is shown as text and never used as a path', async () => {
  const mills = await createCompany(app)
  const { data } = await mills.checkFile(validFile, '../../etc/<b>passwd</b>\u202E.csv')
  expect(data.file_name).not.toMatch(/[/\\\u202E]/)
  expect(data.file_name).toContain('.csv')
})

test('a row whose lookup fails is retried and not marked as invalid', async () => {
  const mills = await createCompany(app)
  await app.injectFault('vtpass', 'verify_down')
  const { data } = await mills.checkFile(toCsv(['power,11000000077,ikeja,prepaid,,2000,08031234567']))
  await mills.waitForState(data.id, 'ready')
  expect((await mills.getBulkPurchase(data.id)).data.counts).toMatchObject({ ready: 1, invalid: 0 })
})

test('the template passes the check, and the result file has the same columns', async () => {
  const mills = await createCompany(app)
  const { httpStatus, bytes, headers } = await mills.downloadTemplate()
  expect(httpStatus).toBe(200)
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(bytes.toString()).toContain(bulkColumns.map((entry) => `"${entry}"`).join(','))
  const { data } = await mills.checkFile(bytes)
  expect(data.counts).toMatchObject({ all: 5 })
})

const statesOf = async (company: TestCompany, id: string, query: Record<string, string>) =>
  (await company.getBulkPurchase(id, query)).data.rows.map((entry) => entry.state)

test('rows are listed by state and page', async () => {
  const mills = await createCompany(app)
  const lines = Array.from(
    { length: 80 },
    (_, index) => `airtime,080100${10_000 + index},mtn,,,${index < 5 ? 100 : 1},`,
  )
  const { data } = await mills.checkFile(toCsv(lines))
  await mills.waitForState(data.id, 'ready')
  const first = (await mills.getBulkPurchase(data.id)).data
  expect(first.rows).toHaveLength(50)
  const second = (await mills.getBulkPurchase(data.id, { cursor: first.next ?? '' })).data
  expect(second.rows).toHaveLength(30)
  expect(second.next).toBeNull()
  expect(await statesOf(mills, data.id, { state: 'ready' })).toEqual(Array(5).fill('ready'))
  expect(await mills.getBulkPurchase(data.id, { state: 'lost' })).toMatchObject({ httpStatus: 422 })
})
