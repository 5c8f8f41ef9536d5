import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Service } from '../../../shared/constants.ts'
import { services } from '../../../shared/constants.ts'
import { type CreatedOrder, initiateCheckout } from '../../support/checkout-journey.ts'
import { collectOrderFacts, expectOrderConsistent } from '../../support/consistency.ts'
import { createCustomer } from '../../support/customer.ts'
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
  // A crash shortens it: its send may be the lost one.
  'never arrives': { faults: [['vtpass', 'disconnect', 4]], expectedStates: ['refunded', 'delivered'] },
}

/** Wallet payment: held, captured when the order is delivered, released when it is confirmed failed. */
export const walletOrder: Flow = flow('wallet order', cases, begin)

async function begin(env: FaultEnvironment, options: FlowOptions): Promise<Scenario> {
  const { app } = env
  const sale = servicePurchases[options.service ?? 'power']
  const ada = await createCustomer(app, { walletKobo: initialWalletKobo })
  const key = { 'idempotency-key': randomUUID() }
  let info: CreatedOrder | undefined
  const hasEnded = async () =>
    info !== undefined && hasOrderEnded(app, info.order_reference, options.expectedStates)
  return {
    async run() {
      env.arm()
      const lookupResponse = await env.retryUntilAnswered(() => sale.createOrder(ada, options.ending))
      info = lookupResponse.data
      await env.retryUntilAnswered(
        () =>
          initiateCheckout(ada, lookupResponse.data, {
            payment_for: sale.payment_for,
            method: 'WALLET',
            extraHeaders: key,
          }),
        hasEnded,
      )
    },
    hasEnded,
    async verify(label) {
      const reference = info?.order_reference ?? ''
      const { order, attempts, paid } = await collectOrderFacts(app, reference)
      expect(options.expectedStates, label).toContain(order.state)
      expect([attempts.length, paid.length], label).toEqual([1, 1])
      await expectOrderConsistent(app, reference, label)
      const spentKobo = order.state === 'delivered' ? order.total_kobo - order.amount_kobo / 100n : 0n
      expect({ wallet: await ada.walletKobo(), hold: await ada.holdKobo() }, label).toEqual({
        wallet: initialWalletKobo - spentKobo,
        hold: 0n,
      })
    },
  }
}
