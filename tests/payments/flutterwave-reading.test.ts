import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Reply } from '../../server/http/outbound.ts'
import {
  readAccount,
  readBanks,
  readInflow,
  readReservation,
} from '../../server/payments/gateways/flutterwave/banking.ts'
import { readHint } from '../../server/payments/gateways/flutterwave/hint.ts'
import {
  readCharge,
  readCheckout,
  readPayment,
  readTries,
} from '../../server/payments/gateways/flutterwave/reading.ts'
import { readRefund, readRefunds } from '../../server/payments/gateways/flutterwave/reading-refunds.ts'

const saved = (name: string) =>
  readFileSync(new URL(`fixtures/flutterwave/${name}.json`, import.meta.url), 'utf8')
const answered = (text: string, status = 200): Reply => ({ is: 'answered', status, headers: {}, text })
const yes = (data: unknown, meta?: unknown) =>
  answered(JSON.stringify({ status: 'success', message: '', data, meta }))
const no = (message: string, status = 400) =>
  answered(JSON.stringify({ status: 'error', message, data: null }), status)
const timedOut: Reply = { is: 'lost', because: 'timeout' }
const unreached: Reply = { is: 'not_sent', because: 'refused' }
const html = answered('<html>502 Bad Gateway</html>', 502)
const appError = answered('{"error_id":"x","message":"oops","code":"app_error"}', 500)
const broken = [timedOut, html, appError, answered('{"status":"success","da'), answered('[]'), answered('')]

const mayLeadTo = (url: URL) => url.protocol === 'https:' && url.host === 'checkout.flutterwave.com'
const link = 'https://checkout.flutterwave.com/v3/hosted/pay/flwlnk-01j8'
const changed = (changes: Record<string, unknown>) =>
  yes({ ...(JSON.parse(saved('verified-card')) as { data: object }).data, ...changes })

test('an opened checkout gives the address to pay at, and no address of somebody else', () => {
  expect(readCheckout(yes({ link }), { mayLeadTo })).toEqual({ is: 'opened', checkoutUrl: link })
  for (const elsewhere of [
    'https://checkout.flutterwave.com.evil.example/x',
    'http://checkout.flutterwave.com/x',
    'javascript:alert(1)',
    '',
  ])
    expect(readCheckout(yes({ link: elsewhere }), { mayLeadTo })).toEqual({
      is: 'unknown',
      because: 'unreadable',
    })
})

test('a checkout that was refused, and one that may exist, are told apart', () => {
  const read = (reply: Reply) => readCheckout(reply, { mayLeadTo })
  expect(read(no('Authorization required', 401))).toEqual({ is: 'refused', because: 'unauthorised' })
  expect(read(no('amount is invalid'))).toEqual({ is: 'refused', because: 'rejected' })
  expect(read(no('No payment option is available'))).toEqual({ is: 'refused', because: 'method' })
  expect(read(no('tx_ref has already been used'))).toEqual({ is: 'unknown', because: 'duplicate' })
  expect(read(unreached)).toEqual({ is: 'refused', because: 'rejected' })
  expect(read(timedOut)).toEqual({ is: 'unknown', because: 'timeout' })
  expect(read(html)).toEqual({ is: 'unknown', because: 'unreadable' })
  expect(read(appError)).toEqual({ is: 'unknown', because: 'unreadable' })
  expect(read(no('Slow down', 429))).toMatchObject({ is: 'unknown' })
})

