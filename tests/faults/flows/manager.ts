import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { hashSecret } from '../../../server/accounts/password.ts'
import { scopes } from '../../../shared/scopes.ts'
import { collectOrderRecords, expectOrderConsistent } from '../../support/consistency.ts'
import { createCustomer } from '../../support/customer.ts'
import { prepaidMeter } from '../../support/meters.ts'
import type { MeterEnding } from '../../support/purchases.ts'
import type { TestClient } from '../../support/test-app.ts'
import { type Fault, type FaultEnvironment, type Flow, flow, type Scenario } from '../flow.ts'
import { hasOrderEnded } from '../order-end.ts'

export const pin = '246810'
/** Hashed once, since hashing is slow by design. */
let pinHash: Promise<string> | undefined

export async function createManager(app: TestClient) {
  const musa = await createCustomer(app)
  pinHash ??= hashSecret(pin)
  await app.db.q
    .updateTable('users')
    .set({ role: 'manager', scopes: [...scopes], pin_hash: await pinHash })
    .where('id', '=', musa.id)
    .execute()
  return musa
}

export const uniqueidOf = async (app: TestClient, id: string): Promise<string> =>
  (await app.db.q.selectFrom('users').select('uniqueid').where('id', '=', id).executeTakeFirstOrThrow())
    .uniqueid

/** A manager credits a wallet: once per request, and only the selected user's. */
export const managerTopUp: Flow = flow('manager top-up', { immediate: {} }, async (env) => {
  const { app } = env
  const musa = await createManager(app)
  const ada = await createCustomer(app)
  const body = {
    amount: 2_500,
    subject: 'Goodwill',
    auth_pin: pin,
    user_id: await uniqueidOf(app, ada.id),
  }
  const key = { 'idempotency-key': randomUUID() }
  return {
    async run() {
      env.arm()
      await env.retryUntilSuccess(() => musa.postJson('/management/wallet/top-up', body, key))
    },
    hasEnded: async () => true,
    async verify(label) {
      expect(await ada.walletKobo(), label).toBe(250_000n)
      const approvals = await app.db.q
        .selectFrom('approvals')
        .select('id')
        .where('user_id', '=', ada.id)
        .execute()
      expect(approvals.length, label).toBe(1)
    },
  }
})

interface FlowOptions {
  readonly faults?: readonly Fault[]
  readonly ending?: MeterEnding
  readonly expectedStates: readonly string[]
}

const cases: Record<string, FlowOptions> = {
  delivered: { expectedStates: ['delivered'] },
  failed: { ending: 'failed', expectedStates: ['refunded'] },
  error_500: { faults: [['vtpass', 'error_500']], expectedStates: ['delivered'] },
}

/** Rewards of an order. The ledger also contains other scenarios. */
const findRewardPostings = (app: TestClient, orderId: string) =>
  app.db.q
    .selectFrom('ledger_entries')
    .innerJoin('ledger_postings', 'ledger_postings.entry_id', 'ledger_entries.id')
    .select(['event', 'amount_kobo'])
    .where('order_id', '=', orderId)
    .where('account', 'in', ['cashback', 'referral'])
    .execute()

/** A manager purchases for a user at our cost: delivered once or reversed; the user's wallet is not charged. */
export const managerPurchase: Flow = flow('manager purchase', cases, startPurchase)

async function startPurchase(env: FaultEnvironment, options: FlowOptions): Promise<Scenario> {
  const { app } = env
  const musa = await createManager(app)
  const ada = await createCustomer(app, { walletKobo: 500_000n })
  const user_id = await uniqueidOf(app, ada.id)
  const form = {
    meter_number: prepaidMeter(options.ending),
    meter_type: 'prepaid',
    phone_number: '08031234567',
    amount: 2_000,
    meter_disco: 'ikeja',
  }
  const { data: info } = await env.retryUntilSuccess(() => musa.lookUpMeter(form))
  const key = { 'idempotency-key': randomUUID() }
  const hasEnded = () => hasOrderEnded(app, info.order_reference, options.expectedStates)
  return {
    async run() {
      env.arm()
      const { order_reference, access_token } = info
      const body = { ...form, order_reference, access_token, auth_pin: pin, user_id }
      await env.retryUntilSuccess(() => musa.postJson('/management/power/subscribe', body, key), hasEnded)
    },
    hasEnded,
    async verify(label) {
      const { order, attempts, captures } = await collectOrderRecords(app, info.order_reference)
      expect(options.expectedStates, label).toContain(order.state)
      expect([attempts.length, captures.length, order.user_id], label).toEqual([1, 0, ada.id])
      expect(await ada.walletKobo(), label).toBe(500_000n)
      expect(await findRewardPostings(app, order.id), label).toEqual([])
      await expectOrderConsistent(app, info.order_reference, label)
    },
  }
}
