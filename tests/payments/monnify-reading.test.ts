import { expect, test } from 'vitest'
import type { Reply } from '../../server/http/outbound.ts'
import { timeOf } from '../../server/payments/gateways/monnify/envelope.ts'
import { readHint } from '../../server/payments/gateways/monnify/hint.ts'
import {
  readCharge,
  readCheckout,
  readPayment,
  readRefund,
  readRefunds,
} from '../../server/payments/gateways/monnify/reading.ts'
import {
  readAccount,
  readArrivals,
  readBanks,
  readBvnMatch,
  readInflow,
  readReleased,
  readReservation,
} from '../../server/payments/gateways/monnify/reading-banking.ts'

const answered = (text: string, status = 200): Reply => ({ is: 'answered', status, headers: {}, text })
const yes = (responseBody: unknown) =>
  answered(
    JSON.stringify({ requestSuccessful: true, responseMessage: 'success', responseCode: '0', responseBody }),
  )
const no = (responseMessage: string, status = 422, responseCode = '99') =>
  answered(JSON.stringify({ requestSuccessful: false, responseMessage, responseCode }), status)
const timedOut: Reply = { is: 'lost', because: 'timeout' }
const unreached: Reply = { is: 'not_sent', because: 'refused' }
const html = answered('<html><h1>502 Bad Gateway</h1></html>', 502)
const faults = [timedOut, html, answered('{"requestSuccessful":true,"resp'), answered('[]'), answered('')]

const opened = {
  transactionReference: 'MNFY|20261121|000090',
  paymentReference: 'SW-1',
  enabledPaymentMethod: ['CARD'],
  checkoutUrl: 'https://sdk.monnify.com/checkout/MNFY|20261121|000090',
}
const expected = {
  reference: 'SW-1',
  method: 'CARD',
  mayLeadTo: (url: URL) => url.host === 'sdk.monnify.com',
}

test('an opened checkout gives the address to pay at, and their reference', () => {
  expect(readCheckout(yes(opened), expected)).toEqual({
    is: 'opened',
    checkoutUrl: opened.checkoutUrl,
    gatewayReference: opened.transactionReference,
  })
})

test('an address elsewhere, another payment, or another way to pay is not one to send a customer to', () => {
  const read = (more: object) => readCheckout(yes({ ...opened, ...more }), expected)
  const unreadable = { is: 'unknown', because: 'unreadable' }
  expect(read({ checkoutUrl: 'https://sdk.monnify.com.evil.example/x' })).toEqual(unreadable)
  expect(read({ checkoutUrl: 'javascript:alert(1)' })).toEqual(unreadable)
  expect(read({ paymentReference: 'SW-2' })).toEqual(unreadable)
  expect(read({ enabledPaymentMethod: ['USSD'] })).toEqual({ is: 'refused', because: 'method' })
  expect(read({ enabledPaymentMethod: undefined })).toMatchObject({ is: 'opened' })
})

test('a checkout that was refused, and one that may exist, are told apart', () => {
  const read = (reply: Reply) => readCheckout(reply, expected)
  expect(read(no('Amount must not be less than NGN 20'))).toEqual({ is: 'refused', because: 'rejected' })
  expect(read(no('Service is not available', 200))).toEqual({ is: 'refused', because: 'rejected' })
  expect(read(no('Duplicate payment reference'))).toEqual({ is: 'unknown', because: 'duplicate' })
  expect(read(unreached)).toEqual({ is: 'refused', because: 'rejected' })
  expect(read(answered('', 401))).toEqual({ is: 'refused', because: 'unauthorised' })
  for (const reply of [...faults, no('Server Error', 500), no('Too many requests', 429)])
    expect(read(reply)).toMatchObject({ is: 'unknown' })
})

