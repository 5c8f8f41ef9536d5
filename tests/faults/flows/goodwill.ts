import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Approval } from '../../../shared/management/approvals.ts'
import { collectOrderRecords } from '../../support/consistency.ts'
import { createCustomer } from '../../support/customer.ts'
import { prepaidMeter } from '../../support/meters.ts'
import { type Fault, type FaultEnvironment, type Flow, flow, type Scenario } from '../flow.ts'
import { hasOrderEnded } from '../order-end.ts'
import { createManager, pin } from './manager.ts'

interface FlowOptions {
  readonly faults?: readonly Fault[]
  /** Price of the order and amount of the goodwill, naira. */
  readonly order: number
  readonly goodwill: number
  readonly needsApproval?: true
}

const cases: Record<string, FlowOptions> = {
  immediate: { order: 2_000, goodwill: 1_000 },
  approved: { order: 70_000, goodwill: 60_000, needsApproval: true },
}

/** Goodwill for a delivered order: paid into the wallet once, with its part of the cashback reversed once. */
export const goodwill: Flow = flow('goodwill', cases, begin)

async function begin(env: FaultEnvironment, options: FlowOptions): Promise<Scenario> {
  const { app } = env
  const [musa, ngozi] = [await createManager(app), await createManager(app)]
  const ada = await createCustomer(app, { walletKobo: 10_000_000n })
  const { data: info } = await ada.lookUpMeter({ amount: options.order, meter_number: prepaidMeter() })
  const reference = info.order_reference
  await ada.payFromWallet(info)
  await ada.processOrder(info)
  const isOver = () => hasOrderEnded(app, reference, ['delivered'])
  expect(await isOver()).toBe(true)
  const walletKobo = await ada.walletKobo()
  const totalKobo = BigInt(info.total_amount) * 100n
  const amountKobo = BigInt(options.goodwill) * 100n
  const cashbackKobo = BigInt(options.order) // 1% of the amount
  const key = { 'idempotency-key': randomUUID() }
  const path = `/management/orders/${reference}/goodwill`
  const body = { auth_pin: pin, amount: options.goodwill, reason: 'Wrong meter' }

  async function approve(): Promise<void> {
    const { data } = await env.retryUntilSuccess(() =>
      ngozi.fetchJson<Approval[]>('/management/approvals/all?kind=goodwill'),
    )
    const approval = data.find((item) => item.order_reference === reference)
    const decision = { 'idempotency-key': randomUUID() }
    await env.retryUntilSuccess(
      () => ngozi.postJson(`/management/approvals/${approval?.id}/approve`, { auth_pin: pin }, decision),
      async () => (await ada.walletKobo()) !== walletKobo,
    )
  }

  return {
    async run() {
      env.arm()
      await env.retryUntilSuccess(() => musa.postJson(path, body, key))
      if (options.needsApproval) await approve()
    },
    hasEnded: isOver,
    async verify(label) {
      const { order, attempts, refunds } = await collectOrderRecords(app, reference)
      expect([order.state, attempts.length, refunds.length], label).toEqual(['delivered', 1, 0])
      const reversedKobo = (cashbackKobo * amountKobo) / totalKobo
      expect(await ada.walletKobo(), label).toBe(walletKobo + amountKobo - reversedKobo)
      const requests = await app.db.q
        .selectFrom('approvals')
        .select('state')
        .where('order_id', '=', order.id)
        .execute()
      expect(requests, label).toEqual([{ state: 'approved' }])
    },
  }
}
