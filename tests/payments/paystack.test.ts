import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import type { CheckoutRequest } from '../../server/payments/gateway.ts'
import { paystack } from '../../server/payments/gateways/paystack/index.ts'
import { standIn } from './stand-in.ts'

const owed = { refundReference: 'R-1', amountKobo: 510_000n, currency: 'NGN', reason: 'Not delivered' }

/** A Paystack that answers `reply` to everything and remembers what it was asked. */
async function startPaystack(reply: (origin: string) => unknown, status = 200) {
  const { seen, origin } = await standIn((_, at) => ({ status, body: reply(at) }))
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
  expect(await gateway.refund({ ...of, ...owed })).toMatchObject({
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
    ['GET', '/paystack/refund?transaction=18446744073709551615&perPage=100', null],
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

test('the account for a refund is named by the bank’s id in their list, which goes over pages', async () => {
  const bank = (id: number, code: string) => ({ id, name: `Bank ${id}`, code })
  const { seen, origin } = await standIn(({ path = '' }) => {
    if (path.includes('retry'))
      return { body: { status: true, message: '', data: { id: 5, amount: 1, status: 'processing' } } }
    const last = path.includes('next=')
    const data = last ? [bank(9, '044'), bank(10, '057')] : [bank(1, '044')]
    return { body: { status: true, message: '', data, meta: { next: last ? null : 'YmFuazo5' } } }
  })
  const gateway = paystack({ url: origin, secretKey: 'sk_test_simulated' })
  const into = { refundId: '5', currency: 'NGN', accountNumber: '0123456789' }
  expect(await gateway.payInto?.({ ...into, bankCode: '057' })).toEqual({
    is: 'accepted',
    refundId: '5',
    state: 'pending',
  })
  const first = '/bank?country=nigeria&perPage=100&use_cursor=true'
  expect(seen.map(({ method, path, body }) => [method, path, body])).toEqual([
    ['GET', first, null],
    ['GET', `${first}&next=YmFuazo5`, null],
    [
      'POST',
      '/refund/retry_with_customer_details/5',
      { refund_account_details: { currency: 'NGN', account_number: '0123456789', bank_id: '10' } },
    ],
  ])
  expect(await gateway.payInto?.({ ...into, bankCode: '999' })).toMatchObject({ is: 'needs_attention' })
  expect(seen).toHaveLength(5)
  expect(await gateway.banking?.banks()).toEqual([
    { name: 'Bank 1', code: '044' },
    { name: 'Bank 10', code: '057' },
  ])
})

test('a list of banks that cannot be read in full is no list, and no account is sent without it', async () => {
  const { seen, origin } = await standIn(({ path = '' }) =>
    path.includes('next=')
      ? { status: 500, body: {} }
      : { body: { status: true, message: '', data: [], meta: { next: 'x' } } },
  )
  const gateway = paystack({ url: origin, secretKey: 'sk_test_simulated' })
  expect(await gateway.banking?.banks()).toBeNull()
  const into = { refundId: '5', currency: 'NGN', bankCode: '057', accountNumber: '0123456789' }
  expect(await gateway.payInto?.(into)).toEqual({ is: 'needs_attention', refundId: '5' })
  expect(seen.every(({ path }) => path?.startsWith('/bank'))).toBe(true)
})

test('a live integration makes accounts at the first bank that offers them', async () => {
  const { seen, origin } = await standIn(({ path = '' }) => {
    const said = (data: unknown) => ({ body: { status: true, message: '', data } })
    if (path.startsWith('/customer'))
      return said({ id: 1, customer_code: 'CUS_1', metadata: { account_reference: 'ACC-1' } })
    if (path.includes('available_providers')) return said([{ provider_slug: 'titan-paystack' }])
    return path.includes('?') ? said([]) : { body: { status: true, message: 'in progress' } }
  })
  const gateway = paystack({ url: origin, secretKey: 'sk_live_1' })
  expect(
    await gateway.banking?.reserve?.({
      accountReference: 'ACC-1',
      accountName: 'Ada',
      customerName: 'Ada Okafor',
      customerEmail: 'ada@example.com',
      bvn: '22222222221',
    }),
  ).toEqual({ is: 'pending' })
  expect(seen.at(-1)?.body).toEqual({ customer: 'CUS_1', preferred_bank: 'titan-paystack' })
  expect(JSON.stringify(seen)).not.toContain('22222222221')
})
