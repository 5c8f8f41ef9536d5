import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { account, post } from '../../../server/ledger/index.ts'
import { createCustomer } from '../../support/customer.ts'
import { type FaultEnvironment, type Flow, flow, type Scenario } from '../flow.ts'

const bonusKobo = 300_000n
const redeemedKobo = 100_000n

/** Bonus redemption: one ledger entry per request, also when responses are lost. */
export const redeem: Flow = flow('redeem', { bonus: {} }, begin)

async function begin(env: FaultEnvironment): Promise<Scenario> {
  const { app } = env
  const ada = await createCustomer(app)
  await app.db.inTransaction((tx) =>
    post(tx, {
      event: `test:${randomUUID()}`,
      orderId: null,
      postings: [
        [account.adjustment, bonusKobo],
        [account.bonus(ada.id), -bonusKobo],
      ],
    }),
  )
  const key = { 'idempotency-key': randomUUID() }
  return {
    async run() {
      env.arm()
      await env.retryUntilSuccess(() =>
        ada.postJson('/account/referral/redeem-bonus', { amount: 1_000 }, key),
      )
    },
    hasEnded: async () => true,
    async verify(label) {
      expect({ wallet: await ada.walletKobo(), bonus: await ada.bonusKobo() }, label).toEqual({
        wallet: redeemedKobo,
        bonus: bonusKobo - redeemedKobo,
      })
    },
  }
}
