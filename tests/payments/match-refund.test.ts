import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Config } from '../../server/config.ts'
import { findViolations } from '../../server/operations/index.ts'
import type { Gateway } from '../../server/payments/index.ts'
import type { GatewayName } from '../../shared/payments.ts'
import { payForOrder, startTestAppWithCatalogue } from '../support/checkout-journey.ts'
import {
  collectOrderRecords,
  expectLedgerMatchesProviders,
  expectOrderConsistent,
  isOrderFinal,
} from '../support/consistency.ts'
import { createShortTimeoutProviders, withPaystack } from '../support/providers.ts'
import { servicePurchases } from '../support/purchases.ts'
import { eventually, type TestApp } from '../support/test-app.ts'

/** Outcome of the next refund requests of a crashing process: whether the request reaches the gateway. */
type RequestFate = 'arrives' | 'is lost'

const outcomes: RequestFate[] = []
/** Gateways whose caller crashes while sending a refund: the call never returns. */
function createCrashingGateways(config: Config) {
  const wrap = (gateway: Gateway): Gateway => ({
    ...gateway,
    async refund(request) {
      const fate = outcomes.shift()
      if (!fate) return gateway.refund(request)
      if (fate === 'arrives') await gateway.refund(request)
      return new Promise<never>(() => {})
    },
  })
  const real = createShortTimeoutProviders(config)
  const { paystack, flutterwave, monnify } = real.gateways
  return {
    ...real,
    gateways: {
      ...real.gateways,
      paystack: wrap(paystack),
      flutterwave: wrap(flutterwave),
      monnify: wrap(monnify),
    },
  }
}

let app: TestApp
beforeAll(async () => {
  app = await startTestAppWithCatalogue({ shared: true, providerOverrides: createCrashingGateways })
})
beforeEach(() => app.resetClock())
afterAll(() => app.close())

const fetchRefunds = async (reference: string) => (await collectOrderRecords(app, reference)).refunds

/** A ₦500 order paid with ₦1,000 and not delivered: two refunds of ₦500 of one payment, both being sent. */
async function createTwoRefundsBeingSent(
  gateway: GatewayName,
  next: readonly RequestFate[],
): Promise<string> {
  await app.context.settings.change('payment_gateway', gateway)
  await app.injectFault(gateway, 'overpaid')
  outcomes.push(...next)
  const guest = app.createGuest()
  const { data: info } = await servicePurchases.airtime.createOrder(guest, 'failed')
  await payForOrder(guest, info, {
    payment_for: servicePurchases.airtime.payment_for,
    method: 'ACCOUNT_TRANSFER',
  })
  await eventually(async () => {
    const sending = await fetchRefunds(info.order_reference)
    return (
      sending.length === 2 &&
      sending.every((refund) => refund.failure_reason === 'sending') &&
      outcomes.length === 0
    )
  }, 30_000)
  await app.restart()
  return info.order_reference
}

const gateways = ['paystack', 'flutterwave', 'monnify'] as const
const cases: [string, RequestFate[]][] = [
  ['both arrived', ['arrives', 'arrives']],
  ['only the first arrived', ['arrives', 'is lost']],
  ['only the second arrived', ['is lost', 'arrives']],
  ['none arrived', ['is lost', 'is lost']],
]

describe.each(gateways)(
  'two refunds of the same amount of one payment at %s, whose process crashed,',
  (gateway) => {
    test.each(cases)('are both made exactly once when %s', async (_, next) => {
      const reference = await createTwoRefundsBeingSent(gateway, next)
      const otherProcess = await app.startSecondProcess()
      await app.runDueJobsUntil(
        async () => {
          const { order, refunds } = await collectOrderRecords(app, reference)
          return order.state === 'refunded' && refunds.every((refund) => refund.state === 'processed')
        },
        { stepSeconds: 240, otherProcess },
      )
      const { refunded, refunds } = await collectOrderRecords(app, reference)
      expect(refunded.map((refund) => refund.amountKobo)).toEqual([50_000, 50_000])
      expect(new Set(refunds.map((refund) => refund.gateway_refund_id)).size).toBe(2)
      await expectOrderConsistent(app, reference)
      await expectLedgerMatchesProviders(app)
      expect(await findViolations(app.db)).toEqual([])
    })
  },
)

test('a refund whose listed entry was claimed by another refund is matched again', async () => {
  let release = () => {}
  const late = new Promise<void>((resolve) => {
    release = resolve
  })
  let sending = 0
  const app = await startTestAppWithCatalogue({
    providerOverrides: withPaystack((paystack) => ({
      async refund(request) {
        sending++
        if (sending === 1) return { type: 'unknown', reason: 'timeout' }
        const response = await paystack.refund(request)
        if (sending === 2) await late
        return response
      },
    })),
  })
  await app.injectFault('paystack', 'overpaid')
  const guest = app.createGuest()
  const { data: info } = await servicePurchases.airtime.createOrder(guest, 'failed')
  await payForOrder(guest, info, {
    payment_for: servicePurchases.airtime.payment_for,
    method: 'ACCOUNT_TRANSFER',
  })
  const reference = info.order_reference
  await eventually(async () => sending === 2, 30_000)
  // Longer than any request: the sending process must have crashed.
  await app.runDueJobsUntil(
    async () =>
      (await collectOrderRecords(app, reference)).refunds.some((refund) => refund.gateway_refund_id !== null),
    { stepSeconds: 60 },
  )
  release()
  await app.runDueJobsUntil(isOrderFinal(app, reference), { stepSeconds: 120 })
  await app.runDueJobsUntil(
    async () =>
      (await collectOrderRecords(app, reference)).refunds.every((refund) => refund.state === 'processed'),
    { stepSeconds: 120 },
  )
  expect((await collectOrderRecords(app, reference)).refunded).toHaveLength(2)
  await expectOrderConsistent(app, reference)
  await expectLedgerMatchesProviders(app)
})

test('a refund whose outcome is unknown for over an hour violates an invariant, and sales continue', async () => {
  const app = await startTestAppWithCatalogue({
    providerOverrides: withPaystack(() => ({
      refund: async () => ({ type: 'unknown', reason: 'timeout' }),
      listRefunds: async () => null,
    })),
  })
  const guest = app.createGuest()
  const { data: info } = await servicePurchases.airtime.createOrder(guest, 'failed')
  await payForOrder(guest, info, { payment_for: servicePurchases.airtime.payment_for })
  const fetchRefunds = async () => (await collectOrderRecords(app, info.order_reference)).refunds
  await app.runDueJobsUntil(async () => (await fetchRefunds())[0]?.state === 'unknown')
  const violations = async () =>
    (await findViolations(app.db)).filter((violation) => violation.rule === 'refund-confirmed-in-time')
  expect(await violations()).toEqual([])
  await app.advanceClock(61 * 60)
  const [refund] = await fetchRefunds()
  expect(await violations()).toMatchObject([{ subject: refund?.id, service: 'airtime' }])
  await app.runDueJobs()
  await app.features.operations.checkInvariants()
  const lookup = await servicePurchases.airtime.createOrder(guest)
  expect(lookup.httpStatus).toBe(200)
})