const paid = {
  transactionReference: 'MNFY|20261121|000090',
  paymentReference: 'SW-1',
  amountPaid: '5100.00',
  totalPayable: '5100.00',
  settlementAmount: '5023.50',
  paidOn: '2026-06-26 23:19:13.511864338',
  paymentStatus: 'PAID',
  currency: 'NGN',
  paymentMethod: 'CARD',
  product: { type: 'WEB_SDK', reference: 'SW-1' },
  cardDetails: {
    cardType: 'Visa ',
    last4: '1111',
    expMonth: '1',
    expYear: '30',
    bin: '411111',
    bankName: null,
    reusable: true,
    cardToken: 'MNFY_TOKEN',
    supportsTokenization: true,
  },
  customer: { email: 'ada@example.com', name: 'Ada' },
}
const status = (more: object) => readPayment(yes({ ...paid, ...more }))

test('a payment in full carries every fact, in kobo', () => {
  expect(readPayment(yes(paid))).toEqual({
    is: 'succeeded',
    reference: 'SW-1',
    gatewayReference: 'MNFY|20261121|000090',
    paidKobo: 510_000n,
    feeKobo: 7_650n,
    currency: 'NGN',
    channel: 'CARD',
    paidAt: '2026-06-26T22:19:13.511Z',
    card: {
      token: 'MNFY_TOKEN',
      email: 'ada@example.com',
      firstDigits: '411111',
      lastDigits: '1111',
      expiry: '01/30',
      issuer: null,
      type: 'visa',
      signature: null,
    },
  })
})

test.each([
  ['100.00', 10_000n],
  [100, 10_000n],
  [0.1, 10n],
  ['1234567.89', 123_456_789n],
  [4500.5, 450_050n],
])('an amount of %s naira is %s kobo, by its digits', (amountPaid, kobo) => {
  expect(status({ amountPaid })).toMatchObject({ is: 'succeeded', paidKobo: kobo })
})

test.each(['5100.001', '1e3', '-5', null, 'plenty', 1e21])('an amount of %s is no amount', (amountPaid) => {
  expect(status({ amountPaid })).toEqual({ is: 'pending', because: 'unreadable' })
})

test('too much and too little came too: the room compares the sums', () => {
  expect(status({ paymentStatus: 'OVERPAID', amountPaid: '5600.00' })).toMatchObject({
    is: 'succeeded',
    paidKobo: 560_000n,
  })
  expect(status({ paymentStatus: 'PARTIALLY_PAID', amountPaid: 2550 })).toMatchObject({
    is: 'succeeded',
    paidKobo: 255_000n,
  })
  expect(status({ currency: 'USD' })).toMatchObject({ is: 'succeeded', currency: 'USD' })
})

test('a fee that cannot be read is none, and is never below nothing', () => {
  for (const settlementAmount of [null, 'soon', '6000.00'])
    expect(status({ settlementAmount })).toMatchObject({ is: 'succeeded', feeKobo: 0n })
})

test('a card is kept only when it may be charged again', () => {
  for (const change of [{ reusable: false }, { supportsTokenization: false }, { cardToken: null }])
    expect(status({ cardDetails: { ...paid.cardDetails, ...change } })).toMatchObject({ card: null })
  expect(status({ cardDetails: {} })).toMatchObject({ is: 'succeeded', card: null })
})

test('what was left, cancelled or declined is not paid; what was sent back is reversed', () => {
  for (const paymentStatus of ['ABANDONED', 'CANCELLED', 'EXPIRED', 'FAILED'])
    expect(status({ paymentStatus })).toEqual({ is: 'failed', because: paymentStatus.toLowerCase() })
  expect(status({ paymentStatus: 'REVERSED' })).toEqual({ is: 'reversed' })
})

test('a checkout nobody began may be left for another; one that was begun, or an unlisted status, is pending', () => {
  expect(status({ paymentStatus: 'PENDING', paymentMethod: null })).toEqual({
    is: 'pending',
    because: 'abandoned',
  })
  expect(status({ paymentStatus: 'PENDING' })).toEqual({ is: 'pending', because: 'pending' })
  expect(status({ paymentStatus: 'TELEPORTED', paymentMethod: null })).toEqual({
    is: 'pending',
    because: 'teleported',
  })
})

