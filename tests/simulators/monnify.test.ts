import { createHmac } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { dataDir, listeningApp, type ReceivedWebhook, simulators, waitFor } from './setup.ts'

const basic = `Basic ${Buffer.from('MK_TEST_simulated:simulated-monnify-secret').toString('base64')}`

/** Simulators and an authenticated Monnify client. */
async function monnify(options: Parameters<typeof simulators>[0] = {}) {
  const client = await simulators(options)
  const login = await client.post('/monnify/api/v1/auth/login', {}, { authorization: basic })
  const headers = { authorization: `Bearer ${login.json().responseBody.accessToken}` }
  const get = (path: string) => client.request(`/monnify/api${path}`, { headers })
  const send = (path: string, body: object) => client.post(`/monnify/api${path}`, body, headers)
  const initialise = (paymentReference: string, overrides: object = {}) =>
    send('/v1/merchant/transactions/init-transaction', {
      amount: 2100,
      customerEmail: 'ada@example.com',
      customerName: 'Ada',
      paymentReference,
      paymentDescription: 'Electricity',
      currencyCode: 'NGN',
      contractCode: '1234567890',
      redirectUrl: 'http://localhost:3000/payments/callback/monnify?n=1',
      metaData: { order_reference: 'ABCDEFGH2345' },
      ...overrides,
    })
  const refund = (body: object) =>
    send('/v1/refunds/initiate-refund', { refundReason: 'x', customerNote: 'Refund', ...body })
  const reserve = (accountReference: string) =>
    send('/v2/bank-transfer/reserved-accounts', {
      accountReference,
      accountName: 'ADA OKAFOR',
      customerName: 'ADA OKAFOR',
      customerEmail: 'ada@example.com',
      currencyCode: 'NGN',
      contractCode: '1234567890',
      bvn: '22222222222',
      getAllAvailableBanks: true,
      restrictPaymentSource: false,
    })
  const status = async (paymentReference: string) =>
    (await get(`/v2/merchant/transactions/query?paymentReference=${paymentReference}`)).json().responseBody
  return { ...client, headers, get, initialise, refund, reserve, status }
}

const signed = ({ body, headers }: ReceivedWebhook) =>
  headers['monnify-signature'] === createHmac('sha512', 'simulated-monnify-secret').update(body).digest('hex')

test('wrong keys and an unknown bearer token are rejected', async () => {
  const { post, request } = await simulators()
  const wrong = await post('/monnify/api/v1/auth/login', {}, { authorization: 'Basic d3Jvbmc6a2V5' })
  expect(wrong.status).toBe(401)
  expect(wrong.json()).toMatchObject({ requestSuccessful: false })
  for (const authorization of ['Bearer unknown', basic])
    expect((await request('/monnify/api/v1/banks', { headers: { authorization } })).status).toBe(401)
})

test('the checkout page captures once for repeated Pay now', async () => {
  const { initialise, request, providerRecords, url } = await monnify()
  const { checkoutUrl, transactionReference, enabledPaymentMethod } = (
    await initialise('pay-1', { paymentMethods: ['CARD'] })
  ).json().responseBody
  expect(checkoutUrl).toBe(`${url}/simulators/checkout/monnify/${transactionReference}`)
  expect(transactionReference).toContain('|')
  expect(enabledPaymentMethod).toEqual(['CARD'])

  const path = new URL(checkoutUrl).pathname
  const page = await request(path)
  expect(page.text).toContain('₦2,100.00')
  expect(page.text).toContain('value="4111 1111 1111 1111"')
  const body = new URLSearchParams({ do: 'pay', card_number: '4111 1111 1111 1111', test_card: '' })
  for (const { status, headers } of await Promise.all(
    [1, 2, 3].map(() => request(path, { method: 'POST', body })),
  )) {
    expect(status).toBe(303)
    expect(headers.get('location')).toBe(
      'http://localhost:3000/payments/callback/monnify?n=1&paymentReference=pay-1',
    )
  }
  expect((await providerRecords()).captures).toEqual([
    {
      party: 'monnify',
      reference: 'pay-1',
      orderReference: 'ABCDEFGH2345',
      amountKobo: 210_000,
      currency: 'NGN',
      at: expect.any(String),
    },
  ])
  expect((await request(path)).text).toContain('This payment was received')
})

