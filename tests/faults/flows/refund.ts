import { expect } from 'vitest'
import { expectFair, factsOf } from '../../support/audit.ts'
import { initiate, type Looked } from '../../support/journey.ts'
import { sales } from '../../support/sales.ts'
import { type Flow, flow, type House, type Lie, type Story } from '../flow.ts'
import { isSettled } from '../settled.ts'

interface Told {
  readonly lies: readonly Lie[]
  /** The last refund's state, at which our own work ends. */
  readonly refund: 'processed' | 'failed' | 'needs_attention'
  /** How many there are: one that failed is asked for once more. */
  readonly refunds?: number
}

const lie = (behaviour: string, refund: Told['refund'] = 'processed', times = 1): Told => ({
  lies: [['paystack', behaviour, times]],
  refund,
})

const columns: Record<string, Told> = {
  refund_500: lie('refund_500'),
  'refund_500 twice': lie('refund_500', 'processed', 2),
  refund_timeout_accepted: lie('refund_timeout_accepted'),
  refund_fails: { ...lie('refund_fails'), refunds: 2 },
  'refund_fails twice': { ...lie('refund_fails', 'failed', 2), refunds: 2 },
  refund_needs_attention: lie('refund_needs_attention', 'needs_attention'),
  'webhooks lost': lie('webhook_lost', 'processed', 4),
  'webhooks twice': lie('webhook_duplicate', 'processed', 4),
  'webhooks forged': lie('webhook_forged', 'processed', 4),
}

/** An order that is proven not delivered: its money goes back once, or a person is shown why not. */
export const refund: Flow = flow('refund', columns, begin)

async function begin(house: House, told: Told): Promise<Story> {
  const { shop } = house
  const sale = sales.power
  const ada = shop.guest()
  const { data: info } = await house.press<Looked>(() => sale.looksUp(ada, 'failed'))
  const opened = await house.press(() => initiate(ada, info, sale))
  return {
    async acts() {
      house.arm()
      await ada.paysAt(opened.data.checkoutUrl)
    },
    async over() {
      if (told.refund === 'processed') return isSettled(shop, info.order_reference, ['refunded'])
      const { refunds } = await factsOf(shop, info.order_reference)
      return refunds.length === (told.refunds ?? 1) && refunds.every(({ state }) => state === told.refund)
    },
    async judge(where) {
      const { order, refunds, refunded } = await factsOf(shop, info.order_reference)
      expect(refunds.length, where).toBe(told.refunds ?? 1)
      if (told.refund === 'processed') {
        expect([order.state, refunded.length], where).toEqual(['refunded', 1])
        return expectFair(shop, info.order_reference, where)
      }
      expect(order, where).toMatchObject({
        state: 'refunding',
        review_reason: expect.stringMatching(/^(refund_|overdue)/),
      })
    },
  }
}
