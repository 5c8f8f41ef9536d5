import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { HttpResult } from '../../server/http/http-client.ts'
import type { VendorProduct, VendRequest } from '../../server/vending/vendor.ts'
import { parsePriceList } from '../../server/vending/vendors/buypower/price-list.ts'
import {
  parseBalance,
  parseLookup,
  parseRequery,
  parseVend,
} from '../../server/vending/vendors/buypower/responses.ts'
import { hasInvalidSignature } from '../../server/vending/vendors/buypower/signature.ts'
import { httpResult } from './setup.ts'

const prepaid: VendorProduct = {
  service: 'power',
  productCode: 'ABUJA',
  variationCode: 'PREPAID',
  meterType: 'prepaid',
  beneficiary: '12345678910',
}
const request = (product: VendorProduct = prepaid): VendRequest => ({
  requestId: '6b4e9f1c-0d3a-4f6e-9a51-0b8f5d1c2e3f',
  product,
  amountKobo: 200_000n,
  phone: '+2348186077527',
  email: null,
  vendorToken: null,
})
/** Shaped as the samples of public integrations. */
const data = {
  id: 88990011,
  amountGenerated: 1860.47,
  tariff: '68.5',
  debtAmount: 0,
  debtRemaining: 0,
  disco: 'ABUJA',
  orderId: '6b4e9f1c-0d3a-4f6e-9a51-0b8f5d1c2e3f',
  receiptNo: 1122334455,
  tax: 139.53,
  vendTime: '2026-11-21 10:15:00',
  token: '1234-5678-9012-3456-7890',
  totalAmountPaid: 2000,
  units: '27.2',
  vendAmount: 2000,
  vendRef: 99887766,
  responseCode: 100,
  responseMessage: 'Request successful',
  address: '12 ALLEN AVENUE',
  name: 'ADEBAYO OLUWASEUN',
  phoneNo: '08186077527',
  charges: 0,
  parcels: [{ type: 'TOKEN', content: '1234-5678-9012-3456-7890' }],
  demandCategory: 'NMD',
}
const success = (overrides: object = {}) => ({
  status: true,
  message: 'Successful transaction',
  responseCode: 200,
  data: { ...data, ...overrides },
})
const failure = (responseCode: number, message = 'No') => ({ status: false, message, responseCode })
const vended = (body: unknown, status = 200, product = prepaid) =>
  parseVend(httpResult(body, status), request(product))
const requeried = (body: unknown, status = 200, product = prepaid) =>
  parseRequery(httpResult(body, status), request(product))

test('a delivered prepaid order has token, delivery details and cost', () => {
  expect(vended(success())).toEqual({
    type: 'delivered',
    vendorReference: '1122334455',
    reported: { beneficiary: null, amountKobo: 200_000n },
    costKobo: 200_000n,
    delivery: {
      tokens: [{ kind: 'main', digits: '12345678901234567890', units: '27.2' }],
      units: '27.2',
      tariff: '68.5',
      tariffClass: null,
      vatKobo: 13_953n,
      arrearsKobo: null,
      customerName: 'ADEBAYO OLUWASEUN',
      customerAddress: '12 ALLEN AVENUE',
      receiptNumber: '1122334455',
    },
  })
})

test('a requery response is wrapped in result with amounts as text; tokens are in order of entry', () => {
  const kinds = { KCT1: '1111', KCT2: '2222', BONUS: '3333', TOKEN: '1234' }
  const parcels = Object.entries(kinds).map(([type, four]) => ({
    type,
    content: type === 'TOKEN' ? data.token : Array(5).fill(four).join('-'),
  }))
  const outcome = requeried({
    result: success({
      totalAmountPaid: '2000.00',
      receiptNo: '1122334455',
      vendRef: null,
      tax: '139.53',
      parcels,
    }),
  })
  expect(outcome).toMatchObject({
    type: 'delivered',
    vendorReference: '1122334455',
    costKobo: 200_000n,
    delivery: { vatKobo: 13_953n },
  })
  expect(outcome.type === 'delivered' && outcome.delivery.tokens).toEqual([
    { kind: 'kct1', digits: '1111'.repeat(5), units: null },
    { kind: 'kct2', digits: '2222'.repeat(5), units: null },
    { kind: 'main', digits: '12345678901234567890', units: '27.2' },
    { kind: 'bonus', digits: '3333'.repeat(5), units: null },
  ])
})

test('a postpaid bill, airtime, data and TV are delivered without a token', () => {
  const none = success({ token: null, parcels: [], units: null })
  const postpaid: VendorProduct = { ...prepaid, variationCode: 'POSTPAID', meterType: 'postpaid' }
  expect(vended(none, 200, postpaid)).toMatchObject({
    type: 'delivered',
    delivery: { tokens: [], units: null },
  })
  const sparse = { orderId: data.orderId, receiptNo: 5, totalAmountPaid: 2000, disco: 'MTN', vendRef: 7 }
  const airtime: VendorProduct = {
    service: 'airtime',
    productCode: 'MTN',
    variationCode: null,
    beneficiary: '+234',
  }
  expect(vended({ status: true, responseCode: 200, message: '', data: sparse }, 200, airtime)).toMatchObject({
    type: 'delivered',
    reported: { amountKobo: 200_000n },
  })
})

