import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { HttpResult } from '../../server/http/http-client.ts'
import type { VendorProduct, VendRequest } from '../../server/vending/vendor.ts'
import {
  parseBalance,
  parseLookup,
  parsePriceList,
  parseRequery,
  parseVend,
} from '../../server/vending/vendors/irecharge/responses.ts'
import { httpResult } from './setup.ts'

const prepaid: VendorProduct = {
  service: 'power',
  productCode: 'abuja',
  variationCode: 'AEDC',
  meterType: 'prepaid',
  beneficiary: '1234567890',
}
const airtime: VendorProduct = {
  service: 'airtime',
  productCode: 'MTN',
  variationCode: null,
  beneficiary: '+2348031234567',
}
const tv: VendorProduct = {
  service: 'cabletv',
  productCode: 'DSTV',
  variationCode: 'PADI',
  beneficiary: '1212121212',
}
const request = (product: VendorProduct): VendRequest => ({
  requestId: '123456789012',
  product,
  amountKobo: 200_000n,
  phone: '+2348031234567',
  email: null,
  vendorToken: '16131213212312',
})
const vended = (body: unknown, product = prepaid, status = 200) =>
  parseVend(httpResult(body, status), request(product))
const requeried = (body: unknown, product = prepaid) => parseRequery(httpResult(body), request(product))

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

