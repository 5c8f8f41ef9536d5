import { createHash, createHmac } from 'node:crypto'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { CheckoutRequest } from '../../server/payments/gateway.ts'
import { monnify } from '../../server/payments/gateways/monnify/index.ts'
import { type StubRequest, startStubServer } from './stub-server.ts'

const keys = {
  apiKey: 'MK_TEST_simulated',
  secretKey: 'simulated-monnify-secret',
  contractCode: '1234567890',
}

const loginPath = '/monnify/api/v1/auth/login'
const basic = `Basic ${Buffer.from(`${keys.apiKey}:${keys.secretKey}`).toString('base64')}`

/**
 * A stub Monnify that accepts logins with the right keys and responds with `response` to all other requests.
 * @param expiresIn lifetime of its tokens in seconds
 */
async function startMonnify(
  response: (requests: StubRequest, origin: string) => { status?: number; body: unknown },
  { expiresIn = 3600, loginStatus = 200 } = {},
) {
  let logins = 0
  const { requests: recorded, origin } = await startStubServer((requests, host) => {
    if (requests.path !== loginPath) return response(requests, host)
    logins += 1
    const status = requests.authorization === basic ? loginStatus : 401
    const responseBody = { accessToken: `bearer-${logins}`, expiresIn }
    return status === 200 ? success(responseBody) : { status, body: { requestSuccessful: false } }
  })
  return {
    origin,
    gateway: monnify({ url: `${origin}/monnify`, ...keys }),
    /** The recorded requests without the logins. */
    requests: () => recorded.filter(({ path }) => path !== loginPath),
    logins: () => logins,
  }
}

const success = (responseBody: unknown) => ({ body: { requestSuccessful: true, responseBody } })
const unknown = {
  status: 404,
  body: { requestSuccessful: false, responseMessage: 'Could not find', responseCode: '99' },
}

const request: CheckoutRequest = {
  reference: 'SW-PAY-0001',
  amountKobo: 510_050n,
  email: 'ada@example.com',
  method: 'PHONE_NUMBER',
  returnUrl: 'http://localhost:3000/payments/callback/monnify?n=1',
  cancelUrl: 'http://localhost:3000/cancel',
  description: 'Electricity for meter 04123456789',
  orderReference: 'ABCDEFGH2345',
}

test('creating a checkout sends naira, our reference and one method with the login’s token', async () => {
  const { gateway, requests, origin } = await startMonnify((_, host) =>
    success({
      transactionReference: 'MNFY|1',
      paymentReference: 'SW-PAY-0001',
      enabledPaymentMethod: ['PHONE_NUMBER'],
      checkoutUrl: `${host}/checkout/MNFY|1`,
    }),
  )
  expect(await gateway.createCheckout(request)).toEqual({
    type: 'opened',
    checkoutUrl: `${origin}/checkout/MNFY|1`,
    gatewayReference: 'MNFY|1',
  })
  expect(requests()).toEqual([
    {
      method: 'POST',
      path: '/monnify/api/v1/merchant/transactions/init-transaction',
      authorization: 'Bearer bearer-1',
      body: {
        amount: 5100.5,
        currencyCode: 'NGN',
        contractCode: '1234567890',
        customerEmail: 'ada@example.com',
        customerName: 'ada@example.com',
        paymentReference: 'SW-PAY-0001',
        paymentDescription: 'Electricity for meter 04123456789',
        metaData: { order_reference: 'ABCDEFGH2345' },
        redirectUrl: request.returnUrl,
        paymentMethods: ['PHONE_NUMBER'],
      },
    },
  ])
})

test('a payment method that Monnify does not offer is rejected without a call', async () => {
  const { gateway, logins } = await startMonnify(() => unknown)
  expect(await gateway.createCheckout({ ...request, method: 'WALLET' })).toEqual({
    type: 'rejected',
    reason: 'method',
  })
  expect(logins()).toBe(0)
  expect(gateway.capabilities.methods).toEqual(['CARD', 'ACCOUNT_TRANSFER', 'USSD', 'PHONE_NUMBER'])
})

