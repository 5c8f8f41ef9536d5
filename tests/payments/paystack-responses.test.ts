import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { HttpResult } from '../../server/http/http-client.ts'
import {
  parseAccount,
  parseBanks,
  parseCustomer,
  parseDeposit,
} from '../../server/payments/gateways/paystack/banking-responses.ts'
import {
  parseRefund,
  parseRefunds,
  parseRetry,
} from '../../server/payments/gateways/paystack/refund-responses.ts'
import {
  parseCharge,
  parseCheckout,
  parsePayment,
  parseTokenRevoked,
} from '../../server/payments/gateways/paystack/responses.ts'
import { parseWebhook } from '../../server/payments/gateways/paystack/webhook.ts'

const readFixture = (name: string) =>
  readFileSync(new URL(`fixtures/paystack/${name}.json`, import.meta.url), 'utf8')
const httpResponse = (text: string, status = 200): HttpResult => ({
  type: 'response',
  status,
  headers: {},
  text,
})
const timedOut: HttpResult = { type: 'no_response', reason: 'timeout' }
const connectionRefused: HttpResult = { type: 'not_sent', reason: 'refused' }
const html = httpResponse('<html>502 Bad Gateway</html>', 502)
const verifiedPayment = (changes: Record<string, unknown>) => {
  const envelope = JSON.parse(readFixture('verified-customer-bears-fee')) as { data: Record<string, unknown> }
  return httpResponse(JSON.stringify({ ...envelope, data: { ...envelope.data, ...changes } }))
}

const expected = {
  reference: 'SW-PAY-0001',
  isAllowedRedirect: (url: URL) => url.host === 'checkout.paystack.com',
}

test('a created checkout returns its URL', () => {
  expect(parseCheckout(httpResponse(readFixture('initialized')), expected)).toEqual({
    type: 'opened',
    checkoutUrl: 'https://checkout.paystack.com/0peioxfhpn',
  })
})

test('a URL on another host or for another payment is not a valid checkout', () => {
  const unreadable = { type: 'unknown', reason: 'unreadable' }
  const elsewhere = readFixture('initialized').replace(
    'checkout.paystack.com/',
    'checkout.paystack.com.evil.example/',
  )
  expect(parseCheckout(httpResponse(elsewhere), expected)).toEqual(unreadable)
  const script = readFixture('initialized').replace(
    'https://checkout.paystack.com/0peioxfhpn',
    'javascript:alert(1)',
  )
  expect(parseCheckout(httpResponse(script), expected)).toEqual(unreadable)
  expect(
    parseCheckout(httpResponse(readFixture('initialized')), { ...expected, reference: 'SW-PAY-0009' }),
  ).toEqual(unreadable)
})

test('a rejected checkout and one that may exist are distinguished', () => {
  const read = (response: HttpResult) => parseCheckout(response, expected)
  expect(read(httpResponse(readFixture('invalid-key'), 401))).toEqual({
    type: 'rejected',
    reason: 'unauthorised',
  })
  expect(read(httpResponse(readFixture('duplicate-reference'), 400))).toEqual({
    type: 'unknown',
    reason: 'duplicate',
  })
  expect(read(httpResponse('{"status":false,"message":"Invalid Amount Sent"}', 400))).toEqual({
    type: 'rejected',
    reason: 'rejected',
  })
  expect(read(httpResponse('{"status":false,"message":"No active channel"}', 400))).toEqual({
    type: 'rejected',
    reason: 'method',
  })
  expect(read(connectionRefused)).toEqual({ type: 'rejected', reason: 'rejected' })
  expect(read(timedOut)).toEqual({ type: 'unknown', reason: 'timeout' })
  expect(read(html)).toEqual({ type: 'unknown', reason: 'unreadable' })
  expect(read(httpResponse('{"status":false,"message":"Too many requests"}', 429))).toMatchObject({
    type: 'unknown',
  })
})

