import { expect, test } from 'vitest'
import { NotEnough } from '../../server/ledger/index.ts'
import { holdFromWallet } from '../../server/payments/index.ts'
import { storeQuote } from '../../server/purchase/index.ts'
import { customerOf, fundWallet } from '../support/customer.ts'
import { openShop, type Shop } from '../support/shop.ts'

/** The full measure is 200 rounds on PostgreSQL: ROUNDS=200 TEST_DATABASE_URL=… */
const rounds = Number(process.env.ROUNDS ?? 3)

test('fifty debits of ₦100 at once from ₦1,000: exactly ten succeed, in every round', {
  timeout: 600_000,
}, async () => {
  const shop = await openShop()
  const ada = await customerOf(shop)
  for (let round = 0; round < rounds; round++) {
    await fundWallet(shop, ada.id, 100_000n)
    const orders = await Promise.all(Array.from({ length: 50 }, (_, at) => orderOf(shop, ada.id, at)))
    const ended = await Promise.all(
      orders.map((orderId) =>
        shop.db
          .inTransaction((tx) =>
            holdFromWallet(tx, { orderId, userId: ada.id, amountKobo: 10_000n, email: ada.email }),
          )
          .then(() => 'held' as const)
          .catch((error: unknown) => {
            if (error instanceof NotEnough) return 'refused' as const
            throw error
          }),
      ),
    )
    expect(ended.filter((it) => it === 'held')).toHaveLength(10)
    expect(await ada.walletKobo()).toBe(0n)
    expect(await ada.holdKobo()).toBe(100_000n * BigInt(round + 1))
    expect(await shop.ledgerSum()).toBe(0n)
  }
})

async function orderOf(shop: Shop, userId: string, at: number): Promise<string> {
  const order = await storeQuote(shop.db, {
    service: 'airtime',
    code: 'mtn',
    variation: '',
    beneficiary: `0803${Date.now()}${at}`,
    phone: '+2348031234567',
    amountKobo: 10_000n,
    serviceChargeKobo: 0n,
    cashbackKobo: 100n,
    vendor: 'vtpass',
    customer: {
      name: 'Ada',
      address: null,
      minKobo: null,
      maxKobo: null,
      arrearsKobo: null,
      tariff: null,
      nairaPerKwh: null,
      canVend: true,
      handle: null,
      firstTime: true,
    },
    verificationId: null,
    session: null,
    userId,
  })
  return order.id
}