test('a checkout redirects only to Monnify hosts', () => {
  const hosts = (url: string) => monnify({ url, ...keys }).checkoutHosts
  expect(hosts('https://api.monnify.com')).toEqual(['sdk.monnify.com'])
  expect(hosts('https://sandbox.monnify.com')).toEqual(['sandbox.sdk.monnify.com'])
  expect(hosts('http://127.0.0.1:3900/monnify')).toEqual(['127.0.0.1:3900'])
})

test('ten concurrent calls share one login', async () => {
  const { gateway, requests, logins } = await startMonnify(() => unknown)
  await Promise.all(Array.from({ length: 10 }, (_, index) => gateway.verify(`SW-${index}`)))
  expect(requests()).toHaveLength(10)
  expect(logins()).toBe(1)
})

test('a token is renewed before it expires', async () => {
  const now = performance.now.bind(performance)
  let passedMs = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + passedMs)
  onTestFinished(() => clock.mockRestore())
  const { gateway, logins } = await startMonnify(() => unknown, { expiresIn: 120 })
  await gateway.verify('SW-1')
  await gateway.verify('SW-1')
  expect(logins()).toBe(1)
  passedMs = 60_000
  await gateway.verify('SW-1')
  expect(logins()).toBe(2)
})

test('a rejected token is replaced and the call is retried once', async () => {
  const { gateway, requests, logins } = await startMonnify(({ authorization }) =>
    authorization === 'Bearer bearer-1' ? { status: 401, body: {} } : unknown,
  )
  expect(await gateway.verify('SW-1')).toEqual({ type: 'not_found' })
  expect(requests().map((request) => request.authorization)).toEqual(['Bearer bearer-1', 'Bearer bearer-2'])
  expect(logins()).toBe(2)
})

test('a call that stays unauthorised is sent at most twice', async () => {
  const { gateway, requests } = await startMonnify(() => ({ status: 401, body: {} }))
  expect(await gateway.verify('SW-1')).toEqual({ type: 'pending', reason: 'unauthorised' })
  expect(requests()).toHaveLength(2)
})

test.each([
  [401, { type: 'rejected', reason: 'unauthorised' }],
  [503, { type: 'rejected', reason: 'rejected' }],
])('without a login (%i) nothing is sent', async (loginStatus, outcome) => {
  const { gateway, requests } = await startMonnify(() => unknown, { loginStatus })
  expect(await gateway.createCheckout(request)).toEqual(outcome)
  expect(await gateway.verify('SW-1')).toMatchObject({ type: 'pending' })
  expect(requests()).toEqual([])
})

test('verify, refund, charge and lookups send exactly one request each', async () => {
  const { gateway, requests } = await startMonnify(() => unknown)
  await gateway.verify('SW/..?x')
  const payment = { paymentReference: 'SW-1', gatewayReference: 'MNFY|1', refundReference: 'R-1' }
  await gateway.refund({ ...payment, amountKobo: 510_050n, currency: 'NGN', reason: 'not_delivered' })
  expect(await gateway.listRefunds(payment)).toEqual([])
  await gateway.chargeSavedCard({ ...request, token: 'MNFY_TOKEN' })
  await gateway.banking?.getDeposit?.('MNFY|2026|1')
  expect(requests().map(({ method, path, body }) => [method, path, body])).toEqual([
    ['GET', '/monnify/api/v2/merchant/transactions/query?paymentReference=SW%2F..%3Fx', null],
    [
      'POST',
      '/monnify/api/v1/refunds/initiate-refund',
      {
        transactionReference: 'MNFY|1',
        refundReference: 'R-1',
        refundAmount: 5100.5,
        refundReason: 'not_delivered',
        customerNote: 'Refund',
      },
    ],
    ['GET', '/monnify/api/v1/refunds/R-1', null],
    [
      'POST',
      '/monnify/api/v1/merchant/cards/charge-card-token',
      expect.objectContaining({ cardToken: 'MNFY_TOKEN', apiKey: keys.apiKey, amount: 5100.5 }),
    ],
    ['GET', '/monnify/api/v2/transactions/MNFY%7C2026%7C1', null],
  ])
})

