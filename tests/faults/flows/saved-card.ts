import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { MeterInfo } from '../../../shared/power.ts'
import { collectOrderRecords, expectOrderConsistent } from '../../support/consistency.ts'
import { createCustomer, type TestCustomer } from '../../support/customer.ts'
import { prepaidMeter } from '../../support/meters.ts'
import type { MeterEnding } from '../../support/purchases.ts'
import type { TestClient } from '../../support/test-app.ts'
import { type Fault, type FaultEnvironment, type Flow, flow, type Scenario } from '../flow.ts'
import { hasOrderEnded } from '../order-end.ts'

interface FlowOptions {
  readonly faults?: readonly Fault[]
  readonly ending?: MeterEnding
  readonly expectedStates: readonly string[]
  /** The bank requires confirmation on the gateway's page. */
  readonly stepUp?: boolean
}

export const plainCard = '4084084084084081'
const stepUpCard = '5192602720584796'

const cases: Record<string, FlowOptions> = {
  charged: { expectedStates: ['delivered'] },
  failed: { ending: 'failed', expectedStates: ['refunded'] },
  'step up': { stepUp: true, expectedStates: ['delivered'] },
  token_declined: { faults: [['paystack', 'token_declined']], expectedStates: ['delivered'] },
  token_timeout: { faults: [['paystack', 'token_timeout']], expectedStates: ['delivered'] },
  token_lost: { faults: [['paystack', 'token_lost']], expectedStates: ['delivered'] },
  verify_500: { faults: [['paystack', 'verify_500', 2]], expectedStates: ['delivered'] },
  webhook_lost: { faults: [['paystack', 'webhook_lost']], expectedStates: ['delivered'] },
}

/** A saved card is charged for an order once, also when the response is lost. */
export const savedCard: Flow = flow('saved card', cases, begin)

export interface CardHolder {
  readonly ada: TestCustomer
  readonly cardId: string
  /** Remaining scenarios of this customer, because requests per user are limited. */
  remainingScenarios: number
}

/** Saving a card takes a purchase, so several scenarios share a customer. */
const holders = new WeakMap<TestClient, Map<string, CardHolder>>()

export async function takeCardHolder(app: TestClient, card: string): Promise<CardHolder> {
  const existing = holders.get(app) ?? new Map<string, CardHolder>()
  holders.set(app, existing)
  let holder = existing.get(card)
  if (!holder || holder.remainingScenarios === 0) {
    const ada = await createCustomer(app)
    holder = { ada, cardId: (await ada.saveCard(card)).uniqueid, remainingScenarios: 6 }
    existing.set(card, holder)
  }
  holder.remainingScenarios--
  return holder
}

async function begin(env: FaultEnvironment, options: FlowOptions): Promise<Scenario> {
  const { app } = env
  const { ada, cardId } = await takeCardHolder(app, options.stepUp ? stepUpCard : plainCard)
  let info: MeterInfo | undefined
  // After a decline, the retry has a new idempotency key.
  const pay = (entry: MeterInfo) =>
    ada.payWithSavedCard(entry, cardId, {}, { 'idempotency-key': randomUUID() })
  const confirmPayment = async ({ data }: Awaited<ReturnType<typeof pay>>) => {
    const checkoutUrl = data?.checkoutUrl
    if (!checkoutUrl || checkoutUrl.includes('/process?')) return
    await ada.payAtCheckout(checkoutUrl, { card: stepUpCard })
  }
  return {
    async run() {
      const lookup = await env.retryUntilSuccess(() =>
        ada.lookUpMeter({ meter_number: prepaidMeter(options.ending) }),
      )
      info = lookup.data
      env.arm()
      const paymentResponse = await env.retryUntilSuccess(
        () => pay(lookup.data),
        () => hasOrderEnded(app, lookup.data.order_reference, options.expectedStates),
      )
      await confirmPayment(paymentResponse)
    },
    async hasEnded() {
      const reference = info?.order_reference
      if (!reference || !info) return false
      if (await hasOrderEnded(app, reference, options.expectedStates)) return true
      // A payment that was not charged may be retried, and this customer does so.
      const { data } = await ada.getOrderStatus(info)
      if (data?.can_pay) await confirmPayment(await pay(info))
      return false
    },
    async verify(label) {
      const reference = info?.order_reference ?? ''
      const { order, attempts, paid, captures } = await collectOrderRecords(app, reference)
      expect(options.expectedStates, label).toContain(order.state)
      expect([attempts.length, paid.length, captures.length], label).toEqual([1, 1, 1])
      await expectOrderConsistent(app, reference, label)
    },
  }
}
