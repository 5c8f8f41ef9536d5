import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { HttpResult } from '../../server/http/http-client.ts'
import type { VendorProduct } from '../../server/vending/vendor.ts'
import { fieldsOf } from '../../server/vending/vendors/fields.ts'
import { parsePins } from '../../server/vending/vendors/vtpass/pins.ts'
import { parseAmountLimits, parsePriceList } from '../../server/vending/vendors/vtpass/price-list.ts'
import { payBody, verifyBody } from '../../server/vending/vendors/vtpass/requests.ts'
import { parseLookup, parseOutcome } from '../../server/vending/vendors/vtpass/responses.ts'
import { httpResult } from './setup.ts'

const requestId = '202611211015ABCDEF'
const product = (overrides: Partial<VendorProduct>): VendorProduct => ({
  service: 'cabletv',
  productCode: 'dstv',
  variationCode: 'dstv-padi',
  beneficiary: '1212121212',
  ...overrides,
})
const body = (body: VendorProduct, amountKobo = 440_000n) =>
  payBody({ requestId, product: body, amountKobo, phone: '+2348012345678', email: null, vendorToken: null })

test('each product uses the request fields of its documentation', () => {
  const common = { request_id: requestId, phone: '08012345678' }
  const bouquet = {
    ...common,
    serviceID: 'dstv',
    billersCode: '1212121212',
    variation_code: 'dstv-padi',
    subscription_type: 'change',
    amount: 4400,
  }
  expect(body(product({}))).toEqual(bouquet)
  expect(body(product({ productCode: 'gotv' }))).toEqual({ ...bouquet, serviceID: 'gotv' })
  const { subscription_type: _, ...plain } = bouquet
  expect(body(product({ productCode: 'startimes' }))).toEqual({ ...plain, serviceID: 'startimes' })
  expect(body(product({ productCode: 'showmax', beneficiary: '+2348011111111' }))).toEqual({
    ...plain,
    serviceID: 'showmax',
    billersCode: '08011111111',
  })
  expect(
    body(
      product({
        service: 'airtime',
        productCode: 'etisalat',
        variationCode: null,
        beneficiary: '+2348090000000',
      }),
      10_050n,
    ),
  ).toEqual({ request_id: requestId, serviceID: 'etisalat', amount: 100.5, phone: '08090000000' })
  expect(
    body(
      product({
        service: 'data',
        productCode: 'mtn-data',
        variationCode: 'mtn-10mb-100',
        beneficiary: '+2348030000000',
      }),
    ),
  ).toEqual({
    ...common,
    serviceID: 'mtn-data',
    billersCode: '08030000000',
    variation_code: 'mtn-10mb-100',
  })
  const waec = product({
    service: 'education',
    productCode: 'waec',
    variationCode: 'waecdirect',
    quantity: 3,
  })
  expect(body(waec)).toEqual({ ...common, serviceID: 'waec', variation_code: 'waecdirect', quantity: 3 })
  expect(
    body(
      product({ service: 'education', productCode: 'jamb', variationCode: 'de', beneficiary: '0123456789' }),
    ),
  ).toEqual({ ...common, serviceID: 'jamb', billersCode: '0123456789', variation_code: 'de' })
})

test('a smartcard is looked up without a variation, a profile with its variation', () => {
  expect(verifyBody(product({}))).toEqual({ billersCode: '1212121212', serviceID: 'dstv' })
  const profile = product({
    service: 'education',
    productCode: 'jamb',
    variationCode: 'utme-mock',
    beneficiary: '0123456789',
  })
  expect(verifyBody(profile)).toEqual({ billersCode: '0123456789', serviceID: 'jamb', type: 'utme-mock' })
})

const delivered = (root: object, transaction: object = {}) =>
  httpResult({
    code: '000',
    requestId,
    content: {
      transactions: {
        status: 'delivered',
        unit_price: '3900',
        quantity: 1,
        total_amount: 3800,
        ...transaction,
      },
    },
    ...root,
  })
const vended = (body: VendorProduct, root: object, transaction: object = {}) =>
  parseOutcome(delivered(root, transaction), { call: 'vend', requestId, product: body })

