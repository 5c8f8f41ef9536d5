import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Reply } from '../../server/http/outbound.ts'
import type { Goods, VendRequest } from '../../server/vending/vendor.ts'
import {
  readBalance,
  readListing,
  readLookup,
  readRequery,
  readVend,
} from '../../server/vending/vendors/irecharge/reading.ts'
import { answered } from './house.ts'

const prepaid: Goods = {
  service: 'power',
  productCode: 'abuja',
  variationCode: 'AEDC',
  meterType: 'prepaid',
  beneficiary: '1234567890',
}
const airtime: Goods = {
  service: 'airtime',
  productCode: 'MTN',
  variationCode: null,
  beneficiary: '+2348031234567',
}
const tv: Goods = {
  service: 'cabletv',
  productCode: 'DSTV',
  variationCode: 'PADI',
  beneficiary: '1212121212',
}
const request = (goods: Goods): VendRequest => ({
  requestId: '123456789012',
  goods,
  amountKobo: 200_000n,
  phone: '+2348031234567',
  email: null,
  handle: '16131213212312',
})
const vended = (body: unknown, goods = prepaid, status = 200) =>
  readVend(answered(body, status), request(goods))
const requeried = (body: unknown, goods = prepaid) => readRequery(answered(body), request(goods))

const good = {
  status: '00',
  message: 'Successful',
  wallet_balance: '98000.00',
  ref: '260812345678',
  amount: 2000,
  units: '333.300',
  meter_token: '12345678901234567890',
  address: '12 ALLEN AVENUE',
  response_hash: 'x',
}

test('a delivered prepaid order has its token, its units, and what was asked as its cost', () => {
  expect(vended(good)).toEqual({
    is: 'delivered',
    vendorReference: '260812345678',
    said: { beneficiary: null, amountKobo: 200_000n },
    costKobo: 200_000n,
    delivery: {
      tokens: [{ kind: 'main', digits: '12345678901234567890', units: '333.300' }],
      units: '333.300',
      tariff: null,
      tariffClass: null,
      vatKobo: null,
      arrearsKobo: null,
      customerName: null,
      customerAddress: '12 ALLEN AVENUE',
      receiptNumber: '260812345678',
    },
  })
})

test('success without a token is not yet a delivery; a postpaid bill needs none', () => {
  const none = { ...good, meter_token: null }
  expect(vended(none)).toEqual({ is: 'unknown', because: 'no_token', code: '00' })
  const postpaid: Goods = { ...prepaid, variationCode: 'AEDC_Postpaid', meterType: 'postpaid' }
  expect(vended(none, postpaid)).toMatchObject({ is: 'delivered', delivery: { tokens: [], units: null } })
})

test('a line says who got what for how much; a bouquet says neither', () => {
  const line = {
    status: '00',
    order: 'MTN',
    receiver: '08031234567',
    amount: '2000',
    amount_paid: '1950.5',
    ref: '9',
  }
  expect(vended(line, airtime)).toMatchObject({
    is: 'delivered',
    said: { beneficiary: '08031234567', amountKobo: 200_000n },
    costKobo: 195_050n,
  })
  expect(vended({ status: '00', order: 'DSTV PADI', ref: '9' }, tv)).toMatchObject({
    is: 'delivered',
    said: { beneficiary: null, amountKobo: null },
    costKobo: 200_000n,
  })
})

test.each('-1 02 03 04 05 06 11 12 13 14 15 17 19 20 40 41 42 43 44 50 51 99'.split(' '))(
  'a purchase answered %s is neither delivered nor failed, since nobody published what it means',
  (status) => {
    const because = status === '15' || status === '43' ? 'processing' : 'unlisted'
    expect(vended({ status, message: 'x' })).toEqual({ is: 'unknown', because, code: status })
    expect(requeried({ status, message: 'x' })).toEqual({ is: 'unknown', because, code: status })
  },
)

test('an open answer about a line gives the reference that it may be asked about by', () => {
  expect(vended({ status: '15', ref: '260812345678' }, airtime)).toMatchObject({ handle: '260812345678' })
  expect(vended({ status: '15', ref: '260812345678' }, prepaid)).not.toHaveProperty('handle')
})

