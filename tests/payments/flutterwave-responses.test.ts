import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { HttpResult } from '../../server/http/http-client.ts'
import {
  parseAccount,
  parseBanks,
  parseDeposit,
  parseReservation,
} from '../../server/payments/gateways/flutterwave/banking.ts'
import { parseRefund, parseRefunds } from '../../server/payments/gateways/flutterwave/refund-responses.ts'
import {
  parseAttempts,
  parseCharge,
  parseCheckout,
  parsePayment,
} from '../../server/payments/gateways/flutterwave/responses.ts'
import { parseWebhook } from '../../server/payments/gateways/flutterwave/webhook.ts'

const readFixture = (name: string) =>
  readFileSync(new URL(`fixtures/flutterwave/${name}.json`, import.meta.url), 'utf8')
const answeredReply = (text: string, status = 200): HttpResult => ({
  type: 'response',
  status,
  headers: {},
  text,
})
const successResult = (data: unknown, meta?: unknown) =>
  answeredReply(JSON.stringify({ status: 'success', message: '', data, meta }))
const rejectedResponse = (message: string, status = 400) =>
  answeredReply(JSON.stringify({ status: 'error', message, data: null }), status)
const timedOut: HttpResult = { type: 'no_response', reason: 'timeout' }
const notSent: HttpResult = { type: 'not_sent', reason: 'refused' }
const html = answeredReply('<html>502 Bad Gateway</html>', 502)
const appError = answeredReply('{"error_id":"x","message":"oops","code":"app_error"}', 500)
const broken = [
  timedOut,
  html,
  appError,
  answeredReply('{"status":"success","da'),
  answeredReply('[]'),
  answeredReply(''),
]

const isAllowedRedirect = (url: URL) => url.protocol === 'https:' && url.host === 'checkout.flutterwave.com'
const link = 'https://checkout.flutterwave.com/v3/hosted/pay/flwlnk-01j8'
const changed = (changes: Record<string, unknown>) =>
  successResult({ ...(JSON.parse(readFixture('verified-card')) as { data: object }).data, ...changes })

test('a created checkout returns its URL, and URLs of other hosts are rejected', () => {
  expect(parseCheckout(successResult({ link }), { isAllowedRedirect: isAllowedRedirect })).toEqual({
    type: 'opened',
    checkoutUrl: link,
  })
  for (const elsewhere of [
    'https://checkout.flutterwave.com.evil.example/x',
    'http://checkout.flutterwave.com/x',
    'javascript:alert(1)',
    '',
  ])
    expect(
      parseCheckout(successResult({ link: elsewhere }), { isAllowedRedirect: isAllowedRedirect }),
    ).toEqual({
      type: 'unknown',
      reason: 'unreadable',
    })
})

test('a rejected checkout and one that may exist are distinguished', () => {
  const read = (response: HttpResult) => parseCheckout(response, { isAllowedRedirect: isAllowedRedirect })
  expect(read(rejectedResponse('Authorization required', 401))).toEqual({
    type: 'rejected',
    reason: 'unauthorised',
  })
  expect(read(rejectedResponse('amount is invalid'))).toEqual({ type: 'rejected', reason: 'rejected' })
  expect(read(rejectedResponse('No payment option is available'))).toEqual({
    type: 'rejected',
    reason: 'method',
  })
  expect(read(rejectedResponse('tx_ref has already been used'))).toEqual({
    type: 'unknown',
    reason: 'duplicate',
  })
  expect(read(notSent)).toEqual({ type: 'rejected', reason: 'rejected' })
  expect(read(timedOut)).toEqual({ type: 'unknown', reason: 'timeout' })
  expect(read(html)).toEqual({ type: 'unknown', reason: 'unreadable' })
  expect(read(appError)).toEqual({ type: 'unknown', reason: 'unreadable' })
  expect(read(rejectedResponse('Slow down', 429))).toMatchObject({ type: 'unknown' })
})

test('a successful payment carries every field, with naira parsed into kobo by digits', () => {
  expect(parsePayment(answeredReply(readFixture('verified-card')))).toEqual({
    type: 'succeeded',
    reference: 'SW-PAY-0001',
    gatewayReference: '288200108',
    paidKobo: 510_000n,
    feeKobo: 7_140n,
    currency: 'NGN',
    channel: 'card',
    paidAt: '2026-11-21T09:15:02.000Z',
    card: {
      token: 'flw-t1nf-f68b39a0e63bde33c9c0731f47d0244b-m03k',
      email: 'ada@example.com',
      firstDigits: '553188',
      lastDigits: '2950',
      expiry: '09/32',
      issuer: 'CREDIT',
      type: 'mastercard',
      signature: null,
    },
  })
})

