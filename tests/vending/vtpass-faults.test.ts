import { expect, test } from 'vitest'
import type { Goods } from '../../server/vending/vendor.ts'
import { vtpass } from '../../server/vending/vendors/vtpass/index.ts'
import { simulators } from '../simulators/house.ts'

const goods: Goods = {
  service: 'power',
  productCode: 'ikeja-electric',
  variationCode: 'prepaid',
  beneficiary: '1111111111111',
}

/** A VTpass that misbehaves as asked, and the adapter that buys from it. */
async function start(behaviour: string) {
  const house = await simulators()
  const keys = { apiKey: 'simulated-api-key', publicKey: 'PK_simulated', secretKey: 'SK_simulated' }
  const vendor = vtpass({ url: `${house.url}/vtpass/api`, ...keys }, { vendMs: 500 })
  const requestId = vendor.requestId(new Date(), `T${process.hrtime.bigint()}`)
  expect((await house.fault('vtpass', behaviour)).status).toBe(200)
  const order = {
    requestId,
    goods,
    amountKobo: 500_000n,
    phone: '+2348012345678',
    email: null,
    handle: null,
  }
  return { buy: () => vendor.vend(order), ask: () => vendor.requery(order) }
}

test.each([
  ['timeout_then_deliver', 'timeout'],
  ['timeout_then_fail', 'timeout'],
  ['disconnect', 'timeout'],
  ['error_500', 'unreadable'],
  ['html', 'unreadable'],
  ['slow_bytes', 'timeout'],
  ['success_without_token', 'no_token'],
])('when VTpass does %s, the purchase is unknown', async (behaviour, because) => {
  const { buy } = await start(behaviour)
  expect(await buy()).toMatchObject({ is: 'unknown', because })
})

test('an answer that was cut short is unknown', async () => {
  const { buy } = await start('truncated')
  expect(await buy()).toMatchObject({ is: 'unknown' })
})

test.each([
  ['float_empty', 'float_empty'],
  ['not_processed', 'rejected'],
])('when VTpass says %s, the purchase is proven failed', async (behaviour, because) => {
  const { buy } = await start(behaviour)
  expect(await buy()).toMatchObject({ is: 'failed', because })
})

test('a purchase whose answer was lost is found delivered by asking', async () => {
  const { buy, ask } = await start('timeout_then_deliver')
  expect(await buy()).toMatchObject({ is: 'unknown' })
  await expect
    .poll(ask, { timeout: 5_000 })
    .toMatchObject({ is: 'delivered', said: { amountKobo: 500_000n } })
})

test('a delivery of another amount or to another meter says so', async () => {
  const amount = await start('wrong_amount')
  const outcome = await amount.buy()
  expect(outcome.is === 'delivered' && outcome.said.amountKobo !== 500_000n).toBe(true)
  const meter = await start('wrong_meter')
  const other = await meter.buy()
  expect(other.is === 'delivered' && other.said.beneficiary !== goods.beneficiary).toBe(true)
})