test('a delivered prepaid order has token, units and the requested amount as cost', () => {
  expect(vended(good)).toEqual({
    type: 'delivered',
    vendorReference: '260812345678',
    reported: { beneficiary: null, amountKobo: 200_000n },
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

test('success without a token is not a delivery for prepaid; a postpaid bill needs no token', () => {
  const none = { ...good, meter_token: null }
  expect(vended(none)).toEqual({ type: 'unknown', reason: 'no_token', code: '00' })
  const postpaid: VendorProduct = { ...prepaid, variationCode: 'AEDC_Postpaid', meterType: 'postpaid' }
  expect(vended(none, postpaid)).toMatchObject({ type: 'delivered', delivery: { tokens: [], units: null } })
})

test('airtime and data responses report beneficiary and amount; TV responses report neither', () => {
  const line = {
    status: '00',
    order: 'MTN',
    receiver: '08031234567',
    amount: '2000',
    amount_paid: '1950.5',
    ref: '9',
  }
  expect(vended(line, airtime)).toMatchObject({
    type: 'delivered',
    reported: { beneficiary: '08031234567', amountKobo: 200_000n },
    costKobo: 195_050n,
  })
  expect(vended({ status: '00', order: 'DSTV PADI', ref: '9' }, tv)).toMatchObject({
    type: 'delivered',
    reported: { beneficiary: null, amountKobo: null },
    costKobo: 200_000n,
  })
})

test.each('-1 02 03 04 05 06 11 12 13 14 15 17 19 20 40 41 42 43 44 50 51 99'.split(' '))(
  'a purchase with response code %s is neither delivered nor failed, since its meaning is not published',
  (status) => {
    const reason = status === '15' || status === '43' ? 'processing' : 'unlisted'
    expect(vended({ status, message: 'x' })).toEqual({ type: 'unknown', reason, code: status })
    expect(requeried({ status, message: 'x' })).toEqual({ type: 'unknown', reason, code: status })
  },
)

test('a pending airtime or data response returns the reference for a requery', () => {
  expect(vended({ status: '15', ref: '260812345678' }, airtime)).toMatchObject({
    vendorToken: '260812345678',
  })
  expect(vended({ status: '15', ref: '260812345678' }, prepaid)).not.toHaveProperty('vendorToken')
})

test('a requery is delivered only when vend_status and vend_code agree', () => {
  const outcomeOf = (vend_status: string, vend_code: string) =>
    requeried({ status: '00', vend_status, vend_code, token: '12345678901234567890', units: '5' })
  expect(outcomeOf('successful', '00')).toMatchObject({
    type: 'delivered',
    costKobo: 200_000n,
    delivery: { tokens: [{ kind: 'main', digits: '12345678901234567890', units: '5' }] },
  })
  for (const code of ['01', '02', '03', ''])
    expect(outcomeOf('successful', code)).toMatchObject({ type: 'unknown', reason: 'processing' })
  expect(outcomeOf('failed', '00')).toMatchObject({ type: 'unknown', reason: 'processing' })
  expect(requeried({ status: '00', vend_status: 'successful', vend_code: '00' })).toMatchObject({
    type: 'unknown',
    reason: 'no_token',
  })
})

test('only a purchase that was never sent fails', () => {
  const connectionRefused: HttpResult = { type: 'not_sent', reason: 'no_such_host' }
  expect(parseVend(connectionRefused, request(tv))).toEqual({
    type: 'failed',
    reason: 'product_down',
    code: 'not_sent',
  })
  expect(parseRequery(connectionRefused, request(tv))).toMatchObject({ type: 'unknown' })
  expect(vended(good, prepaid, 502)).toEqual({ type: 'unknown', reason: 'unreadable', code: null })
  expect(vended('<html>')).toMatchObject({ type: 'unknown', reason: 'unreadable' })
})

test('no response text makes a purchase failed, or electricity delivered without a token', () => {
  const anything = fc.oneof(
    fc.string(),
    fc.json(),
    fc
      .record({ status: fc.constantFrom('00', '15', 0, null), amount: fc.anything(), ref: fc.anything() })
      .map((body) => JSON.stringify(body)),
  )
  fc.assert(
    fc.property(anything, (text) => {
      parseLookup(httpResult(text))
      parsePriceList(httpResult(text))
      return [vended(text), requeried(text)].every(({ type }) => type === 'unknown')
    }),
  )
})

test('a lookup returns the access token of the purchase and is unavailable without it', () => {
  const meter = {
    status: '00',
    message: 'OK',
    access_token: '16131213212312',
    customer: { name: 'ADEBAYO OLUWASEUN', address: '12 ALLEN AVENUE', util: 'AEDC', minimumAmount: '500' },
  }
  expect(parseLookup(httpResult(meter))).toMatchObject({
    type: 'found',
    customerName: 'ADEBAYO OLUWASEUN',
    address: '12 ALLEN AVENUE',
    minKobo: 50_000n,
    vendorToken: '16131213212312',
  })
  const card = {
    status: '00',
    access_token: '16131213212313',
    customer: 'ADA OBI',
    customer_number: '8061522780',
  }
  expect(parseLookup(httpResult(card))).toMatchObject({
    type: 'found',
    customerName: 'ADA OBI',
    address: null,
    customerNumber: '8061522780',
  })
  expect(parseLookup(httpResult({ ...card, access_token: '' }))).toEqual({
    type: 'unavailable',
    reason: 'no_token',
  })
})

test('a wrong number is distinguished from an outage and from our own errors', () => {
  const outcomeOf = (message: string) => parseLookup(httpResult({ status: '05', message })).type
  expect(outcomeOf('Invalid meter number')).toBe('not_found')
  expect(outcomeOf('Smartcard does not exist')).toBe('not_found')
  expect(outcomeOf('Service is not available at the moment')).toBe('unavailable')
  expect(outcomeOf('Invalid hash')).toBe('unavailable')
  expect(outcomeOf('')).toBe('unavailable')
  expect(parseLookup(httpResult('<html>', 502)).type).toBe('unavailable')
})

test('a price list is parsed from an array, a single object or null', () => {
  const one = { code: '31', title: '100MB', price: '100', validity: 'Daily' }
  const entry = { vendorCode: '31', name: '100MB (Daily)', priceKobo: 10_000n }
  const bouquet = { code: 'PADI', title: 'DSTV PADI', price: '4,400.00', available: '1' }
  const listed = (bundles: unknown) => parsePriceList(httpResult({ status: '00', bundles }))
  expect(listed([one, bouquet, { ...bouquet, available: '0' }])).toEqual({
    type: 'listed',
    entries: [entry, { vendorCode: 'PADI', name: 'DSTV PADI', priceKobo: 440_000n }],
  })
  expect(listed(one)).toEqual({ type: 'listed', entries: [entry] })
  expect(listed(null)).toEqual({ type: 'unavailable', reason: 'empty' })
  expect(parsePriceList(httpResult({ status: '13' }))).toEqual({ type: 'unavailable', reason: '13' })
})

test('the float is parsed in whole kobo', () => {
  expect(parseBalance(httpResult({ status: '00', wallet_balance: '36435.32' }))).toBe(3_643_532n)
  expect(parseBalance(httpResult({ status: '00', wallet_balance: '0.00' }))).toBe(0n)
  expect(parseBalance(httpResult({ status: '00' }))).toBeNull()
  expect(parseBalance(httpResult({ status: '13', wallet_balance: '5' }))).toBeNull()
})
