import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import type { CheckoutRequest } from '../../server/payments/gateway.ts'
import { paystack } from '../../server/payments/gateways/paystack/index.ts'
import { startStubServer } from './stub-server.ts'

const refundRequest = {
  refundReference: 'R-1',
  amountKobo: 510_000n,
  currency: 'NGN',
  reason: 'Not delivered',
}

/** A stub Paystack that responds with `response` to every request and records the requests. */
async function startPaystack(response: (origin: string) => unknown, status = 200) {
  const { requests, origin } = await startStubServer((_, host) => ({ status, body: response(host) }))
  return {
    requests,
    origin,
    gateway: paystack({ url: `${origin}/paystack`, secretKey: 'sk_test_simulated' }),
  }
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

test('creating a checkout sends kobo, our reference and one method with our key', async () => {
  const { gateway, requests, origin } = await startPaystack((host) => ({
    status: true,
    message: 'Authorization URL created',
    data: { authorization_url: `${host}/checkout/abc`, access_code: 'abc', reference: 'SW-PAY-0001' },
  }))
  expect(await gateway.createCheckout(request)).toEqual({
    type: 'opened',
    checkoutUrl: `${origin}/checkout/abc`,
  })
  expect(requests).toEqual([
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

test('a payment method that Paystack does not offer is rejected without a call', async () => {
  const { gateway, requests } = await startPaystack(() => ({}))
  expect(await gateway.createCheckout({ ...request, method: 'PHONE_NUMBER' })).toEqual({
    type: 'rejected',
    reason: 'method',
  })
  expect(requests).toEqual([])
  expect(gateway.capabilities.methods).toEqual(['CARD', 'ACCOUNT_TRANSFER', 'USSD'])
})

test('a checkout redirects only to Paystack hosts', async () => {
  expect(paystack({ url: 'https://api.paystack.co', secretKey: 'sk' }).checkoutHosts).toEqual([
    'checkout.paystack.com',
  ])
  const { gateway, origin } = await startPaystack(() => ({
    status: true,
    message: '',
    data: { authorization_url: 'http://evil.example/', reference: 'SW-PAY-0001' },
  }))
  expect(gateway.checkoutHosts).toEqual([new URL(origin).host])
  expect(await gateway.createCheckout(request)).toEqual({ type: 'unknown', reason: 'unreadable' })
})

test('verify, refund and the list of refunds request exactly one payment', async () => {
  const { gateway, requests } = await startPaystack(() => ({ status: false, message: 'no' }), 500)
  expect(await gateway.verify('SW/..?x')).toEqual({ type: 'pending', reason: 'unreadable' })
  const payment = { paymentReference: 'SW-PAY-0001', gatewayReference: '18446744073709551615' }
  expect(await gateway.refund({ ...payment, ...refundRequest })).toMatchObject({
    type: 'unknown',
  })
  expect(await gateway.listRefunds(payment)).toBeNull()
  expect(requests.map(({ method, path, body }) => [method, path, body])).toEqual([
    ['GET', '/paystack/transaction/verify/SW%2F..%3Fx', null],
    [
      'POST',
      '/paystack/refund',
      { transaction: 'SW-PAY-0001', amount: 510_000, currency: 'NGN', merchant_note: 'Not delivered' },
    ],
    ['GET', '/paystack/refund?transaction=18446744073709551615&perPage=100', null],
  ])
})

test('a webhook is authentic only when its raw bytes were signed with our key', () => {
  const gateway = paystack({ url: 'https://api.paystack.co', secretKey: 'sk_live_1' })
  const raw = Buffer.from('{"event":"charge.success", "data":{"reference":"SW-PAY-0001"}}')
  const sign = (bytes: Buffer, key: string) => createHmac('sha512', key).update(bytes).digest('hex')
  const authentic = (signature: string | string[] | undefined, bytes = raw) =>
    gateway.isWebhookAuthentic(bytes, { 'x-paystack-signature': signature })
  expect(authentic(sign(raw, 'sk_live_1'))).toBe(true)
  expect(authentic(sign(raw, 'sk_live_2'))).toBe(false)
  expect(authentic(sign(raw, 'sk_live_1'), Buffer.from('{"event":"charge.success","data":{}}'))).toBe(false)
  expect(authentic(undefined)).toBe(false)
  expect(authentic('')).toBe(false)
  expect(authentic('€'.repeat(128))).toBe(false)
  expect(authentic([sign(raw, 'sk_live_1')])).toBe(false)
})

test('a refund account uses the bank’s id from the paginated list', async () => {
  const bank = (id: number, code: string) => ({ id, name: `Bank ${id}`, code })
  const { requests, origin } = await startStubServer(({ path = '' }) => {
    if (path.includes('retry'))
      return { body: { status: true, message: '', data: { id: 5, amount: 1, status: 'processing' } } }
    const last = path.includes('next=')
    const data = last ? [bank(9, '044'), bank(10, '057')] : [bank(1, '044')]
    return { body: { status: true, message: '', data, meta: { next: last ? null : 'YmFuazo5' } } }
  })
  const gateway = paystack({ url: origin, secretKey: 'sk_test_simulated' })
  const into = { refundId: '5', currency: 'NGN', accountNumber: '0123456789' }
  expect(await gateway.refundToAccount?.({ ...into, bankCode: '057' })).toEqual({
    type: 'accepted',
    refundId: '5',
    state: 'pending',
  })
  const first = '/bank?country=nigeria&perPage=100&use_cursor=true'
  expect(requests.map(({ method, path, body }) => [method, path, body])).toEqual([
    ['GET', first, null],
    ['GET', `${first}&next=YmFuazo5`, null],
    [
      'POST',
      '/refund/retry_with_customer_details/5',
      { refund_account_details: { currency: 'NGN', account_number: '0123456789', bank_id: '10' } },
    ],
  ])
  expect(await gateway.refundToAccount?.({ ...into, bankCode: '999' })).toMatchObject({
    type: 'needs_attention',
  })
  expect(requests).toHaveLength(5)
  expect(await gateway.banking?.listBanks()).toEqual([
    { name: 'Bank 1', code: '044' },
    { name: 'Bank 10', code: '057' },
  ])
})

test('a list of banks that cannot be read completely yields no list, and no account is sent without it', async () => {
  const { requests, origin } = await startStubServer(({ path = '' }) =>
    path.includes('next=')
      ? { status: 500, body: {} }
      : { body: { status: true, message: '', data: [], meta: { next: 'x' } } },
  )
  const gateway = paystack({ url: origin, secretKey: 'sk_test_simulated' })
  expect(await gateway.banking?.listBanks()).toBeNull()
  const into = { refundId: '5', currency: 'NGN', bankCode: '057', accountNumber: '0123456789' }
  expect(await gateway.refundToAccount?.(into)).toEqual({ type: 'needs_attention', refundId: '5' })
  expect(requests.every(({ path }) => path?.startsWith('/bank'))).toBe(true)
})

test('a live integration creates accounts at the first bank that offers them', async () => {
  const { requests, origin } = await startStubServer(({ path = '' }) => {
    const success = (data: unknown) => ({ body: { status: true, message: '', data } })
    if (path.startsWith('/customer'))
      return success({ id: 1, customer_code: 'CUS_1', metadata: { account_reference: 'ACC-1' } })
    if (path.includes('available_providers')) return success([{ provider_slug: 'titan-paystack' }])
    return path.includes('?') ? success([]) : { body: { status: true, message: 'in progress' } }
  })
  const gateway = paystack({ url: origin, secretKey: 'sk_live_1' })
  expect(
    await gateway.banking?.reserveAccount?.({
      accountReference: 'ACC-1',
      accountName: 'Ada',
      customerName: 'Ada Okafor',
      customerEmail: 'ada@example.com',
      bvn: '22222222221',
    }),
  ).toEqual({ type: 'pending' })
  expect(requests.at(-1)?.body).toEqual({ customer: 'CUS_1', preferred_bank: 'titan-paystack' })
  expect(JSON.stringify(requests)).not.toContain('22222222221')
})
