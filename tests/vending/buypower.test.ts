import { expect, test } from 'vitest'
import type { Goods, VendRequest } from '../../server/vending/vendor.ts'
import { buypower } from '../../server/vending/vendors/buypower/index.ts'
import { simulators } from '../simulators/house.ts'
import { vendorAt } from './house.ts'

const goods: Goods = {
  service: 'power',
  productCode: 'IKEJA',
  variationCode: 'PREPAID',
  meterType: 'prepaid',
  beneficiary: '11000000099',
}
const order = (more: Partial<VendRequest> = {}): VendRequest => ({
  requestId: vendor().requestId(new Date(), 'abc'),
  goods,
  amountKobo: 150_050n,
  phone: '+2348031234567',
  email: 'ada@example.com',
  handle: null,
  ...more,
})
const vendor = (url = 'http://127.0.0.1:9', apiKey = 'simulated-buypower-key') =>
  buypower({ url, apiKey }, { vendMs: 500 })

test('each call is made in their words; name and e-mail stay with us', async () => {
  const seen: unknown[] = []
  const url = await vendorAt((request, response) => {
    let text = ''
    request.on('data', (chunk) => (text += chunk))
    request.on('end', () => {
      seen.push([request.method, request.url, request.headers.authorization, text && JSON.parse(text)])
      response.setHeader('content-type', 'application/json')
      response.writeHead(202).end('{"data":{"responseCode":202,"delay":[20]}}')
    })
  })
  const mine = vendor(url, 'key')
  const sent = order()
  expect(await mine.vend(sent)).toMatchObject({ is: 'unknown', askAgainSeconds: 20 })
  await mine.requery(sent)
  await mine.lookUp(goods)
  await mine.list({ service: 'cabletv', productCode: 'DSTV' })
  await mine.balance()
  const data: Goods = {
    service: 'data',
    productCode: 'GLO',
    variationCode: 'DATA-21',
    beneficiary: '+2348050000000',
  }
  await mine.vend(order({ goods: data, requestId: 'r2' }))
  const common = { paymentType: 'B2B', amount: 1500.5, phone: '08031234567' }
  expect(seen).toEqual([
    [
      'POST',
      '/vend',
      'Bearer key',
      {
        ...common,
        orderId: sent.requestId,
        meter: '11000000099',
        disco: 'IKEJA',
        vertical: 'ELECTRICITY',
        vendType: 'PREPAID',
      },
    ],
    ['GET', `/transaction/${sent.requestId}`, 'Bearer key', ''],
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

test('an order id is new each time, and never sent twice', () => {
  const mine = vendor()
  const [one, other] = [mine.requestId(new Date(), 'a'), mine.requestId(new Date(), 'a')]
  expect(one).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
  expect(other).not.toBe(one)
  expect(mine.mayResend(one, new Date())).toBe(false)
  expect(mine.can.sells).toEqual(['power', 'cabletv', 'airtime', 'data'])
})

/** The simulated BuyPower, misbehaving as asked. */
async function simulated(behaviour?: string) {
  const house = await simulators()
  if (behaviour) expect((await house.fault('buypower', behaviour)).status).toBe(200)
  return { house, mine: vendor(`${house.url}/buypower/v2`) }
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
])('when BuyPower does %s, the purchase is unknown', async (behaviour, because) => {
  const { mine } = await simulated(behaviour)
  expect(await mine.vend(order())).toMatchObject({ is: 'unknown', because })
})

test.each([
  ['float_empty', 'float_empty'],
  ['not_processed', 'rejected'],
])('when BuyPower says %s, the purchase is proven failed', async (behaviour, because) => {
  const { mine } = await simulated(behaviour)
  expect(await mine.vend(order())).toMatchObject({ is: 'failed', because })
})

test('a purchase whose answer was lost is found delivered, failed or never received by asking', async () => {
  const { mine, house } = await simulated('timeout_then_deliver')
  const lost = order()
  expect(await mine.vend(lost)).toMatchObject({ is: 'unknown' })
  expect(await mine.requery(lost)).toMatchObject({ is: 'delivered', said: { amountKobo: 150_050n } })
  expect(await mine.vend(lost)).toMatchObject({ is: 'unknown', because: 'processing', code: '409' })
  await house.fault('buypower', 'timeout_then_fail')
  const failed = order()
  await mine.vend(failed)
  expect(await mine.requery(failed)).toMatchObject({ is: 'failed', because: 'rejected' })
  expect(await mine.requery(order())).toMatchObject({ is: 'unknown', because: 'never_received' })
})

test('a purchase of half the amount says so', async () => {
  const { mine } = await simulated('wrong_amount')
  expect(await mine.vend(order())).toMatchObject({ is: 'delivered', said: { amountKobo: 75_025n } })
})

test('silence leaves a purchase unknown; a closed door proves that nothing was bought', async () => {
  const url = await vendorAt(() => {})
  expect(await vendor(url).vend(order())).toEqual({ is: 'unknown', because: 'timeout', code: null })
  expect(await vendor('http://127.0.0.1:9').vend(order())).toEqual({
    is: 'failed',
    because: 'product_down',
    code: 'not_sent',
  })
})
