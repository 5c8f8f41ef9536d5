import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { MeterInfo } from '../../../shared/power.ts'
import { expectFair, factsOf } from '../../support/audit.ts'
import { type Customer, customerOf } from '../../support/customer.ts'
import { prepaid } from '../../support/meters.ts'
import type { Ending } from '../../support/sales.ts'
import type { Till } from '../../support/shop.ts'
import { type Flow, flow, type House, type Lie, type Story } from '../flow.ts'
import { isSettled } from '../settled.ts'

interface Told {
  readonly lies?: readonly Lie[]
  readonly ending?: Ending
  readonly ends: readonly string[]
  /** The bank wants the charge confirmed on the gateway's page. */
  readonly stepUp?: boolean
}

export const plainCard = '4084084084084081'
const stepUpCard = '5192602720584796'

const columns: Record<string, Told> = {
  charged: { ends: ['delivered'] },
  failed: { ending: 'failed', ends: ['refunded'] },
  'step up': { stepUp: true, ends: ['delivered'] },
  token_declined: { lies: [['paystack', 'token_declined']], ends: ['delivered'] },
  token_timeout: { lies: [['paystack', 'token_timeout']], ends: ['delivered'] },
  token_lost: { lies: [['paystack', 'token_lost']], ends: ['delivered'] },
  verify_500: { lies: [['paystack', 'verify_500', 2]], ends: ['delivered'] },
  webhook_lost: { lies: [['paystack', 'webhook_lost']], ends: ['delivered'] },
}

/** A card that was saved before is charged for an order: once, whatever becomes of the answer. */
export const savedCard: Flow = flow('saved card', columns, begin)

export interface Holder {
  readonly ada: Customer
  readonly cardId: string
  /** How many more stories are told of her: a person may not press without end. */
  left: number
}

/** Saving a card is a purchase of its own, so a customer lives through several stories. */
const holders = new WeakMap<Till, Map<string, Holder>>()

export async function holderOf(shop: Till, card: string): Promise<Holder> {
  const known = holders.get(shop) ?? new Map<string, Holder>()
  holders.set(shop, known)
  let holder = known.get(card)
  if (!holder || holder.left === 0) {
    const ada = await customerOf(shop)
    holder = { ada, cardId: (await ada.savesCard(card)).uniqueid, left: 6 }
    known.set(card, holder)
  }
  holder.left--
  return holder
}

async function begin(house: House, told: Told): Promise<Story> {
  const { shop } = house
  const { ada, cardId } = await holderOf(shop, told.stepUp ? stepUpCard : plainCard)
  let info: MeterInfo | undefined
  // A card that was declined is pressed again as a new intention.
  const pays = (it: MeterInfo) => ada.paysByCard(it, cardId, {}, { 'idempotency-key': randomUUID() })
  const confirms = async ({ data }: Awaited<ReturnType<typeof pays>>) => {
    const checkoutUrl = data?.checkoutUrl
    if (!checkoutUrl || checkoutUrl.includes('/process?')) return
    await ada.paysAt(checkoutUrl, { card: stepUpCard })
  }
  return {
    async acts() {
      const looked = await house.press(() => ada.looksUp({ meter_number: prepaid(told.ending) }))
      info = looked.data
      house.arm()
      const charged = await house.press(
        () => pays(looked.data),
        () => isSettled(shop, looked.data.order_reference, told.ends),
      )
      await confirms(charged)
    },
    async over() {
      const reference = info?.order_reference
      if (!reference || !info) return false
      if (await isSettled(shop, reference, told.ends)) return true
      // What was not charged after all may be paid again, and somebody who waits for light does.
      const { data } = await ada.seesState(info)
      if (data?.may_pay) await confirms(await pays(info))
      return false
    },
    async judge(where) {
      const reference = info?.order_reference ?? ''
      const { order, attempts, paid, captures } = await factsOf(shop, reference)
      expect(told.ends, where).toContain(order.state)
      expect([attempts.length, paid.length, captures.length], where).toEqual([1, 1, 1])
      await expectFair(shop, reference, where)
    },
  }
}
