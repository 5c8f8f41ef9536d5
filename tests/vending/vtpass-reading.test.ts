import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Reply } from '../../server/http/outbound.ts'
import type { Goods } from '../../server/vending/vendor.ts'
import { tokensIn } from '../../server/vending/vendors/fields.ts'
import { readBalance, readLookup, readOutcome } from '../../server/vending/vendors/vtpass/reading.ts'
import { answered } from './house.ts'

const saved = (name: string) => readFileSync(new URL(`fixtures/vtpass/${name}.json`, import.meta.url), 'utf8')
const prepaid: Goods = {
  service: 'power',
  productCode: 'ikeja-electric',
  variationCode: 'prepaid',
  meterType: 'prepaid',
  beneficiary: '04123456789',
}
const postpaid: Goods = {
  ...prepaid,
  variationCode: 'postpaid',
  meterType: 'postpaid',
  beneficiary: '1010101010101',
}
const requestId = '202611211015ABCDEF'
const vended = (text: string, goods = prepaid) =>
  readOutcome(answered(text), { call: 'vend', requestId, goods })
const requeried = (text: string, goods = prepaid) =>
  readOutcome(answered(text), { call: 'requery', requestId, goods })
const coded = (code: string) => JSON.stringify({ code, response_description: 'x', requestId })
const changed = (name: string, change: (root: Record<string, unknown>) => object) =>
  JSON.stringify(change(JSON.parse(saved(name)) as Record<string, unknown>))
const withStatus = (status: string) =>
  JSON.stringify({ code: '000', requestId, content: { transactions: { status } } })