test.each([400, 401, 403])('a key rejected with HTTP %i leaves every result unknown', (status) => {
  const rejectedKey = httpResponse(readFixture('invalid-key'), status)
  expect(parsePayment(rejectedKey)).toEqual({ type: 'pending', reason: 'unauthorised' })
  expect(parseCharge(rejectedKey, expected)).toEqual({ type: 'unknown', reason: 'unauthorised' })
  expect(parseRefund(rejectedKey, 510_000n)).toEqual({ type: 'unknown', reason: 'unauthorised' })
  expect(parseRetry(rejectedKey, '1')).toEqual({ type: 'unknown', reason: 'unauthorised' })
  expect(parseRefunds(rejectedKey, { paymentReference: 'SW-1', gatewayReference: '1' })).toBeNull()
  expect(parseTokenRevoked(rejectedKey)).toBe(false)
  expect(parseAccount(rejectedKey, '0123456789')).toEqual({ type: 'unavailable', reason: 'unauthorised' })
  expect(parseCustomer(rejectedKey)).toEqual({ type: 'unknown', reason: 'unauthorised' })
  expect(parseDeposit(rejectedKey)).toEqual({ type: 'pending' })
  // Nothing was created, so another payment method can be offered.
  expect(parseCheckout(rejectedKey, expected)).toEqual({
    type: 'rejected',
    reason: 'unauthorised',
  })
})

const customer = (metadata: unknown) =>
  httpResponse(
    JSON.stringify({ status: true, message: '', data: { id: 1, customer_code: 'CUS_1', metadata } }),
  )

test("a customer's metadata is read as an object and as JSON text", () => {
  for (const metadata of [{ account_reference: 'ACC-1' }, '{"account_reference":"ACC-1"}'])
    expect(parseCustomer(customer(metadata))).toMatchObject({
      accountReference: 'ACC-1',
    })
  for (const metadata of [null, '', 'no JSON', '0', []])
    expect(parseCustomer(customer(metadata))).toMatchObject({
      type: 'found',
      accountReference: null,
    })
})

test('a successful payment carries every field, with ids beyond 2^53 in full', () => {
  expect(parsePayment(httpResponse(readFixture('verified-card')))).toEqual({
    type: 'succeeded',
    reference: 'SW-PAY-0001',
    gatewayReference: '18446744073709551615',
    paidKobo: 510_000n,
    feeKobo: 17_650n,
    currency: 'NGN',
    channel: 'card',
    paidAt: '2026-11-21T09:15:02.000Z',
    card: {
      token: 'AUTH_uh8bcl3zbn',
      email: 'ada@example.com',
      firstDigits: '408408',
      lastDigits: '4081',
      expiry: '12/30',
      issuer: 'TEST BANK',
      type: 'visa',
      signature: 'SIG_yEXu7dLBeqG0kU7g95Ke',
    },
  })
})

test('a card whose digits are not digits of the right length is not reported', () => {
  const { data } = JSON.parse(readFixture('verified-card')) as { data: { authorization: object } }
  const cardWith = (change: object) =>
    parsePayment(verifiedPayment({ ...data, authorization: { ...data.authorization, ...change } }))
  expect(cardWith({ bin: '40840812' })).toMatchObject({ card: { firstDigits: '408408' } })
  for (const change of [
    { bin: '008XXX' },
    { bin: '40840' },
    { last4: 'X553' },
    { last4: '4084084084084081' },
  ])
    expect(cardWith(change)).toMatchObject({ type: 'succeeded', card: null })
})

test("the payer's name is the bank's, never what the customer entered", () => {
  const nameOf = (overrides: Record<string, unknown>) => {
    const status = parsePayment(verifiedPayment(overrides))
    return status.type === 'succeeded' ? status.payerName : status
  }
  const customer = { email: 'ada@example.com', first_name: 'Ada', last_name: 'Obi' }
  expect(nameOf({ authorization: { channel: 'bank_transfer', sender_name: ' ADA OKAFOR ' }, customer })).toBe(
    'ADA OKAFOR',
  )
  expect(nameOf({ authorization: { channel: 'bank', account_name: 'ADA OKAFOR' } })).toBe('ADA OKAFOR')
  for (const authorization of [null, {}, { sender_name: null, account_name: 7 }, { sender_name: ' ' }])
    expect(nameOf({ authorization, customer })).toBeUndefined()
})