test('a reference they do not know is not found; no lost or broken answer proves anything', () => {
  expect(readPayment(no('Could not find transaction', 404))).toEqual({ is: 'not_found' })
  for (const reply of [
    ...faults,
    unreached,
    answered('<html>404</html>', 404),
    no('Service is not available', 200),
    no('Server Error', 500),
    answered('', 401),
  ])
    expect(readPayment(reply)).toMatchObject({ is: 'pending' })
})

test('a charge by token that they took up says nothing of its end', () => {
  for (const paymentStatus of ['PAID', 'FAILED', 'PENDING', 'SOMETHING'])
    expect(readCharge(yes({ ...paid, paymentStatus }))).toEqual({ is: 'taken' })
})

test('only a clear refusal of a charge is one', () => {
  expect(readCharge(no('Card token not found', 404))).toEqual({ is: 'refused', because: 'card' })
  expect(readCharge(no('amount is required', 400))).toEqual({ is: 'refused', because: 'rejected' })
  expect(readCharge(answered('', 401))).toEqual({ is: 'refused', because: 'unauthorised' })
  expect(readCharge(unreached)).toEqual({ is: 'refused', because: 'rejected' })
  expect(readCharge(no('Duplicate payment reference'))).toEqual({ is: 'unknown', because: 'duplicate' })
  for (const reply of [...faults, no('Declined', 200), no('Server Error', 500), yes(null)])
    expect(readCharge(reply)).toMatchObject({ is: 'unknown' })
})

const refund = {
  refundReference: 'R-1',
  transactionReference: 'MNFY|1',
  refundAmount: 5100,
  refundStatus: 'PENDING',
}
const of = { refundReference: 'R-1', amountKobo: 510_000n }

test('a refund is known by our own name, in each of its states', () => {
  const read = (more: object) => readRefund(yes({ ...refund, ...more }), of)
  expect(read({})).toEqual({ is: 'accepted', refundId: 'R-1', state: 'pending' })
  expect(read({ refundStatus: 'COMPLETED' })).toEqual({
    is: 'accepted',
    refundId: 'R-1',
    state: 'processed',
  })
  expect(read({ refundStatus: 'FAILED' })).toMatchObject({ is: 'failed', refundId: 'R-1' })
  for (const other of [{ refundStatus: 'QUEUED' }, { refundAmount: 1 }, { refundReference: 'R-2' }])
    expect(read(other)).toEqual({ is: 'unknown', because: 'unreadable' })
})

test('only a listed code refuses a refund for good; a low wallet, a repeat and faults may pass', () => {
  for (const code of ['R1', 'R2', 'R3', 'R4', 'R6', 'R8', 'R12'])
    expect(readRefund(no('No', 422, code), of)).toEqual({ is: 'failed', because: 'No', refundId: null })
  for (const code of ['R5', 'R9', 'R10', 'R11', 'M01', '99'])
    expect(readRefund(no('Not now', 422, code), of)).toEqual({ is: 'unknown', because: 'Not now' })
  for (const reply of [...faults, unreached, answered('', 401)])
    expect(readRefund(reply, of)).toMatchObject({ is: 'unknown' })
})

test('a refund is looked for by our name: found, never received, or not known', () => {
  expect(readRefunds(yes({ ...refund, refundStatus: 'COMPLETED' }), 'R-1')).toEqual([
    { refundId: 'R-1', ourReference: 'R-1', amountKobo: 510_000n, state: 'processed' },
  ])
  expect(readRefunds(no('No such refund', 404, 'R7'), 'R-1')).toEqual([])
  expect(readRefunds(no('No such refund', 200, 'R7'), 'R-1')).toEqual([])
  for (const reply of [
    ...faults,
    unreached,
    no('Server Error', 500),
    yes({ ...refund, refundReference: 'X' }),
  ])
    expect(readRefunds(reply, 'R-1')).toBeNull()
})

