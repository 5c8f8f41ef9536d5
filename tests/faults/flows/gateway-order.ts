import { expect } from 'vitest'
import type { Service } from '../../../shared/constants.ts'
import { services } from '../../../shared/constants.ts'
import { type CreatedOrder, initiateCheckout } from '../../support/checkout-journey.ts'
import { collectOrderRecords, expectOrderConsistent } from '../../support/consistency.ts'
import { type MeterEnding, servicePurchases } from '../../support/purchases.ts'
import {
  type Fault,
  type FaultEnvironment,
  type Flow,
  flow,
  type Scenario,
  type ScenarioSettings,
} from '../flow.ts'
import { hasOrderEnded } from '../order-end.ts'

interface FlowOptions extends ScenarioSettings {
  readonly faults?: readonly Fault[]
  readonly service?: Service
  readonly ending?: MeterEnding
  /** Refunded money may leave several payments. */
  readonly payments?: number
  /** Final state of the order, at any crash boundary. */
  readonly expectedStates: readonly string[]
  /** Point from which crashes are armed. */
  readonly from?: 'lookup' | 'payment'
}

const vendorFault = (fault: string, ...expectedEnd: string[]): FlowOptions => ({
  faults: [['vtpass', fault]],
  expectedStates: expectedEnd,
})
const gatewayFault = (fault: string, ...expectedEnd: string[]): FlowOptions => ({
  faults: [['paystack', fault]],
  expectedStates: expectedEnd,
})

/** The same flow with another gateway. */
const otherGatewayFlows = (gateway: 'flutterwave' | 'monnify'): Record<string, FlowOptions> => {
  const settings = { payment_gateway: gateway }
  const fault = (name: string, overrides: Partial<FlowOptions> = {}): [string, FlowOptions] => [
    `${gateway}, ${name}`,
    { faults: [[gateway, name]], expectedStates: ['delivered'], settings, ...overrides },
  ]
  const unpaid: Partial<FlowOptions> = { ending: 'failed', expectedStates: ['refunded'] }
  return {
    [gateway]: { settings, expectedStates: ['delivered'], from: 'lookup' },
    [`${gateway}, failed`]: { settings, ...unpaid, expectedStates: ['refunded'] },
    ...Object.fromEntries([
      fault('webhook_lost'),
      fault('webhook_duplicate'),
      fault('webhook_forged'),
      fault('verify_pending'),
      fault('verify_500'),
      fault('verify_html'),
      fault('verify_timeout'),
      fault('overpaid'),
      fault('initialize_timeout', { from: 'lookup' }),
      fault('refund_500', unpaid),
      fault('refund_timeout_accepted', unpaid),
    ]),
  }
}

/** A guest pays at the gateway's checkout and closes the page: webhooks and due jobs advance the order. */
const cases: Record<string, FlowOptions> = {
  ...Object.fromEntries(
    services.map((service) => [service, { service, expectedStates: ['delivered'], from: 'lookup' }]),
  ),
  ...Object.fromEntries(
    services.map((service) => [
      `${service}, failed`,
      { service, ending: 'failed', expectedStates: ['refunded'] },
    ]),
  ),
  pending: { ending: 'pendingThenDelivered', expectedStates: ['delivered'] },
  timeout_then_deliver: vendorFault('timeout_then_deliver', 'delivered'),
  timeout_then_fail: vendorFault('timeout_then_fail', 'refunded'),
  error_500: vendorFault('error_500', 'delivered'),
  html: vendorFault('html', 'delivered'),
  truncated: vendorFault('truncated', 'delivered'),
  unknown_then_delivered: vendorFault('unknown_then_delivered', 'delivered'),
  success_without_token: vendorFault('success_without_token', 'delivered'),
  reversed: vendorFault('reversed', 'refunded'),
  // A crash may use up the first of the two sends of one id, and the fault the second.
  disconnect: vendorFault('disconnect', 'delivered', 'refunded'),
  'error_500, then silence': {
    faults: [
      ['vtpass', 'error_500'],
      ['vtpass', 'requery_timeout', 2],
    ],
    expectedStates: ['delivered'],
  },
  webhook_duplicate: gatewayFault('webhook_duplicate', 'delivered'),
  webhook_lost: gatewayFault('webhook_lost', 'delivered'),
  webhook_delayed: gatewayFault('webhook_delayed', 'delivered'),
  webhook_reordered: gatewayFault('webhook_reordered', 'delivered'),
  webhook_forged: gatewayFault('webhook_forged', 'delivered'),
  verify_500: gatewayFault('verify_500', 'delivered'),
  verify_html: gatewayFault('verify_html', 'delivered'),
  verify_timeout: gatewayFault('verify_timeout', 'delivered'),
  verify_pending: gatewayFault('verify_pending', 'delivered'),
  overpaid: gatewayFault('overpaid', 'delivered'),
  underpaid: gatewayFault('underpaid', 'awaiting_payment', 'expired'),
  wrong_unit: gatewayFault('wrong_unit', 'awaiting_payment', 'expired'),
  initialize_500: { ...gatewayFault('initialize_500', 'delivered'), from: 'lookup' },
  initialize_timeout: { ...gatewayFault('initialize_timeout', 'delivered'), from: 'lookup' },
  ...otherGatewayFlows('flutterwave'),
  ...otherGatewayFlows('monnify'),
}

export const gatewayOrder: Flow = flow('gateway order', cases, begin)

async function begin(env: FaultEnvironment, options: FlowOptions): Promise<Scenario> {
  const { app } = env
  const sale = servicePurchases[options.service ?? 'power']
  const ada = app.createGuest()
  let info: CreatedOrder | undefined
  return {
    async run() {
      if (options.from === 'lookup') env.arm()
      const created = await env.retryUntilSuccess(() => sale.createOrder(ada, options.ending))
      info = created.data
      const checkoutResponse = await env.retryUntilSuccess(() => initiateCheckout(ada, created.data, sale))
      env.arm()
      await ada.payAtCheckout(checkoutResponse.data.checkoutUrl)
    },
    hasEnded: async () =>
      info !== undefined && hasOrderEnded(app, info.order_reference, options.expectedStates),
    async verify(label) {
      const reference = info?.order_reference ?? ''
      const { order, attempts, paid } = await collectOrderRecords(app, reference)
      expect(options.expectedStates, label).toContain(order.state)
      expect(paid.length, label).toBe(order.paid_at ? 1 : 0)
      expect(attempts.length, label).toBe(order.paid_at ? 1 : 0)
      await expectOrderConsistent(app, reference, label)
    },
  }
}