test('a fee that the customer bore is neither part of the paid amount nor our cost', () => {
  expect(parsePayment(httpResponse(readFixture('verified-customer-bears-fee')))).toMatchObject({
    type: 'succeeded',
    paidKobo: 30_050n,
    feeKobo: 0n,
    card: null,
  })
})

test('an underpaid, overpaid or foreign-currency payment is reported unchanged', () => {
  expect(parsePayment(verifiedPayment({ amount: 100, requested_amount: 30_050, fees: 0 }))).toMatchObject({
    paidKobo: 100n,
  })
  expect(
    parsePayment(verifiedPayment({ amount: '60100', requested_amount: 30_050, fees: '100' })),
  ).toMatchObject({
    paidKobo: 60_100n,
  })
  expect(parsePayment(verifiedPayment({ currency: 'USD' }))).toMatchObject({
    type: 'succeeded',
    currency: 'USD',
  })
})

test('a failed payment has a reason although the call succeeded', () => {
  expect(parsePayment(httpResponse(readFixture('verified-failed')))).toEqual({
    type: 'failed',
    reason: 'Insufficient Funds',
  })
})

test('an unfinished payment and an unlisted status leave the payment pending', () => {
  for (const status of ['abandoned', 'ongoing', 'pending', 'processing', 'queued', 'teleported'])
    expect(parsePayment(verifiedPayment({ status }))).toEqual({ type: 'pending', reason: status })
  expect(parsePayment(verifiedPayment({ status: 'reversed' }))).toEqual({ type: 'reversed' })
})

test('a lost, unreadable or foreign response proves nothing about a payment', () => {
  for (const response of [
    timedOut,
    connectionRefused,
    html,
    httpResponse('{"status":true,"mess'),
    httpResponse('[]'),
    httpResponse('', 200),
  ])
    expect(parsePayment(response)).toMatchObject({ type: 'pending' })
  expect(parsePayment(httpResponse('<html>404</html>', 404))).toMatchObject({ type: 'pending' })
  expect(parsePayment(httpResponse(readFixture('invalid-key'), 401))).toEqual({
    type: 'pending',
    reason: 'unauthorised',
  })
  for (const amount of [-5, 30_050.5, '3e5', null, '300.50'])
    expect(parsePayment(verifiedPayment({ amount }))).toEqual({ type: 'pending', reason: 'unreadable' })
})

test('an unknown reference is not_found', () => {
  expect(parsePayment(httpResponse(readFixture('not-found'), 404))).toEqual({ type: 'not_found' })
  expect(parsePayment(httpResponse(readFixture('not-found'), 400))).toEqual({ type: 'not_found' })
})

test('a queued refund is accepted under its id', () => {
  expect(parseRefund(httpResponse(readFixture('refunded')), 510_000n)).toEqual({
    type: 'accepted',
    refundId: '3018284',
    state: 'pending',
  })
  const state = (to: string) =>
    httpResponse(readFixture('refunded').replace('"status": "pending"', `"status": "${to}"`))
  expect(parseRefund(state('processed'), 510_000n)).toMatchObject({ type: 'accepted', state: 'processed' })
  expect(parseRefund(state('needs-attention'), 510_000n)).toEqual({
    type: 'needs_attention',
    refundId: '3018284',
  })
  expect(parseRefund(state('failed'), 510_000n)).toMatchObject({ type: 'failed', refundId: '3018284' })
  expect(parseRefund(state('queued up'), 510_000n)).toMatchObject({ type: 'unknown' })
})

test('a refund of another amount, or with a lost response, is unknown until the list is read', () => {
  expect(parseRefund(httpResponse(readFixture('refunded')), 1n)).toMatchObject({ type: 'unknown' })
  expect(parseRefund(timedOut, 1n)).toEqual({ type: 'unknown', reason: 'timeout' })
  expect(parseRefund(html, 1n)).toMatchObject({ type: 'unknown' })
  const duplicate = httpResponse('{"status":false,"message":"Transaction has been fully reversed"}', 400)
  expect(parseRefund(duplicate, 1n)).toMatchObject({ type: 'unknown' })
  expect(parseRefund(httpResponse('{"status":false,"message":"Insufficient balance"}', 400), 1n)).toEqual({
    type: 'failed',
    reason: 'Insufficient balance',
    refundId: null,
  })
})