test('a webhook is authentic only when its raw bytes were signed with our key', () => {
  const gateway = monnify({ url: 'https://api.monnify.com', ...keys })
  const raw = Buffer.from('{"eventType":"SUCCESSFUL_TRANSACTION", "eventData":{}}')
  const sign = (bytes: Buffer, key: string) => createHmac('sha512', key).update(bytes).digest('hex')
  const authentic = (signature: string | string[] | undefined, bytes = raw) =>
    gateway.isWebhookAuthentic(bytes, { 'monnify-signature': signature })
  expect(authentic(sign(raw, keys.secretKey))).toBe(true)
  expect(authentic(sign(raw, 'somebody-elses-secret'))).toBe(false)
  expect(authentic(sign(raw, keys.secretKey), Buffer.from('{"eventType":"X","eventData":{}}'))).toBe(false)
  for (const none of [undefined, '', '€'.repeat(128), [sign(raw, keys.secretKey)]])
    expect(authentic(none)).toBe(false)
})

test('an older webhook without a signature is authentic only by the hash that it carries', () => {
  const gateway = monnify({ url: 'https://api.monnify.com', ...keys })
  const flat = {
    paymentReference: 'SW-1',
    amountPaid: '100.00',
    paidOn: '20/09/2019 11:34:13 AM',
    transactionReference: 'MNFY|20190920113413|000101',
  }
  const hashed = (secret: string) =>
    createHash('sha512')
      .update(`${secret}|SW-1|100.00|20/09/2019 11:34:13 AM|MNFY|20190920113413|000101`)
      .digest('hex')
  const authentic = (changes: object, headers = {}) =>
    gateway.isWebhookAuthentic(Buffer.from(JSON.stringify({ ...flat, ...changes })), headers)
  const transactionHash = hashed(keys.secretKey)
  expect(authentic({ transactionHash })).toBe(true)
  expect(authentic({ transactionHash: transactionHash.toUpperCase() })).toBe(true)
  expect(authentic({ transactionHash, amountPaid: 100 })).toBe(true)
  expect(authentic({ transactionHash: hashed('somebody-elses-secret') })).toBe(false)
  expect(authentic({ transactionHash, amountPaid: '100000.00' })).toBe(false)
  expect(authentic({ transactionHash, paymentReference: 'SW-2' })).toBe(false)
  expect(authentic({})).toBe(false)
  // A present signature must be valid.
  expect(authentic({ transactionHash }, { 'monnify-signature': 'wrong' })).toBe(false)
})

test('an unsigned webhook is accepted only from the sandbox, a wrongly signed one never', () => {
  const raw = Buffer.from('{}')
  const isAccepted = (url: string, headers = {}) => monnify({ url, ...keys }).isWebhookAuthentic(raw, headers)
  expect(isAccepted('https://sandbox.monnify.com')).toBe(true)
  expect(isAccepted('https://sandbox.monnify.com', { 'monnify-signature': 'wrong' })).toBe(false)
  expect(isAccepted('https://api.monnify.com')).toBe(false)
  expect(isAccepted('http://127.0.0.1:3900/monnify')).toBe(false)
})

test('every page of an account’s deposits is read: the newest may be on the last one', async () => {
  const lastPage = 30
  const { gateway } = await startMonnify(({ path = '' }) => {
    const page = Number(new URL(path, 'http://stub').searchParams.get('page'))
    return success({ content: [{ transactionReference: `MNFY|${page}` }], last: page === lastPage })
  })
  const list = await gateway.banking?.listDepositReferences?.('VA-1')
  const references = list?.references
  expect(references).toHaveLength(lastPage + 1)
  expect(list?.isComplete).toBe(true)
  expect(references?.at(-1)).toBe('MNFY|30')
})

test.each([
  ['without content', [], 1],
  ['that repeats', [{ transactionReference: 'MNFY|1' }], 2],
])('a list of deposits %s and is never the last page is not read on', async (_, content, calls) => {
  const { gateway, requests } = await startMonnify(() => success({ content, last: false }))
  expect(await gateway.banking?.listDepositReferences?.('VA-1')).toBeNull()
  expect(requests().filter(({ path }) => path?.includes('page='))).toHaveLength(calls)
})