test("a status is queried by either reference, Monnify's URL-encoded; unknown references return 404", async () => {
  const { initialise, get, pay, status } = await monnify()
  const { transactionReference } = (await initialise('pay-2')).json().responseBody
  expect(await status('pay-2')).toMatchObject({ paymentStatus: 'PENDING', paymentMethod: null })
  await pay('pay-2')
  const byTransactionReference = await get(`/v2/transactions/${encodeURIComponent(transactionReference)}`)
  expect(byTransactionReference.json().responseBody).toMatchObject({
    paymentReference: 'pay-2',
    paymentStatus: 'PAID',
    amountPaid: '2100.00',
    settlementAmount: '2068.50',
    paidOn: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{9}$/),
  })
  expect((await get(`/v2/transactions/${transactionReference}`)).status).toBe(400)
  expect((await get('/v2/merchant/transactions/query?paymentReference=unknown')).status).toBe(404)
})

test('a used reference, an amount below the minimum, another contract and a wrong body are rejected', async () => {
  const { initialise } = await monnify()
  await initialise('pay-3')
  expect((await initialise('pay-3')).json()).toMatchObject({
    requestSuccessful: false,
    responseMessage: 'Duplicate payment reference',
  })
  for (const overrides of [
    { amount: 19.99 },
    { amount: '2100' },
    { contractCode: '1' },
    { currencyCode: 'USD' },
  ])
    expect((await initialise(`pay-${Math.random()}`, overrides)).status).toBeGreaterThanOrEqual(400)
})

test('a webhook is signed, with amounts as numbers and the payer in one of three formats', async () => {
  const app = await listeningApp()
  const { initialise, pay } = await monnify({ appUrl: app.url })
  const shapes: Record<string, unknown> = {
    CARD: {},
    ACCOUNT_TRANSFER: [expect.objectContaining({ bankCode: '058' })],
    USSD: expect.objectContaining({ bankCode: '058' }),
  }
  for (const [method, shape] of Object.entries(shapes)) {
    await initialise(`w-${method}`, { paymentMethods: [method] })
    await pay(`w-${method}`)
    const webhook = await waitFor(() => {
      const mine = app.webhooks.find(({ body }) => body.includes(`w-${method}"`))
      if (!mine) throw new Error('not yet')
      return mine
    })
    expect(signed(webhook)).toBe(true)
    expect(JSON.parse(webhook.body)).toMatchObject({
      eventType: 'SUCCESSFUL_TRANSACTION',
      eventData: {
        paymentReference: `w-${method}`,
        amountPaid: 2100,
        settlementAmount: '2068.50',
        paidOn: expect.stringMatching(/ (AM|PM)$/),
        paymentSourceInformation: shape,
      },
    })
  }
})

test('the webhook_unsigned fault sends no signature, like the sandbox', async () => {
  const app = await listeningApp()
  const { initialise, pay, fault } = await monnify({ appUrl: app.url })
  await initialise('pay-4')
  await fault('monnify', 'webhook_unsigned')
  await pay('pay-4')
  await waitFor(() => expect(app.webhooks).toHaveLength(1))
  expect(app.webhooks[0]?.headers['monnify-signature']).toBeUndefined()
})

test('a rejected transfer sends a webhook and leaves the payment open', async () => {
  const app = await listeningApp()
  const { initialise, pay, fault, status } = await monnify({ appUrl: app.url })
  await initialise('pay-5', { paymentMethods: ['ACCOUNT_TRANSFER'] })
  await fault('monnify', 'transfer_rejected')
  await pay('pay-5')
  await waitFor(() => expect(app.webhooks).toHaveLength(1))
  expect(JSON.parse(app.webhooks[0]!.body)).toMatchObject({
    eventType: 'REJECTED_PAYMENT',
    eventData: {
      paymentReference: 'pay-5',
      paymentRejectionInformation: { rejectionReason: 'UNDER_PAYMENT' },
    },
  })
  expect(await status('pay-5')).toMatchObject({ paymentStatus: 'PENDING' })
  await pay('pay-5')
  expect(await status('pay-5')).toMatchObject({ paymentStatus: 'PAID' })
})