test('the refunds of a payment are listed newest first, without those of other payments', () => {
  const payment = { paymentReference: 'SW-PAY-0001', gatewayReference: '18446744073709551615' }
  expect(parseRefunds(httpResponse(readFixture('refunds')), payment)).toEqual([
    { refundId: '3018290', amountKobo: 310_000n, state: 'needs_attention' },
    { refundId: '3018284', amountKobo: 200_000n, state: 'failed' },
  ])
  expect(parseRefunds(httpResponse('{"status":true,"message":"","data":[]}'), payment)).toEqual([])
})

test('a list of refunds that cannot be read completely yields no list', () => {
  const payment = { paymentReference: 'SW-PAY-0001', gatewayReference: '18446744073709551615' }
  expect(
    parseRefunds(httpResponse(readFixture('refunds').replace('"failed"', '"vanished"')), payment),
  ).toBeNull()
  expect(parseRefunds(html, payment)).toBeNull()
  expect(parseRefunds(timedOut, payment)).toBeNull()
})

test('a webhook reports a payment or a refund', () => {
  const hook = (event: string, data: string) => Buffer.from(`{"event":"${event}","data":${data}}`)
  expect(
    parseWebhook(hook('charge.success', '{"id":18446744073709551615,"reference":"SW-PAY-0001"}')),
  ).toEqual({
    type: 'payment',
    reference: 'SW-PAY-0001',
    eventKey: 'charge.success:18446744073709551615',
  })
  expect(
    parseWebhook(
      hook(
        'refund.processed',
        '{"transaction_reference":"SW-PAY-0001","refund_reference":"RF_1","amount":5}',
      ),
    ),
  ).toEqual({
    type: 'refund',
    paymentReference: 'SW-PAY-0001',
    refundId: null,
    eventKey: 'refund.processed:RF_1',
  })
  expect(parseWebhook(hook('transfer.success', '{"id":7,"reference":"x"}'))).toEqual({
    type: 'other',
    eventKey: 'transfer.success:7',
  })
})

test('two partial refunds without ids are two events, and a retry is the same event', () => {
  const hook = (amount: number) =>
    parseWebhook(
      Buffer.from(
        `{"event":"refund.processed","data":{"transaction_reference":"SW-PAY-0001","amount":${amount}}}`,
      ),
    )?.eventKey
  expect(hook(1)).toBe(hook(1))
  expect(hook(1)).not.toBe(hook(2))
})

test('bytes that are not a Paystack webhook yield no event', () => {
  for (const raw of [
    '',
    'null',
    '[]',
    '{"event":5,"data":{}}',
    '{"event":"charge.success"}',
    '{"event":"x","data":',
  ])
    expect(parseWebhook(Buffer.from(raw))).toBeNull()
})

const success = (data: unknown, meta?: unknown) =>
  httpResponse(JSON.stringify({ status: true, message: '', data, meta }))
const rejectedResponse = (message: string, status = 400) =>
  httpResponse(JSON.stringify({ status: false, message }), status)

test('an accepted refund account starts the payout, and rejected details leave the refund unchanged', () => {
  const readRetryWithStatus = (status: string, id: number | string = 1_234_567) =>
    parseRetry(success({ id, transaction: 3_298_598_423, amount: 20_000, status }), '1234567')
  expect(readRetryWithStatus('processing')).toEqual({
    type: 'accepted',
    refundId: '1234567',
    state: 'pending',
  })
  expect(readRetryWithStatus('processed')).toMatchObject({ type: 'accepted', state: 'processed' })
  expect(readRetryWithStatus('needs-attention')).toEqual({ type: 'needs_attention', refundId: '1234567' })
  expect(readRetryWithStatus('failed')).toMatchObject({ type: 'failed', refundId: '1234567' })
  expect(readRetryWithStatus('processing', 7)).toMatchObject({ type: 'unknown' })
  expect(readRetryWithStatus('queued up')).toMatchObject({ type: 'unknown' })
  const unchangedRefund = { type: 'needs_attention', refundId: '1234567' }
  expect(parseRetry(rejectedResponse('Invalid account details'), '1234567')).toEqual(unchangedRefund)
  expect(parseRetry(connectionRefused, '1234567')).toEqual(unchangedRefund)
  expect(parseRetry(rejectedResponse('Refund does not need attention', 422), '1234567')).toMatchObject({
    type: 'unknown',
  })
  for (const response of [timedOut, html, rejectedResponse('Server Error', 500)])
    expect(parseRetry(response, '1234567')).toMatchObject({ type: 'unknown' })
})