test('a success without a token is not a delivery', () => {
  const none = success({ token: null, parcels: [] })
  expect(vended(none)).toEqual({ type: 'unknown', reason: 'no_token', code: '200' })
  expect(requeried({ result: none })).toEqual({ type: 'unknown', reason: 'no_token', code: '200' })
})

test('the purchased amount is the amount paid minus charges', () => {
  expect(vended(success({ totalAmountPaid: 2100, charges: 100 }))).toMatchObject({
    reported: { amountKobo: 200_000n },
    costKobo: 210_000n,
  })
  expect(vended(success({ totalAmountPaid: 1000 }))).toMatchObject({ reported: { amountKobo: 100_000n } })
})

test('a pending response includes the requery delay', () => {
  const open = { data: { status: false, error: true, responseCode: 202, message: 'x', delay: [35, 20] } }
  expect(vended(open, 202)).toEqual({
    type: 'unknown',
    reason: 'processing',
    code: '202',
    requeryAfterSeconds: 35,
  })
  for (const delay of [[], ['20'], [0], [100_000], 20])
    expect(vended({ data: { ...open.data, delay } }, 202)).not.toHaveProperty('requeryAfterSeconds')
})

test.each([
  [400, 'rejected'],
  [401, 'our_fault'],
  [403, 'our_fault'],
  [404, 'rejected'],
  [422, 'rejected'],
])('a purchase rejected with %i in their error envelope is proven failed', (code, reason) => {
  expect(vended(failure(code), code)).toEqual({ type: 'failed', reason, code: String(code) })
  expect(vended({ message: 'Forbidden' }, code)).toMatchObject({ type: 'unknown' })
})

test('account failures are distinguished from purchase failures', () => {
  expect(vended(failure(422, 'Insufficient wallet balance'), 422)).toMatchObject({ reason: 'float_empty' })
  expect(vended(failure(422, 'Daily transaction count limit reached'), 422)).toMatchObject({
    reason: 'our_fault',
  })
})

test.each([201, 202, 409, 500, 501, 502, 503])('a purchase with response code %i stays open', (code) => {
  expect(vended(failure(code), code)).toMatchObject({ type: 'unknown', reason: 'processing' })
  expect(vended(failure(code), 200)).toMatchObject({ type: 'unknown', reason: 'processing' })
  expect(vended(failure(422), code)).toMatchObject({ type: 'unknown' })
  expect(requeried(failure(code), code)).toMatchObject({ type: 'unknown', reason: 'processing' })
})

test('a message that requests a requery is unknown at any code', () => {
  expect(vended(failure(422, 'An unexpected error occurred. Please requery'), 422)).toMatchObject({
    type: 'unknown',
    reason: 'processing',
  })
  expect(requeried(failure(404, 'please requery'), 404)).toMatchObject({ reason: 'processing' })
})

test('a rejected requery proves nothing about the purchase; its wrapped result does', () => {
  for (const code of [400, 401, 403, 422])
    expect(requeried(failure(code), code)).toEqual({
      type: 'unknown',
      reason: 'requery_rejected',
      code: String(code),
    })
  expect(requeried(failure(429), 429)).toEqual({ type: 'unknown', reason: 'unlisted', code: '429' })
  expect(requeried(failure(404), 404)).toEqual({ type: 'unknown', reason: 'never_received', code: '404' })
  expect(requeried('<html>', 404)).toMatchObject({ reason: 'unreadable' })
  expect(requeried({ result: failure(422) })).toEqual({ type: 'failed', reason: 'rejected', code: '422' })
  expect(requeried({ result: failure(202) })).toMatchObject({ type: 'unknown', reason: 'processing' })
})

test('a response for another order, or with an unlisted inner code, proves nothing', () => {
  expect(vended(success({ orderId: 'another' }))).toMatchObject({ type: 'unknown', reason: 'unreadable' })
  expect(vended(success({ responseCode: 107 }))).toMatchObject({
    type: 'unknown',
    reason: 'unlisted',
    code: '107',
  })
  expect(vended({ ...success(), status: false })).toMatchObject({ type: 'unknown' })
  expect(vended({ status: true, responseCode: 200, message: '' })).toMatchObject({ type: 'unknown' })
})

test('only a purchase that was never sent fails without a code', () => {
  const connectionRefused: HttpResult = { type: 'not_sent', reason: 'refused' }
  expect(parseVend(connectionRefused, request())).toEqual({
    type: 'failed',
    reason: 'product_down',
    code: 'not_sent',
  })
  expect(parseRequery(connectionRefused, request())).toMatchObject({ type: 'unknown' })
  for (const reason of ['timeout', 'cut', 'redirect', 'invalid_signature'] as const)
    expect(parseVend({ type: 'no_response', reason }, request())).toMatchObject({
      type: 'unknown',
      code: null,
    })
})

