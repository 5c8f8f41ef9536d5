import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import type { VendorProduct, VendRequest } from '../../server/vending/vendor.ts'
import { buypower } from '../../server/vending/vendors/buypower/index.ts'
import { simulators } from '../simulators/setup.ts'
import { startVendorServer } from './setup.ts'

const product: VendorProduct = {
  service: 'power',
  productCode: 'IKEJA',
  variationCode: 'PREPAID',
  meterType: 'prepaid',
  beneficiary: '11000000099',
}
const vendRequest = (overrides: Partial<VendRequest> = {}): VendRequest => ({
  requestId: vendor().requestId(new Date(), randomBytes(10).toString('hex')),
  product,
  amountKobo: 150_050n,
  phone: '+2348031234567',
  email: 'ada@example.com',
  vendorToken: null,
  ...overrides,
})
const vendor = (url = 'http://127.0.0.1:9', apiKey = 'simulated-buypower-key') =>
  buypower({ url, apiKey }, { vendTimeoutMs: 1_500 })

test("requests use BuyPower's field names and omit the customer's name and e-mail", async () => {
  const received: unknown[] = []
  const url = await startVendorServer((request, response) => {
    let text = ''
    request.on('data', (chunk) => (text += chunk))
    request.on('end', () => {
      received.push([request.method, request.url, request.headers.authorization, text && JSON.parse(text)])
      response.setHeader('content-type', 'application/json')
      response.writeHead(202).end('{"data":{"responseCode":202,"delay":[20]}}')
    })
  })
  const adapter = vendor(url, 'key')
  const request = vendRequest()
  expect(await adapter.vend(request)).toMatchObject({ type: 'unknown', requeryAfterSeconds: 20 })
  await adapter.requery(request)
  await adapter.lookUp(product)
  await adapter.list({ service: 'cabletv', productCode: 'DSTV' })
  await adapter.balance()
  const data: VendorProduct = {
    service: 'data',
    productCode: 'GLO',
    variationCode: 'DATA-21',
    beneficiary: '+2348050000000',
  }
  await adapter.vend(vendRequest({ product: data, requestId: 'r2' }))
  const common = { paymentType: 'B2B', amount: 1500.5, phone: '08031234567' }
  expect(received).toEqual([
    [
      'POST',
      '/vend',
      'Bearer key',
      {
        ...common,
        orderId: request.requestId,
        meter: '11000000099',
        disco: 'IKEJA',
        vertical: 'ELECTRICITY',
        vendType: 'PREPAID',
      },
    ],
    ['GET', `/transaction/${request.requestId}`, 'Bearer key', ''],
    [
      'GET',
      '/check/meter?meter=11000000099&disco=IKEJA&vendType=PREPAID&vertical=ELECTRICITY&orderId=false',
      'Bearer key',
      '',
    ],
    ['GET', '/tariff?provider=DSTV&vertical=TV', 'Bearer key', ''],
    ['GET', '/wallet/balance', 'Bearer key', ''],
    [
      'POST',
      '/vend',
      'Bearer key',
      {
        ...common,
        orderId: 'r2',
        meter: '08050000000',
        disco: 'GLO',
        vertical: 'DATA',
        vendType: 'PREPAID',
        tariffClass: 'DATA-21',
      },
    ],
  ])
})

test('the request id is deterministic per purchase and is never sent twice', () => {
  const adapter = vendor()
  const [one, other] = [adapter.requestId(new Date(), 'a'), adapter.requestId(new Date(), 'b')]
  expect(adapter.requestId(new Date(0), 'a')).toBe(one)
  expect(one).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
  expect(other).not.toBe(one)
  expect(adapter.canResend(one, new Date())).toBe(false)
  expect(adapter.capabilities.services).toEqual(['power', 'cabletv', 'airtime', 'data'])
})

/** The simulated BuyPower, with an injected fault, and its adapter. */
async function startSimulator(behaviour?: string) {
  const simulation = await simulators()
  if (behaviour) expect((await simulation.fault('buypower', behaviour)).status).toBe(200)
  return { simulation, adapter: vendor(`${simulation.url}/buypower/v2`) }
}

test.each([
  ['timeout_then_deliver', 'timeout'],
  ['timeout_then_fail', 'timeout'],
  ['disconnect', 'timeout'],
  ['error_500', 'processing'],
  ['html', 'unreadable'],
  ['slow_bytes', 'timeout'],
  ['badly_signed', 'unreadable'],
  ['success_without_token', 'no_token'],
])('with the BuyPower fault %s, the outcome is unknown', async (behaviour, reason) => {
  const { adapter } = await startSimulator(behaviour)
  expect(await adapter.vend(vendRequest())).toMatchObject({ type: 'unknown', reason })
})

test('a requery whose key BuyPower rejects proves nothing', async () => {
  const { adapter } = await startSimulator('requery_rejected')
  expect(await adapter.vend(vendRequest())).toMatchObject({ type: 'delivered' })
  expect(await adapter.requery(vendRequest())).toEqual({
    type: 'unknown',
    reason: 'requery_rejected',
    code: '401',
  })
})

test.each([
  ['float_empty', 'float_empty'],
  ['not_processed', 'rejected'],
])('when BuyPower responds with %s, the outcome is failed', async (behaviour, reason) => {
  const { adapter } = await startSimulator(behaviour)
  expect(await adapter.vend(vendRequest())).toMatchObject({ type: 'failed', reason })
})

test('a requery resolves a lost response as delivered, failed or never received', async () => {
  const { adapter, simulation: simulators } = await startSimulator('timeout_then_deliver')
  const request = vendRequest()
  expect(await adapter.vend(request)).toMatchObject({ type: 'unknown' })
  expect(await adapter.requery(request)).toMatchObject({
    type: 'delivered',
    reported: { amountKobo: 150_050n },
  })
  expect(await adapter.vend(request)).toMatchObject({ type: 'unknown', reason: 'processing', code: '409' })
  await simulators.fault('buypower', 'timeout_then_fail')
  const failedRequest = vendRequest()
  await adapter.vend(failedRequest)
  expect(await adapter.requery(failedRequest)).toMatchObject({ type: 'failed', reason: 'rejected' })
  expect(await adapter.requery(vendRequest())).toMatchObject({ type: 'unknown', reason: 'never_received' })
})

test('a delivery of half the amount is reported with that amount', async () => {
  const { adapter } = await startSimulator('wrong_amount')
  expect(await adapter.vend(vendRequest())).toMatchObject({
    type: 'delivered',
    reported: { amountKobo: 75_025n },
  })
})

test('the outcome of a timeout is unknown; the outcome of a refused connection is failed', async () => {
  const url = await startVendorServer(() => {})
  expect(await vendor(url).vend(vendRequest())).toEqual({ type: 'unknown', reason: 'timeout', code: null })
  expect(await vendor('http://127.0.0.1:9').vend(vendRequest())).toEqual({
    type: 'failed',
    reason: 'product_down',
    code: 'not_sent',
  })
})
