import { expect, test } from 'vitest'
import { InsufficientBalance } from '../../server/ledger/index.ts'
import { holdWalletPayment } from '../../server/payments/index.ts'
import { customerWithoutLookup } from '../../server/purchase/customer-lookup.ts'
import { storeQuote } from '../../server/purchase/index.ts'
import { createCustomer, fundWallet } from '../support/customer.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'

/** The full run is 200 rounds on PostgreSQL: ROUNDS=200 TEST_DATABASE_URL=… */
const rounds = Number(process.env.ROUNDS ?? 3)

test('of fifty concurrent debits of ₦100 from ₦1,000 exactly ten succeed, in every round', {
  timeout: 600_000,
}, async () => {
  const app = await startTestApp()
  const ada = await createCustomer(app)
  for (let round = 0; round < rounds; round++) {
    await fundWallet(app, ada.id, 100_000n)
    const orders = await Promise.all(Array.from({ length: 50 }, (_, index) => storeOrder(app, ada.id, index)))
    const outcomes = await Promise.all(
      orders.map((orderId) =>
        app.db
          .inTransaction((tx) =>
            holdWalletPayment(tx, { orderId, userId: ada.id, amountKobo: 10_000n, email: ada.email }),
          )
          .then(() => 'held' as const)
          .catch((error: unknown) => {
            if (error instanceof InsufficientBalance) return 'rejected' as const
            throw error
          }),
      ),
    )
    expect(outcomes.filter((outcome) => outcome === 'held')).toHaveLength(10)
    expect(await ada.walletKobo()).toBe(0n)
    expect(await ada.holdKobo()).toBe(100_000n * BigInt(round + 1))
    expect(await app.ledgerSum()).toBe(0n)
  }
})

async function storeOrder(app: TestApp, userId: string, index: number): Promise<string> {
  const order = await storeQuote(app.db, {
    service: 'airtime',
    code: 'mtn',
    variation: '',
    beneficiary: `0803${Date.now()}${index}`,
    phone: '+2348031234567',
    amountKobo: 10_000n,
    serviceChargeKobo: 0n,
    cashbackKobo: 100n,
    vendor: 'vtpass',
    customer: { ...customerWithoutLookup('Ada').details, firstTime: true },
    customerLookupId: null,
    session: null,
    userId,
  })
  return order.id
}
