import { expect, test } from 'vitest'
import { paystack } from '../../server/payments/gateways/paystack/index.ts'
import { paymentsOf, settle } from '../../server/payments/index.ts'
import type { MeterInfo } from '../../shared/power.ts'
import { type Customer, customerOf, fundWallet } from '../support/customer.ts'
import { openShop, type Shop } from '../support/shop.ts'

/** A shop whose gateway can be made to say that a payment was charged back. */
async function shopWithReversals() {
  const reversed = new Set<string>()
  const shop = await openShop({
    counterparties: (config) => {
      const real = paystack(config.paystack!)
      return {
        gateways: {
          paystack: {
            ...real,
            verify: async (reference) =>
              reversed.has(reference) ? { is: 'reversed' as const } : real.verify(reference),
          },
        },
      }
    },
  })
  const chargesBack = async (info: MeterInfo) => {
    const order = await shop.orderRow(info.order_reference)
    const [payment] = await paymentsOf(shop.db.q, order.id)
    reversed.add(payment!.reference)
    await settle(shop.features.engine.parts.payments, payment!)
  }
  return { shop, chargesBack }
}

async function buysByCard(customer: Customer, amount = 2_000): Promise<MeterInfo> {
  const { data: info } = await customer.looksUp({ amount })
  const { data } = await customer.initiates(info)
  await customer.paysAt(data.checkoutUrl)
  await customer.processes(info)
  return info
}

const sumOf = async (shop: Shop, account: string) => (await shop.books()).get(account) ?? 0n

test('cashback is 1% of the vend amount, once, however often the order is processed', async () => {
  const shop = await openShop()
  const ada = await customerOf(shop)
  const info = await buysByCard(ada)
  await Promise.all(Array.from({ length: 10 }, () => ada.processes(info)))
  expect(await ada.walletKobo()).toBe(2_000n)
  expect(await sumOf(shop, 'cashback')).toBe(2_000n)
})

test('a changed cashback holds for what is looked up from then on, never for an order in flight', async () => {
  const shop = await openShop()
  const ada = await customerOf(shop)
  const { data: before } = await ada.looksUp()
  await shop.parts.settings.change('cashback_basis_points', 250)
  const { data } = await ada.initiates(before)
  await ada.paysAt(data.checkoutUrl)
  await ada.processes(before)
  expect(await ada.walletKobo()).toBe(2_000n)
  await buysByCard(ada)
  expect(await ada.walletKobo()).toBe(2_000n + 5_000n)
  await shop.parts.settings.change('cashback_basis_points', 0)
  await buysByCard(ada)
  expect(await ada.walletKobo()).toBe(7_000n)
})

test('guests and people who have not proved their e-mail get no cashback', async () => {
  const shop = await openShop()
  await buysByCard(await customerOf(shop, { verified: false }))
  const guest = shop.guest()
  const { info } = await guest.buys()
  await guest.processes(info)
  expect((await shop.truth()).deliveries).toHaveLength(2)
  expect(await sumOf(shop, 'cashback')).toBe(0n)
})

test('cashback is taken back when the payment is: what is spent is owed, and netted from later cashback', async () => {
  const { shop, chargesBack } = await shopWithReversals()
  const ada = await customerOf(shop)
  const first = await buysByCard(ada)
  // ₦15 of the ₦20 are gone.
  await fundWallet(shop, ada.id, -1_500n)
  await chargesBack(first)
  await chargesBack(first)
  expect(await ada.walletKobo()).toBe(0n)
  expect(await sumOf(shop, `receivable:${ada.id}`)).toBe(1_500n)
  expect(await sumOf(shop, 'cashback')).toBe(0n)
  expect((await shop.orderRow(first.order_reference)).review_reason).toBe('payment_reversed')

  await buysByCard(ada, 5_000)
  expect(await sumOf(shop, `receivable:${ada.id}`)).toBe(0n)
  expect(await ada.walletKobo()).toBe(3_500n)
  expect(await shop.ledgerSum()).toBe(0n)
})

test('a referral earns its bonus in UTW once, at the first delivered order that is large enough', async () => {
  const shop = await openShop()
  const ada = await customerOf(shop)
  const bola = await customerOf(shop, { referredBy: ada.id })
  await shop.features.engine.parts.settings.change('referral_order_min_kobo', 200_000)
  await buysByCard(bola, 1_000)
  expect(await ada.bonusKobo()).toBe(0n)
  await Promise.all([buysByCard(bola, 2_000), buysByCard(bola, 3_000)])
  expect(await ada.bonusKobo()).toBe(10_000n)
  expect((await ada.balance()).data.bonus).toBe(100)
  expect(await bola.bonusKobo()).toBe(0n)
  expect(await sumOf(shop, 'referral')).toBe(10_000n)
})

test('the bonus goes with the order that earned it', async () => {
  const { shop, chargesBack } = await shopWithReversals()
  const ada = await customerOf(shop)
  const bola = await customerOf(shop, { referredBy: ada.id })
  const first = await buysByCard(bola)
  const second = await buysByCard(bola, 3_000)
  await chargesBack(second)
  expect(await ada.bonusKobo()).toBe(10_000n)
  await chargesBack(first)
  expect(await ada.bonusKobo()).toBe(0n)
  expect(await sumOf(shop, 'referral')).toBe(0n)
})

test('with the bonus set to 0 nobody earns one', async () => {
  const shop = await openShop()
  await shop.features.engine.parts.settings.change('referral_bonus_kobo', 0)
  const ada = await customerOf(shop)
  await buysByCard(await customerOf(shop, { referredBy: ada.id }))
  expect(await ada.bonusKobo()).toBe(0n)
})