test('active banks are listed page by page; an account resolves to a name, not_found or unavailable', () => {
  const bank = { id: 1, name: 'Access Bank ', code: '044', active: true, is_deleted: false }
  const deletedBank = { ...bank, id: 2, code: '063', is_deleted: true }
  const inactiveBank = { ...bank, id: 3, code: '030', active: false }
  expect(
    parseBanks(success([bank, deletedBank, inactiveBank], { next: 'YmFuazo4Mg==', perPage: 100 })),
  ).toEqual({
    banks: [{ id: '1', name: 'Access Bank', code: '044' }],
    next: 'YmFuazo4Mg==',
  })
  expect(parseBanks(success([bank]))).toMatchObject({ next: null })
  const accountReply = success({ account_number: '0123456789', account_name: 'ADA OKAFOR', bank_id: 9 })
  expect(parseAccount(accountReply, '0123456789')).toEqual({ type: 'found', name: 'ADA OKAFOR' })
  expect(parseAccount(accountReply, '0123456780')).toMatchObject({ type: 'unavailable' })
  expect(parseAccount(rejectedResponse('Could not resolve account name', 422), '1')).toEqual({
    type: 'not_found',
  })
  for (const response of [
    timedOut,
    connectionRefused,
    html,
    rejectedResponse('Slow down', 429),
    httpResponse(readFixture('invalid-key'), 401),
  ]) {
    expect(parseBanks(response)).toBeNull()
    expect(parseAccount(response, '1')).toMatchObject({ type: 'unavailable' })
  }
})

test('a deposit to a dedicated account is identified by its channel and carries our account reference', () => {
  const customer = (metadata: unknown) => ({ email: 'ada@example.com', metadata })
  const dedicatedAccountPayment = (metadata: unknown, channel = 'dedicated_nuban') =>
    verifiedPayment({
      channel,
      reference: 'T123',
      customer: customer(metadata),
      authorization: { channel, sender_name: 'JOHN DOE', reusable: false },
    })
  const expectedDeposit = {
    type: 'received',
    gatewayReference: 'T123',
    accountReference: 'ACC-1',
    payerName: 'JOHN DOE',
  }
  expect(parseDeposit(dedicatedAccountPayment({ account_reference: 'ACC-1' }))).toMatchObject(expectedDeposit)
  expect(parseDeposit(dedicatedAccountPayment('{"account_reference":"ACC-1"}'))).toMatchObject(
    expectedDeposit,
  )
  for (const metadata of [null, {}, 'no json', 5])
    expect(parseDeposit(dedicatedAccountPayment(metadata))).toEqual({ type: 'not_found' })
  expect(parseDeposit(dedicatedAccountPayment({ account_reference: 'ACC-1' }, 'bank_transfer'))).toEqual({
    type: 'not_found',
  })
  expect(parseDeposit(httpResponse(readFixture('not-found'), 404))).toEqual({ type: 'not_found' })
  expect(parseDeposit(timedOut)).toEqual({ type: 'pending' })
  const hook = (channel: string) =>
    parseWebhook(
      Buffer.from(`{"event":"charge.success","data":{"id":7,"reference":"T123","channel":"${channel}"}}`),
    )
  expect(hook('dedicated_nuban')).toEqual({
    type: 'deposit',
    gatewayReference: 'T123',
    eventKey: 'charge.success:7',
  })
  expect(hook('bank_transfer')).toMatchObject({ type: 'payment' })
})