test('their three forms of a date are one moment; without a zone it is Lagos', () => {
  expect(timeOf('25/07/2022 11:20:20 AM')).toBe('2022-07-25T10:20:20.000Z')
  expect(timeOf('25/07/2022 12:20:20 AM')).toBe('2022-07-24T23:20:20.000Z')
  expect(timeOf('25/07/2022 12:20:20 PM')).toBe('2022-07-25T11:20:20.000Z')
  expect(timeOf('2022-07-25T10:20:20.000+0000')).toBe('2022-07-25T10:20:20.000Z')
  expect(timeOf('2026-06-26 23:19:13.511864338')).toBe('2026-06-26T22:19:13.511Z')
  for (const none of ['', 'yesterday', '32/13/2022 11:20:20 AM', null, undefined])
    expect(timeOf(none)).toBeNull()
})

const hook = (eventType: string, eventData: unknown) =>
  readHint(Buffer.from(JSON.stringify({ eventType, eventData })))

test('a webhook is a hint about a payment, a refund of ours, or money on a reserved account', () => {
  for (const paymentSourceInformation of [[{ bankCode: '058' }], { bankCode: '058' }, {}])
    expect(hook('SUCCESSFUL_TRANSACTION', { ...paid, paymentSourceInformation })).toEqual({
      about: 'payment',
      reference: 'SW-1',
      eventKey: 'SUCCESSFUL_TRANSACTION:MNFY|20261121|000090',
    })
  expect(hook('REJECTED_PAYMENT', { paymentReference: 'SW-1' })).toEqual({
    about: 'payment',
    reference: 'SW-1',
    eventKey: 'REJECTED_PAYMENT:SW-1',
  })
  expect(hook('FAILED_REFUND', { refundReference: 'R-1', transactionReference: 'MNFY|1' })).toEqual({
    about: 'own_refund',
    refundReference: 'R-1',
    eventKey: 'FAILED_REFUND:R-1',
  })
  const product = { type: 'RESERVED_ACCOUNT', reference: 'VA-1' }
  expect(hook('SUCCESSFUL_TRANSACTION', { ...paid, product })).toEqual({
    about: 'inflow',
    gatewayReference: 'MNFY|20261121|000090',
    eventKey: 'SUCCESSFUL_TRANSACTION:MNFY|20261121|000090',
  })
  expect(hook('SETTLEMENT', { amount: 5 })).toMatchObject({ about: 'other' })
})

test('bytes that are no webhook of theirs are nobody’s hint', () => {
  for (const raw of ['', 'null', '[]', '{"eventType":5,"eventData":{}}', '{"eventType":"X"}', '{"event'])
    expect(readHint(Buffer.from(raw))).toBeNull()
})

test('the list of banks, and the name of an account', () => {
  expect(readBanks(yes([{ name: 'Access Bank', code: '044', ussdTemplate: null }]))).toEqual([
    { name: 'Access Bank', code: '044' },
  ])
  for (const reply of [...faults, unreached, yes([])]) expect(readBanks(reply)).toBeNull()

  const account = { accountNumber: '0123456789', accountName: 'ADA OKAFOR', bankCode: '044' }
  expect(readAccount(yes(account), '0123456789')).toEqual({ is: 'found', name: 'ADA OKAFOR' })
  expect(readAccount(no('Could not find account', 404), '0123456789')).toEqual({ is: 'not_found' })
  expect(readAccount(yes(account), '9999999999')).toMatchObject({ is: 'unavailable' })
  expect(readAccount(html, '0123456789')).toMatchObject({ is: 'unavailable' })
})

test('only a full match of BVN and account is one, and a fault on our side is not the customer’s', () => {
  const asked = { bvn: '22222222222', accountNumber: '0123456789' }
  const match = { ...asked, accountName: 'ADA OKAFOR', matchStatus: 'FULL_MATCH', matchPercentage: 100 }
  const read = (reply: Reply) => readBvnMatch(reply, asked)
  expect(read(yes(match))).toEqual({ is: 'match', accountName: 'ADA OKAFOR' })
  for (const matchStatus of ['NO_MATCH', 'PARTIAL_MATCH', 'MAYBE'])
    expect(read(yes({ ...match, matchStatus }))).toEqual({ is: 'mismatch' })
  expect(read(no('Could not find BVN', 200))).toEqual({ is: 'mismatch' })
  expect(read(no('Insufficient balance in merchant wallet', 200))).toMatchObject({ is: 'unavailable' })
  expect(read(yes({ ...match, bvn: '22222222223' }))).toMatchObject({ is: 'unavailable' })
  expect(read(yes({ ...match, accountNumber: '0123456780' }))).toMatchObject({ is: 'unavailable' })
  for (const reply of [...faults, unreached, answered('', 401)])
    expect(read(reply)).toMatchObject({ is: 'unavailable' })
})