test('an underpaid, overpaid or foreign-currency payment is reported to the kobo', () => {
  const money = (changes: object) => parsePayment(changed({ amount_settled: null, app_fee: 0, ...changes }))
  expect(money({ amount: 2550.05, charged_amount: 2550.05 })).toMatchObject({ paidKobo: 255_005n })
  expect(money({ amount: 5100, charged_amount: 5000 })).toMatchObject({ paidKobo: 500_000n })
  expect(money({ amount: '5600.5', charged_amount: null })).toMatchObject({ paidKobo: 560_050n })
  expect(money({ currency: 'USD' })).toMatchObject({ type: 'succeeded', currency: 'USD' })
})

test('the fee is the unsettled amount including stamp duty, and zero when the customer bore it', () => {
  const fee = (changes: Record<string, unknown>) => parsePayment(changed(changes))
  expect(
    fee({ amount: 100_000, charged_amount: 100_000, app_fee: 1400, amount_settled: 98_550 }),
  ).toMatchObject({ feeKobo: 145_000n })
  expect(fee({ amount_settled: null })).toMatchObject({ feeKobo: 7_140n })
  expect(fee({ charged_amount: 5171.4, amount_settled: 5100 })).toMatchObject({
    paidKobo: 510_000n,
    feeKobo: 0n,
  })
  expect(fee({ charged_amount: 5171.4, amount_settled: null })).toMatchObject({ feeKobo: 0n })
  expect(fee({ amount_settled: 5028.123 })).toMatchObject({ type: 'succeeded', feeKobo: 7_140n })
})

test('a card without a token or digits, or a payment by another method, yields no reusable card', () => {
  const { data } = JSON.parse(readFixture('verified-card')) as { data: { card: object } }
  expect(parsePayment(changed({ card: { ...data.card, token: undefined } }))).toMatchObject({ card: null })
  for (const change of [{ first_6digits: '55318' }, { last_4digits: '29 0' }])
    expect(parsePayment(changed({ card: { ...data.card, ...change } }))).toMatchObject({
      ...{ type: 'succeeded', card: null },
    })
  expect(parsePayment(changed({ payment_type: 'bank_transfer' }))).toMatchObject({ card: null })
})

test('a failed payment has a reason; one in progress or with an unlisted status is pending', () => {
  expect(parsePayment(changed({ status: 'failed', processor_response: 'Insufficient Funds' }))).toEqual({
    type: 'failed',
    reason: 'Insufficient Funds',
  })
  expect(parsePayment(changed({ status: 'cancelled', processor_response: null }))).toEqual({
    type: 'failed',
    reason: 'cancelled',
  })
  for (const status of ['pending', 'pending auth', 'teleported'])
    expect(parsePayment(changed({ status }))).toEqual({ type: 'pending', reason: status })
})

test('a lost, unreadable or foreign response proves nothing about a payment', () => {
  for (const response of [...broken, notSent])
    expect(parsePayment(response)).toMatchObject({ type: 'pending' })
  expect(parsePayment(answeredReply('<html>404</html>', 404))).toMatchObject({ type: 'pending' })
  expect(parsePayment(rejectedResponse('Authorization required', 401))).toEqual({
    type: 'pending',
    reason: 'unauthorised',
  })
  for (const amount of [-5, 5100.123, '3e5', null, 'five'])
    expect(parsePayment(changed({ amount }))).toEqual({ type: 'pending', reason: 'unreadable' })
})

test('a reference without a transaction is not_found', () => {
  for (const status of [400, 404])
    expect(parsePayment(rejectedResponse('No transaction was found for this id', status))).toEqual({
      type: 'not_found',
    })
})

test('an accepted charge has no final result; a pending one redirects only to Flutterwave hosts', () => {
  const read = (response: HttpResult) =>
    parseCharge(response, { isAllowedRedirect: (url) => url.host === 'auth.coreflutterwaveprod.com' })
  const { data, meta } = JSON.parse(readFixture('step-up')) as { data: object; meta: object }
  const step = {
    type: 'step_up',
    checkoutUrl: 'https://auth.coreflutterwaveprod.com/transaction?reference=IUSE9942171639769110812191',
  }
  expect(read(answeredReply(readFixture('step-up')))).toEqual(step)
  expect(read(successResult({ ...data, meta }))).toEqual(step)
  expect(read(answeredReply(readFixture('step-up').replace('auth.core', 'evil.core')))).toMatchObject({
    type: 'unknown',
  })
  expect(read(successResult(data))).toEqual({ type: 'accepted' })
  for (const status of ['successful', 'failed', 'something new'])
    expect(read(successResult({ ...data, status }, meta))).toEqual({ type: 'accepted' })
})