test('a success carries every fact, naira read into kobo by their digits', () => {
  expect(readPayment(answered(saved('verified-card')))).toEqual({
    is: 'succeeded',
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

test('an underpaid, overpaid or foreign payment is told as it is, to the kobo', () => {
  const money = (changes: object) => readPayment(changed({ amount_settled: null, app_fee: 0, ...changes }))
  expect(money({ amount: 2550.05, charged_amount: 2550.05 })).toMatchObject({ paidKobo: 255_005n })
  expect(money({ amount: 5100, charged_amount: 5000 })).toMatchObject({ paidKobo: 500_000n })
  expect(money({ amount: '5600.5', charged_amount: null })).toMatchObject({ paidKobo: 560_050n })
  expect(money({ currency: 'USD' })).toMatchObject({ is: 'succeeded', currency: 'USD' })
})

test('the fee is what is not settled to us: stamp duty too, and nothing when the customer bore it', () => {
  const fee = (changes: Record<string, unknown>) => readPayment(changed(changes))
  expect(
    fee({ amount: 100_000, charged_amount: 100_000, app_fee: 1400, amount_settled: 98_550 }),
  ).toMatchObject({ feeKobo: 145_000n })
  expect(fee({ amount_settled: null })).toMatchObject({ feeKobo: 7_140n })
  expect(fee({ charged_amount: 5171.4, amount_settled: 5100 })).toMatchObject({
    paidKobo: 510_000n,
    feeKobo: 0n,
  })
  expect(fee({ charged_amount: 5171.4, amount_settled: null })).toMatchObject({ feeKobo: 0n })
  expect(fee({ amount_settled: 5028.123 })).toMatchObject({ is: 'succeeded', feeKobo: 7_140n })
})

test('a card without a token, or a payment by another way, leaves no card to keep', () => {
  const { data } = JSON.parse(saved('verified-card')) as { data: { card: object } }
  expect(readPayment(changed({ card: { ...data.card, token: undefined } }))).toMatchObject({ card: null })
  expect(readPayment(changed({ payment_type: 'bank_transfer' }))).toMatchObject({ card: null })
})

test('a failed payment says why; one in progress, and a status nobody has seen, is pending', () => {
  expect(readPayment(changed({ status: 'failed', processor_response: 'Insufficient Funds' }))).toEqual({
    is: 'failed',
    because: 'Insufficient Funds',
  })
  expect(readPayment(changed({ status: 'cancelled', processor_response: null }))).toEqual({
    is: 'failed',
    because: 'cancelled',
  })
  for (const status of ['pending', 'pending auth', 'teleported'])
    expect(readPayment(changed({ status }))).toEqual({ is: 'pending', because: status })
})

test('no lost, broken or foreign answer proves anything about a payment', () => {
  for (const reply of [...broken, unreached]) expect(readPayment(reply)).toMatchObject({ is: 'pending' })
  expect(readPayment(answered('<html>404</html>', 404))).toMatchObject({ is: 'pending' })
  expect(readPayment(no('Authorization required', 401))).toEqual({ is: 'pending', because: 'unauthorised' })
  for (const amount of [-5, 5100.123, '3e5', null, 'five'])
    expect(readPayment(changed({ amount }))).toEqual({ is: 'pending', because: 'unreadable' })
})

test('a reference without a transaction is not found', () => {
  for (const status of [400, 404])
    expect(readPayment(no('No transaction was found for this id', status))).toEqual({ is: 'not_found' })
})

test('a charge that they took up says nothing of its end; one that waits leads to their page alone', () => {
  const read = (reply: Reply) =>
    readCharge(reply, { mayLeadTo: (url) => url.host === 'auth.coreflutterwaveprod.com' })
  const { data, meta } = JSON.parse(saved('step-up')) as { data: object; meta: object }
  const step = {
    is: 'step_up',
    checkoutUrl: 'https://auth.coreflutterwaveprod.com/transaction?reference=IUSE9942171639769110812191',
  }
  expect(read(answered(saved('step-up')))).toEqual(step)
  expect(read(yes({ ...data, meta }))).toEqual(step)
  expect(read(answered(saved('step-up').replace('auth.core', 'evil.core')))).toMatchObject({ is: 'unknown' })
  expect(read(yes(data))).toEqual({ is: 'taken' })
  for (const status of ['successful', 'failed', 'something new'])
    expect(read(yes({ ...data, status }, meta))).toEqual({ is: 'taken' })
})

test('only a clear refusal of a charge is one; whatever may have reached the bank is unknown', () => {
  const read = (reply: Reply) => readCharge(reply, { mayLeadTo })
  expect(read(no('Wrong token or email passed'))).toEqual({ is: 'refused', because: 'card' })
  expect(read(no('amount is invalid'))).toEqual({ is: 'refused', because: 'rejected' })
  expect(read(no('Authorization required', 401))).toEqual({ is: 'refused', because: 'unauthorised' })
  expect(read(unreached)).toEqual({ is: 'refused', because: 'rejected' })
  expect(read(no('Duplicate tx_ref'))).toEqual({ is: 'unknown', because: 'duplicate' })
  for (const reply of [...broken, yes(null)]) expect(read(reply).is).toBe('unknown')
})

test('the transactions under a reference are told by their state, those of others left out', () => {
  expect(readTries(answered(saved('tries')), 'SW-PAY-0001')).toEqual({
    tries: [
      { id: '989226', is: 'successful' },
      { id: '989223', is: 'failed' },
    ],
    pages: 1,
  })
  expect(readTries(answered(saved('tries')), 'SW-PAY-0009')).toMatchObject({ tries: [] })
  for (const reply of [...broken, no('no')]) expect(readTries(reply, 'SW-PAY-0001')).toBeNull()
})

test('a refund that was begun is not yet with the customer', () => {
  const state = (to: string) => answered(saved('refunded').replace('"completed"', `"${to}"`))
  const begun = { is: 'accepted', refundId: '75923', state: 'pending' }
  expect(readRefund(answered(saved('refunded')), 510_000n)).toEqual(begun)
  expect(readRefund(state('processing'), 510_000n)).toEqual(begun)
  expect(readRefund(state('completed-mpgs'), 510_000n)).toEqual({ ...begun, state: 'processed' })
  expect(readRefund(state('failed'), 510_000n)).toMatchObject({ is: 'failed', refundId: '75923' })
  expect(readRefund(state('completed-by-pigeon'), 510_000n)).toMatchObject({ is: 'unknown' })
  expect(readRefund(answered(saved('refunded')), 1n)).toMatchObject({ is: 'unknown' })
})

test('a refund is failed by a clear refusal alone', () => {
  expect(readRefund(no('Insufficient available balance'), 1n)).toEqual({
    is: 'failed',
    because: 'Insufficient available balance',
    refundId: null,
  })
  expect(readRefund(no('Transaction has already been refunded'), 1n)).toMatchObject({ is: 'unknown' })
  expect(readRefund(no('Authorization required', 401), 1n)).toMatchObject({ is: 'unknown' })
  for (const reply of broken) expect(readRefund(reply, 1n)).toMatchObject({ is: 'unknown' })
})

test('the refunds of a payment are found by its transaction, under both of their names', () => {
  expect(readRefunds(answered(saved('refunds')), '288200108')).toEqual({
    found: [
      { refundId: '75930', amountKobo: 310_000n, state: 'processed' },
      { refundId: '75923', amountKobo: 200_000n, state: 'failed' },
    ],
    pages: 1,
  })
  const spoilt = (from: string, to: string) =>
    readRefunds(answered(saved('refunds').replace(from, to)), '288200108')
  expect(spoilt('completed-mpgs', 'vanished')).toBeNull()
  expect(spoilt('"tx_id": 288200999', '"of": 1')).toBeNull()
  for (const reply of [...broken, no('no')]) expect(readRefunds(reply, '288200108')).toBeNull()
})

test('a webhook is a hint about a payment, and its failure is another event than its success', () => {
  const hook = saved('webhook')
  const read = (text: string) => readHint(Buffer.from(text))
  expect(read(hook)).toEqual({
    about: 'payment',
    reference: 'SW-PAY-0001',
    eventKey: 'charge.completed:288200108:successful',
  })
  expect(read(hook.replace('"successful"', '"failed"'))?.eventKey).toBe('charge.completed:288200108:failed')
  expect(read(hook.replace('charge.completed', 'transfer.completed'))).toMatchObject({ about: 'other' })
  expect(read('{"event":"test_assess","data":{}}')).toMatchObject({ about: 'other' })
  for (const raw of ['', 'null', '[]', '{"event":5,"data":{}}', '{"event":"charge.completed"}'])
    expect(read(raw)).toBeNull()
})

test('money on an account of ours is known by its reference, and told apart from a checkout by transfer', () => {
  const raw = saved('webhook').replace('SW-PAY-0001', 'VA-ACC-1')
  expect(readHint(Buffer.from(raw))).toEqual({
    about: 'inflow',
    gatewayReference: '288200108',
    eventKey: 'charge.completed:288200108:successful',
  })
  const inflow = changed({
    tx_ref: 'VA-ACC-1',
    payment_type: 'bank_transfer',
    meta: { originatorname: 'JOHN DOE' },
  })
  expect(readInflow(inflow)).toEqual({
    is: 'received',
    gatewayReference: '288200108',
    accountReference: 'ACC-1',
    paidKobo: 510_000n,
    feeKobo: 7_140n,
    currency: 'NGN',
    paidAt: '2026-11-21T09:15:02.000Z',
    payerName: 'JOHN DOE',
  })
  expect(readInflow(answered(saved('verified-card')))).toEqual({ is: 'not_found' })
  expect(readInflow(changed({ tx_ref: 'VA-ACC-1', status: 'pending' }))).toEqual({ is: 'pending' })
  expect(readInflow(no('No transaction was found for this id'))).toEqual({ is: 'not_found' })
  for (const reply of broken) expect(readInflow(reply)).toEqual({ is: 'pending' })
})

test('banks, names of accounts and reservations are read, or said to be out of reach', () => {
  expect(readBanks(yes([{ id: 132, code: '044', name: 'Access Bank' }]))).toEqual([
    { code: '044', name: 'Access Bank' },
  ])
  const found = yes({ account_number: '0690000031', account_name: 'PASTOR BRIGHT ' })
  expect(readAccount(found, '0690000031')).toEqual({ is: 'found', name: 'PASTOR BRIGHT' })
  expect(readAccount(found, '0690000032')).toMatchObject({ is: 'unavailable' })
  expect(readAccount(no('Sorry, that account number is invalid'), '1')).toEqual({ is: 'not_found' })
  const made = yes({ account_number: '0067100155', bank_name: 'Mock Bank', order_ref: 'URF_1' })
  expect(readReservation(made, 'Ada Okafor')).toEqual({
    is: 'reserved',
    active: true,
    accounts: [
      { bankName: 'Mock Bank', bankCode: null, accountName: 'Ada Okafor', accountNumber: '0067100155' },
    ],
  })
  expect(readReservation(no('BVN is required for static account number'), 'Ada')).toMatchObject({
    is: 'refused',
  })
  for (const reply of [...broken, yes([])]) {
    expect(readBanks(reply)).toBeNull()
    expect(readAccount(reply, '1')).toMatchObject({ is: 'unavailable' })
    expect(readReservation(reply, 'Ada')).toMatchObject({ is: 'unknown' })
  }
})