const reserved = {
  accountReference: 'VA-1',
  currencyCode: 'NGN',
  status: 'ACTIVE',
  accounts: [
    { bankCode: '50515', bankName: 'Moniepoint', accountNumber: '6012345678', accountName: 'Ada Okafor' },
  ],
}

test('a reserved account is believed under our reference, in naira, with a number', () => {
  expect(readReservation(yes(reserved), 'VA-1')).toEqual({
    is: 'reserved',
    active: true,
    accounts: reserved.accounts,
  })
  expect(readReservation(yes({ ...reserved, accounts: [] }), 'VA-1')).toEqual({ is: 'pending' })
  expect(readReservation(yes({ ...reserved, status: 'INACTIVE' }), 'VA-1')).toMatchObject({ active: false })
  expect(readReservation(no('Invalid BVN'), 'VA-1')).toEqual({ is: 'refused', because: 'Invalid BVN' })
  expect(readReservation(no('You can not reserve two accounts with the same reference'), 'VA-1')).toEqual({
    is: 'taken',
  })
  const wrong = [
    { accountReference: 'VA-2' },
    { currencyCode: 'USD' },
    { accounts: [{ accountNumber: '1' }] },
  ]
  for (const reply of [...faults, unreached, ...wrong.map((it) => yes({ ...reserved, ...it }))])
    expect(readReservation(reply, 'VA-1')).toMatchObject({ is: 'unknown' })
  expect(readReleased(yes(reserved))).toBe(true)
  expect(readReleased(no('Cannot find reserved account', 404))).toBe(true)
  expect(readReleased(html)).toBe(false)
})

test('money on a reserved account is told with its account, sum and payer', () => {
  const inflow = {
    ...paid,
    product: { type: 'RESERVED_ACCOUNT', reference: 'VA-1' },
    accountPayments: [{ accountName: 'CHIDI EZE' }],
  }
  const read = (more: object) => readInflow(yes({ ...inflow, ...more }), 'MNFY|20261121|000090')
  expect(read({})).toEqual({
    is: 'received',
    gatewayReference: 'MNFY|20261121|000090',
    accountReference: 'VA-1',
    paidKobo: 510_000n,
    feeKobo: 7_650n,
    currency: 'NGN',
    paidAt: '2026-06-26T22:19:13.511Z',
    payerName: 'CHIDI EZE',
  })
  expect(read({ product: { type: 'WEB_SDK', reference: 'SW-1' } })).toEqual({ is: 'not_found' })
  for (const more of [{ paymentStatus: 'PENDING' }, { transactionReference: 'MNFY|2' }, { amountPaid: 'x' }])
    expect(read(more)).toEqual({ is: 'pending' })
  expect(readInflow(no('Could not find transaction', 404), 'x')).toEqual({ is: 'not_found' })
  for (const reply of faults) expect(readInflow(reply, 'x')).toEqual({ is: 'pending' })
})

test('what arrived is listed page by page', () => {
  const page = (more: object) => yes({ content: [{ transactionReference: 'MNFY|1', amount: 5 }], ...more })
  expect(readArrivals(page({ last: false }), 0)).toEqual({ references: ['MNFY|1'], more: true })
  expect(readArrivals(page({ totalPages: 2 }), 0)).toEqual({ references: ['MNFY|1'], more: true })
  expect(readArrivals(page({ totalPages: 2 }), 1)).toEqual({ references: ['MNFY|1'], more: false })
  expect(readArrivals(html, 0)).toBeNull()
})