test('asked about, it is delivered when both of their words say so, and open otherwise', () => {
  const said = (vend_status: string, vend_code: string) =>
    requeried({ status: '00', vend_status, vend_code, token: '12345678901234567890', units: '5' })
  expect(said('successful', '00')).toMatchObject({
    is: 'delivered',
    costKobo: 200_000n,
    delivery: { tokens: [{ kind: 'main', digits: '12345678901234567890', units: '5' }] },
  })
  for (const code of ['01', '02', '03', ''])
    expect(said('successful', code)).toMatchObject({ is: 'unknown', because: 'processing' })
  expect(said('failed', '00')).toMatchObject({ is: 'unknown', because: 'processing' })
  expect(requeried({ status: '00', vend_status: 'successful', vend_code: '00' })).toMatchObject({
    is: 'unknown',
    because: 'no_token',
  })
})

test('only a purchase that never left failed', () => {
  const refused: Reply = { is: 'not_sent', because: 'no_such_host' }
  expect(readVend(refused, request(tv))).toEqual({ is: 'failed', because: 'product_down', code: 'not_sent' })
  expect(readRequery(refused, request(tv))).toMatchObject({ is: 'unknown' })
  expect(vended(good, prepaid, 502)).toEqual({ is: 'unknown', because: 'unreadable', code: null })
  expect(vended('<html>')).toMatchObject({ is: 'unknown', because: 'unreadable' })
})

test('no text whatever makes a purchase fail, or deliver electricity without a token', () => {
  const anything = fc.oneof(
    fc.string(),
    fc.json(),
    fc
      .record({ status: fc.constantFrom('00', '15', 0, null), amount: fc.anything(), ref: fc.anything() })
      .map((it) => JSON.stringify(it)),
  )
  fc.assert(
    fc.property(anything, (text) => {
      readLookup(answered(text))
      readListing(answered(text))
      return [vended(text), requeried(text)].every(({ is }) => is === 'unknown')
    }),
  )
})

test('a lookup gives the access token of the purchase; without one it is of no use', () => {
  const meter = {
    status: '00',
    message: 'OK',
    access_token: '16131213212312',
    customer: { name: 'ADEBAYO OLUWASEUN', address: '12 ALLEN AVENUE', util: 'AEDC', minimumAmount: '500' },
  }
  expect(readLookup(answered(meter))).toMatchObject({
    is: 'found',
    customerName: 'ADEBAYO OLUWASEUN',
    address: '12 ALLEN AVENUE',
    minKobo: 50_000n,
    handle: '16131213212312',
  })
  const card = {
    status: '00',
    access_token: '16131213212313',
    customer: 'ADA OBI',
    customer_number: '8061522780',
  }
  expect(readLookup(answered(card))).toMatchObject({
    is: 'found',
    customerName: 'ADA OBI',
    address: null,
    customerNumber: '8061522780',
  })
  expect(readLookup(answered({ ...card, access_token: '' }))).toEqual({
    is: 'unavailable',
    because: 'no_token',
  })
})

test('a wrong number is told from trouble, and from a fault of ours', () => {
  const said = (message: string) => readLookup(answered({ status: '05', message })).is
  expect(said('Invalid meter number')).toBe('not_found')
  expect(said('Smartcard does not exist')).toBe('not_found')
  expect(said('Service is not available at the moment')).toBe('unavailable')
  expect(said('Invalid hash')).toBe('unavailable')
  expect(said('')).toBe('unavailable')
  expect(readLookup(answered('<html>', 502)).is).toBe('unavailable')
})

test('a list is read as an array, as one object alone, or as nothing', () => {
  const one = { code: '31', title: '100MB', price: '100', validity: 'Daily' }
  const offer = { vendorCode: '31', name: '100MB (Daily)', priceKobo: 10_000n }
  const bouquet = { code: 'PADI', title: 'DSTV PADI', price: '4,400.00', available: '1' }
  const listed = (bundles: unknown) => readListing(answered({ status: '00', bundles }))
  expect(listed([one, bouquet, { ...bouquet, available: '0' }])).toEqual({
    is: 'listed',
    offers: [offer, { vendorCode: 'PADI', name: 'DSTV PADI', priceKobo: 440_000n }],
  })
  expect(listed(one)).toEqual({ is: 'listed', offers: [offer] })
  expect(listed(null)).toEqual({ is: 'unavailable', because: 'empty' })
  expect(readListing(answered({ status: '13' }))).toEqual({ is: 'unavailable', because: '13' })
})

test('our float is whole kobo', () => {
  expect(readBalance(answered({ status: '00', wallet_balance: '36435.32' }))).toBe(3_643_532n)
  expect(readBalance(answered({ status: '00', wallet_balance: '0.00' }))).toBe(0n)
  expect(readBalance(answered({ status: '00' }))).toBeNull()
  expect(readBalance(answered({ status: '13', wallet_balance: '5' }))).toBeNull()
})