test('only a clear rejection of a charge is rejected; anything that may have reached the bank is unknown', () => {
  const read = (response: HttpResult) => parseCharge(response, { isAllowedRedirect: isAllowedRedirect })
  expect(read(rejectedResponse('Wrong token or email passed'))).toEqual({ type: 'rejected', reason: 'card' })
  expect(read(rejectedResponse('amount is invalid'))).toEqual({ type: 'rejected', reason: 'rejected' })
  expect(read(rejectedResponse('Authorization required', 401))).toEqual({
    type: 'rejected',
    reason: 'unauthorised',
  })
  expect(read(notSent)).toEqual({ type: 'rejected', reason: 'rejected' })
  expect(read(rejectedResponse('Duplicate tx_ref'))).toEqual({ type: 'unknown', reason: 'duplicate' })
  for (const response of [...broken, successResult(null)]) expect(read(response).type).toBe('unknown')
})

test('the transactions of a reference are listed with their status, without those of other references', () => {
  expect(parseAttempts(answeredReply(readFixture('attempts')), 'SW-PAY-0001')).toEqual({
    attempts: [
      { id: '989226', type: 'successful' },
      { id: '989223', type: 'failed' },
    ],
    pages: 1,
  })
  expect(parseAttempts(answeredReply(readFixture('attempts')), 'SW-PAY-0009')).toMatchObject({ attempts: [] })
  for (const response of [...broken, rejectedResponse('no')])
    expect(parseAttempts(response, 'SW-PAY-0001')).toBeNull()
})

test('an initiated refund is not yet processed', () => {
  const state = (to: string) => answeredReply(readFixture('refunded').replace('"completed"', `"${to}"`))
  const pendingRefund = { type: 'accepted', refundId: '75923', state: 'pending' }
  expect(parseRefund(answeredReply(readFixture('refunded')), 510_000n)).toEqual(pendingRefund)
  expect(parseRefund(state('processing'), 510_000n)).toEqual(pendingRefund)
  expect(parseRefund(state('completed-mpgs'), 510_000n)).toEqual({ ...pendingRefund, state: 'processed' })
  expect(parseRefund(state('failed'), 510_000n)).toMatchObject({ type: 'failed', refundId: '75923' })
  expect(parseRefund(state('completed-by-pigeon'), 510_000n)).toMatchObject({ type: 'unknown' })
  expect(parseRefund(answeredReply(readFixture('refunded')), 1n)).toMatchObject({ type: 'unknown' })
})

test('only a clear rejection fails a refund', () => {
  expect(parseRefund(rejectedResponse('Insufficient available balance'), 1n)).toEqual({
    type: 'failed',
    reason: 'Insufficient available balance',
    refundId: null,
  })
  expect(parseRefund(rejectedResponse('Transaction has already been refunded'), 1n)).toMatchObject({
    type: 'unknown',
  })
  expect(parseRefund(rejectedResponse('Authorization required', 401), 1n)).toMatchObject({ type: 'unknown' })
  for (const response of broken) expect(parseRefund(response, 1n)).toMatchObject({ type: 'unknown' })
})

test('the refunds of a payment are found by its transaction, under both field names', () => {
  expect(parseRefunds(answeredReply(readFixture('refunds')), '288200108')).toEqual({
    refunds: [
      { refundId: '75930', amountKobo: 310_000n, state: 'processed' },
      { refundId: '75923', amountKobo: 200_000n, state: 'failed' },
    ],
    pages: 1,
  })
  const spoilt = (from: string, to: string) =>
    parseRefunds(answeredReply(readFixture('refunds').replace(from, to)), '288200108')
  expect(spoilt('completed-mpgs', 'vanished')).toBeNull()
  expect(spoilt('"tx_id": 288200999', '"of": 1')).toBeNull()
  for (const response of [...broken, rejectedResponse('no')])
    expect(parseRefunds(response, '288200108')).toBeNull()
})

test('a webhook reports a payment, and its failure and success are different events', () => {
  const hook = readFixture('webhook')
  const read = (text: string) => parseWebhook(Buffer.from(text))
  expect(read(hook)).toEqual({
    type: 'payment',
    reference: 'SW-PAY-0001',
    eventKey: 'charge.completed:288200108:successful',
  })
  expect(read(hook.replace('"successful"', '"failed"'))?.eventKey).toBe('charge.completed:288200108:failed')
  expect(read(hook.replace('charge.completed', 'transfer.completed'))).toMatchObject({ type: 'other' })
  expect(read('{"event":"test_assess","data":{}}')).toMatchObject({ type: 'other' })
  for (const raw of ['', 'null', '[]', '{"event":5,"data":{}}', '{"event":"charge.completed"}'])
    expect(read(raw)).toBeNull()
})

