import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { HttpResult } from '../../server/http/http-client.ts'
import type { VendorProduct } from '../../server/vending/vendor.ts'
import { tokensIn } from '../../server/vending/vendors/fields.ts'
import { parseBalance, parseLookup, parseOutcome } from '../../server/vending/vendors/vtpass/responses.ts'
import { httpResult } from './setup.ts'

const readFixture = (name: string) =>
  readFileSync(new URL(`fixtures/vtpass/${name}.json`, import.meta.url), 'utf8')
const prepaid: VendorProduct = {
  service: 'power',
  productCode: 'ikeja-electric',
  variationCode: 'prepaid',
  meterType: 'prepaid',
  beneficiary: '04123456789',
}
const postpaid: VendorProduct = {
  ...prepaid,
  variationCode: 'postpaid',
  meterType: 'postpaid',
  beneficiary: '1010101010101',
}
const requestId = '202611211015ABCDEF'
const vended = (text: string, product = prepaid) =>
  parseOutcome(httpResult(text), { call: 'vend', requestId, product })
const requeried = (text: string, product = prepaid) =>
  parseOutcome(httpResult(text), { call: 'requery', requestId, product })
const coded = (code: string) => JSON.stringify({ code, response_description: 'x', requestId })
const changed = (name: string, change: (root: Record<string, unknown>) => object) =>
  JSON.stringify(change(JSON.parse(readFixture(name)) as Record<string, unknown>))
const withStatus = (status: string) =>
  JSON.stringify({ code: '000', requestId, content: { transactions: { status } } })

test('a delivered prepaid order has token, delivery details and cost', () => {
  expect(vended(readFixture('prepaid-delivered'))).toEqual({
    type: 'delivered',
    vendorReference: '17416896111163578263000000',
    reported: { beneficiary: '04123456789', amountKobo: 500_000n },
    costKobo: 492_500n,
    delivery: {
      tokens: [{ kind: 'main', digits: '26362054405982757802', units: '79.9' }],
      units: '79.9',
      tariff: 'R2SP',
      tariffClass: null,
      vatKobo: 34_884n,
      arrearsKobo: null,
      customerName: 'ADEBAYO OLUWASEUN',
      customerAddress: '12 ALLEN AVENUE, IKEJA',
      receiptNumber: '11032025103000000000',
    },
  })
})

const legacy = (changes: object) =>
  changed('requery-legacy', (root) => ({ ...root, content: { ...(root.content as object), ...changes } }))

test('the legacy requery response, with the purchase in its content, is parsed as a delivery', () => {
  expect(requeried(readFixture('requery-legacy'))).toEqual({
    type: 'delivered',
    vendorReference: '1566005246891',
    reported: { beneficiary: '04123456789', amountKobo: 500_000n },
    costKobo: 492_500n,
    delivery: {
      tokens: [
        { kind: 'main', digits: '42167939781206619049', units: '79.9' },
        { kind: 'bonus', digits: '62881559799402440206', units: '50' },
      ],
      units: '79.9',
      tariff: null,
      tariffClass: '52',
      vatKobo: 34_884n,
      arrearsKobo: null,
      customerName: 'ADEBAYO OLUWASEUN',
      customerAddress: '12 ALLEN AVENUE, LEKKI',
      receiptNumber: '7202611211015',
    },
  })
})

test.each([
  ['016', { type: 'failed', reason: 'rejected', code: '016' }],
  ['040', { type: 'failed', reason: 'reversed', code: '040' }],
  ['099', { type: 'unknown', reason: 'processing', code: '099' }],
  ['015', { type: 'unknown', reason: 'never_received', code: '015' }],
  // It may reject the request, which proves nothing about the purchase.
  ['087', { type: 'unknown', reason: 'requery_rejected', code: '087' }],
  ['777', { type: 'unknown', reason: 'unlisted', code: '777' }],
])('code %s in the content of a legacy requery response decides the outcome', (response_code, outcome) => {
  expect(requeried(legacy({ response_code }))).toEqual(outcome)
})

test('a legacy requery response is a delivery only with its description, a token and this request id', () => {
  expect(requeried(legacy({ response_description: 'TRANSACTION PROCESSING - PENDING' }))).toMatchObject({
    type: 'unknown',
    reason: 'processing',
  })
  expect(requeried(legacy({ mainToken: null, purchased_code: '' }))).toMatchObject({ reason: 'no_token' })
  expect(requeried(legacy({ requestId: '202611211015OTHER' }))).toMatchObject({ reason: 'unreadable' })
  // A purchase never gets this response.
  expect(vended(readFixture('requery-legacy'))).toMatchObject({ type: 'unknown' })
})

