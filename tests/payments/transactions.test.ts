import { expect, test } from 'vitest'
import { flutterwave } from '../../server/payments/gateways/flutterwave/index.ts'
import { monnify } from '../../server/payments/gateways/monnify/index.ts'
import { paystack } from '../../server/payments/gateways/paystack/index.ts'
import type { Gateway } from '../../server/payments/index.ts'
import { simulators } from '../simulators/setup.ts'

const adapters = {
  paystack: (url) => paystack({ url: `${url}/paystack`, secretKey: 'sk_test_simulated' }),
  flutterwave: (url) =>
    flutterwave({
      url: `${url}/flutterwave/v3`,
      secretKey: 'FLWSECK_TEST-simulated',
      secretHash: 'simulated-secret-hash',
    }),
  monnify: (url) =>
    monnify({
      url: `${url}/monnify`,
      apiKey: 'MK_TEST_simulated',
      secretKey: 'simulated-monnify-secret',
      contractCode: '1234567890',
    }),
} as const satisfies Record<string, (url: string) => Gateway>
type Name = keyof typeof adapters
const names = Object.keys(adapters) as Name[]

const hour = 60 * 60 * 1_000
const period = () => ({ from: new Date(Date.now() - hour), to: new Date(Date.now() + hour) })

async function start(name: Name) {
  const provider = await simulators()
  const gateway = adapters[name](provider.url)
  const open = async (reference: string) => {
    const opened = await gateway.createCheckout({
      reference,
      amountKobo: 510_050n,
      email: 'ada@example.com',
      method: 'CARD',
      returnUrl: 'http://localhost:3000/return',
      cancelUrl: 'http://localhost:3000/cancel',
      description: 'Electricity',
      orderReference: 'ABCDEFGH2345',
    })
    if (opened.type !== 'opened') throw new Error(opened.reason)
    const pay = async () => {
      const access_code = new URL(opened.checkoutUrl).pathname.split('/').pop()
      await provider.post('/simulators/pay', { access_code })
    }
    return { pay }
  }
  return { provider, gateway, open }
}

test.each(names)('every payment at %s in the period is listed, over all pages', async (name) => {
  const { gateway, open } = await start(name)
  const references = Array.from({ length: 103 }, (_, index) => `SW-${String(index).padStart(30, '0')}`)
  for (const reference of references) {
    const checkout = await open(reference)
    // The list has one page more than what is paid.
    if (name !== 'paystack' || reference.endsWith('0')) await checkout.pay()
  }
  const paid = references.filter((reference) => name !== 'paystack' || reference.endsWith('0'))
  const listed = await gateway.listTransactions(period())
  expect(listed?.map(({ reference }) => reference).sort()).toEqual(paid)
  expect(listed?.every(({ amountKobo }) => amountKobo === 510_050n)).toBe(true)
  expect(listed?.[0]).toMatchObject({ type: 'checkout', status: 'paid' })
  const status = await gateway.verify(paid[0]!)
  expect(listed?.find(({ reference }) => reference === paid[0])?.gatewayReference).toBe(
    status.type === 'succeeded' ? status.gatewayReference : null,
  )
  const later = { from: new Date(Date.now() + hour), to: new Date(Date.now() + 2 * hour) }
  expect(await gateway.listTransactions(later)).toEqual([])
})

test.each(names)('%s returns the order and the payer of a payment, in both recorded shapes', async (name) => {
  const { provider, gateway, open } = await start(name)
  await (await open('SW-1')).pay()
  const origin = { orderReference: 'ABCDEFGH2345', email: 'ada@example.com' }
  expect(await gateway.getCheckoutOrigin('SW-1')).toEqual(origin)
  await provider.post('/simulators/settings', { shapes: 'recorded' })
  expect(await gateway.getCheckoutOrigin('SW-1')).toEqual(origin)
  expect(await gateway.getCheckoutOrigin('SW-2')).toBeNull()
})

test.each(names)('a list of %s that cannot be read is null, not empty', async (name) => {
  const { provider, gateway, open } = await start(name)
  await (await open('SW-1')).pay()
  await provider.close()
  expect(await gateway.listTransactions(period())).toBeNull()
  expect(await gateway.getCheckoutOrigin('SW-1')).toBeNull()
})

test.each(['paystack', 'flutterwave'] as const)(
  'the settlements of %s contain each payment, with the amount after fees, over all pages',
  async (name) => {
    const { gateway, open } = await start(name)
    const references = Array.from({ length: 12 }, (_, index) => `SW-${String(index).padStart(30, '0')}`)
    for (const reference of references) await (await open(reference)).pay()
    const [settlement, ...others] = (await gateway.listSettlements?.(period())) ?? []
    expect(others).toEqual([])
    if (!settlement) throw new Error('No settlement')
    const lines = (await gateway.listSettlementLines?.(settlement.settlementId)) ?? []
    expect(lines.map((line) => line.reference).sort()).toEqual(references)
    const sum = (amounts: bigint[]) => amounts.reduce((total, amount) => total + amount, 0n)
    expect(sum(lines.map((line) => line.grossKobo))).toBe(settlement.grossKobo)
    expect(sum(lines.map((line) => line.netKobo))).toBe(settlement.netKobo)
    const verified = await gateway.verify(references[0] ?? '')
    expect(verified).toMatchObject({
      paidKobo: 510_050n,
      feeKobo: (lines[0]?.grossKobo ?? 0n) - (lines[0]?.netKobo ?? 0n),
    })
    expect(await gateway.listSettlementLines?.('19700101')).toBeNull()
  },
)
