import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { MeterInfo } from '../../../shared/power.ts'
import { collectOrderFacts, expectOrderConsistent } from '../../support/consistency.ts'
import { createCustomer, type TestCustomer } from '../../support/customer.ts'
import { prepaidMeter } from '../../support/meters.ts'
import type { MeterEnding } from '../../support/purchases.ts'
import type { TestClient } from '../../support/test-app.ts'
import { type Fault, type FaultEnvironment, type Flow, flow, type Scenario } from '../flow.ts'
import { isSettled } from '../settled.ts'

interface FlowOptions {
  readonly faults?: readonly Fault[]
  readonly ending?: MeterEnding
  readonly ends: readonly string[]
  /** The bank requires confirmation on the gateway's page. */
  readonly stepUp?: boolean
}

export const plainCard = '4084084084084081'
const stepUpCard = '5192602720584796'

const columns: Record<string, FlowOptions> = {
  charged: { ends: ['delivered'] },
  failed: { ending: 'failed', ends: ['refunded'] },
  'step up': { stepUp: true, ends: ['delivered'] },
  token_declined: { faults: [['paystack', 'token_declined']], ends: ['delivered'] },
  token_timeout: { faults: [['paystack', 'token_timeout']], ends: ['delivered'] },
  token_lost: { faults: [['paystack', 'token_lost']], ends: ['delivered'] },
  verify_500: { faults: [['paystack', 'verify_500', 2]], ends: ['delivered'] },
  webhook_lost: { faults: [['paystack', 'webhook_lost']], ends: ['delivered'] },
}

/** A saved card is charged for an order once, also when the response is lost. */
export const savedCard: Flow = flow('saved card', columns, begin)

export interface Holder {
  readonly ada: TestCustomer
  readonly cardId: string
  /** Remaining scenarios of this customer, because requests per user are limited. */
  left: number
}

/** Saving a card takes a purchase, so several scenarios share a customer. */
const holders = new WeakMap<TestClient, Map<string, Holder>>()

export async function holderOf(app: TestClient, card: string): Promise<Holder> {
  const existing = holders.get(app) ?? new Map<string, Holder>()
  holders.set(app, existing)
  let holder = existing.get(card)
  if (!holder || holder.left === 0) {
    const ada = await createCustomer(app)
    holder = { ada, cardId: (await ada.saveCard(card)).uniqueid, left: 6 }
    existing.set(card, holder)
  }
  holder.left--
  return holder
}

async function begin(env: FaultEnvironment, options: FlowOptions): Promise<Scenario> {
  const { app } = env
  const { ada, cardId } = await holderOf(app, options.stepUp ? stepUpCard : plainCard)
  let info: MeterInfo | undefined
  // After a decline, the retry has a new idempotency key.
  const pays = (entry: MeterInfo) =>
    ada.payWithSavedCard(entry, cardId, {}, { 'idempotency-key': randomUUID() })
  const confirms = async ({ data }: Awaited<ReturnType<typeof pays>>) => {
    const checkoutUrl = data?.checkoutUrl
    if (!checkoutUrl || checkoutUrl.includes('/process?')) return
    await ada.payAtCheckout(checkoutUrl, { card: stepUpCard })
  }
  return {
    async run() {
      const looked = await env.retryUntilAnswered(() =>
        ada.lookUpMeter({ meter_number: prepaidMeter(options.ending) }),
      )
      info = looked.data
      env.arm()
      const charged = await env.retryUntilAnswered(
        () => pays(looked.data),
        () => isSettled(app, looked.data.order_reference, options.ends),
      )
      await confirms(charged)
    },
    async isSettled() {
      const reference = info?.order_reference
      if (!reference || !info) return false
      if (await isSettled(app, reference, options.ends)) return true
      // A payment that was not charged may be retried, and this customer does so.
      const { data } = await ada.getOrderStatus(info)
      if (data?.can_pay) await confirms(await pays(info))
      return false
    },
    async verify(label) {
      const reference = info?.order_reference ?? ''
      const { order, attempts, paid, captures } = await collectOrderFacts(app, reference)
      expect(options.ends, label).toContain(order.state)
      expect([attempts.length, paid.length, captures.length], label).toEqual([1, 1, 1])
      await expectOrderConsistent(app, reference, label)
    },
  }
}