test('WAEC cards, registration tokens, JAMB PINs and Showmax vouchers are parsed from their fields', () => {
  const waec = product({ service: 'education', productCode: 'waec', quantity: 2 })
  const cards = [
    { Serial: 'WRN182135587', Pin: '373820665258' },
    { Serial: 'WRN182135588', Pin: '373820665259' },
  ]
  expect(
    vended(waec, { purchased_code: 'Serial No:…', cards }, { quantity: 2, total_amount: 7600 }),
  ).toMatchObject({
    type: 'delivered',
    reported: { amountKobo: 780_000n },
    costKobo: 760_000n,
    delivery: {
      tokens: [],
      pins: [
        { serial: 'WRN182135587', pin: '373820665258' },
        { serial: 'WRN182135588', pin: '373820665259' },
      ],
    },
  })
  const pinsOf = (productCode: string, root: object) => {
    const outcome = vended(
      product({ service: productCode === 'showmax' ? 'cabletv' : 'education', productCode }),
      root,
    )
    return outcome.type === 'delivered' ? outcome.delivery.pins : outcome
  }
  expect(pinsOf('waec', { purchased_code: 'Serial No:WRN1, pin: 3738' })).toEqual([
    { serial: 'WRN1', pin: '3738' },
  ])
  expect(pinsOf('waec-registration', { tokens: ['0801 2345 6789'], purchased_code: 'x' })).toEqual([
    { serial: null, pin: '0801 2345 6789' },
  ])
  expect(pinsOf('jamb', { Pin: 'Pin : 367574683050773', purchased_code: 'Pin : 367574683050773' })).toEqual([
    { serial: null, pin: '367574683050773' },
  ])
  expect(pinsOf('jamb', { purchased_code: 'Pin : 367574683050773' })).toEqual([
    { serial: null, pin: '367574683050773' },
  ])
  expect(pinsOf('showmax', { Voucher: ['SHMVHXQ9L3RXGPU'], purchased_code: 'x' })).toEqual([
    { serial: null, pin: 'SHMVHXQ9L3RXGPU' },
  ])
})

test('a delivery with fewer PINs than ordered is unknown', () => {
  const waec = product({ service: 'education', productCode: 'waec', quantity: 2 })
  const one = { cards: [{ Serial: 'WRN1', Pin: '1234' }] }
  expect(vended(waec, one)).toEqual({ type: 'unknown', reason: 'no_token', code: '000' })
  expect(vended(product({ productCode: 'showmax' }), { Voucher: [] })).toMatchObject({ type: 'unknown' })
  expect(vended(product({}), {})).toMatchObject({ type: 'delivered', delivery: { pins: undefined } })
})

test('parsing PINs and price lists never throws on any response', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      parsePins(fieldsOf({ cards: value, tokens: value, Pin: value, Voucher: value }))
      parsePriceList(httpResult({ response_description: '000', content: value }))
      parsePriceList(httpResult({ response_description: '000', content: { variations: value } }))
      parseAmountLimits(httpResult({ response_description: '000', content: value }))
    }),
  )
})

test('a price list is parsed under either spelling, to the kobo, and omits items without a price', () => {
  const varations = [
    { variation_code: 'airt-50', name: '50 Naira', variation_amount: '49.99', fixedPrice: 'Yes' },
    { variation_code: 'airt-200', name: '200 Naira', variation_amount: 199.03 },
    { variation_code: 'ewallet', name: 'eWallet', variation_amount: '0.00', fixedPrice: 'No' },
    { name: 'no code', variation_amount: '10' },
  ]
  const entries = [
    { vendorCode: 'airt-50', name: '50 Naira', priceKobo: 4_999n },
    { vendorCode: 'airt-200', name: '200 Naira', priceKobo: 19_903n },
  ]
  const listed = (content: object) => parsePriceList(httpResult({ response_description: '000', content }))
  expect(listed({ varations })).toEqual({ type: 'listed', entries })
  expect(listed({ variations: varations, varations: [] })).toEqual({ type: 'listed', entries })
})

test('an error, an empty list or a timeout keeps the previous price list', () => {
  const reason = (response: HttpResult) => {
    const listing = parsePriceList(response)
    return listing.type === 'unavailable' ? listing.reason : listing
  }
  expect(reason(httpResult({ response_description: '000', content: { varations: [] } }))).toBe('empty')
  expect(reason(httpResult({ response_description: '012', content: {} }))).toBe('012')
  expect(reason(httpResult('<html>', 502))).toBe('unreadable')
  expect(reason({ type: 'no_response', reason: 'timeout' })).toBe('timeout')
})

test('amount limits are parsed by product, under the misspelt field name', () => {
  const content = [
    { serviceID: 'mtn', minimium_amount: '5', maximum_amount: '200000' },
    { serviceID: 'glo', minimium_amount: '0', maximum_amount: '' },
  ]
  expect(parseAmountLimits(httpResult({ response_description: '000', content }))).toEqual(
    new Map([
      ['mtn', { minKobo: 500n, maxKobo: 20_000_000n }],
      ['glo', { minKobo: null, maxKobo: null }],
    ]),
  )
  expect(parseAmountLimits({ type: 'no_response', reason: 'timeout' })).toBeNull()
})

test('a wrong smartcard is distinguished from an unavailable network', () => {
  const resultOf = (error: string) => parseLookup(httpResult({ code: '000', content: { error } })).type
  expect(
    resultOf('This number is not correct or is not a valid DSTV customer. Please check and try again'),
  ).toBe('not_found')
  expect(resultOf('Incorrect smartcard number')).toBe('not_found')
  expect(resultOf('MultiChoice is unavailable. Please try again later')).toBe('unavailable')
  const lookup = {
    Customer_Name: 'TEST METER',
    Customer_Number: '8061522780',
    Due_Date: '2025-02-06T00:00:00',
  }
  expect(parseLookup(httpResult({ code: '000', content: lookup }))).toMatchObject({
    type: 'found',
    customerName: 'TEST METER',
    customerNumber: '8061522780',
    canVend: true,
  })
})