test('key-change and bonus tokens are returned once each, in order of entry', () => {
  const outcome = requeried(readFixture('prepaid-key-change'))
  expect(outcome).toMatchObject({
    type: 'delivered',
    costKobo: 492_500n,
    delivery: {
      vatKobo: 34_884n,
      arrearsKobo: 120_000n,
      tariff: null,
      tariffClass: '03',
      customerName: null,
    },
  })
  expect(outcome.type === 'delivered' && outcome.delivery.tokens).toEqual([
    { kind: 'kct1', digits: '60016002600360046005', units: null },
    { kind: 'kct2', digits: '70017002700370047005', units: null },
    { kind: 'main', digits: '11112222333344445555', units: '60.5' },
    { kind: 'bonus', digits: '99998888777766665555', units: '2.10' },
  ])
})

test('a paid postpaid bill needs no token', () => {
  expect(vended(readFixture('postpaid-delivered'), postpaid)).toMatchObject({
    type: 'delivered',
    reported: { beneficiary: '1010101010101' },
    delivery: { tokens: [], units: null, receiptNumber: 'E-77', customerAddress: null },
  })
})

test('a success without a token is not a delivery', () => {
  const bare = changed('prepaid-delivered', (root) => ({ ...root, token: 'N/A', purchased_code: '' }))
  expect(vended(bare)).toEqual({ type: 'unknown', reason: 'no_token', code: '000' })
  expect(requeried(bare)).toEqual({ type: 'unknown', reason: 'no_token', code: '000' })
})

test('the reported delivery is returned unchanged for comparison with the order', () => {
  const other = changed('prepaid-delivered', (root) => ({
    ...root,
    content: {
      transactions: {
        status: 'delivered',
        unique_element: '99999999999',
        unit_price: '50',
        total_amount: 49,
      },
    },
  }))
  expect(vended(other)).toMatchObject({
    type: 'delivered',
    reported: { beneficiary: '99999999999', amountKobo: 5_000n },
  })
})

test('a response for another request id proves nothing', () => {
  const foreign = changed('prepaid-delivered', (root) => ({ ...root, requestId: '202611211015OTHER' }))
  expect(vended(foreign)).toEqual({ type: 'unknown', reason: 'unreadable', code: '000' })
})

test('with code 000 the transaction status decides', () => {
  for (const status of ['initiated', 'pending', 'teleported', 'constructor', ''])
    expect(vended(withStatus(status))).toEqual({ type: 'unknown', reason: 'processing', code: '000' })
  expect(vended(withStatus('failed'))).toEqual({ type: 'failed', reason: 'rejected', code: '000' })
  expect(requeried(withStatus('reversed'))).toEqual({ type: 'failed', reason: 'reversed', code: '000' })
  expect(vended(coded('000'))).toMatchObject({ type: 'unknown' })
})

test.each([
  ['016', { type: 'failed', reason: 'rejected' }],
  ['091', { type: 'failed', reason: 'rejected' }],
  ['040', { type: 'failed', reason: 'reversed' }],
  ['018', { type: 'failed', reason: 'float_empty' }],
  ['019', { type: 'failed', reason: 'duplicate' }],
  ['013', { type: 'failed', reason: 'rejected' }],
  ['030', { type: 'failed', reason: 'product_down' }],
  ['034', { type: 'failed', reason: 'product_down' }],
  ['087', { type: 'failed', reason: 'our_fault' }],
  ['085', { type: 'failed', reason: 'our_fault' }],
  ['014', { type: 'unknown', reason: 'processing' }],
  ['083', { type: 'unknown', reason: 'processing' }],
  ['089', { type: 'unknown', reason: 'processing' }],
  ['099', { type: 'unknown', reason: 'processing' }],
  ['044', { type: 'unknown', reason: 'vendor_review' }],
  ['777', { type: 'unknown', reason: 'unlisted' }],
  ['constructor', { type: 'unknown', reason: 'unlisted' }],
])('a purchase with response code %s has the outcome of the table of codes', (code, outcome) => {
  expect(vended(coded(code))).toEqual({ ...outcome, code })
})

test('a rejected requery proves nothing about the purchase', () => {
  for (const code of ['011', '021', '023', '027', '030', '034', '085', '087'])
    expect(requeried(coded(code))).toEqual({ type: 'unknown', reason: 'requery_rejected', code })
  expect(requeried(coded('044'))).toEqual({ type: 'unknown', reason: 'vendor_review', code: '044' })
  expect(requeried(coded('015'))).toEqual({ type: 'unknown', reason: 'never_received', code: '015' })
  expect(requeried(coded('016'))).toEqual({ type: 'failed', reason: 'rejected', code: '016' })
})

