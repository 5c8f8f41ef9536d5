import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Reply } from '../../server/http/outbound.ts'
import { readHint } from '../../server/payments/gateways/paystack/hint.ts'
import { readCheckout, readPayment } from '../../server/payments/gateways/paystack/reading.ts'
import {
  readAccount,
  readBanks,
  readInflow,
} from '../../server/payments/gateways/paystack/reading-banking.ts'
import {
  readRefund,
  readRefunds,
  readRetry,
} from '../../server/payments/gateways/paystack/reading-refunds.ts'

const saved = (name: string) =>
  readFileSync(new URL(`fixtures/paystack/${name}.json`, import.meta.url), 'utf8')
const answered = (text: string, status = 200): Reply => ({ is: 'answered', status, headers: {}, text })
const timedOut: Reply = { is: 'lost', because: 'timeout' }
const refused: Reply = { is: 'not_sent', because: 'refused' }
const html = answered('<html>502 Bad Gateway</html>', 502)
const verified = (changes: Record<string, unknown>) => {
  const envelope = JSON.parse(saved('verified-customer-bears-fee')) as { data: Record<string, unknown> }
  return answered(JSON.stringify({ ...envelope, data: { ...envelope.data, ...changes } }))
}

const expected = { reference: 'SW-PAY-0001', mayLeadTo: (url: URL) => url.host === 'checkout.paystack.com' }

test('an opened checkout gives the address to pay at', () => {
  expect(readCheckout(answered(saved('initialized')), expected)).toEqual({
    is: 'opened',
    checkoutUrl: 'https://checkout.paystack.com/0peioxfhpn',
  })
})

test('an address on another host, or for another payment, is not one to send a customer to', () => {
  const unreadable = { is: 'unknown', because: 'unreadable' }
  const elsewhere = saved('initialized').replace(
    'checkout.paystack.com/',
    'checkout.paystack.com.evil.example/',
  )
  expect(readCheckout(answered(elsewhere), expected)).toEqual(unreadable)
  const script = saved('initialized').replace(
    'https://checkout.paystack.com/0peioxfhpn',
    'javascript:alert(1)',
  )
  expect(readCheckout(answered(script), expected)).toEqual(unreadable)
  expect(readCheckout(answered(saved('initialized')), { ...expected, reference: 'SW-PAY-0009' })).toEqual(
    unreadable,
  )
})

test('a checkout that was refused, and one that may exist, are told apart', () => {
  const read = (reply: Reply) => readCheckout(reply, expected)
  expect(read(answered(saved('invalid-key'), 401))).toEqual({ is: 'refused', because: 'unauthorised' })
  expect(read(answered(saved('duplicate-reference'), 400))).toEqual({ is: 'unknown', because: 'duplicate' })
  expect(read(answered('{"status":false,"message":"Invalid Amount Sent"}', 400))).toEqual({
    is: 'refused',
    because: 'rejected',
  })
  expect(read(answered('{"status":false,"message":"No active channel"}', 400))).toEqual({
    is: 'refused',
    because: 'method',
  })
  expect(read(refused)).toEqual({ is: 'refused', because: 'rejected' })
  expect(read(timedOut)).toEqual({ is: 'unknown', because: 'timeout' })
  expect(read(html)).toEqual({ is: 'unknown', because: 'unreadable' })
  expect(read(answered('{"status":false,"message":"Too many requests"}', 429))).toMatchObject({
    is: 'unknown',
  })
})

