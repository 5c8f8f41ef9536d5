import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import type { CardCharge, CheckoutRequest } from '../../server/payments/gateway.ts'
import { flutterwave } from '../../server/payments/gateways/flutterwave/index.ts'
import { type StubRequest, startStubServer } from './stub-server.ts'

const keys = { secretKey: 'FLWSECK_TEST-simulated', secretHash: 'simulated-secret-hash' }
const refundRequest = {
  paymentReference: 'SW-PAY-0001',
  gatewayReference: '288200108',
  refundReference: 'R-1',
  amountKobo: 30_050n,
  currency: 'NGN',
  reason: 'Not delivered',
}

async function startFlutterwave(handler: Parameters<typeof startStubServer>[0]) {
  const { requests, origin } = await startStubServer(handler)
  return { requests, origin, gateway: flutterwave({ url: `${origin}/flutterwave/v3`, ...keys }) }
}

const success = (data: unknown, meta?: unknown) => ({ body: { status: 'success', message: '', data, meta } })
const notFound = { status: 400, body: { status: 'error', message: 'No transaction was found', data: null } }
const summarise = (requests: StubRequest[]) => requests.map(({ method, path, body }) => [method, path, body])

const request: CheckoutRequest = {
  reference: 'SW-PAY-0001',
  amountKobo: 510_050n,
  email: 'ada@example.com',
  method: 'ACCOUNT_TRANSFER',
  returnUrl: 'http://localhost:3000/payments/callback/flutterwave?n=1',
  cancelUrl: 'http://localhost:3000/cancel',
  description: 'power 04123456789',
  orderReference: 'ABCDEFGH2345',
}

test('creating a checkout sends naira, our reference and one payment method with our key', async () => {
  const { gateway, requests, origin } = await startFlutterwave((_, host) =>
    success({ link: `${host}/pay/abc` }),
  )
  expect(await gateway.createCheckout(request)).toEqual({ type: 'opened', checkoutUrl: `${origin}/pay/abc` })
  expect(requests).toEqual([
    {
      method: 'POST',
      path: '/flutterwave/v3/payments',
      authorization: 'Bearer FLWSECK_TEST-simulated',
      body: {
        tx_ref: 'SW-PAY-0001',
        amount: 5100.5,
        currency: 'NGN',
        redirect_url: request.returnUrl,
        payment_options: 'banktransfer',
        session_duration: 60,
        customer: { email: 'ada@example.com' },
        customizations: { title: 'power 04123456789' },
        meta: { order_reference: 'ABCDEFGH2345' },
      },
    },
  ])
})

test('a payment method that Flutterwave does not offer is rejected without a call', async () => {
  const { gateway, requests } = await startFlutterwave(() => success({}))
  expect(await gateway.createCheckout({ ...request, method: 'PHONE_NUMBER' })).toEqual({
    type: 'rejected',
    reason: 'method',
  })
  expect(requests).toEqual([])
  expect(gateway.capabilities.methods).toEqual(['CARD', 'ACCOUNT_TRANSFER', 'USSD'])
})

test('a checkout redirects only to Flutterwave hosts', async () => {
  const live = flutterwave({ url: 'https://api.flutterwave.com/v3', ...keys })
  expect(live.checkoutHosts).toContain('checkout.flutterwave.com')
  const { gateway, origin } = await startFlutterwave(() => success({ link: 'http://evil.example/' }))
  expect(gateway.checkoutHosts).toEqual([new URL(origin).host])
  expect(await gateway.createCheckout(request)).toEqual({ type: 'unknown', reason: 'unreadable' })
})

test('a token charge sends the e-mail of the first payment and a return URL with the payment reference', async () => {
  const { gateway, requests } = await startFlutterwave(() => success({ status: 'successful' }))
  const charge: CardCharge = { ...request, token: 'flw-t1nf-1' }
  expect(await gateway.chargeSavedCard(charge)).toEqual({ type: 'accepted' })
  expect(summarise(requests)).toEqual([
    [
      'POST',
      '/flutterwave/v3/tokenized-charges',
      {
        token: 'flw-t1nf-1',
        email: 'ada@example.com',
        tx_ref: 'SW-PAY-0001',
        amount: 5100.5,
        currency: 'NGN',
        country: 'NG',
        narration: 'power 04123456789',
        redirect_url: `${request.returnUrl}&tx_ref=SW-PAY-0001`,
        meta: { order_reference: 'ABCDEFGH2345' },
      },
    ],
  ])
})

test('a refund sends the transaction id and the amount in naira', async () => {
  const { gateway, requests } = await startFlutterwave(() =>
    success({ id: 1, amount_refunded: 300.5, status: 'completed' }),
  )
  expect(await gateway.refund(refundRequest)).toEqual({ type: 'accepted', refundId: '1', state: 'pending' })
  expect(summarise(requests)).toEqual([
    ['POST', '/flutterwave/v3/transactions/288200108/refund', { amount: 300.5, comments: 'Not delivered' }],
  ])
})

/** One transaction under a reference. */
const paymentResponse = (id: number, status: string) => ({
  id,
  tx_ref: 'SW-PAY-0001',
  amount: 5100.5,
  currency: 'NGN',
  status,
  created_at: '2026-11-21T09:15:02.000Z',
})
const attemptList = (total_pages: number, ...states: string[]) =>
  success(
    states.map((status, i) => ({ ...paymentResponse(10 - i, status), id: String(10 - i) })),
    { page_info: { total_pages } },
  )

