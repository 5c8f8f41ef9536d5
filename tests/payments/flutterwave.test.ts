import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import type { CardCharge, CheckoutRequest } from '../../server/payments/gateway.ts'
import { flutterwave } from '../../server/payments/gateways/flutterwave/index.ts'
import { type Seen, standIn } from './stand-in.ts'

const keys = { secretKey: 'FLWSECK_TEST-simulated', secretHash: 'simulated-secret-hash' }
const owed = {
  paymentReference: 'SW-PAY-0001',
  gatewayReference: '288200108',
  refundReference: 'R-1',
  amountKobo: 30_050n,
  currency: 'NGN',
  reason: 'Not delivered',
}

async function startFlutterwave(answer: Parameters<typeof standIn>[0]) {
  const { seen, origin } = await standIn(answer)
  return { seen, origin, gateway: flutterwave({ url: `${origin}/flutterwave/v3`, ...keys }) }
}

const said = (data: unknown, meta?: unknown) => ({ body: { status: 'success', message: '', data, meta } })
const no = { status: 400, body: { status: 'error', message: 'No transaction was found', data: null } }
const asked = (seen: Seen[]) => seen.map(({ method, path, body }) => [method, path, body])

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

test('opening a checkout sends naira, our reference and one way to pay, under our key', async () => {
  const { gateway, seen, origin } = await startFlutterwave((_, at) => said({ link: `${at}/pay/abc` }))
  expect(await gateway.open(request)).toEqual({ is: 'opened', checkoutUrl: `${origin}/pay/abc` })
  expect(seen).toEqual([
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

test('a way to pay that Flutterwave does not offer is refused without a call', async () => {
  const { gateway, seen } = await startFlutterwave(() => said({}))
  expect(await gateway.open({ ...request, method: 'PHONE_NUMBER' })).toEqual({
    is: 'refused',
    because: 'method',
  })
  expect(seen).toEqual([])
  expect(gateway.can.methods).toEqual(['CARD', 'ACCOUNT_TRANSFER', 'USSD'])
})

test('a checkout leads only to Flutterwave itself', async () => {
  const live = flutterwave({ url: 'https://api.flutterwave.com/v3', ...keys })
  expect(live.checkoutHosts).toContain('checkout.flutterwave.com')
  const { gateway, origin } = await startFlutterwave(() => said({ link: 'http://evil.example/' }))
  expect(gateway.checkoutHosts).toEqual([new URL(origin).host])
  expect(await gateway.open(request)).toEqual({ is: 'unknown', because: 'unreadable' })
})

test('a charge by token carries the e-mail of the first payment, and a way back that names the payment', async () => {
  const { gateway, seen } = await startFlutterwave(() => said({ status: 'successful' }))
  const charge: CardCharge = { ...request, token: 'flw-t1nf-1' }
  expect(await gateway.chargeSaved(charge)).toEqual({ is: 'taken' })
  expect(asked(seen)).toEqual([
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

test('a refund names their transaction and its sum in naira', async () => {
  const { gateway, seen } = await startFlutterwave(() =>
    said({ id: 1, amount_refunded: 300.5, status: 'completed' }),
  )
  expect(await gateway.refund(owed)).toEqual({ is: 'accepted', refundId: '1', state: 'pending' })
  expect(asked(seen)).toEqual([
    ['POST', '/flutterwave/v3/transactions/288200108/refund', { amount: 300.5, comments: 'Not delivered' }],
  ])
})

/** One transaction under a reference. */
const paid = (id: number, status: string) => ({
  id,
  tx_ref: 'SW-PAY-0001',
  amount: 5100.5,
  currency: 'NGN',
  status,
  created_at: '2026-11-21T09:15:02.000Z',
})
const tries = (total_pages: number, ...states: string[]) =>
  said(
    states.map((status, i) => ({ ...paid(10 - i, status), id: String(10 - i) })),
    { page_info: { total_pages } },
  )

test('a failed try is not the end while another under the same reference may be paid', async () => {
  const verified = async (list: ReturnType<typeof tries> | typeof no) => {
    const { gateway } = await startFlutterwave(({ path = '' }) => {
      if (path.includes('verify_by_reference')) return said(paid(9, 'failed'))
      return path.includes('/10/verify') ? said(paid(10, 'successful')) : list
    })
    return gateway.verify('SW-PAY-0001')
  }
  expect(await verified(tries(1, 'failed', 'failed'))).toMatchObject({ is: 'failed' })
  expect(await verified(tries(1, 'successful', 'failed'))).toMatchObject({
    is: 'succeeded',
    gatewayReference: '10',
    paidKobo: 510_050n,
  })
  expect(await verified(tries(1, 'pending', 'failed'))).toEqual({ is: 'pending', because: 'other_tries' })
  expect(await verified(tries(2, 'failed', 'failed'))).toEqual({ is: 'pending', because: 'other_tries' })
  expect(await verified(no)).toEqual({ is: 'pending', because: 'other_tries' })
})

test('refunds of one payment are looked for on every page since its day', async () => {
  const refund = (id: number, tx_id: number) => ({ id, tx_id, amount_refunded: 1, status: 'completed' })
  const { gateway, seen } = await startFlutterwave(({ path = '' }) => {
    if (path.endsWith('/verify')) return said(paid(288200108, 'successful'))
    const rows = path.endsWith('page=1') ? [refund(5, 288200108), refund(4, 77)] : [refund(6, 288200108)]
    return said(rows, { page_info: { total_pages: 2 } })
  })
  expect((await gateway.findRefunds(owed))?.map((it) => it.refundId)).toEqual(['6', '5'])
  expect(seen.map(({ path }) => path)).toEqual([
    '/flutterwave/v3/transactions/288200108/verify',
    '/flutterwave/v3/refunds?from=2026-11-21&page=1',
    '/flutterwave/v3/refunds?from=2026-11-21&page=2',
  ])
})

test('a list of refunds that goes on too long, or a payment that cannot be read, is no list', async () => {
  const endless = await startFlutterwave(({ path = '' }) =>
    path.endsWith('/verify')
      ? said(paid(288200108, 'successful'))
      : said([], { page_info: { total_pages: 9_999 } }),
  )
  expect(await endless.gateway.findRefunds(owed)).toBeNull()
  expect(endless.seen.length).toBeLessThan(60)
  const { gateway } = await startFlutterwave(() => no)
  expect(await gateway.findRefunds(owed)).toBeNull()
})

test('a webhook is authentic when it shows our secret hash, or a signature over its raw bytes made with it', () => {
  const gateway = flutterwave({ url: 'https://api.flutterwave.com/v3', ...keys })
  const raw = Buffer.from('{"event":"charge.completed"}')
  const sign = (key: string) => createHmac('sha256', key).update(raw).digest('base64')
  expect(gateway.authentic(raw, { 'verif-hash': 'simulated-secret-hash' })).toBe(true)
  for (const hash of ['', 'simulated-secret-has', 'SIMULATED-SECRET-HASH', '€'.repeat(21)])
    expect(gateway.authentic(raw, { 'verif-hash': hash })).toBe(false)
  expect(gateway.authentic(raw, { 'flutterwave-signature': sign('simulated-secret-hash') })).toBe(true)
  expect(gateway.authentic(raw, { 'flutterwave-signature': sign('another') })).toBe(false)
  expect(gateway.authentic(raw, { 'flutterwave-signature': 'simulated-secret-hash' })).toBe(false)
  const both = { 'verif-hash': 'wrong', 'flutterwave-signature': sign('simulated-secret-hash') }
  expect(gateway.authentic(raw, both)).toBe(false)
  expect(gateway.authentic(raw, {})).toBe(false)
})

test('a permanent account is asked for under a reference of ours that checkouts never have', async () => {
  const { gateway, seen } = await startFlutterwave(() =>
    said({ account_number: '0067100155', bank_name: 'Mock Bank' }),
  )
  const made = await gateway.banking?.reserve?.({
    accountReference: 'ACC-1',
    accountName: 'Sanwo Ada Okafor',
    customerName: 'Ada Ngozi Okafor',
    customerEmail: 'ada@example.com',
    bvn: '22222222221',
  })
  expect(made).toMatchObject({ is: 'reserved', accounts: [{ accountName: 'Sanwo Ada Okafor' }] })
  expect(asked(seen)).toEqual([
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
