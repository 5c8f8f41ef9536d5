import { createHmac } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { CheckoutRequest } from '../../server/payments/gateway.ts'
import { monnify } from '../../server/payments/gateways/monnify/index.ts'
import { type Seen, standIn } from './stand-in.ts'

const keys = {
  apiKey: 'MK_TEST_simulated',
  secretKey: 'simulated-monnify-secret',
  contractCode: '1234567890',
}

const loginPath = '/monnify/api/v1/auth/login'
const basic = `Basic ${Buffer.from(`${keys.apiKey}:${keys.secretKey}`).toString('base64')}`

/**
 * A Monnify that logs in whoever has the keys and answers `reply` to the rest.
 * @param expiresIn seconds that its bearers last
 */
async function startMonnify(
  reply: (asked: Seen, origin: string) => { status?: number; body: unknown },
  { expiresIn = 3600, loginStatus = 200 } = {},
) {
  let logins = 0
  const { seen, origin } = await standIn((asked, host) => {
    if (asked.path !== loginPath) return reply(asked, host)
    logins += 1
    const status = asked.authorization === basic ? loginStatus : 401
    const responseBody = { accessToken: `bearer-${logins}`, expiresIn }
    return status === 200 ? said(responseBody) : { status, body: { requestSuccessful: false } }
  })
  return {
    origin,
    gateway: monnify({ url: `${origin}/monnify`, ...keys }),
    /** What was asked, the logins left out. */
    asked: () => seen.filter(({ path }) => path !== loginPath),
    logins: () => logins,
  }
}

const said = (responseBody: unknown) => ({ body: { requestSuccessful: true, responseBody } })
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

test('opening a checkout sends naira, our reference and one method, under the bearer of a login', async () => {
  const { gateway, asked, origin } = await startMonnify((_, host) =>
    said({
      transactionReference: 'MNFY|1',
      paymentReference: 'SW-PAY-0001',
      enabledPaymentMethod: ['PHONE_NUMBER'],
      checkoutUrl: `${host}/checkout/MNFY|1`,
    }),
  )
  expect(await gateway.open(request)).toEqual({
    is: 'opened',
    checkoutUrl: `${origin}/checkout/MNFY|1`,
    gatewayReference: 'MNFY|1',
  })
  expect(asked()).toEqual([
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

test('a way to pay that is ours alone is refused without a call', async () => {
  const { gateway, logins } = await startMonnify(() => unknown)
  expect(await gateway.open({ ...request, method: 'WALLET' })).toEqual({ is: 'refused', because: 'method' })
  expect(logins()).toBe(0)
  expect(gateway.can.methods).toEqual(['CARD', 'ACCOUNT_TRANSFER', 'USSD', 'PHONE_NUMBER'])
})

test('a checkout leads only to Monnify itself', () => {
  const hosts = (url: string) => monnify({ url, ...keys }).checkoutHosts
  expect(hosts('https://api.monnify.com')).toEqual(['sdk.monnify.com'])
  expect(hosts('https://sandbox.monnify.com')).toEqual(['sandbox.sdk.monnify.com'])
  expect(hosts('http://127.0.0.1:3900/monnify')).toEqual(['127.0.0.1:3900'])
})

test('ten questions at once are one login', async () => {
  const { gateway, asked, logins } = await startMonnify(() => unknown)
  await Promise.all(Array.from({ length: 10 }, (_, at) => gateway.verify(`SW-${at}`)))
  expect(asked()).toHaveLength(10)
  expect(logins()).toBe(1)
})

test('a bearer is renewed before it ends', async () => {
  const short = await startMonnify(() => unknown, { expiresIn: 0.2 })
  await short.gateway.verify('SW-1')
  await short.gateway.verify('SW-1')
  expect(short.logins()).toBe(1)
  await pause(120)
  await short.gateway.verify('SW-1')
  expect(short.logins()).toBe(2)
})

test('a bearer that is taken no more is replaced, and the call is repeated once', async () => {
  const { gateway, asked, logins } = await startMonnify(({ authorization }) =>
    authorization === 'Bearer bearer-1' ? { status: 401, body: {} } : unknown,
  )
  expect(await gateway.verify('SW-1')).toEqual({ is: 'not_found' })
  expect(asked().map((it) => it.authorization)).toEqual(['Bearer bearer-1', 'Bearer bearer-2'])
  expect(logins()).toBe(2)
})

test('a door that stays shut is tried twice and no more', async () => {
  const { gateway, asked } = await startMonnify(() => ({ status: 401, body: {} }))
  expect(await gateway.verify('SW-1')).toEqual({ is: 'pending', because: 'unauthorised' })
  expect(asked()).toHaveLength(2)
})

test.each([
  [401, { is: 'refused', because: 'unauthorised' }],
  [503, { is: 'refused', because: 'rejected' }],
])('without a login (%i) nothing is sent', async (loginStatus, outcome) => {
  const { gateway, asked } = await startMonnify(() => unknown, { loginStatus })
  expect(await gateway.open(request)).toEqual(outcome)
  expect(await gateway.verify('SW-1')).toMatchObject({ is: 'pending' })
  expect(asked()).toEqual([])
})

test('verify, refund, charge, and their search ask for exactly one thing', async () => {
  const { gateway, asked } = await startMonnify(() => unknown)
  await gateway.verify('SW/..?x')
  const of = { paymentReference: 'SW-1', gatewayReference: 'MNFY|1', refundReference: 'R-1' }
  await gateway.refund({ ...of, amountKobo: 510_050n, currency: 'NGN', reason: 'not_delivered' })
  expect(await gateway.findRefunds(of)).toEqual([])
  await gateway.chargeSaved({ ...request, token: 'MNFY_TOKEN' })
  await gateway.banking?.inflow?.('MNFY|2026|1')
  expect(asked().map(({ method, path, body }) => [method, path, body])).toEqual([
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
    gateway.authentic(bytes, { 'monnify-signature': signature })
  expect(authentic(sign(raw, keys.secretKey))).toBe(true)
  expect(authentic(sign(raw, 'somebody-elses-secret'))).toBe(false)
  expect(authentic(sign(raw, keys.secretKey), Buffer.from('{"eventType":"X","eventData":{}}'))).toBe(false)
  for (const none of [undefined, '', '€'.repeat(128), [sign(raw, keys.secretKey)]])
    expect(authentic(none)).toBe(false)
})

test('an unsigned webhook is heard from their sandbox alone, a badly signed one from nobody', () => {
  const raw = Buffer.from('{}')
  const heard = (url: string, headers = {}) => monnify({ url, ...keys }).authentic(raw, headers)
  expect(heard('https://sandbox.monnify.com')).toBe(true)
  expect(heard('https://sandbox.monnify.com', { 'monnify-signature': 'wrong' })).toBe(false)
  expect(heard('https://api.monnify.com')).toBe(false)
  expect(heard('http://127.0.0.1:3900/monnify')).toBe(false)
})
