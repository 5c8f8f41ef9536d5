import { expect, test } from 'vitest'
import type { VendorProduct } from '../../server/vending/vendor.ts'
import { vtpass } from '../../server/vending/vendors/vtpass/index.ts'
import { simulators } from '../simulators/setup.ts'

const product: VendorProduct = {
  service: 'power',
  productCode: 'ikeja-electric',
  variationCode: 'prepaid',
  beneficiary: '1111111111111',
}

/** The simulated VTpass with an armed fault, and its adapter. */
async function start(behaviour: string, settings: Parameters<typeof simulators>[0] = {}) {
  const simulated = await simulators(settings)
  const keys = { apiKey: 'simulated-api-key', publicKey: 'PK_simulated', secretKey: 'SK_simulated' }
  const vendor = vtpass({ url: `${simulated.url}/vtpass/api`, ...keys }, { vendTimeoutMs: 1_500 })
  const requestId = vendor.requestId(new Date(), `T${process.hrtime.bigint()}`)
  expect((await simulated.fault('vtpass', behaviour)).status).toBe(200)
  const order = {
    requestId,
    product,
    amountKobo: 500_000n,
    phone: '+2348012345678',
    email: null,
    vendorToken: null,
  }
  return { vend: () => vendor.vend(order), requery: () => vendor.requery(order) }
}

test.each([
  ['timeout_then_deliver', 'timeout'],
  ['timeout_then_fail', 'timeout'],
  ['disconnect', 'timeout'],
  ['error_500', 'unreadable'],
  ['html', 'unreadable'],
  ['slow_bytes', 'timeout'],
  ['success_without_token', 'no_token'],
])('with the VTpass fault %s, the purchase is unknown', async (behaviour, reason) => {
  const { vend } = await start(behaviour)
  expect(await vend()).toMatchObject({ type: 'unknown', reason })
})

test('a purchase that VTpass leaves to its support stays in review while a requery does not find it', async () => {
  const { vend, requery } = await start('support_review')
  expect(await vend()).toEqual({ type: 'unknown', reason: 'vendor_review', code: '044' })
  expect(await requery()).toMatchObject({ type: 'unknown', reason: 'never_received' })
})

test('a requery whose key VTpass rejects proves nothing', async () => {
  const { vend, requery } = await start('requery_rejected')
  expect(await vend()).toMatchObject({ type: 'delivered' })
  expect(await requery()).toEqual({ type: 'unknown', reason: 'requery_rejected', code: '087' })
})

test('a truncated response is unknown', async () => {
  const { vend } = await start('truncated')
  expect(await vend()).toMatchObject({ type: 'unknown' })
})

test.each([
  ['float_empty', 'float_empty'],
  ['not_processed', 'rejected'],
])('when VTpass responds with %s, the purchase is proven failed', async (behaviour, reason) => {
  const { vend } = await start(behaviour)
  expect(await vend()).toMatchObject({ type: 'failed', reason })
})

test('a requery resolves a lost response as delivered', async () => {
  const { vend, requery } = await start('timeout_then_deliver')
  expect(await vend()).toMatchObject({ type: 'unknown' })
  await expect
    .poll(requery, { timeout: 5_000 })
    .toMatchObject({ type: 'delivered', reported: { amountKobo: 500_000n } })
})

test.each([
  [
    'timeout_then_deliver',
    { type: 'delivered', reported: { beneficiary: '1111111111111', amountKobo: 500_000n } },
  ],
  ['timeout_then_fail', { type: 'failed', reason: 'rejected' }],
])(
  'in the earlier response format, a requery after %s gives the same outcome',
  async (behaviour, expectedOutcome) => {
    const { vend, requery } = await start(behaviour, { shapes: 'recorded' })
    expect(await vend()).toMatchObject({ type: 'unknown' })
    await expect.poll(requery, { timeout: 5_000 }).toMatchObject(expectedOutcome)
  },
)

test('a delivery of another amount or to another meter is reported as such', async () => {
  const wrongAmount = await start('wrong_amount')
  const outcome = await wrongAmount.vend()
  expect(outcome.type === 'delivered' && outcome.reported.amountKobo !== 500_000n).toBe(true)
  const wrongMeter = await start('wrong_meter')
  const meterOutcome = await wrongMeter.vend()
  expect(meterOutcome.type === 'delivered' && meterOutcome.reported.beneficiary !== product.beneficiary).toBe(
    true,
  )
})
