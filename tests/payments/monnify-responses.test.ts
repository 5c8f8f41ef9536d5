import { expect, test } from 'vitest'
import type { HttpResult } from '../../server/http/http-client.ts'
import {
  parseAccount,
  parseAccountClosed,
  parseBanks,
  parseBvnMatch,
  parseDeposit,
  parseDepositPage,
  parseReservation,
} from '../../server/payments/gateways/monnify/banking-responses.ts'
import { parseTime } from '../../server/payments/gateways/monnify/envelope.ts'
import {
  parseCharge,
  parseCheckout,
  parsePayment,
  parseRefund,
  parseRefunds,
} from '../../server/payments/gateways/monnify/responses.ts'
import { parseWebhook } from '../../server/payments/gateways/monnify/webhook.ts'

const answeredReply = (text: string, status = 200): HttpResult => ({
  type: 'response',
  status,
  headers: {},
  text,
})
const successResult = (responseBody: unknown) =>
  answeredReply(
    JSON.stringify({ requestSuccessful: true, responseMessage: 'success', responseCode: '0', responseBody }),
  )
const rejectedResponse = (responseMessage: string, status = 422, responseCode = '99') =>
  answeredReply(JSON.stringify({ requestSuccessful: false, responseMessage, responseCode }), status)
const timedOut: HttpResult = { type: 'no_response', reason: 'timeout' }
const notSent: HttpResult = { type: 'not_sent', reason: 'refused' }
const html = answeredReply('<html><h1>502 Bad Gateway</h1></html>', 502)
const faults = [
  timedOut,
  html,
  answeredReply('{"requestSuccessful":true,"resp'),
  answeredReply('[]'),
  answeredReply(''),
]

const openedCheckout = {
  transactionReference: 'MNFY|20261121|000090',
  paymentReference: 'SW-1',
  enabledPaymentMethod: ['CARD'],
  checkoutUrl: 'https://sdk.monnify.com/checkout/MNFY|20261121|000090',
}
const expected = {
  reference: 'SW-1',
  method: 'CARD',
  isAllowedRedirect: (url: URL) => url.host === 'sdk.monnify.com',
}

test('a created checkout returns its URL and Monnify’s reference', () => {
  expect(parseCheckout(successResult(openedCheckout), expected)).toEqual({
    type: 'opened',
    checkoutUrl: openedCheckout.checkoutUrl,
    gatewayReference: openedCheckout.transactionReference,
  })
})

test('a URL on another host, another payment or another payment method is not a valid checkout', () => {
  const read = (overrides: object) =>
    parseCheckout(successResult({ ...openedCheckout, ...overrides }), expected)
  const unreadable = { type: 'unknown', reason: 'unreadable' }
  expect(read({ checkoutUrl: 'https://sdk.monnify.com.evil.example/x' })).toEqual(unreadable)
  expect(read({ checkoutUrl: 'javascript:alert(1)' })).toEqual(unreadable)
  expect(read({ paymentReference: 'SW-2' })).toEqual(unreadable)
  expect(read({ enabledPaymentMethod: ['USSD'] })).toEqual({ type: 'rejected', reason: 'method' })
  expect(read({ enabledPaymentMethod: undefined })).toMatchObject({ type: 'opened' })
})

test('a rejected checkout and one that may exist are distinguished', () => {
  const read = (response: HttpResult) => parseCheckout(response, expected)
  expect(read(rejectedResponse('Amount must not be less than NGN 20'))).toEqual({
    type: 'rejected',
    reason: 'rejected',
  })
  expect(read(rejectedResponse('Service is not available', 200))).toEqual({
    type: 'rejected',
    reason: 'rejected',
  })
  expect(read(rejectedResponse('Duplicate payment reference'))).toEqual({
    type: 'unknown',
    reason: 'duplicate',
  })
  expect(read(notSent)).toEqual({ type: 'rejected', reason: 'rejected' })
  expect(read(answeredReply('', 401))).toEqual({ type: 'rejected', reason: 'unauthorised' })
  for (const response of [
    ...faults,
    rejectedResponse('Server Error', 500),
    rejectedResponse('Too many requests', 429),
  ])
    expect(read(response)).toMatchObject({ type: 'unknown' })
})

