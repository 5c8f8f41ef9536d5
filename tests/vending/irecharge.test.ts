import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import type { VendorProduct, VendRequest } from '../../server/vending/vendor.ts'
import { irecharge } from '../../server/vending/vendors/irecharge/index.ts'
import { simulators } from '../simulators/setup.ts'
import { startVendorServer } from './setup.ts'

const keys = {
  vendorCode: 'simulated-vendor',
  publicKey: 'simulated-public',
  privateKey: 'simulated-private',
}
const vendor = (url: string) =>
  irecharge({ url, ...keys }, { fallbackEmail: 'guest@sanwo.example', vendTimeoutMs: 1_500 })

const power: VendorProduct = {
  service: 'power',
  productCode: 'ikeja',
  variationCode: 'Ikeja_Token_Purchase',
  meterType: 'prepaid',
  beneficiary: '11000000099',
}
const dstv: VendorProduct = {
  service: 'cabletv',
  productCode: 'DSTV',
  variationCode: 'PADI',
  beneficiary: '1200000099',
}
const startimes: VendorProduct = {
  ...dstv,
  productCode: 'StarTimes',
  variationCode: 'NOVA',
  priceKobo: 90_000n,
}
const airtime: VendorProduct = {
  service: 'airtime',
  productCode: 'Etisalat',
  variationCode: null,
  beneficiary: '+2348010000099',
}
const data: VendorProduct = { ...airtime, service: 'data', productCode: 'MTN', variationCode: '31' }

let lastReferenceId = 100_000_000_000
const order = (product: VendorProduct, overrides: Partial<VendRequest> = {}): VendRequest => ({
  requestId: String(++lastReferenceId),
  product,
  amountKobo: 200_000n,
  phone: '+2348031234567',
  email: 'ada@example.com',
  vendorToken: '16131213212312',
  ...overrides,
})

/** An iRecharge server that records its requests. */
async function startListening() {
  const requests: { path: string; query: Record<string, string> }[] = []
  const url = await startVendorServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://x')
    requests.push({ path: `${request.method} ${url.pathname}`, query: Object.fromEntries(url.searchParams) })
    response.end('{"status":"15"}')
  })
  return { requests, adapter: vendor(url) }
}
const hashOf = (...fields: string[]) =>
  createHmac('sha1', keys.privateKey)
    .update([keys.vendorCode, ...fields, keys.publicKey].join('|'))
    .digest('hex')

const common = { vendor_code: keys.vendorCode, response_format: 'json' }
const contact = { phone: '08031234567', email: 'guest@sanwo.example' }
const token = '16131213212312'

test('each purchase is a GET with the hash fields in order, without the customer’s e-mail', async () => {
  const { requests, adapter } = await startListening()
  for (const product of [power, dstv, startimes, airtime, data])
    await adapter.vend(order(product, { requestId: '123456789012' }))
  const id = '123456789012'
  expect(requests).toEqual([
    {
      path: 'GET /vend_power.php',
      query: {
        ...common,
        ...contact,
        reference_id: id,
        meter: '11000000099',
        disco: 'Ikeja_Token_Purchase',
        amount: '2000',
        access_token: token,
        hash: hashOf(id, '11000000099', 'Ikeja_Token_Purchase', '2000', token),
      },
    },
    {
      path: 'GET /vend_tv.php',
      query: {
        ...common,
        ...contact,
        reference_id: id,
        smartcard_number: '1200000099',
        tv_network: 'DSTV',
        service_code: 'PADI',
        access_token: token,
        hash: hashOf(id, '1200000099', 'DSTV', 'PADI', token),
      },
    },
    {
      path: 'GET /vend_tv.php',
      query: {
        ...common,
        ...contact,
        reference_id: id,
        smartcard_number: '1200000099',
        tv_network: 'StarTimes',
        service_code: 'StarTimes',
        startimes_amount: '2000',
        access_token: token,
        hash: hashOf(id, '1200000099', 'StarTimes', 'StarTimes', token),
      },
    },
    {
      path: 'GET /vend_airtime.php',
      query: {
        ...common,
        reference_id: id,
        vtu_network: 'Etisalat',
        vtu_number: '08010000099',
        vtu_amount: '2000',
        vtu_email: 'guest@sanwo.example',
        hash: hashOf(id, '08010000099', 'Etisalat', '2000'),
      },
    },
    {
      path: 'GET /vend_data.php',
      query: {
        ...common,
        reference_id: id,
        vtu_network: 'MTN',
        vtu_number: '08010000099',
        vtu_data: '31',
        vtu_email: 'guest@sanwo.example',
        hash: hashOf(id, '08010000099', 'MTN', '31'),
      },
    },
  ])
})