test('a failed attempt is not final while another under the same reference may succeed', async () => {
  const verified = async (list: ReturnType<typeof attemptList> | typeof notFound) => {
    const { gateway } = await startFlutterwave(({ path = '' }) => {
      if (path.includes('verify_by_reference')) return success(paymentResponse(9, 'failed'))
      return path.includes('/10/verify') ? success(paymentResponse(10, 'successful')) : list
    })
    return gateway.verify('SW-PAY-0001')
  }
  expect(await verified(attemptList(1, 'failed', 'failed'))).toMatchObject({ type: 'failed' })
  expect(await verified(attemptList(1, 'successful', 'failed'))).toMatchObject({
    type: 'succeeded',
    gatewayReference: '10',
    paidKobo: 510_050n,
  })
  expect(await verified(attemptList(1, 'pending', 'failed'))).toEqual({
    type: 'pending',
    reason: 'other_tries',
  })
  expect(await verified(attemptList(2, 'failed', 'failed'))).toEqual({
    type: 'pending',
    reason: 'other_tries',
  })
  expect(await verified(notFound)).toEqual({ type: 'pending', reason: 'other_tries' })
})

test('refunds of one payment are searched on every page since its day', async () => {
  const refund = (id: number, tx_id: number) => ({ id, tx_id, amount_refunded: 1, status: 'completed' })
  const { gateway, requests } = await startFlutterwave(({ path = '' }) => {
    if (path.endsWith('/verify')) return success(paymentResponse(288200108, 'successful'))
    const rows = path.endsWith('page=1') ? [refund(5, 288200108), refund(4, 77)] : [refund(6, 288200108)]
    return success(rows, { page_info: { total_pages: 2 } })
  })
  expect((await gateway.listRefunds(refundRequest))?.map((refund) => refund.refundId)).toEqual(['6', '5'])
  expect(requests.map(({ path }) => path)).toEqual([
    '/flutterwave/v3/transactions/288200108/verify',
    '/flutterwave/v3/refunds?from=2026-11-21&page=1',
    '/flutterwave/v3/refunds?from=2026-11-21&page=2',
  ])
})

test('an overlong list of refunds, or an unreadable payment, yields no list', async () => {
  const endless = await startFlutterwave(({ path = '' }) =>
    path.endsWith('/verify')
      ? success(paymentResponse(288200108, 'successful'))
      : success([], { page_info: { total_pages: 9_999 } }),
  )
  expect(await endless.gateway.listRefunds(refundRequest)).toBeNull()
  expect(endless.requests.length).toBeLessThan(60)
  const { gateway } = await startFlutterwave(() => notFound)
  expect(await gateway.listRefunds(refundRequest)).toBeNull()
})

test('a webhook is authentic with our secret hash or an HMAC signature over its raw bytes', () => {
  const gateway = flutterwave({ url: 'https://api.flutterwave.com/v3', ...keys })
  const raw = Buffer.from('{"event":"charge.completed"}')
  const sign = (key: string) => createHmac('sha256', key).update(raw).digest('base64')
  expect(gateway.isWebhookAuthentic(raw, { 'verif-hash': 'simulated-secret-hash' })).toBe(true)
  for (const hash of ['', 'simulated-secret-has', 'SIMULATED-SECRET-HASH', '€'.repeat(21)])
    expect(gateway.isWebhookAuthentic(raw, { 'verif-hash': hash })).toBe(false)
  expect(gateway.isWebhookAuthentic(raw, { 'flutterwave-signature': sign('simulated-secret-hash') })).toBe(
    true,
  )
  expect(gateway.isWebhookAuthentic(raw, { 'flutterwave-signature': sign('another') })).toBe(false)
  expect(gateway.isWebhookAuthentic(raw, { 'flutterwave-signature': 'simulated-secret-hash' })).toBe(false)
  const both = { 'verif-hash': 'wrong', 'flutterwave-signature': sign('simulated-secret-hash') }
  expect(gateway.isWebhookAuthentic(raw, both)).toBe(false)
  expect(gateway.isWebhookAuthentic(raw, {})).toBe(false)
})

test('a permanent account is requested under a reference that checkouts never use', async () => {
  const { gateway, requests } = await startFlutterwave(() =>
    success({ account_number: '0067100155', bank_name: 'Mock Bank' }),
  )
  const reservation = await gateway.banking?.reserveAccount?.({
    accountReference: 'ACC-1',
    accountName: 'Sanwo Ada Okafor',
    customerName: 'Ada Ngozi Okafor',
    customerEmail: 'ada@example.com',
    bvn: '22222222221',
  })
  expect(reservation).toMatchObject({ type: 'reserved', accounts: [{ accountName: 'Sanwo Ada Okafor' }] })
  expect(summarise(requests)).toEqual([
    [
      'POST',
      '/flutterwave/v3/virtual-account-numbers',
      {
        tx_ref: 'VA-ACC-1',
        is_permanent: true,
        currency: 'NGN',
        email: 'ada@example.com',
        bvn: '22222222221',
        narration: 'Sanwo Ada Okafor',
        firstname: 'Ada',
        lastname: 'Ngozi Okafor',
      },
    ],
  ])
})

test('every page of an account’s deposits is read: the newest may be on the last one', async () => {
  const { gateway } = await startFlutterwave(({ path = '' }) => {
    const page = Number(new URL(path, 'http://stub').searchParams.get('page'))
    return success([{ id: page, tx_ref: 'VA-ACC-1', status: 'successful' }], {
      page_info: { total_pages: 60 },
    })
  })
  const list = await gateway.banking?.listDepositReferences?.('ACC-1')
  const references = list?.references
  expect(references).toHaveLength(60)
  expect(references?.at(-1)).toBe('60')
})
