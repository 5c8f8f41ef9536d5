import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import type { CheckoutRequest } from '../../server/payments/gateway.ts'
import { paystack } from '../../server/payments/gateways/paystack/index.ts'

interface Seen {
  method: string | undefined
  path: string | undefined
  authorization: string | undefined
  body: unknown
}

let close = async () => {}
afterEach(() => close())

/** A Paystack that answers `reply` to everything and remembers what it was asked. */
async function startPaystack(reply: (origin: string) => unknown, status = 200) {
  const seen: Seen[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk) => (text += chunk))
    request.on('end', () => {
      const { method, url: path, headers } = request
      seen.push({ method, path, authorization: headers.authorization, body: text ? JSON.parse(text) : null })
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(reply(origin)))
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  close = () => {
    server.closeAllConnections()
    return new Promise((done) => server.close(() => done()))
  }
  return { seen, origin, gateway: paystack({ url: `${origin}/paystack`, secretKey: 'sk_test_simulated' }) }
}

const request: CheckoutRequest = {
  reference: 'SW-PAY-0001',
  amountKobo: 510_000n,
  email: 'ada@example.com',
  method: 'ACCOUNT_TRANSFER',
  returnUrl: 'http://localhost:3000/payments/callback/paystack?n=1',
  cancelUrl: 'http://localhost:3000/cancel',
  description: 'Electricity for meter 04123456789',
  orderReference: 'ABCDEFGH2345',
}

test('opening a checkout sends kobo, our reference and one method, under our key', async () => {
  const { gateway, seen, origin } = await startPaystack((host) => ({
    status: true,
    message: 'Authorization URL created',
    data: { authorization_url: `${host}/checkout/abc`, access_code: 'abc', reference: 'SW-PAY-0001' },
  }))
  expect(await gateway.open(request)).toEqual({ is: 'opened', checkoutUrl: `${origin}/checkout/abc` })
  expect(seen).toEqual([
    {
      method: 'POST',
      path: '/paystack/transaction/initialize',
      authorization: 'Bearer sk_test_simulated',
      body: {
        email: 'ada@example.com',
        amount: 510_000,
        currency: 'NGN',
        reference: 'SW-PAY-0001',
        callback_url: request.returnUrl,
        channels: ['bank_transfer'],
        metadata: {
          order_reference: 'ABCDEFGH2345',
          cancel_action: request.cancelUrl,
          custom_fields: [
            {
              display_name: 'Purchase',
              variable_name: 'purchase',
              value: 'Electricity for meter 04123456789',
            },
          ],
        },
      },
    },
  ])
})

test('a way to pay that Paystack does not offer is refused without a call', async () => {
  const { gateway, seen } = await startPaystack(() => ({}))
  expect(await gateway.open({ ...request, method: 'PHONE_NUMBER' })).toEqual({
    is: 'refused',
    because: 'method',
  })
  expect(seen).toEqual([])
  expect(gateway.can.methods).toEqual(['CARD', 'ACCOUNT_TRANSFER', 'USSD'])
})

test('a checkout leads only to Paystack itself', async () => {
  expect(paystack({ url: 'https://api.paystack.co', secretKey: 'sk' }).checkoutHosts).toEqual([
    'checkout.paystack.com',
  ])
  const { gateway, origin } = await startPaystack(() => ({
    status: true,
    message: '',
    data: { authorization_url: 'http://evil.example/', reference: 'SW-PAY-0001' },
  }))
  expect(gateway.checkoutHosts).toEqual([new URL(origin).host])
  expect(await gateway.open(request)).toEqual({ is: 'unknown', because: 'unreadable' })
})

test('verify, refund and the list of refunds ask for exactly one payment', async () => {
  const { gateway, seen } = await startPaystack(() => ({ status: false, message: 'no' }), 500)
  expect(await gateway.verify('SW/..?x')).toEqual({ is: 'pending', because: 'unreadable' })
  const of = { paymentReference: 'SW-PAY-0001', gatewayReference: '18446744073709551615' }
  expect(await gateway.refund({ ...of, amountKobo: 510_000n, reason: 'Not delivered' })).toMatchObject({
    is: 'unknown',
  })
  expect(await gateway.findRefunds(of)).toBeNull()
  expect(seen.map(({ method, path, body }) => [method, path, body])).toEqual([
    ['GET', '/paystack/transaction/verify/SW%2F..%3Fx', null],
    [
      'POST',
      '/paystack/refund',
      { transaction: 'SW-PAY-0001', amount: 510_000, currency: 'NGN', merchant_note: 'Not delivered' },
    ],
    ['GET', '/paystack/refund?transaction=18446744073709551615&currency=NGN&perPage=100', null],
  ])
})

test('a webhook is authentic only when its raw bytes were signed with our key', () => {
  const gateway = paystack({ url: 'https://api.paystack.co', secretKey: 'sk_live_1' })
  const raw = Buffer.from('{"event":"charge.success", "data":{"reference":"SW-PAY-0001"}}')
  const sign = (bytes: Buffer, key: string) => createHmac('sha512', key).update(bytes).digest('hex')
  const authentic = (signature: string | string[] | undefined, bytes = raw) =>
    gateway.authentic(bytes, { 'x-paystack-signature': signature })
  expect(authentic(sign(raw, 'sk_live_1'))).toBe(true)
  expect(authentic(sign(raw, 'sk_live_2'))).toBe(false)
  expect(authentic(sign(raw, 'sk_live_1'), Buffer.from('{"event":"charge.success","data":{}}'))).toBe(false)
  expect(authentic(undefined)).toBe(false)
  expect(authentic('')).toBe(false)
  expect(authentic('€'.repeat(128))).toBe(false)
  expect(authentic([sign(raw, 'sk_live_1')])).toBe(false)
})
