import type { Service } from '../../shared/constants.ts'
import { type Caller, Refused, type Told } from '../http/index.ts'
import { isOwner, mayOpen, mayView } from './access.ts'
import type { Engine } from './engine.ts'
import { refuseGuess } from './open.ts'
import type { Order } from './order.ts'
import { processOrder } from './process.ts'
import type { DeliveryRow } from './product.ts'
import type { ServiceParts } from './service.ts'
import { deliveryOf, orderByReference } from './store.ts'
import { statusNow } from './view.ts'

/** An order as its reader may see it. `opens`: its owner, or whoever holds its secret; others see no address, e-mail or phone. */
export interface Opened {
  readonly order: Order
  readonly delivery: DeliveryRow
  readonly opens: boolean
}

/** The three things that every service answers about its orders, each in its own words. */
export interface Served {
  /** The stored lookup, for the session that made it. @throws Refused NOT_FOUND */
  quoted(reference: string, caller: Caller): Promise<Order>
  /**
   * Brings a paid order to its end as far as ten seconds go.
   * @throws Refused NOT_FOUND for unknown and foreign ones alike, else with a sentence about the money
   */
  process(
    reference: string,
    second: string | null | undefined,
    caller: Caller,
  ): Promise<{ order: Order; told: Told<never> }>
  /**
   * What was delivered.
   * @param second the order's second value, as far as the caller has it
   * @param fits takes a value that opens the order no further than to be looked at
   * @throws Refused NOT_FOUND, TOO_MANY
   */
  delivered(
    reference: string,
    second: string | null | undefined,
    caller: Caller,
    fits?: (order: Order, second: string) => boolean,
  ): Promise<Opened>
}

/**
 * The answers about the orders of one service.
 * @param ready said when the order is delivered
 * @param unpaidIsUnknown an order that nobody began to pay for is processed like one that is not there:
 * for calls that need not carry a secret (decision D-061)
 */
export function served(
  parts: ServiceParts,
  engine: Engine,
  service: Service,
  { ready, unpaidIsUnknown = false }: { ready: string; unpaidIsUnknown?: boolean },
): Served {
  const { db, limits } = parts
  const find = async (reference: string): Promise<Order | undefined> => {
    const order = await orderByReference(db.q, reference)
    return order?.service === service ? order : undefined
  }
  return {
    async quoted(reference, caller) {
      const order = await find(reference)
      if (!order || !isOwner(order, caller)) throw new Refused('NOT_FOUND')
      return order
    },

    async process(reference, second, caller) {
      const order = await find(reference)
      if (!order || !mayOpen(order, caller, second)) return refuseGuess(limits, caller)
      if (unpaidIsUnknown && order.state === 'quoted') throw new Refused('NOT_FOUND')
      const end = await processOrder(engine, order)
      if (!end.pending) return { order: end.order, told: { message: ready } }
      const { money } = await statusNow(db, end.order)
      return { order: end.order, told: { http: 202, status: 'pending', message: money.says } }
    },

    async delivered(reference, second, caller, fits = mayView) {
      const order = await find(reference)
      const delivery = order && (await deliveryOf(db.q, order.id))
      const opens = !!order && mayOpen(order, caller, second)
      // A weaker value than the order's secret is looked at only while there were few wrong ones.
      if (!opens) await limits.check('order_client', caller.client)
      if (order && delivery && (opens || (!!second && fits(order, second)))) return { order, delivery, opens }
      // One's own that is not delivered yet is no guess.
      if (opens) throw new Refused('NOT_FOUND')
      return refuseGuess(limits, caller)
    },
  }
}
