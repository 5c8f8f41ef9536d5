import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Approval } from '../../../shared/management/approvals.ts'
import { initiateCheckout } from '../../support/checkout-journey.ts'
import { collectOrderRecords } from '../../support/consistency.ts'
import { prepaidMeter } from '../../support/meters.ts'
import { phoneNumber, servicePurchases } from '../../support/purchases.ts'
import { type Fault, type FaultEnvironment, type Flow, flow, type Scenario } from '../flow.ts'
import { hasOrderEnded } from '../order-end.ts'
import { createManager, pin } from './manager.ts'

interface FlowOptions {
  readonly faults?: readonly Fault[]
  /** Price of the order and amount of the goodwill, naira. */
  readonly order: number
  readonly goodwill: number
  readonly needsApproval?: true
  /** Number of refunds: a failed one is sent again once. */
  readonly refunds?: number
}

const small = { order: 2_000, goodwill: 1_000 } as const

const cases: Record<string, FlowOptions> = {
  immediate: small,
  approved: { order: 70_000, goodwill: 60_000, needsApproval: true },
  refund_500: { ...small, faults: [['paystack', 'refund_500']] },
  refund_timeout_accepted: { ...small, faults: [['paystack', 'refund_timeout_accepted']] },
  refund_fails: { ...small, faults: [['paystack', 'refund_fails']], refunds: 2 },
  'webhooks lost': { ...small, faults: [['paystack', 'webhook_lost', 2]] },
}

/** Goodwill for a guest's delivered order: a part of the payment is returned once, and the order stays delivered. */
export const goodwillThroughGateway: Flow = flow('goodwill through the gateway', cases, begin)

async function begin(env: FaultEnvironment, options: FlowOptions): Promise<Scenario> {
  const { app } = env
  const [musa, ngozi] = [await createManager(app), await createManager(app)]
  const sale = servicePurchases.power
  const ada = app.createGuest()
  const { data: info } = await ada.lookUpMeter({
    amount: options.order,
    meter_number: prepaidMeter(),
    // One phone would reach its limit of goodwill per day.
    phone_number: phoneNumber('good'),
  })
  const reference = info.order_reference
  const checkout = await initiateCheckout(ada, info, sale)
  await ada.payAtCheckout(checkout.data.checkoutUrl)
  const isDelivered = () => hasOrderEnded(app, reference, ['delivered'])
  await env.retryUntilSuccess(async () => {
    const response = await sale.processOrder(ada, info)
    return (await isDelivered()) ? response : { ...response, httpStatus: 503 }
  }, isDelivered)
  const key = { 'idempotency-key': randomUUID() }
  const body = { auth_pin: pin, amount: options.goodwill, reason: 'Wrong meter' }
  const fetchRefunds = async () => (await collectOrderRecords(app, reference)).refunds

  async function approve(): Promise<void> {
    const { data } = await env.retryUntilSuccess(() =>
      ngozi.fetchJson<Approval[]>('/management/approvals/all?kind=goodwill'),
    )
    const approval = data.find((item) => item.order_reference === reference)
    const decision = { 'idempotency-key': randomUUID() }
    await env.retryUntilSuccess(
      () => ngozi.postJson(`/management/approvals/${approval?.id}/approve`, { auth_pin: pin }, decision),
      async () => (await fetchRefunds()).length > 0,
    )
  }

  return {
    async run() {
      env.arm()
      await env.retryUntilSuccess(() => musa.postJson(`/management/orders/${reference}/goodwill`, body, key))
      if (options.needsApproval) await approve()
    },
    hasEnded: async () => (await fetchRefunds()).some(({ state }) => state === 'processed'),
    async verify(label) {
      const { order, attempts, refunds, refunded } = await collectOrderRecords(app, reference)
      expect([order.state, attempts.length, order.review_reason], label).toEqual(['delivered', 1, null])
      expect(refunds.length, label).toBe(options.refunds ?? 1)
      const amountKobo = options.goodwill * 100
      expect(
        refunded.map((refund) => refund.amountKobo),
        label,
      ).toEqual([amountKobo])
      // Earlier scenarios paid goodwill from the same account.
      const adjustments = await app.db.q
        .selectFrom('ledger_entries')
        .innerJoin('ledger_postings', 'ledger_postings.entry_id', 'ledger_entries.id')
        .select('amount_kobo')
        .where('order_id', '=', order.id)
        .where('account', '=', 'adjustment')
        .execute()
      expect(adjustments, label).toEqual([{ amount_kobo: BigInt(amountKobo) }])
    },
  }
}