test("lookups, price lists, balance and status use iRecharge's parameters", async () => {
  const { requests, adapter } = await startListening()
  await adapter.lookUp(power)
  await adapter.lookUp(startimes)
  await adapter.list({ service: 'data', productCode: 'Glo' })
  await adapter.list({ service: 'cabletv', productCode: 'GOTV' })
  await adapter.balance()
  await adapter.requery(order(dstv))
  const id = expect.stringMatching(/^\d{12}$/)
  const [meter, card] = requests
  expect(meter).toEqual({
    path: 'GET /get_meter_info.php',
    query: {
      ...common,
      reference_id: id,
      meter: '11000000099',
      disco: 'Ikeja_Token_Purchase',
      hash: hashOf(meter!.query.reference_id!, '11000000099', 'Ikeja_Token_Purchase'),
    },
  })
  expect(card).toEqual({
    path: 'GET /get_smartcard_info.php',
    query: {
      ...common,
      reference_id: id,
      smartcard_number: '1200000099',
      tv_network: 'StarTimes',
      service_code: 'StarTimes',
      tv_amount: '900',
      hash: hashOf(card!.query.reference_id!, 'StarTimes', '1200000099', 'StarTimes'),
    },
  })
  expect(requests.slice(2)).toEqual([
    { path: 'GET /get_data_bundles.php', query: { ...common, data_network: 'Glo' } },
    { path: 'GET /get_tv_bouquet.php', query: { ...common, tv_network: 'GOTV' } },
    { path: 'GET /get_wallet_balance.php', query: common },
    {
      path: 'GET /vend_status.php',
      query: { ...common, access_token: token, type: 'tv', hash: hashOf(token) },
    },
  ])
})

test('a purchase without a vendor token stays unknown and is not requeried', async () => {
  const { requests, adapter } = await startListening()
  expect(await adapter.requery(order(airtime, { vendorToken: null }))).toEqual({
    type: 'unknown',
    reason: 'for_a_person',
    code: null,
  })
  expect(requests).toEqual([])
  await adapter.requery(order(airtime, { vendorToken: '260812345678' }))
  expect(requests).toMatchObject([{ query: { access_token: '260812345678', type: 'airtime' } }])
})

test('electricity and TV require a lookup before the purchase', async () => {
  const { requests, adapter } = await startListening()
  expect(adapter.capabilities.requiresLookup).toEqual(['power', 'cabletv'])
  expect(adapter.capabilities.services).toEqual(['power', 'cabletv', 'airtime', 'data'])
  for (const product of [power, dstv])
    expect(await adapter.vend(order(product, { vendorToken: null }))).toMatchObject({
      type: 'failed',
      reason: 'our_fault',
    })
  expect(requests).toEqual([])
})

test('a reference id has twelve digits, is deterministic per purchase and is never resent', () => {
  const adapter = vendor('http://127.0.0.1:9')
  const ids = Array.from({ length: 50 }, (_, index) => adapter.requestId(new Date(), `a${index}`))
  expect(adapter.requestId(new Date(0), 'a0')).toBe(ids[0])
  for (const id of ids) expect(id).toMatch(/^[1-9]\d{11}$/)
  expect(new Set(ids).size).toBe(50)
  expect(adapter.canResend(ids[0]!, new Date())).toBe(false)
})

