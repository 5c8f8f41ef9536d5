import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Service } from '../../../shared/constants.ts'
import { services } from '../../../shared/constants.ts'
import { type CreatedOrder, initiateCheckout } from '../../support/checkout-journey.ts'
import { collectOrderRecords, expectOrderConsistent } from '../../support/consistency.ts'
import { cashbackKoboOf, createCustomer } from '../../support/customer.ts'
import { type MeterEnding, servicePurchases } from '../../support/purchases.ts'
import { type Fault, type FaultEnvironment, type Flow, flow, type Scenario } from '../flow.ts'
import { hasOrderEnded } from '../order-end.ts'

interface FlowOptions {
  readonly faults?: readonly Fault[]
  readonly service?: Service
  readonly ending?: MeterEnding
  readonly expectedStates: readonly string[]
}

const initialWalletKobo = 2_000_000n

const cases: Record<string, FlowOptions> = {
  ...Object.fromEntries(services.map((service) => [service, { service, expectedStates: ['delivered'] }])),
  failed: { ending: 'failed', expectedStates: ['refunded'] },
  error_500: { faults: [['vtpass', 'error_500']], expectedStates: ['delivered'] },
  timeout_then_fail: { faults: [['vtpass', 'timeout_then_fail']], expectedStates: ['refunded'] },
  disconnect: { faults: [['vtpass', 'disconnect']], expectedStates: ['delivered', 'refunded'] },
  // The vendor receives none of four requests. A crash may use up one of them: a later request is then delivered.
  'disconnect 4 times': { faults: [['vtpass', 'disconnect', 4]], expectedStates: ['refunded', 'delivered'] },
}

/** Wallet payment: held, captured when the order is delivered, released when it is confirmed failed. */
export const walletOrder: Flow = flow('wallet order', cases, begin)

async function begin(env: FaultEnvironment, options: FlowOptions): Promise<Scenario> {
  const { app } = env
  const purchase = servicePurchases[options.service ?? 'power']
  const ada = await createCustomer(app, { walletKobo: initialWalletKobo })
  const idempotencyHeader = { 'idempotency-key': randomUUID() }
  let info: CreatedOrder | undefined
  const hasEnded = async () =>
    info !== undefined && hasOrderEnded(app, info.order_reference, options.expectedStates)
  return {
    async run() {
      env.arm()
      const created = await env.retryUntilSuccess(() => purchase.createOrder(ada, options.ending))
      info = created.data
      await env.retryUntilSuccess(
        () =>
          initiateCheckout(ada, created.data, {
            payment_for: purchase.payment_for,
            method: 'WALLET',
            extraHeaders: idempotencyHeader,
          }),
        hasEnded,
      )
    },
    hasEnded,
    async verify(label) {
      const reference = info?.order_reference ?? ''
      const { order, attempts, paid } = await collectOrderRecords(app, reference)
      expect(options.expectedStates, label).toContain(order.state)
      expect([attempts.length, paid.length], label).toEqual([1, 1])
      await expectOrderConsistent(app, reference, label)
      const spentKobo =
        order.state === 'delivered' ? order.total_kobo - cashbackKoboOf(order.amount_kobo) : 0n
      expect({ wallet: await ada.walletKobo(), hold: await ada.holdKobo() }, label).toEqual({
        wallet: initialWalletKobo - spentKobo,
        hold: 0n,
      })
    },
  }
}