test('a delivered prepaid order has its token, its facts and its cost', () => {
  expect(vended(saved('prepaid-delivered'))).toEqual({
    is: 'delivered',
    vendorReference: '17416896111163578263000000',
    said: { beneficiary: '04123456789', amountKobo: 500_000n },
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

test('key-change and bonus tokens come in the order of entry, each once', () => {
  const outcome = requeried(saved('prepaid-key-change'))
  expect(outcome).toMatchObject({
    is: 'delivered',
    costKobo: 492_500n,
    delivery: {
      vatKobo: 34_884n,
      arrearsKobo: 120_000n,
      tariff: null,
      tariffClass: '03',
      customerName: null,
    },
  })
  expect(outcome.is === 'delivered' && outcome.delivery.tokens).toEqual([
    { kind: 'kct1', digits: '60016002600360046005', units: null },
    { kind: 'kct2', digits: '70017002700370047005', units: null },
    { kind: 'main', digits: '11112222333344445555', units: '60.5' },
    { kind: 'bonus', digits: '99998888777766665555', units: '2.10' },
  ])
})

test('a paid postpaid bill needs no token', () => {
  expect(vended(saved('postpaid-delivered'), postpaid)).toMatchObject({
    is: 'delivered',
    said: { beneficiary: '1010101010101' },
    delivery: { tokens: [], units: null, receiptNumber: 'E-77', customerAddress: null },
  })
})

test('success without a token is not yet a delivery', () => {
  const bare = changed('prepaid-delivered', (root) => ({ ...root, token: 'N/A', purchased_code: '' }))
  expect(vended(bare)).toEqual({ is: 'unknown', because: 'no_token', code: '000' })
  expect(requeried(bare)).toEqual({ is: 'unknown', because: 'no_token', code: '000' })
})

test('what they say they delivered is told as they say it, for the order to be compared with', () => {
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
    is: 'delivered',
    said: { beneficiary: '99999999999', amountKobo: 5_000n },
  })
})

test('an answer about another request proves nothing of ours', () => {
  const foreign = changed('prepaid-delivered', (root) => ({ ...root, requestId: '202611211015OTHER' }))
  expect(vended(foreign)).toEqual({ is: 'unknown', because: 'unreadable', code: '000' })
})

test('the status inside the answer decides when the code leaves it open', () => {
  for (const status of ['initiated', 'pending', 'teleported', 'constructor', ''])
    expect(vended(withStatus(status))).toEqual({ is: 'unknown', because: 'processing', code: '000' })
  expect(vended(withStatus('failed'))).toEqual({ is: 'failed', because: 'rejected', code: '000' })
  expect(requeried(withStatus('reversed'))).toEqual({ is: 'failed', because: 'reversed', code: '000' })
  expect(vended(coded('000'))).toMatchObject({ is: 'unknown' })
})

test.each([
  ['016', { is: 'failed', because: 'rejected' }],
  ['091', { is: 'failed', because: 'rejected' }],
  ['040', { is: 'failed', because: 'reversed' }],
  ['018', { is: 'failed', because: 'float_empty' }],
  ['019', { is: 'failed', because: 'duplicate' }],
  ['013', { is: 'failed', because: 'rejected' }],
  ['030', { is: 'failed', because: 'product_down' }],
  ['034', { is: 'failed', because: 'product_down' }],
  ['087', { is: 'failed', because: 'our_fault' }],
  ['085', { is: 'failed', because: 'our_fault' }],
  ['014', { is: 'unknown', because: 'processing' }],
  ['083', { is: 'unknown', because: 'processing' }],
  ['089', { is: 'unknown', because: 'processing' }],
  ['099', { is: 'unknown', because: 'processing' }],
  ['044', { is: 'unknown', because: 'for_a_person' }],
  ['777', { is: 'unknown', because: 'unlisted' }],
  ['constructor', { is: 'unknown', because: 'unlisted' }],
])('a purchase answered %s is read by the table of codes', (code, outcome) => {
  expect(vended(coded(code))).toEqual({ ...outcome, code })
})

test('a requery that was itself refused says nothing about the purchase', () => {
  for (const code of ['011', '021', '023', '027', '030', '034', '085', '087'])
    expect(requeried(coded(code))).toEqual({ is: 'unknown', because: 'for_a_person', code })
  expect(requeried(coded('015'))).toEqual({ is: 'unknown', because: 'never_received', code: '015' })
  expect(requeried(coded('016'))).toEqual({ is: 'failed', because: 'rejected', code: '016' })
})

test('only a purchase that never left failed without a code', () => {
  const read = (call: 'vend' | 'requery', reply: Reply) =>
    readOutcome(reply, { call, requestId, goods: prepaid })
  const refused: Reply = { is: 'not_sent', because: 'refused' }
  expect(read('vend', refused)).toEqual({ is: 'failed', because: 'product_down', code: 'not_sent' })
  expect(read('requery', refused)).toEqual({ is: 'unknown', because: 'timeout', code: null })
  for (const because of ['timeout', 'cut', 'too_large', 'redirect'] as const)
    expect(read('vend', { is: 'lost', because })).toMatchObject({ is: 'unknown', code: null })
  expect(read('vend', answered(coded('016'), 502))).toEqual({
    is: 'unknown',
    because: 'unreadable',
    code: null,
  })
})

test('no text whatever makes a purchase fail or deliver unless a listed code says so', () => {
  const code = fc.oneof(fc.string(), fc.constantFrom('000', '001', '099', '__proto__', 'toString'))
  const anything = fc.oneof(
    fc.string(),
    fc.json(),
    fc.record({ code, requestId: fc.string(), content: fc.anything() }).map((it) => JSON.stringify(it)),
  )
  const listed = /^0(40|16|91|1[0-3]|17|31|32|1[89]|2[0-8]|3[045]|8[57])$/
  fc.assert(
    fc.property(anything, (text) => {
      const outcome = vended(text)
      return outcome.is === 'unknown' || (outcome.is === 'failed' && listed.test(outcome.code))
    }),
  )
})

test('tokens are read from every way they are written', () => {
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

test('a meter that is found has a name, and what its company says', () => {
  expect(readLookup(answered(saved('meter-found')))).toEqual({
    is: 'found',
    customerName: 'ADEBAYO OLUWASEUN',
    address: '12 ALLEN AVENUE, IKEJA',
    minKobo: 50_000n,
    maxKobo: null,
    arrearsKobo: 150_050n,
    tariff: null,
    nairaPerKwh: null,
    canVend: true,
    handle: null,
  })
  const rated = saved('meter-found').replace('"Business_Unit"', '"Tariff": "68.5", "Business_Unit"')
  expect(readLookup(answered(rated))).toMatchObject({ tariff: '68.5', nairaPerKwh: '68.5' })
  const blocked = saved('meter-found').replace('"yes"', '"no"')
  expect(readLookup(answered(blocked))).toMatchObject({ is: 'found', canVend: false })
})

test('a wrong meter, and a company that cannot be asked, are told apart', () => {
  expect(readLookup(answered(saved('meter-wrong')))).toEqual({ is: 'not_found' })
  const down = JSON.stringify({ code: '000', content: { error: 'Service is currently unavailable' } })
  expect(readLookup(answered(down))).toMatchObject({ is: 'unavailable' })
  expect(readLookup(answered(coded('030')))).toEqual({ is: 'unavailable', because: '030' })
  expect(readLookup(answered('<html>', 502))).toMatchObject({ is: 'unavailable' })
  expect(readLookup({ is: 'lost', because: 'timeout' })).toEqual({ is: 'unavailable', because: 'timeout' })
  expect(readLookup(answered(JSON.stringify({ code: '000', content: { Customer_Name: ' ' } })))).toEqual({
    is: 'not_found',
  })
})

test('a name with control and direction characters is one harmless line', () => {
  const hostile = JSON.stringify({ code: '000', content: { Customer_Name: 'ADA\r\nBcc: x\u202e<b>' } })
  expect(readLookup(answered(hostile))).toMatchObject({ customerName: 'ADA Bcc: x <b>' })
})

test('our float is whole kobo, noise dropped', () => {
  expect(readBalance(answered(saved('balance')))).toBe(3_643_532n)
  expect(readBalance(answered('{"code":1,"contents":{"balance":0}}'))).toBe(0n)
  expect(readBalance(answered('{"code":"087"}'))).toBeNull()
  expect(readBalance({ is: 'lost', because: 'timeout' })).toBeNull()
})