test('a success carries every fact, ids beyond 2^53 in full', () => {
  expect(readPayment(answered(saved('verified-card')))).toEqual({
    is: 'succeeded',
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

test('a fee that the customer bore is neither money for the order nor a cost of ours', () => {
  expect(readPayment(answered(saved('verified-customer-bears-fee')))).toMatchObject({
    is: 'succeeded',
    paidKobo: 30_050n,
    feeKobo: 0n,
    card: null,
  })
})

test('an underpaid, overpaid or foreign payment is told as it is', () => {
  expect(readPayment(verified({ amount: 100, requested_amount: 30_050, fees: 0 }))).toMatchObject({
    paidKobo: 100n,
  })
  expect(readPayment(verified({ amount: '60100', requested_amount: 30_050, fees: '100' }))).toMatchObject({
    paidKobo: 60_100n,
  })
  expect(readPayment(verified({ currency: 'USD' }))).toMatchObject({ is: 'succeeded', currency: 'USD' })
})

test('a failed payment says why, though the call itself went well', () => {
  expect(readPayment(answered(saved('verified-failed')))).toEqual({
    is: 'failed',
    because: 'Insufficient Funds',
  })
})

test('a customer who has not finished, and a status nobody has seen, leave the payment pending', () => {
  for (const status of ['abandoned', 'ongoing', 'pending', 'processing', 'queued', 'teleported'])
    expect(readPayment(verified({ status }))).toEqual({ is: 'pending', because: status })
  expect(readPayment(verified({ status: 'reversed' }))).toEqual({ is: 'reversed' })
})

test('no lost, broken or foreign answer proves anything about a payment', () => {
  for (const reply of [
    timedOut,
    refused,
    html,
    answered('{"status":true,"mess'),
    answered('[]'),
    answered('', 200),
  ])
    expect(readPayment(reply)).toMatchObject({ is: 'pending' })
  expect(readPayment(answered('<html>404</html>', 404))).toMatchObject({ is: 'pending' })
  expect(readPayment(answered(saved('invalid-key'), 401))).toEqual({ is: 'pending', because: 'unauthorised' })
  for (const amount of [-5, 30_050.5, '3e5', null, '300.50'])
    expect(readPayment(verified({ amount }))).toEqual({ is: 'pending', because: 'unreadable' })
})

test('a reference they do not know is not found', () => {
  expect(readPayment(answered(saved('not-found'), 404))).toEqual({ is: 'not_found' })
  expect(readPayment(answered(saved('not-found'), 400))).toEqual({ is: 'not_found' })
})

test('a queued refund is accepted under its id', () => {
  expect(readRefund(answered(saved('refunded')), 510_000n)).toEqual({
    is: 'accepted',
    refundId: '3018284',
    state: 'pending',
  })
  const state = (to: string) =>
    answered(saved('refunded').replace('"status": "pending"', `"status": "${to}"`))
  expect(readRefund(state('processed'), 510_000n)).toMatchObject({ is: 'accepted', state: 'processed' })
  expect(readRefund(state('needs-attention'), 510_000n)).toEqual({
    is: 'needs_attention',
    refundId: '3018284',
  })
  expect(readRefund(state('failed'), 510_000n)).toMatchObject({ is: 'failed', refundId: '3018284' })
  expect(readRefund(state('queued up'), 510_000n)).toMatchObject({ is: 'unknown' })
})

test('a refund of another amount, or one whose answer was lost, is unknown until the list was read', () => {
  expect(readRefund(answered(saved('refunded')), 1n)).toMatchObject({ is: 'unknown' })
  expect(readRefund(timedOut, 1n)).toEqual({ is: 'unknown', because: 'timeout' })
  expect(readRefund(html, 1n)).toMatchObject({ is: 'unknown' })
  const again = answered('{"status":false,"message":"Transaction has been fully reversed"}', 400)
  expect(readRefund(again, 1n)).toMatchObject({ is: 'unknown' })
  expect(readRefund(answered('{"status":false,"message":"Insufficient balance"}', 400), 1n)).toEqual({
    is: 'failed',
    because: 'Insufficient balance',
    refundId: null,
  })
})

test('the refunds of a payment come newest first, without those of other payments', () => {
  const of = { paymentReference: 'SW-PAY-0001', gatewayReference: '18446744073709551615' }
  expect(readRefunds(answered(saved('refunds')), of)).toEqual([
    { refundId: '3018290', amountKobo: 310_000n, state: 'needs_attention' },
    { refundId: '3018284', amountKobo: 200_000n, state: 'failed' },
  ])
  expect(readRefunds(answered('{"status":true,"message":"","data":[]}'), of)).toEqual([])
})

test('a list of refunds that cannot be read in full is no list', () => {
  const of = { paymentReference: 'SW-PAY-0001', gatewayReference: '18446744073709551615' }
  expect(readRefunds(answered(saved('refunds').replace('"failed"', '"vanished"')), of)).toBeNull()
  expect(readRefunds(html, of)).toBeNull()
  expect(readRefunds(timedOut, of)).toBeNull()
})

test('a webhook is a hint about a payment or a refund', () => {
  const hook = (event: string, data: string) => Buffer.from(`{"event":"${event}","data":${data}}`)
  expect(readHint(hook('charge.success', '{"id":18446744073709551615,"reference":"SW-PAY-0001"}'))).toEqual({
    about: 'payment',
    reference: 'SW-PAY-0001',
    eventKey: 'charge.success:18446744073709551615',
  })
  expect(
    readHint(
      hook(
        'refund.processed',
        '{"transaction_reference":"SW-PAY-0001","refund_reference":"RF_1","amount":5}',
      ),
    ),
  ).toEqual({
    about: 'refund',
    paymentReference: 'SW-PAY-0001',
    refundId: null,
    eventKey: 'refund.processed:RF_1',
  })
  expect(readHint(hook('transfer.success', '{"id":7,"reference":"x"}'))).toEqual({
    about: 'other',
    eventKey: 'transfer.success:7',
  })
})

test('two part refunds without ids are two events, and a repeat is the same one', () => {
  const hook = (amount: number) =>
    readHint(
      Buffer.from(
        `{"event":"refund.processed","data":{"transaction_reference":"SW-PAY-0001","amount":${amount}}}`,
      ),
    )?.eventKey
  expect(hook(1)).toBe(hook(1))
  expect(hook(1)).not.toBe(hook(2))
})

test('bytes that are no webhook of theirs are nobody’s hint', () => {
  for (const raw of [
    '',
    'null',
    '[]',
    '{"event":5,"data":{}}',
    '{"event":"charge.success"}',
    '{"event":"x","data":',
  ])
    expect(readHint(Buffer.from(raw))).toBeNull()
})

const said = (data: unknown, meta?: unknown) =>
  answered(JSON.stringify({ status: true, message: '', data, meta }))
const no = (message: string, status = 400) => answered(JSON.stringify({ status: false, message }), status)

test('an account that was given for a refund sends it on its way, and refused details leave it as it was', () => {
  const retried = (status: string, id: number | string = 1_234_567) =>
    readRetry(said({ id, transaction: 3_298_598_423, amount: 20_000, status }), '1234567')
  expect(retried('processing')).toEqual({ is: 'accepted', refundId: '1234567', state: 'pending' })
  expect(retried('processed')).toMatchObject({ is: 'accepted', state: 'processed' })
  expect(retried('needs-attention')).toEqual({ is: 'needs_attention', refundId: '1234567' })
  expect(retried('failed')).toMatchObject({ is: 'failed', refundId: '1234567' })
  expect(retried('processing', 7)).toMatchObject({ is: 'unknown' })
  expect(retried('queued up')).toMatchObject({ is: 'unknown' })
  const stays = { is: 'needs_attention', refundId: '1234567' }
  expect(readRetry(no('Invalid account details'), '1234567')).toEqual(stays)
  expect(readRetry(refused, '1234567')).toEqual(stays)
  expect(readRetry(no('Refund does not need attention', 422), '1234567')).toMatchObject({ is: 'unknown' })
  for (const reply of [timedOut, html, no('Server Error', 500)])
    expect(readRetry(reply, '1234567')).toMatchObject({ is: 'unknown' })
})

test('banks that work are listed page by page; an account has an owner, none, or cannot be asked about', () => {
  const bank = { id: 1, name: 'Access Bank ', code: '044', active: true, is_deleted: false }
  const gone = { ...bank, id: 2, code: '063', is_deleted: true }
  const off = { ...bank, id: 3, code: '030', active: false }
  expect(readBanks(said([bank, gone, off], { next: 'YmFuazo4Mg==', perPage: 100 }))).toEqual({
    banks: [{ id: '1', name: 'Access Bank', code: '044' }],
    next: 'YmFuazo4Mg==',
  })
  expect(readBanks(said([bank]))).toMatchObject({ next: null })
  const found = said({ account_number: '0123456789', account_name: 'ADA OKAFOR', bank_id: 9 })
  expect(readAccount(found, '0123456789')).toEqual({ is: 'found', name: 'ADA OKAFOR' })
  expect(readAccount(found, '0123456780')).toMatchObject({ is: 'unavailable' })
  expect(readAccount(no('Could not resolve account name', 422), '1')).toEqual({ is: 'not_found' })
  for (const reply of [timedOut, refused, html, no('Slow down', 429), answered(saved('invalid-key'), 401)]) {
    expect(readBanks(reply)).toBeNull()
    expect(readAccount(reply, '1')).toMatchObject({ is: 'unavailable' })
  }
})

test('money on a customer’s own account is known by its channel, and tells our reference of the account', () => {
  const customer = (metadata: unknown) => ({ email: 'ada@example.com', metadata })
  const arrival = (metadata: unknown, channel = 'dedicated_nuban') =>
    verified({
      channel,
      reference: 'T123',
      customer: customer(metadata),
      authorization: { channel, sender_name: 'JOHN DOE', reusable: false },
    })
  const received = {
    is: 'received',
    gatewayReference: 'T123',
    accountReference: 'ACC-1',
    payerName: 'JOHN DOE',
  }
  expect(readInflow(arrival({ account_reference: 'ACC-1' }))).toMatchObject(received)
  expect(readInflow(arrival('{"account_reference":"ACC-1"}'))).toMatchObject(received)
  for (const metadata of [null, {}, 'no json', 5])
    expect(readInflow(arrival(metadata))).toEqual({ is: 'not_found' })
  expect(readInflow(arrival({ account_reference: 'ACC-1' }, 'bank_transfer'))).toEqual({ is: 'not_found' })
  expect(readInflow(answered(saved('not-found'), 404))).toEqual({ is: 'not_found' })
  expect(readInflow(timedOut)).toEqual({ is: 'pending' })
  const hook = (channel: string) =>
    readHint(
      Buffer.from(`{"event":"charge.success","data":{"id":7,"reference":"T123","channel":"${channel}"}}`),
    )
  expect(hook('dedicated_nuban')).toEqual({
    about: 'inflow',
    gatewayReference: 'T123',
    eventKey: 'charge.success:7',
  })
  expect(hook('bank_transfer')).toMatchObject({ about: 'payment' })
})
