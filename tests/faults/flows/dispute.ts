import { expect } from 'vitest'
import { type CreatedOrder, initiateCheckout } from '../../support/checkout-journey.ts'
import { servicePurchases } from '../../support/purchases.ts'
import { type Fault, type FaultEnvironment, type Flow, flow, type Scenario } from '../flow.ts'
import { hasOrderEnded } from '../order-end.ts'

interface FlowOptions {
  readonly faults?: readonly Fault[]
  readonly decides: 'payer' | 'merchant'
  /** Disputed part of ₦2,100; the full amount when absent. */
  readonly naira?: number
  readonly lossKobo: bigint
}

const partialChargeback = { decides: 'payer', naira: 500, lossKobo: 50_000n } as const

const cases: Record<string, FlowOptions> = {
  all: { decides: 'payer', lossKobo: 210_000n },
  page: partialChargeback,
  declined: { decides: 'merchant', lossKobo: 0n },
  dispute_500: { ...partialChargeback, faults: [['paystack', 'dispute_500']] },
  webhook_duplicate: { ...partialChargeback, faults: [['paystack', 'webhook_duplicate']] },
  webhook_reordered: { ...partialChargeback, faults: [['paystack', 'webhook_reordered']] },
}

/** Chargeback of a delivered order: the loss is posted once and goes to review. */
export const dispute: Flow = flow('dispute', cases, begin)

async function begin(env: FaultEnvironment, options: FlowOptions): Promise<Scenario> {
  const { app } = env
  const purchase = servicePurchases.power
  const ada = app.createGuest()
  const { data: info } = await env.retryUntilSuccess<CreatedOrder>(() => purchase.createOrder(ada, 'good'))
  const checkoutResponse = await env.retryUntilSuccess(() => initiateCheckout(ada, info, purchase))
  await ada.payAtCheckout(checkoutResponse.data.checkoutUrl)
  await env.retryUntilSuccess(
    () => purchase.processOrder(ada, info),
    () => hasOrderEnded(app, info.order_reference, ['delivered']),
  )
  const order = await app.orderRow(info.order_reference)
  const { id, reference } = await app.db.q
    .selectFrom('payments')
    .select(['id', 'reference'])
    .where('order_id', '=', order.id)
    .executeTakeFirstOrThrow()
  const disputes = () =>
    app.db.q.selectFrom('disputes').select('state').where('payment_id', '=', id).execute()
  return {
    async run() {
      env.arm()
      await fetch(`${app.simulators.url}/simulators/dispute`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          reference,
          decides: options.decides,
          ...(options.naira && { amount: options.naira }),
        }),
      })
    },
    hasEnded: async () => (await disputes()).some(({ state }) => state !== 'open'),
    async verify(label) {
      expect(await disputes(), label).toEqual([{ state: options.decides === 'payer' ? 'lost' : 'won' }])
      expect((await app.accountBalances()).get(`receivable:${order.id}`) ?? 0n, label).toBe(options.lossKobo)
      const { review_reason } = await app.orderRow(info.order_reference)
      expect(review_reason !== null, label).toBe(options.lossKobo > 0n)
    },
  }
}
