import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Service } from '../../../shared/constants.ts'
import { services } from '../../../shared/constants.ts'
import { expectFair, factsOf } from '../../support/audit.ts'
import { customerOf } from '../../support/customer.ts'
import { initiate, type Looked } from '../../support/journey.ts'
import { type Ending, sales } from '../../support/sales.ts'
import { type Flow, flow, type House, type Lie, type Story } from '../flow.ts'
import { isSettled } from '../settled.ts'

interface Told {
  readonly lies?: readonly Lie[]
  readonly service?: Service
  readonly ending?: Ending
  readonly ends: readonly string[]
}

const purseKobo = 2_000_000n

const columns: Record<string, Told> = {
  ...Object.fromEntries(services.map((service) => [service, { service, ends: ['delivered'] }])),
  failed: { ending: 'failed', ends: ['refunded'] },
  error_500: { lies: [['vtpass', 'error_500']], ends: ['delivered'] },
  timeout_then_fail: { lies: [['vtpass', 'timeout_then_fail']], ends: ['refunded'] },
  disconnect: { lies: [['vtpass', 'disconnect']], ends: ['delivered', 'refunded'] },
  // A death makes it shorter: its sending may be the one that was lost.
  'never arrives': { lies: [['vtpass', 'disconnect', 4]], ends: ['refunded', 'delivered'] },
}

/** Money of a wallet: set aside, spent when the order is sent, given back when it is proven failed. */
export const walletOrder: Flow = flow('wallet order', columns, begin)

async function begin(house: House, told: Told): Promise<Story> {
  const { shop } = house
  const sale = sales[told.service ?? 'power']
  const ada = await customerOf(shop, { walletKobo: purseKobo })
  const key = { 'idempotency-key': randomUUID() }
  let info: Looked | undefined
  const over = async () => info !== undefined && isSettled(shop, info.order_reference, told.ends)
  return {
    async acts() {
      house.arm()
      const looked = await house.press(() => sale.looksUp(ada, told.ending))
      info = looked.data
      await house.press(
        () => initiate(ada, looked.data, { payment_for: sale.payment_for, method: 'WALLET', more: key }),
        over,
      )
    },
    over,
    async judge(where) {
      const reference = info?.order_reference ?? ''
      const { order, attempts, paid } = await factsOf(shop, reference)
      expect(told.ends, where).toContain(order.state)
      expect([attempts.length, paid.length], where).toEqual([1, 1])
      await expectFair(shop, reference, where)
      const spentKobo = order.state === 'delivered' ? order.total_kobo - order.amount_kobo / 100n : 0n
      expect({ wallet: await ada.walletKobo(), hold: await ada.holdKobo() }, where).toEqual({
        wallet: purseKobo - spentKobo,
        hold: 0n,
      })
    },
  }
}
