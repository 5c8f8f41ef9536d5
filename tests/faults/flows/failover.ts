import { expect } from 'vitest'
import type { Service } from '../../../shared/constants.ts'
import { expectFair, factsOf } from '../../support/audit.ts'
import { initiate, type Looked } from '../../support/journey.ts'
import { type Ending, sales } from '../../support/sales.ts'
import { type Flow, flow, type House, type Lie, type Setting, type Story } from '../flow.ts'
import { isSettled } from '../settled.ts'

interface Told extends Setting {
  readonly lies: readonly Lie[]
  readonly service?: Service
  readonly ending?: Ending
  readonly ends: readonly string[]
}

const told = (lies: readonly Lie[], more: Partial<Told> = {}): Told => ({
  lies,
  ends: ['delivered'],
  vendors: 'all',
  ...more,
})

const columns: Record<string, Told> = {
  float_empty: told([['vtpass', 'float_empty']]),
  'float_empty, airtime': told([['vtpass', 'float_empty']], { service: 'airtime' }),
  'float_empty, cable TV': told([['vtpass', 'float_empty']], { service: 'cabletv' }),
  reversed: told([['vtpass', 'reversed']]),
  'second answers 500': told([
    ['vtpass', 'float_empty'],
    ['buypower', 'error_500'],
  ]),
  // A death before the call to the last one is like a lost answer of it, which nothing there can clear up. It is
  // written off after a day, and so are the others of the row, which all happen on one day.
  'second is empty too': told(
    [
      ['vtpass', 'float_empty'],
      ['buypower', 'float_empty'],
    ],
    { ends: ['delivered', 'refunded'], settings: { write_off_daily_cap_kobo: 100_000_000_000 } },
  ),
  // The last one could never prove that it failed, so its float is looked at first.
  'all are empty': told(
    [
      ['vtpass', 'float_empty'],
      ['buypower', 'float_empty'],
      ['irecharge', 'wallet_empty', 9],
    ],
    { ends: ['refunded'] },
  ),
  // The meter is wrong, whoever is asked: no second vendor is tried.
  rejected: told([], { ending: 'failed', ends: ['refunded'] }),
}

/** A vendor proves that it failed by its own fault, and the next one delivers: one delivery, whatever dies. */
export const failover: Flow = flow('failover', columns, begin)

async function begin(house: House, { service = 'power', ending, ends }: Told): Promise<Story> {
  const { shop } = house
  const sale = sales[service]
  const ada = shop.guest()
  const { data: info } = await house.press<Looked>(() => sale.looksUp(ada, ending))
  const opened = await house.press(() => initiate(ada, info, sale))
  return {
    async acts() {
      house.arm()
      await ada.paysAt(opened.data.checkoutUrl)
    },
    over: () => isSettled(shop, info.order_reference, ends),
    async judge(where) {
      const { order, attempts, deliveries } = await factsOf(shop, info.order_reference)
      expect(ends, where).toContain(order.state)
      const vendors = attempts.map((it) => it.vendor)
      expect(new Set(vendors).size, where).toBe(vendors.length)
      expect(deliveries.length, where).toBe(order.state === 'delivered' ? 1 : 0)
      if (ending === 'failed') expect(vendors, where).toEqual(['vtpass'])
      await expectFair(shop, info.order_reference, where)
    },
  }
}