const paidPayment = {
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
const status = (overrides: object) => parsePayment(successResult({ ...paidPayment, ...overrides }))

test('a full payment carries every field, in kobo', () => {
  expect(parsePayment(successResult(paidPayment))).toEqual({
    type: 'succeeded',
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
  expect(status({ amountPaid })).toMatchObject({ type: 'succeeded', paidKobo: kobo })
})

test.each(['5100.001', '1e3', '-5', null, 'plenty', 1e21])('an amount of %s is invalid', (amountPaid) => {
  expect(status({ amountPaid })).toEqual({ type: 'pending', reason: 'unreadable' })
})

test('overpaid and underpaid transactions are also succeeded: the caller compares the amounts', () => {
  expect(status({ paymentStatus: 'OVERPAID', amountPaid: '5600.00' })).toMatchObject({
    type: 'succeeded',
    paidKobo: 560_000n,
  })
  expect(status({ paymentStatus: 'PARTIALLY_PAID', amountPaid: 2550 })).toMatchObject({
    type: 'succeeded',
    paidKobo: 255_000n,
  })
  expect(status({ currency: 'USD' })).toMatchObject({ type: 'succeeded', currency: 'USD' })
})

test('an unreadable fee is zero, and a fee is never negative', () => {
  for (const settlementAmount of [null, 'soon', '6000.00'])
    expect(status({ settlementAmount })).toMatchObject({ type: 'succeeded', feeKobo: 0n })
})

test('a card is returned only when it is reusable and has digits', () => {
  for (const change of [{ reusable: false }, { supportsTokenization: false }, { cardToken: null }])
    expect(status({ cardDetails: { ...paidPayment.cardDetails, ...change } })).toMatchObject({ card: null })
  for (const change of [{ bin: '<b>123' }, { bin: '' }, { last4: '123' }, { last4: '１２３４' }])
    expect(status({ cardDetails: { ...paidPayment.cardDetails, ...change } })).toMatchObject({
      ...{ type: 'succeeded', card: null },
    })
  expect(status({ cardDetails: {} })).toMatchObject({ type: 'succeeded', card: null })
})

test('abandoned, cancelled and declined transactions are failed; reversed ones are reversed', () => {
  for (const paymentStatus of ['ABANDONED', 'CANCELLED', 'EXPIRED', 'FAILED'])
    expect(status({ paymentStatus })).toEqual({ type: 'failed', reason: paymentStatus.toLowerCase() })
  expect(status({ paymentStatus: 'REVERSED' })).toEqual({ type: 'reversed' })
})

test('an unstarted checkout is abandoned; a started one or an unlisted status is pending', () => {
  expect(status({ paymentStatus: 'PENDING', paymentMethod: null })).toEqual({
    type: 'pending',
    reason: 'abandoned',
  })
  expect(status({ paymentStatus: 'PENDING' })).toEqual({ type: 'pending', reason: 'pending' })
  expect(status({ paymentStatus: 'TELEPORTED', paymentMethod: null })).toEqual({
    type: 'pending',
    reason: 'teleported',
  })
})

test('an unknown reference is not_found; a lost or unreadable response proves nothing', () => {
  expect(parsePayment(rejectedResponse('Could not find transaction', 404))).toEqual({ type: 'not_found' })
  for (const response of [
    ...faults,
    notSent,
    answeredReply('<html>404</html>', 404),
    rejectedResponse('Service is not available', 200),
    rejectedResponse('Server Error', 500),
    answeredReply('', 401),
  ])
    expect(parsePayment(response)).toMatchObject({ type: 'pending' })
})

test('an accepted token charge has no final result', () => {
  for (const paymentStatus of ['PAID', 'FAILED', 'PENDING', 'SOMETHING'])
    expect(parseCharge(successResult({ ...paidPayment, paymentStatus }))).toEqual({ type: 'accepted' })
})

test('only a clear rejection of a charge is rejected', () => {
  expect(parseCharge(rejectedResponse('Card token not found', 404))).toEqual({
    type: 'rejected',
    reason: 'card',
  })
  expect(parseCharge(rejectedResponse('amount is required', 400))).toEqual({
    type: 'rejected',
    reason: 'rejected',
  })
  expect(parseCharge(answeredReply('', 401))).toEqual({ type: 'rejected', reason: 'unauthorised' })
  expect(parseCharge(notSent)).toEqual({ type: 'rejected', reason: 'rejected' })
  expect(parseCharge(rejectedResponse('Duplicate payment reference'))).toEqual({
    type: 'unknown',
    reason: 'duplicate',
  })
  for (const response of [
    ...faults,
    rejectedResponse('Declined', 200),
    rejectedResponse('Server Error', 500),
    successResult(null),
  ])
    expect(parseCharge(response)).toMatchObject({ type: 'unknown' })
})

const refund = {
  refundReference: 'R-1',
  transactionReference: 'MNFY|1',
  refundAmount: 5100,
  refundStatus: 'PENDING',
}
const expectedRefund = { refundReference: 'R-1', amountKobo: 510_000n }

test('a refund is identified by our reference in each of its states', () => {
  const read = (overrides: object) => parseRefund(successResult({ ...refund, ...overrides }), expectedRefund)
  expect(read({})).toEqual({ type: 'accepted', refundId: 'R-1', state: 'pending' })
  expect(read({ refundStatus: 'COMPLETED' })).toEqual({
    type: 'accepted',
    refundId: 'R-1',
    state: 'processed',
  })
  expect(read({ refundStatus: 'FAILED' })).toMatchObject({ type: 'failed', refundId: 'R-1' })
  for (const other of [{ refundStatus: 'QUEUED' }, { refundAmount: 1 }, { refundReference: 'R-2' }])
    expect(read(other)).toEqual({ type: 'unknown', reason: 'unreadable' })
})

test('only listed codes reject a refund permanently; a low balance, a duplicate and server errors are unknown', () => {
  for (const code of ['R1', 'R2', 'R3', 'R4', 'R6', 'R8', 'R12'])
    expect(parseRefund(rejectedResponse('No', 422, code), expectedRefund)).toEqual({
      type: 'failed',
      reason: 'No',
      refundId: null,
    })
  for (const code of ['R5', 'R9', 'R10', 'R11', 'M01', '99'])
    expect(parseRefund(rejectedResponse('Not now', 422, code), expectedRefund)).toEqual({
      type: 'unknown',
      reason: 'Not now',
    })
  for (const response of [...faults, notSent, answeredReply('', 401)])
    expect(parseRefund(response, expectedRefund)).toMatchObject({ type: 'unknown' })
})

test('a refund looked up by our reference is found, not received or unknown', () => {
  expect(parseRefunds(successResult({ ...refund, refundStatus: 'COMPLETED' }), 'R-1')).toEqual([
    { refundId: 'R-1', merchantReference: 'R-1', amountKobo: 510_000n, state: 'processed' },
  ])
  expect(parseRefunds(rejectedResponse('No such refund', 404, 'R7'), 'R-1')).toEqual([])
  expect(parseRefunds(rejectedResponse('No such refund', 200, 'R7'), 'R-1')).toEqual([])
  for (const response of [
    ...faults,
    notSent,
    rejectedResponse('Server Error', 500),
    successResult({ ...refund, refundReference: 'X' }),
  ])
    expect(parseRefunds(response, 'R-1')).toBeNull()
})

test('the three date formats parse to the same time, in Lagos time without a zone', () => {
  expect(parseTime('25/07/2022 11:20:20 AM')).toBe('2022-07-25T10:20:20.000Z')
  expect(parseTime('25/07/2022 12:20:20 AM')).toBe('2022-07-24T23:20:20.000Z')
  expect(parseTime('25/07/2022 12:20:20 PM')).toBe('2022-07-25T11:20:20.000Z')
  expect(parseTime('2022-07-25T10:20:20.000+0000')).toBe('2022-07-25T10:20:20.000Z')
  expect(parseTime('2026-06-26 23:19:13.511864338')).toBe('2026-06-26T22:19:13.511Z')
  for (const none of ['', 'yesterday', '32/13/2022 11:20:20 AM', null, undefined])
    expect(parseTime(none)).toBeNull()
})

const hook = (eventType: string, eventData: unknown) =>
  parseWebhook(Buffer.from(JSON.stringify({ eventType, eventData })))

test('a webhook reports a payment, one of our refunds or a deposit to a virtual account', () => {
  for (const paymentSourceInformation of [[{ bankCode: '058' }], { bankCode: '058' }, {}])
    expect(hook('SUCCESSFUL_TRANSACTION', { ...paidPayment, paymentSourceInformation })).toEqual({
      type: 'payment',
      reference: 'SW-1',
      eventKey: 'SUCCESSFUL_TRANSACTION:MNFY|20261121|000090',
    })
  expect(hook('REJECTED_PAYMENT', { paymentReference: 'SW-1' })).toEqual({
    type: 'payment',
    reference: 'SW-1',
    eventKey: 'REJECTED_PAYMENT:SW-1',
  })
  expect(hook('FAILED_REFUND', { refundReference: 'R-1', transactionReference: 'MNFY|1' })).toEqual({
    type: 'own_refund',
    refundReference: 'R-1',
    eventKey: 'FAILED_REFUND:R-1',
  })
  const product = { type: 'RESERVED_ACCOUNT', reference: 'VA-1' }
  expect(hook('SUCCESSFUL_TRANSACTION', { ...paidPayment, product })).toEqual({
    type: 'deposit',
    gatewayReference: 'MNFY|20261121|000090',
    eventKey: 'SUCCESSFUL_TRANSACTION:MNFY|20261121|000090',
  })
  expect(hook('SETTLEMENT', { amount: 5 })).toMatchObject({ type: 'other' })
})

test('an older flat webhook without eventType reports its transaction', () => {
  const flat = {
    transactionReference: 'MNFY|20190920113413|000101',
    paymentReference: 'SW-1',
    amountPaid: '100.00',
    paidOn: '20/09/2019 11:34:13 AM',
    paymentStatus: 'PAID',
    transactionHash: 'ab',
    product: { type: 'WEB_SDK', reference: 'SW-1' },
  }
  const read = (changes: object) => parseWebhook(Buffer.from(JSON.stringify({ ...flat, ...changes })))
  const eventKey = 'flat:MNFY|20190920113413|000101'
  expect(read({})).toEqual({ type: 'payment', reference: 'SW-1', eventKey })
  expect(read({ product: null })).toEqual({ type: 'payment', reference: 'SW-1', eventKey })
  expect(read({ product: { type: 'RESERVED_ACCOUNT', reference: 'VA-1' } })).toEqual({
    type: 'deposit',
    gatewayReference: 'MNFY|20190920113413|000101',
    eventKey,
  })
  for (const missing of ['transactionHash', 'transactionReference', 'paymentReference'])
    expect(read({ [missing]: undefined })).toBeNull()
})

test('bytes that are not a Monnify webhook yield no event', () => {
  for (const raw of ['', 'null', '[]', '{"eventType":5,"eventData":{}}', '{"eventType":"X"}', '{"event'])
    expect(parseWebhook(Buffer.from(raw))).toBeNull()
})

test('the list of banks and the name of an account are read', () => {
  expect(parseBanks(successResult([{ name: 'Access Bank', code: '044', ussdTemplate: null }]))).toEqual([
    { name: 'Access Bank', code: '044' },
  ])
  for (const response of [...faults, notSent, successResult([])]) expect(parseBanks(response)).toBeNull()

  const account = { accountNumber: '0123456789', accountName: 'ADA OKAFOR', bankCode: '044' }
  expect(parseAccount(successResult(account), '0123456789')).toEqual({ type: 'found', name: 'ADA OKAFOR' })
  expect(parseAccount(rejectedResponse('Could not find account', 404), '0123456789')).toEqual({
    type: 'not_found',
  })
  expect(parseAccount(successResult(account), '9999999999')).toMatchObject({ type: 'unavailable' })
  expect(parseAccount(html, '0123456789')).toMatchObject({ type: 'unavailable' })
})

test('only a full match of BVN and account is a match, and an error of our account is unavailable', () => {
  const bvnQuery = { bvn: '22222222222', accountNumber: '0123456789' }
  const match = { ...bvnQuery, accountName: 'ADA OKAFOR', matchStatus: 'FULL_MATCH', matchPercentage: 100 }
  const read = (response: HttpResult) => parseBvnMatch(response, bvnQuery)
  expect(read(successResult(match))).toEqual({ type: 'match', accountName: 'ADA OKAFOR' })
  for (const matchStatus of ['NO_MATCH', 'PARTIAL_MATCH', 'MAYBE'])
    expect(read(successResult({ ...match, matchStatus }))).toEqual({ type: 'mismatch' })
  expect(read(rejectedResponse('Could not find BVN', 200))).toEqual({ type: 'mismatch' })
  expect(read(rejectedResponse('Insufficient balance in merchant wallet', 200))).toMatchObject({
    type: 'unavailable',
  })
  expect(read(successResult({ ...match, bvn: '22222222223' }))).toMatchObject({ type: 'unavailable' })
  expect(read(successResult({ ...match, accountNumber: '0123456780' }))).toMatchObject({
    type: 'unavailable',
  })
  for (const response of [...faults, notSent, answeredReply('', 401)])
    expect(read(response)).toMatchObject({ type: 'unavailable' })
})

const reserved = {
  accountReference: 'VA-1',
  currencyCode: 'NGN',
  status: 'ACTIVE',
  accounts: [
    { bankCode: '50515', bankName: 'Moniepoint', accountNumber: '6012345678', accountName: 'Ada Okafor' },
  ],
}

test('a virtual account is valid only with our reference, in naira and with an account number', () => {
  expect(parseReservation(successResult(reserved), 'VA-1')).toEqual({
    type: 'reserved',
    isActive: true,
    accounts: reserved.accounts,
  })
  expect(parseReservation(successResult({ ...reserved, accounts: [] }), 'VA-1')).toEqual({ type: 'pending' })
  expect(parseReservation(successResult({ ...reserved, status: 'INACTIVE' }), 'VA-1')).toMatchObject({
    isActive: false,
  })
  expect(parseReservation(rejectedResponse('Invalid BVN'), 'VA-1')).toEqual({
    type: 'rejected',
    reason: 'Invalid BVN',
  })
  expect(
    parseReservation(rejectedResponse('You can not reserve two accounts with the same reference'), 'VA-1'),
  ).toEqual({
    type: 'reference_exists',
  })
  const wrong = [
    { accountReference: 'VA-2' },
    { currencyCode: 'USD' },
    { accounts: [{ accountNumber: '1' }] },
  ]
  for (const response of [
    ...faults,
    notSent,
    ...wrong.map((fields) => successResult({ ...reserved, ...fields })),
  ])
    expect(parseReservation(response, 'VA-1')).toMatchObject({ type: 'unknown' })
  expect(parseAccountClosed(successResult(reserved))).toBe(true)
  expect(parseAccountClosed(rejectedResponse('Cannot find reserved account', 404))).toBe(true)
  expect(parseAccountClosed(html)).toBe(false)
})

test('a deposit to a virtual account carries its account, amount and payer', () => {
  const depositBody = {
    ...paidPayment,
    product: { type: 'RESERVED_ACCOUNT', reference: 'VA-1' },
    accountPayments: [{ accountName: 'CHIDI EZE' }],
  }
  const read = (overrides: object) =>
    parseDeposit(successResult({ ...depositBody, ...overrides }), 'MNFY|20261121|000090')
  expect(read({})).toEqual({
    type: 'received',
    gatewayReference: 'MNFY|20261121|000090',
    accountReference: 'VA-1',
    paidKobo: 510_000n,
    feeKobo: 7_650n,
    currency: 'NGN',
    paidAt: '2026-06-26T22:19:13.511Z',
    payerName: 'CHIDI EZE',
  })
  expect(read({ product: { type: 'WEB_SDK', reference: 'SW-1' } })).toEqual({ type: 'not_found' })
  expect(read({ paymentStatus: 'REVERSED' })).toEqual({ type: 'not_found' })
  for (const overrides of [
    { paymentStatus: 'PENDING' },
    { transactionReference: 'MNFY|2' },
    { amountPaid: 'x' },
  ])
    expect(read(overrides)).toEqual({ type: 'pending' })
  expect(parseDeposit(rejectedResponse('Could not find transaction', 404), 'x')).toEqual({
    type: 'not_found',
  })
  for (const response of faults) expect(parseDeposit(response, 'x')).toEqual({ type: 'pending' })
})

test('deposits are listed page by page', () => {
  const page = (overrides: object) =>
    successResult({ content: [{ transactionReference: 'MNFY|1', amount: 5 }], ...overrides })
  expect(parseDepositPage(page({ last: false }), 0)).toEqual({ references: ['MNFY|1'], hasMore: true })
  expect(parseDepositPage(page({ totalPages: 2 }), 0)).toEqual({
    references: ['MNFY|1'],
    hasMore: true,
  })
  expect(parseDepositPage(page({ totalPages: 2 }), 1)).toEqual({
    references: ['MNFY|1'],
    hasMore: false,
  })
  expect(parseDepositPage(html, 0)).toBeNull()
})