test('a flat webhook, as recorded for cards and transfers, reports its payment', () => {
  const parse = (raw: string) => parseWebhook(Buffer.from(raw))
  const card = readFixture('webhook-flat-card')
  expect(parse(card)).toEqual({
    type: 'payment',
    reference: 'SW-PAY-0001',
    eventKey: 'CARD_TRANSACTION:288200108:successful',
  })
  expect(parse(card.replace('"successful"', '"failed"'))).toMatchObject({
    eventKey: 'CARD_TRANSACTION:288200108:failed',
  })
  const transfer = readFixture('webhook-flat-transfer')
  expect(parse(transfer)).toEqual({
    type: 'payment',
    reference: 'SW-PAY-0002',
    eventKey: 'BANK_TRANSFER_TRANSACTION:68376907:successful',
  })
  expect(parse(transfer.replace('SW-PAY-0002', 'VA-ACC-1'))).toMatchObject({
    type: 'deposit',
    gatewayReference: '68376907',
  })
  expect(parse('{"id":9,"txRef":"SW-1","status":"failed"}')).toEqual({
    type: 'payment',
    reference: 'SW-1',
    eventKey: 'flat:9:failed',
  })
  // Camel case also occurs inside `data`.
  expect(
    parse('{"event":"charge.completed","data":{"id":9,"txRef":"SW-1","status":"failed"}}'),
  ).toMatchObject({
    type: 'payment',
    reference: 'SW-1',
  })
  expect(parse('{"event.type":"Transfer","transfer":{"id":1}}')).toMatchObject({ type: 'other' })
})

test('a deposit to a virtual account is distinguished by its reference from a checkout paid by transfer', () => {
  const raw = readFixture('webhook').replace('SW-PAY-0001', 'VA-ACC-1')
  expect(parseWebhook(Buffer.from(raw))).toEqual({
    type: 'deposit',
    gatewayReference: '288200108',
    eventKey: 'charge.completed:288200108:successful',
  })
  const depositBody = changed({
    tx_ref: 'VA-ACC-1',
    payment_type: 'bank_transfer',
    meta: { originatorname: 'JOHN DOE' },
  })
  expect(parseDeposit(depositBody)).toEqual({
    type: 'received',
    gatewayReference: '288200108',
    accountReference: 'ACC-1',
    paidKobo: 510_000n,
    feeKobo: 7_140n,
    currency: 'NGN',
    paidAt: '2026-11-21T09:15:02.000Z',
    payerName: 'JOHN DOE',
  })
  expect(parseDeposit(answeredReply(readFixture('verified-card')))).toEqual({ type: 'not_found' })
  expect(parseDeposit(changed({ tx_ref: 'VA-ACC-1', status: 'pending' }))).toEqual({ type: 'pending' })
  expect(parseDeposit(rejectedResponse('No transaction was found for this id'))).toEqual({
    type: 'not_found',
  })
  for (const response of broken) expect(parseDeposit(response)).toEqual({ type: 'pending' })
})

test('banks, account names and reservations are read or reported as unavailable', () => {
  expect(parseBanks(successResult([{ id: 132, code: '044', name: 'Access Bank' }]))).toEqual([
    { code: '044', name: 'Access Bank' },
  ])
  const accountReply = successResult({ account_number: '0690000031', account_name: 'PASTOR BRIGHT ' })
  expect(parseAccount(accountReply, '0690000031')).toEqual({ type: 'found', name: 'PASTOR BRIGHT' })
  expect(parseAccount(accountReply, '0690000032')).toMatchObject({ type: 'unavailable' })
  expect(parseAccount(rejectedResponse('Sorry, that account number is invalid'), '1')).toEqual({
    type: 'not_found',
  })
  const reservationReply = successResult({
    account_number: '0067100155',
    bank_name: 'Mock Bank',
    order_ref: 'URF_1',
  })
  expect(parseReservation(reservationReply, 'Ada Okafor')).toEqual({
    type: 'reserved',
    isActive: true,
    accounts: [
      { bankName: 'Mock Bank', bankCode: null, accountName: 'Ada Okafor', accountNumber: '0067100155' },
    ],
  })
  expect(
    parseReservation(rejectedResponse('BVN is required for static account number'), 'Ada'),
  ).toMatchObject({
    type: 'rejected',
  })
  for (const response of [...broken, successResult([])]) {
    expect(parseBanks(response)).toBeNull()
    expect(parseAccount(response, '1')).toMatchObject({ type: 'unavailable' })
    expect(parseReservation(response, 'Ada')).toMatchObject({ type: 'unknown' })
  }
})
