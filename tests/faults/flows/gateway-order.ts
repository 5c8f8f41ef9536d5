import { expect } from 'vitest'
import type { Service } from '../../../shared/constants.ts'
import { services } from '../../../shared/constants.ts'
import { expectFair, factsOf } from '../../support/audit.ts'
import { initiate, type Looked } from '../../support/journey.ts'
import { type Ending, sales } from '../../support/sales.ts'
import { type Flow, flow, type House, type Lie, type Setting, type Story } from '../flow.ts'
import { isSettled } from '../settled.ts'

interface Told extends Setting {
  readonly lies?: readonly Lie[]
  readonly service?: Service
  readonly ending?: Ending
  /** Money that came and is not kept may leave several payments. */
  readonly payments?: number
  /** What the order must come to, wherever the process died. */
  readonly ends: readonly string[]
  /** From which moment it may die. */
  readonly from?: 'lookup' | 'payment'
}

const vendorLie = (behaviour: string, ...ends: string[]): Told => ({ lies: [['vtpass', behaviour]], ends })
const gatewayLie = (behaviour: string, ...ends: string[]): Told => ({ lies: [['paystack', behaviour]], ends })

/** The same journey at another gateway, in whose words everything is said anew. */
const elsewhere = (gateway: 'flutterwave' | 'monnify'): Record<string, Told> => {
  const settings = { payment_gateway: gateway }
  const lie = (behaviour: string, more: Partial<Told> = {}): [string, Told] => [
    `${gateway}, ${behaviour}`,
    { lies: [[gateway, behaviour]], ends: ['delivered'], settings, ...more },
  ]
  const unpaid: Partial<Told> = { ending: 'failed', ends: ['refunded'] }
  return {
    [gateway]: { settings, ends: ['delivered'], from: 'lookup' },
    [`${gateway}, failed`]: { settings, ...unpaid, ends: ['refunded'] },
    ...Object.fromEntries([
      lie('webhook_lost'),
      lie('webhook_duplicate'),
      lie('webhook_forged'),
      lie('verify_pending'),
      lie('verify_500'),
      lie('verify_html'),
      lie('verify_timeout'),
      lie('overpaid'),
      lie('initialize_timeout', { from: 'lookup' }),
      lie('refund_500', unpaid),
      lie('refund_timeout_accepted', unpaid),
    ]),
  }
}

/** A guest pays at the gateway's checkout and never comes back: webhooks and sweeps bring the order on. */
const columns: Record<string, Told> = {
  ...Object.fromEntries(
    services.map((service) => [service, { service, ends: ['delivered'], from: 'lookup' }]),
  ),
  ...Object.fromEntries(
    services.map((service) => [`${service}, failed`, { service, ending: 'failed', ends: ['refunded'] }]),
  ),
  pending: { ending: 'pendingThenDelivered', ends: ['delivered'] },
  timeout_then_deliver: vendorLie('timeout_then_deliver', 'delivered'),
  timeout_then_fail: vendorLie('timeout_then_fail', 'refunded'),
  error_500: vendorLie('error_500', 'delivered'),
  html: vendorLie('html', 'delivered'),
  truncated: vendorLie('truncated', 'delivered'),
  unknown_then_delivered: vendorLie('unknown_then_delivered', 'delivered'),
  success_without_token: vendorLie('success_without_token', 'delivered'),
  reversed: vendorLie('reversed', 'refunded'),
  // A crash may use up the first of the two sendings of one id, and the lie the second.
  disconnect: vendorLie('disconnect', 'delivered', 'refunded'),
  'error_500, then silence': {
    lies: [
      ['vtpass', 'error_500'],
      ['vtpass', 'requery_timeout', 2],
    ],
    ends: ['delivered'],
  },
  webhook_duplicate: gatewayLie('webhook_duplicate', 'delivered'),
  webhook_lost: gatewayLie('webhook_lost', 'delivered'),
  webhook_delayed: gatewayLie('webhook_delayed', 'delivered'),
  webhook_reordered: gatewayLie('webhook_reordered', 'delivered'),
  webhook_forged: gatewayLie('webhook_forged', 'delivered'),
  verify_500: gatewayLie('verify_500', 'delivered'),
  verify_html: gatewayLie('verify_html', 'delivered'),
  verify_timeout: gatewayLie('verify_timeout', 'delivered'),
  verify_pending: gatewayLie('verify_pending', 'delivered'),
  overpaid: gatewayLie('overpaid', 'delivered'),
  underpaid: gatewayLie('underpaid', 'awaiting_payment', 'expired'),
  wrong_unit: gatewayLie('wrong_unit', 'awaiting_payment', 'expired'),
  initialize_500: { ...gatewayLie('initialize_500', 'delivered'), from: 'lookup' },
  initialize_timeout: { ...gatewayLie('initialize_timeout', 'delivered'), from: 'lookup' },
  ...elsewhere('flutterwave'),
  ...elsewhere('monnify'),
}

export const gatewayOrder: Flow = flow('gateway order', columns, begin)

async function begin(house: House, told: Told): Promise<Story> {
  const { shop } = house
  const sale = sales[told.service ?? 'power']
  const ada = shop.guest()
  let info: Looked | undefined
  return {
    async acts() {
      if (told.from === 'lookup') house.arm()
      const looked = await house.press(() => sale.looksUp(ada, told.ending))
      info = looked.data
      const opened = await house.press(() => initiate(ada, looked.data, sale))
      house.arm()
      await ada.paysAt(opened.data.checkoutUrl)
    },
    over: async () => info !== undefined && isSettled(shop, info.order_reference, told.ends),
    async judge(where) {
      const reference = info?.order_reference ?? ''
      const { order, attempts, paid } = await factsOf(shop, reference)
      expect(told.ends, where).toContain(order.state)
      expect(paid.length, where).toBe(order.paid_at ? 1 : 0)
      expect(attempts.length, where).toBe(order.paid_at ? 1 : 0)
      await expectFair(shop, reference, where)
    },
  }
}
