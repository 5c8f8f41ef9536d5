import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Reply } from '../../server/http/outbound.ts'
import type { Goods, VendRequest } from '../../server/vending/vendor.ts'
import { readListing } from '../../server/vending/vendors/buypower/listing.ts'
import {
  readBalance,
  readLookup,
  readRequery,
  readVend,
} from '../../server/vending/vendors/buypower/reading.ts'
import { isSigned } from '../../server/vending/vendors/buypower/signature.ts'
import { answered } from './house.ts'

const prepaid: Goods = {
  service: 'power',
  productCode: 'ABUJA',
  variationCode: 'PREPAID',
  meterType: 'prepaid',
  beneficiary: '12345678910',
}
const request = (goods: Goods = prepaid): VendRequest => ({
  requestId: '6b4e9f1c-0d3a-4f6e-9a51-0b8f5d1c2e3f',
  goods,
  amountKobo: 200_000n,
  phone: '+2348186077527',
  email: null,
  handle: null,
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
const good = (more: object = {}) => ({
  status: true,
  message: 'Successful transaction',
  responseCode: 200,
  data: { ...data, ...more },
})
const bad = (responseCode: number, message = 'No') => ({ status: false, message, responseCode })
const vended = (body: unknown, status = 200, goods = prepaid) =>
  readVend(answered(body, status), request(goods))
const requeried = (body: unknown, status = 200, goods = prepaid) =>
  readRequery(answered(body, status), request(goods))

test('a delivered prepaid order has its token, its facts and its cost', () => {
  expect(vended(good())).toEqual({
    is: 'delivered',
    vendorReference: '1122334455',
    said: { beneficiary: null, amountKobo: 200_000n },
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

test('a requery is wrapped once more, its money is text, and key change tokens come in the order of entry', () => {
  const kinds = { KCT1: '1111', KCT2: '2222', BONUS: '3333', TOKEN: '1234' }
  const parcels = Object.entries(kinds).map(([type, four]) => ({
    type,
    content: type === 'TOKEN' ? data.token : Array(5).fill(four).join('-'),
  }))
  const asked = requeried({
    result: good({
      totalAmountPaid: '2000.00',
      receiptNo: '1122334455',
      vendRef: null,
      tax: '139.53',
      parcels,
    }),
  })
  expect(asked).toMatchObject({
    is: 'delivered',
    vendorReference: '1122334455',
    costKobo: 200_000n,
    delivery: { vatKobo: 13_953n },
  })
  expect(asked.is === 'delivered' && asked.delivery.tokens).toEqual([
    { kind: 'kct1', digits: '1111'.repeat(5), units: null },
    { kind: 'kct2', digits: '2222'.repeat(5), units: null },
    { kind: 'main', digits: '12345678901234567890', units: '27.2' },
    { kind: 'bonus', digits: '3333'.repeat(5), units: null },
  ])
})

test('a postpaid bill, airtime, data and TV are delivered without a token', () => {
  const none = good({ token: null, parcels: [], units: null })
  const postpaid: Goods = { ...prepaid, variationCode: 'POSTPAID', meterType: 'postpaid' }
  expect(vended(none, 200, postpaid)).toMatchObject({
    is: 'delivered',
    delivery: { tokens: [], units: null },
  })
  const sparse = { orderId: data.orderId, receiptNo: 5, totalAmountPaid: 2000, disco: 'MTN', vendRef: 7 }
  const airtime: Goods = { service: 'airtime', productCode: 'MTN', variationCode: null, beneficiary: '+234' }
  expect(vended({ status: true, responseCode: 200, message: '', data: sparse }, 200, airtime)).toMatchObject({
    is: 'delivered',
    said: { amountKobo: 200_000n },
  })
})

test('success without a token is not yet a delivery', () => {
  const none = good({ token: null, parcels: [] })
  expect(vended(none)).toEqual({ is: 'unknown', because: 'no_token', code: '200' })
  expect(requeried({ result: none })).toEqual({ is: 'unknown', because: 'no_token', code: '200' })
})

test('what they took besides their charges is what was bought', () => {
  expect(vended(good({ totalAmountPaid: 2100, charges: 100 }))).toMatchObject({
    said: { amountKobo: 200_000n },
    costKobo: 210_000n,
  })
  expect(vended(good({ totalAmountPaid: 1000 }))).toMatchObject({ said: { amountKobo: 100_000n } })
})

test('while it is in progress they say when to ask again', () => {
  const open = { data: { status: false, error: true, responseCode: 202, message: 'x', delay: [35, 20] } }
  expect(vended(open, 202)).toEqual({
    is: 'unknown',
    because: 'processing',
    code: '202',
    askAgainSeconds: 35,
  })
  for (const delay of [[], ['20'], [0], [100_000], 20])
    expect(vended({ data: { ...open.data, delay } }, 202)).not.toHaveProperty('askAgainSeconds')
})

test.each([
  [400, 'rejected'],
  [401, 'our_fault'],
  [403, 'our_fault'],
  [404, 'rejected'],
  [422, 'rejected'],
])('a purchase refused with %i in their error envelope is proven failed', (code, because) => {
  expect(vended(bad(code), code)).toEqual({ is: 'failed', because, code: String(code) })
  expect(vended({ message: 'Forbidden' }, code)).toMatchObject({ is: 'unknown' })
})

test('what is wrong with our account is told from what is wrong with the purchase', () => {
  expect(vended(bad(422, 'Insufficient wallet balance'), 422)).toMatchObject({ because: 'float_empty' })
  expect(vended(bad(422, 'Daily transaction count limit reached'), 422)).toMatchObject({
    because: 'our_fault',
  })
})

test.each([201, 202, 409, 500, 501, 502, 503])('a purchase answered %i is open', (code) => {
  expect(vended(bad(code), code)).toMatchObject({ is: 'unknown', because: 'processing' })
  expect(vended(bad(code), 200)).toMatchObject({ is: 'unknown', because: 'processing' })
  expect(vended(bad(422), code)).toMatchObject({ is: 'unknown' })
  expect(requeried(bad(code), code)).toMatchObject({ is: 'unknown', because: 'processing' })
})

test('a message that asks for a requery leaves it open whatever the code says', () => {
  expect(vended(bad(422, 'An unexpected error occurred. Please requery'), 422)).toMatchObject({
    is: 'unknown',
    because: 'processing',
  })
  expect(requeried(bad(404, 'please requery'), 404)).toMatchObject({ because: 'processing' })
})

test('a requery that was itself refused says nothing of the purchase; what it wraps does', () => {
  expect(requeried(bad(401), 401)).toEqual({ is: 'unknown', because: 'for_a_person', code: '401' })
  expect(requeried(bad(404), 404)).toEqual({ is: 'unknown', because: 'never_received', code: '404' })
  expect(requeried('<html>', 404)).toMatchObject({ because: 'unreadable' })
  expect(requeried({ result: bad(422) })).toEqual({ is: 'failed', because: 'rejected', code: '422' })
  expect(requeried({ result: bad(202) })).toMatchObject({ is: 'unknown', because: 'processing' })
})

test('an answer about another order, or with another inner code, proves nothing', () => {
  expect(vended(good({ orderId: 'another' }))).toMatchObject({ is: 'unknown', because: 'unreadable' })
  expect(vended(good({ responseCode: 107 }))).toMatchObject({
    is: 'unknown',
    because: 'unlisted',
    code: '107',
  })
  expect(vended({ ...good(), status: false })).toMatchObject({ is: 'unknown' })
  expect(vended({ status: true, responseCode: 200, message: '' })).toMatchObject({ is: 'unknown' })
})

test('only a purchase that never left failed without a code', () => {
  const refused: Reply = { is: 'not_sent', because: 'refused' }
  expect(readVend(refused, request())).toEqual({ is: 'failed', because: 'product_down', code: 'not_sent' })
  expect(readRequery(refused, request())).toMatchObject({ is: 'unknown' })
  for (const because of ['timeout', 'cut', 'redirect', 'unsigned'] as const)
    expect(readVend({ is: 'lost', because }, request())).toMatchObject({ is: 'unknown', code: null })
})

test('no text whatever makes a purchase fail or deliver unless a listed code says so', () => {
  const code = fc.oneof(fc.integer(), fc.constantFrom(100, 200, 202, 400, 422, 500))
  const anything = fc.oneof(
    fc.string(),
    fc.json(),
    fc
      .record({ status: fc.anything(), responseCode: code, message: fc.string(), data: fc.anything() })
      .map((it) => JSON.stringify(it)),
  )
  fc.assert(
    fc.property(anything, fc.constantFrom(200, 202, 400, 422, 500), (text, status) => {
      const outcome = vended(text, status)
      requeried(text, status)
      readLookup(answered(text, status))
      readListing(answered(text, status))
      return (
        outcome.is === 'unknown' ||
        (outcome.is === 'failed' && ['400', '401', '403', '404', '422'].includes(outcome.code))
      )
    }),
  )
})

test('a meter is found, unknown, or cannot be asked about', () => {
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
  expect(readLookup(answered(meter))).toEqual({
    is: 'found',
    customerName: 'ADEBAYO OLUWASEUN',
    address: '12 ALLEN AVENUE',
    minKobo: 50_000n,
    maxKobo: 100_000_000n,
    arrearsKobo: 150_050n,
    tariff: 'R2SP',
    nairaPerKwh: '68.50',
    canVend: true,
    handle: null,
  })
  expect(readLookup(answered({ name: 'ADA', address: '' }))).toMatchObject({ is: 'found', address: null })
  expect(readLookup(answered(bad(400, 'Invalid meter number'), 400))).toEqual({ is: 'not_found' })
  expect(readLookup(answered({ error: true, message: 'Wrong meter' }))).toEqual({ is: 'not_found' })
  expect(readLookup(answered(bad(400, 'Provider unavailable, try again'), 400)).is).toBe('unavailable')
  expect(readLookup(answered(bad(401), 401)).is).toBe('unavailable')
  expect(readLookup(answered('<html>', 502)).is).toBe('unavailable')
  expect(readLookup({ is: 'lost', because: 'timeout' })).toEqual({ is: 'unavailable', because: 'timeout' })
})

test('a tariff list is read to the kobo, without what has no price', () => {
  const listed = [
    { price: 49.99, code: 'DATA-49.99', desc: '40MB Daily' },
    { price: '1,000', code: 'DATA-10', desc: '' },
    { price: 0, code: 'FREE', desc: 'free' },
    { price: 5, desc: 'no code' },
  ]
  expect(readListing(answered({ status: true, data: listed }))).toEqual({
    is: 'listed',
    offers: [
      { vendorCode: 'DATA-49.99', name: '40MB Daily', priceKobo: 4_999n },
      { vendorCode: 'DATA-10', name: 'DATA-10', priceKobo: 100_000n },
    ],
  })
  expect(readListing(answered({ status: true, data: [] }))).toEqual({ is: 'unavailable', because: 'empty' })
  expect(readListing(answered(bad(400), 400))).toMatchObject({ is: 'unavailable' })
})

test('our float is whole kobo, flat or wrapped', () => {
  expect(readBalance(answered({ balance: 36435.32 }))).toBe(3_643_532n)
  expect(readBalance(answered({ data: { balance: '10.5' } }))).toBe(1_050n)
  expect(readBalance(answered({ balance: 0 }))).toBe(0n)
  expect(readBalance(answered(bad(401), 401))).toBeNull()
  expect(readBalance(answered({}))).toBeNull()
})

test('an answer that is signed must be signed with our key over its own text', () => {
  const reply = answered(good())
  const hash = createHash('sha512').update(`${reply.text}key`).digest()
  const signed = (said: string) => isSigned({ ...reply, headers: { 'x-buypower-signature': said } }, 'key')
  expect(isSigned(reply, 'key')).toBe(true)
  expect(signed(hash.toString('hex'))).toBe(true)
  expect(signed(hash.toString('hex').toUpperCase())).toBe(true)
  expect(signed(hash.toString('base64'))).toBe(true)
  expect(signed('')).toBe(false)
  expect(signed(hash.toString('hex').replace(/^./, (it) => (it === '0' ? '1' : '0')))).toBe(false)
  const other = createHash('sha512').update(`${reply.text}another`).digest('hex')
  expect(signed(other)).toBe(false)
})
