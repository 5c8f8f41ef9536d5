import { expect } from 'vitest'
import { type CreatedOrder, initiateCheckout } from '../../support/checkout-journey.ts'
import { collectOrderRecords, expectOrderConsistent } from '../../support/consistency.ts'
import { servicePurchases } from '../../support/purchases.ts'
import { type Fault, type FaultEnvironment, type Flow, flow, type Scenario } from '../flow.ts'
import { hasOrderEnded } from '../order-end.ts'

interface FlowOptions {
  readonly faults: readonly Fault[]
  /** Final state of the last refund. */
  readonly refund: 'processed' | 'failed' | 'needs_attention'
  /** Number of refunds: a failed one is retried once. */
  readonly refunds?: number
}

const fault = (name: string, refund: FlowOptions['refund'] = 'processed', times = 1): FlowOptions => ({
  faults: [['paystack', name, times]],
  refund,
})

const cases: Record<string, FlowOptions> = {
  refund_500: fault('refund_500'),
  'refund_500 twice': fault('refund_500', 'processed', 2),
  refund_timeout_accepted: fault('refund_timeout_accepted'),
  refund_fails: { ...fault('refund_fails'), refunds: 2 },
  'refund_fails twice': { ...fault('refund_fails', 'failed', 2), refunds: 2 },
  refund_needs_attention: fault('refund_needs_attention', 'needs_attention'),
  'webhooks lost': fault('webhook_lost', 'processed', 4),
  'webhooks twice': fault('webhook_duplicate', 'processed', 4),
  'webhooks forged': fault('webhook_forged', 'processed', 4),
}

/** An order confirmed as failed is refunded once, or goes to review with the reason. */
export const refund: Flow = flow('refund', cases, begin)

async function begin(env: FaultEnvironment, options: FlowOptions): Promise<Scenario> {
  const { app } = env
  const sale = servicePurchases.power
  const ada = app.createGuest()
  const { data: info } = await env.retryUntilSuccess<CreatedOrder>(() => sale.createOrder(ada, 'failed'))
  const checkoutResponse = await env.retryUntilSuccess(() => initiateCheckout(ada, info, sale))
  return {
    async run() {
      env.arm()
      await ada.payAtCheckout(checkoutResponse.data.checkoutUrl)
    },
    async hasEnded() {
      if (options.refund === 'processed') return hasOrderEnded(app, info.order_reference, ['refunded'])
      const { refunds } = await collectOrderRecords(app, info.order_reference)
      return (
        refunds.length === (options.refunds ?? 1) && refunds.every(({ state }) => state === options.refund)
      )
    },
    async verify(label) {
      const { order, refunds, refunded } = await collectOrderRecords(app, info.order_reference)
      expect(refunds.length, label).toBe(options.refunds ?? 1)
      if (options.refund === 'processed') {
        expect([order.state, refunded.length], label).toEqual(['refunded', 1])
        return expectOrderConsistent(app, info.order_reference, label)
      }
      expect(order, label).toMatchObject({
        state: 'refunding',
        review_reason: expect.stringMatching(/^(refund_|overdue)/),
      })
    },
  }
}