test('no response text makes a purchase failed or delivered without a listed code', () => {
  const code = fc.oneof(fc.integer(), fc.constantFrom(100, 200, 202, 400, 422, 500))
  const anything = fc.oneof(
    fc.string(),
    fc.json(),
    fc
      .record({ status: fc.anything(), responseCode: code, message: fc.string(), data: fc.anything() })
      .map((body) => JSON.stringify(body)),
  )
  fc.assert(
    fc.property(anything, fc.constantFrom(200, 202, 400, 422, 500), (text, status) => {
      const outcome = vended(text, status)
      requeried(text, status)
      parseLookup(httpResult(text, status))
      parsePriceList(httpResult(text, status))
      return (
        outcome.type === 'unknown' ||
        (outcome.type === 'failed' && ['400', '401', '403', '404', '422'].includes(outcome.code))
      )
    }),
  )
})

test('a meter lookup returns found, not found or unavailable', () => {
  const meter = {
    error: false,
    discoCode: 'ABUJA',
    vendType: 'PREPAID',
    meterNo: '12345678910',
    minVendAmount: 500,
    maxVendAmount: 1_000_000,
    responseCode: 100,
    outstanding: 1500.5,
    debtRepayment: 0,
    name: 'ADEBAYO OLUWASEUN',
    address: '12 ALLEN AVENUE',
    tariff: '68.50',
    tariffClass: 'R2SP',
  }
  expect(parseLookup(httpResult(meter))).toEqual({
    type: 'found',
    customerName: 'ADEBAYO OLUWASEUN',
    address: '12 ALLEN AVENUE',
    minKobo: 50_000n,
    maxKobo: 100_000_000n,
    arrearsKobo: 150_050n,
    tariff: 'R2SP',
    nairaPerKwh: '68.50',
    canVend: true,
    vendorToken: null,
  })
  expect(parseLookup(httpResult({ name: 'ADA', address: '' }))).toMatchObject({
    type: 'found',
    address: null,
  })
  expect(parseLookup(httpResult(failure(400, 'Invalid meter number'), 400))).toEqual({ type: 'not_found' })
  expect(parseLookup(httpResult({ error: true, message: 'Wrong meter' }))).toEqual({ type: 'not_found' })
  expect(parseLookup(httpResult(failure(400, 'Provider unavailable, try again'), 400)).type).toBe(
    'unavailable',
  )
  expect(parseLookup(httpResult(failure(401), 401)).type).toBe('unavailable')
  expect(parseLookup(httpResult('<html>', 502)).type).toBe('unavailable')
  expect(parseLookup({ type: 'no_response', reason: 'timeout' })).toEqual({
    type: 'unavailable',
    reason: 'timeout',
  })
})

test('a tariff list is parsed to the kobo and omits items without a price', () => {
  const listed = [
    { price: 49.99, code: 'DATA-49.99', desc: '40MB Daily' },
    { price: '1,000', code: 'DATA-10', desc: '' },
    { price: 0, code: 'FREE', desc: 'free' },
    { price: 5, desc: 'no code' },
  ]
  expect(parsePriceList(httpResult({ status: true, data: listed }))).toEqual({
    type: 'listed',
    entries: [
      { vendorCode: 'DATA-49.99', name: '40MB Daily', priceKobo: 4_999n },
      { vendorCode: 'DATA-10', name: 'DATA-10', priceKobo: 100_000n },
    ],
  })
  expect(parsePriceList(httpResult({ status: true, data: [] }))).toEqual({
    type: 'unavailable',
    reason: 'empty',
  })
  expect(parsePriceList(httpResult(failure(400), 400))).toMatchObject({ type: 'unavailable' })
})

test('the float is parsed in whole kobo, flat or wrapped', () => {
  expect(parseBalance(httpResult({ balance: 36435.32 }))).toBe(3_643_532n)
  expect(parseBalance(httpResult({ data: { balance: '10.5' } }))).toBe(1_050n)
  expect(parseBalance(httpResult({ balance: 0 }))).toBe(0n)
  expect(parseBalance(httpResult(failure(401), 401))).toBeNull()
  expect(parseBalance(httpResult({}))).toBeNull()
})

test('a response signature must match our key and the response text', () => {
  const response = httpResult(success())
  const hash = createHash('sha512').update(`${response.text}key`).digest()
  const isAccepted = (signature: string) =>
    !hasInvalidSignature({ ...response, headers: { 'x-buypower-signature': signature } }, 'key')
  expect(hasInvalidSignature(response, 'key')).toBe(false)
  expect(isAccepted(hash.toString('hex'))).toBe(true)
  expect(isAccepted(hash.toString('hex').toUpperCase())).toBe(true)
  expect(isAccepted(hash.toString('base64'))).toBe(true)
  expect(isAccepted('')).toBe(false)
  expect(isAccepted(hash.toString('hex').replace(/^./, (body) => (body === '0' ? '1' : '0')))).toBe(false)
  const other = createHash('sha512').update(`${response.text}another`).digest('hex')
  expect(isAccepted(other)).toBe(false)
})