test('a refund is rejected by code, pending, completed, and sent in a webhook with its reference', async () => {
  const app = await listeningApp()
  const { initialise, pay, status, refund, get, providerRecords } = await monnify({
    appUrl: app.url,
    speed: 50,
  })
  await initialise('pay-6')
  const { transactionReference } = await status('pay-6')
  const target = { transactionReference, refundReference: 'r-1', refundAmount: 2100 }
  const code = async (body: object) => (await refund({ ...target, ...body })).json().responseCode
  expect(await code({ transactionReference: 'MNFY|none' })).toBe('R1')
  expect(await code({})).toBe('R2')
  await pay('pay-6')
  expect(await code({ refundAmount: 2100.01 })).toBe('R3')
  expect(await code({ refundAmount: 19 })).toBe('R4')
  expect(await code({ customerNote: 'longer than sixteen' })).toBe('R8')
  const response = await refund(target)
  expect(response.json().responseBody).toMatchObject({
    refundReference: 'r-1',
    refundStatus: 'PENDING',
    refundType: 'FULL_REFUND',
    createdOn: expect.stringMatching(/\+0000$/),
  })
  expect(await code({})).toBe('R9')
  expect(await code({ refundReference: 'r-2', refundAmount: 100 })).toBe('R12')
  await waitFor(async () =>
    expect((await get('/v1/refunds/r-1')).json().responseBody.refundStatus).toBe('COMPLETED'),
  )
  expect((await get('/v1/refunds/none')).json().responseCode).toBe('R7')
  await waitFor(() =>
    expect(app.webhooks.some(({ body }) => body.includes('SUCCESSFUL_REFUND') && body.includes('r-1'))).toBe(
      true,
    ),
  )
  expect((await providerRecords()).refunds).toMatchObject([
    { party: 'monnify', reference: 'pay-6', amountKobo: 210_000 },
  ])
})

test('the declined card is declined, and the refund of the refund-fails card fails', async () => {
  const { initialise, pay, status, refund, providerRecords } = await monnify({ speed: 1_000 })
  await initialise('pay-7')
  expect(await pay('pay-7', { card: '4111 1111 1111 1110' })).toMatchObject({ status: 'failed' })
  expect(await status('pay-7')).toMatchObject({ paymentStatus: 'FAILED' })
  await initialise('pay-8')
  await pay('pay-8', { card: '5399830000000016' })
  const { transactionReference } = await status('pay-8')
  await refund({ transactionReference, refundReference: 'r-8', refundAmount: 2100 })
  await waitFor(async () => expect((await providerRecords()).refunds).toEqual([]))
})

test('a transfer to a virtual account is a transaction of that account only', async () => {
  const app = await listeningApp()
  const { reserve, post, get, providerRecords } = await monnify({ appUrl: app.url })
  const [account] = (await reserve('VA-1')).json().responseBody.accounts
  expect(account.accountNumber).toMatch(/^\d{10}$/)
  const push = (accountNumber: string) =>
    post('/simulators/inflow', { account_number: accountNumber, amount: 1500 })
  expect((await push('0000000000')).status).toBe(404)
  const transfer = (await push(account.accountNumber)).json()
  expect(transfer).toMatchObject({ party: 'monnify' })
  await waitFor(() => expect(app.webhooks).toHaveLength(1))
  expect(JSON.parse(app.webhooks[0]!.body).eventData).toMatchObject({
    transactionReference: transfer.reference,
    product: { type: 'RESERVED_ACCOUNT', reference: 'VA-1' },
    amountPaid: 1500,
  })
  const listed = await get('/v1/bank-transfer/reserved-accounts/transactions?accountReference=VA-1&page=0')
  expect(listed.json().responseBody).toMatchObject({
    content: [{ transactionReference: transfer.reference }],
    last: true,
  })
  expect((await providerRecords()).captures).toMatchObject([{ party: 'monnify', amountKobo: 150_000 }])
})

test('a restart invalidates only access tokens, and no BVN is stored', async () => {
  const folder = await dataDir()
  const before = await monnify({ dataDir: folder })
  await before.initialise('pay-9')
  await before.pay('pay-9')
  await before.reserve('VA-2')
  await before.close()
  const after = await monnify({ dataDir: folder })
  expect(await after.status('pay-9')).toMatchObject({ paymentStatus: 'PAID' })
  expect((await after.get('/v2/bank-transfer/reserved-accounts/VA-2')).status).toBe(200)
  const old = await after.request('/monnify/api/v1/banks', { headers: before.headers })
  expect(old.status).toBe(401)
  expect(await readFile(join(folder, 'simulators.jsonl'), 'utf8')).not.toContain('22222222222')
})