/** The simulated iRecharge with an armed fault, and an order after its lookup. */
async function startSimulated(behaviour?: string) {
  const simulation = await simulators()
  const adapter = vendor(`${simulation.url}/irecharge/v2`)
  const lookUpOrder = async (product = power) => {
    const lookup = await adapter.lookUp(product)
    if (lookup.type !== 'found') throw new Error(JSON.stringify(lookup))
    return order(product, { vendorToken: lookup.vendorToken })
  }
  const request = await lookUpOrder()
  if (behaviour) expect((await simulation.fault('irecharge', behaviour)).status).toBe(200)
  return { simulation, adapter, request, lookUpOrder }
}

test.each([
  ['timeout_then_deliver', 'timeout'],
  ['timeout_then_fail', 'timeout'],
  ['disconnect', 'timeout'],
  ['error_500', 'unreadable'],
  ['html', 'unreadable'],
  ['slow_bytes', 'timeout'],
  ['success_without_token', 'no_token'],
  ['float_empty', 'unlisted'],
  ['not_processed', 'unlisted'],
])('with the iRecharge fault %s, the purchase is unknown', async (behaviour, reason) => {
  const { adapter, request } = await startSimulated(behaviour)
  expect(await adapter.vend(request)).toMatchObject({ type: 'unknown', reason })
})

test('a requery by the lookup token resolves a lost response as delivered', async () => {
  const { adapter, request } = await startSimulated('timeout_then_deliver')
  expect(await adapter.vend(request)).toMatchObject({ type: 'unknown' })
  const outcome = await adapter.requery(request)
  expect(outcome).toMatchObject({ type: 'delivered', costKobo: 200_000n })
  expect(outcome.type === 'delivered' && outcome.delivery.tokens).toHaveLength(1)
})

test('an access token is valid for one purchase of its lookup target', async () => {
  const { adapter, request, lookUpOrder } = await startSimulated()
  expect(await adapter.vend(request)).toMatchObject({ type: 'delivered' })
  const reuse = order(power, { vendorToken: request.vendorToken })
  expect(await adapter.vend(reuse)).toMatchObject({ type: 'unknown', code: '41' })
  const other = await lookUpOrder()
  const otherMeter = { ...power, beneficiary: '11000000109' }
  expect(await adapter.vend({ ...other, product: otherMeter })).toMatchObject({ type: 'unknown', code: '13' })
})

test('bouquets, StarTimes amounts, airtime and data are purchased', async () => {
  const { adapter, lookUpOrder } = await startSimulated()
  expect(await adapter.vend({ ...(await lookUpOrder(dstv)), amountKobo: 440_000n })).toMatchObject({
    type: 'delivered',
  })
  expect(await adapter.vend({ ...(await lookUpOrder(startimes)), amountKobo: 90_000n })).toMatchObject({
    type: 'delivered',
  })
  expect(await adapter.vend(order(airtime, { vendorToken: null }))).toMatchObject({
    type: 'delivered',
    reported: { beneficiary: '08010000099', amountKobo: 200_000n },
  })
  const plan = order(data, { vendorToken: null, amountKobo: 10_000n })
  expect(await adapter.vend(plan)).toMatchObject({ type: 'delivered', costKobo: 10_000n })
})

test('a pending airtime purchase is resolved by the reference of its first response', async () => {
  const { adapter } = await startSimulated()
  const pending = order({ ...airtime, beneficiary: '+2348010000001' }, { vendorToken: null })
  const outcome = await adapter.vend(pending)
  expect(outcome).toMatchObject({ type: 'unknown', reason: 'processing', vendorToken: expect.any(String) })
  const vendorToken = outcome.type === 'unknown' ? (outcome.vendorToken ?? null) : null
  await expect
    .poll(() => adapter.requery({ ...pending, vendorToken }), { timeout: 5_000 })
    .toMatchObject({ type: 'delivered' })
})