test('only a purchase that was never sent fails without a code', () => {
  const read = (call: 'vend' | 'requery', result: HttpResult) =>
    parseOutcome(result, { call, requestId, product: prepaid })
  const connectionRefused: HttpResult = { type: 'not_sent', reason: 'refused' }
  expect(read('vend', connectionRefused)).toEqual({
    type: 'failed',
    reason: 'product_down',
    code: 'not_sent',
  })
  expect(read('requery', connectionRefused)).toEqual({ type: 'unknown', reason: 'timeout', code: null })
  for (const reason of ['timeout', 'cut', 'too_large', 'redirect'] as const)
    expect(read('vend', { type: 'no_response', reason })).toMatchObject({ type: 'unknown', code: null })
  expect(read('vend', httpResult(coded('016'), 502))).toEqual({
    type: 'unknown',
    reason: 'unreadable',
    code: null,
  })
})

test('no response text makes a purchase failed or delivered without a listed code', () => {
  const code = fc.oneof(fc.string(), fc.constantFrom('000', '001', '099', '__proto__', 'toString'))
  const anything = fc.oneof(
    fc.string(),
    fc.json(),
    fc.record({ code, requestId: fc.string(), content: fc.anything() }).map((body) => JSON.stringify(body)),
  )
  const listed = /^0(40|16|91|1[0-3]|17|31|32|1[89]|2[0-8]|3[045]|8[57])$/
  fc.assert(
    fc.property(anything, (text) => {
      const outcome = vended(text)
      return outcome.type === 'unknown' || (outcome.type === 'failed' && listed.test(outcome.code))
    }),
  )
})

test('tokens are parsed from every known format', () => {
  expect(tokensIn('Token : 26362054405982757802')).toEqual(['26362054405982757802'])
  expect(tokensIn('2636-2054-4059-8275-7802')).toEqual(['26362054405982757802'])
  expect(tokensIn('2636 2054 4059 8275 7802 1111 2222 3333 4444 5555')).toEqual([
    '26362054405982757802',
    '11112222333344445555',
  ])
  expect(tokensIn('Meter 04123456789, Token: 26362054405982757802, Units: 79.9')).toEqual([
    '26362054405982757802',
  ])
  expect(tokensIn('Token: 123456789012')).toEqual(['123456789012'])
  expect(tokensIn('Meter: 04123456789')).toEqual([])
  expect(tokensIn('N/A')).toEqual([])
  expect(tokensIn(null)).toEqual([])
})

test("a found meter has a name and the disco's details", () => {
  expect(parseLookup(httpResult(readFixture('meter-found')))).toEqual({
    type: 'found',
    customerName: 'ADEBAYO OLUWASEUN',
    address: '12 ALLEN AVENUE, IKEJA',
    minKobo: 50_000n,
    maxKobo: null,
    arrearsKobo: 150_050n,
    tariff: null,
    nairaPerKwh: null,
    canVend: true,
    vendorToken: null,
  })
  const rated = readFixture('meter-found').replace('"Business_Unit"', '"Tariff": "68.5", "Business_Unit"')
  expect(parseLookup(httpResult(rated))).toMatchObject({ tariff: '68.5', nairaPerKwh: '68.5' })
  const blocked = readFixture('meter-found').replace('"yes"', '"no"')
  expect(parseLookup(httpResult(blocked))).toMatchObject({ type: 'found', canVend: false })
})

test('a wrong meter is distinguished from an unavailable disco', () => {
  expect(parseLookup(httpResult(readFixture('meter-wrong')))).toEqual({ type: 'not_found' })
  const down = JSON.stringify({ code: '000', content: { error: 'Service is currently unavailable' } })
  expect(parseLookup(httpResult(down))).toMatchObject({ type: 'unavailable' })
  expect(parseLookup(httpResult(coded('030')))).toEqual({ type: 'unavailable', reason: '030' })
  expect(parseLookup(httpResult('<html>', 502))).toMatchObject({ type: 'unavailable' })
  expect(parseLookup({ type: 'no_response', reason: 'timeout' })).toEqual({
    type: 'unavailable',
    reason: 'timeout',
  })
  expect(parseLookup(httpResult(JSON.stringify({ code: '000', content: { Customer_Name: ' ' } })))).toEqual({
    type: 'not_found',
  })
})

test('a name with control and direction characters is sanitised to one line', () => {
  const hostile = JSON.stringify({ code: '000', content: { Customer_Name: 'ADA\r\nBcc: x\u202e<b>' } })
  expect(parseLookup(httpResult(hostile))).toMatchObject({ customerName: 'ADA Bcc: x <b>' })
})

test('the float is whole kobo without floating-point noise', () => {
  expect(parseBalance(httpResult(readFixture('balance')))).toBe(3_643_532n)
  expect(parseBalance(httpResult('{"code":1,"contents":{"balance":0}}'))).toBe(0n)
  expect(parseBalance(httpResult('{"code":"087"}'))).toBeNull()
  expect(parseBalance({ type: 'no_response', reason: 'timeout' })).toBeNull()
})
