import { expect, test } from 'vitest'
import { erasePersonalData } from '../../server/accounts/erase-personal-data.ts'
import { purgeExpired } from '../../server/operations/index.ts'
import { paystack } from '../../server/payments/gateways/paystack/index.ts'
import { listPayments, verifyPayment } from '../../server/payments/index.ts'
import type { MeterInfo } from '../../shared/power.ts'
import { createCustomer, fundWallet, type TestCustomer } from '../support/customer.ts'
import { noGateways } from '../support/providers.ts'
import { eventually, startTestApp, type TestApp } from '../support/test-app.ts'
import { createUser } from '../support/user.ts'

/** A test app whose gateway can report a payment as charged back. */
async function startAppWithReversals() {
  const reversedReferences = new Set<string>()
  const app = await startTestApp({
    providerOverrides: (config) => {
      const adapter = paystack(config.gateways.paystack!)
      return {
        gateways: {
          ...noGateways,
          paystack: {
            ...adapter,
            verify: async (reference) =>
              reversedReferences.has(reference) ? { type: 'reversed' as const } : adapter.verify(reference),
          },
        },
      }
    },
  })
  const chargeBack = async (info: MeterInfo) => {
    const order = await app.orderRow(info.order_reference)
    const [payment] = await listPayments(app.db.q, order.id)
    reversedReferences.add(payment!.reference)
    await verifyPayment(app.features.orderProcessor.deps.payments, payment!)
  }
  return { app, chargeBack }
}

async function buyByCard(customer: TestCustomer, amount = 2_000): Promise<MeterInfo> {
  const { data: info } = await customer.lookUpMeter({ amount })
  const { data } = await customer.initiatePayment(info)
  await customer.payAtCheckout(data.checkoutUrl)
  await customer.processOrder(info)
  return info
}

const sumOf = async (app: TestApp, account: string) => (await app.accountBalances()).get(account) ?? 0n

test('cashback is 1% of the vend amount, credited once, however often the order is processed', async () => {
  const app = await startTestApp()
  const ada = await createCustomer(app)
  const info = await buyByCard(ada)
  await Promise.all(Array.from({ length: 10 }, () => ada.processOrder(info)))
  expect(await ada.walletKobo()).toBe(2_000n)
  expect(await sumOf(app, 'cashback')).toBe(2_000n)
})

test('a changed cashback rate applies to new quotes only, never to an order in progress', async () => {
  const app = await startTestApp()
  const ada = await createCustomer(app)
  const { data: quote } = await ada.lookUpMeter()
  await app.context.settings.change('cashback_basis_points', 250)
  const { data } = await ada.initiatePayment(quote)
  await ada.payAtCheckout(data.checkoutUrl)
  await ada.processOrder(quote)
  expect(await ada.walletKobo()).toBe(2_000n)
  await buyByCard(ada)
  expect(await ada.walletKobo()).toBe(2_000n + 5_000n)
  await app.context.settings.change('cashback_basis_points', 0)
  await buyByCard(ada)
  expect(await ada.walletKobo()).toBe(7_000n)
})

test('guests and users with an unverified e-mail get no cashback', async () => {
  const app = await startTestApp()
  await buyByCard(await createCustomer(app, { verified: false }))
  const guest = app.createGuest()
  const { info } = await guest.buyElectricity()
  await guest.processOrder(info)
  expect((await app.providerRecords()).deliveries).toHaveLength(2)
  expect(await sumOf(app, 'cashback')).toBe(0n)
})

test('cashback is reversed with its payment: a spent part is owed and netted from later cashback', async () => {
  const { app, chargeBack } = await startAppWithReversals()
  const ada = await createCustomer(app)
  const first = await buyByCard(ada)
  // ₦15 of the ₦20 are spent.
  await fundWallet(app, ada.id, -1_500n)
  await chargeBack(first)
  await chargeBack(first)
  expect(await ada.walletKobo()).toBe(0n)
  expect(await sumOf(app, `receivable:${ada.id}`)).toBe(1_500n)
  expect(await sumOf(app, 'cashback')).toBe(0n)
  expect((await app.orderRow(first.order_reference)).review_reason).toBe('payment_reversed')

  await buyByCard(ada, 5_000)
  expect(await sumOf(app, `receivable:${ada.id}`)).toBe(0n)
  expect(await ada.walletKobo()).toBe(3_500n)
  expect(await app.ledgerSum()).toBe(0n)
})

test('a referral earns its bonus in UTW once, at the first delivered order that is large enough', async () => {
  const app = await startTestApp()
  const ada = await createCustomer(app)
  const bola = await createCustomer(app, { referredBy: ada.id })
  await app.features.orderProcessor.deps.settings.change('referral_order_min_kobo', 200_000)
  await buyByCard(bola, 1_000)
  expect(await ada.bonusKobo()).toBe(0n)
  await Promise.all([buyByCard(bola, 2_000), buyByCard(bola, 3_000)])
  expect(await ada.bonusKobo()).toBe(10_000n)
  expect((await ada.getBalance()).data.bonus).toBe(100)
  expect(await bola.bonusKobo()).toBe(0n)
  expect(await sumOf(app, 'referral')).toBe(10_000n)
})

test('the bonus is reversed with the order that earned it', async () => {
  const { app, chargeBack } = await startAppWithReversals()
  const ada = await createCustomer(app)
  const bola = await createCustomer(app, { referredBy: ada.id })
  const first = await buyByCard(bola)
  const second = await buyByCard(bola, 3_000)
  await chargeBack(second)
  expect(await ada.bonusKobo()).toBe(10_000n)
  await chargeBack(first)
  expect(await ada.bonusKobo()).toBe(0n)
  expect(await sumOf(app, 'referral')).toBe(0n)
})

test('an order that is delivered after its payment was charged back earns neither cashback nor bonus', async () => {
  const { app, chargeBack } = await startAppWithReversals()
  const ada = await createCustomer(app)
  const bola = await createCustomer(app, { referredBy: ada.id })
  await app.injectFault('vtpass', 'pending_then_webhook')
  const { data: info } = await bola.lookUpMeter({ amount: 2_000 })
  const { data } = await bola.initiatePayment(info)
  await bola.payAtCheckout(data.checkoutUrl)
  await eventually(async () => (await app.orderRow(info.order_reference)).state === 'vending')
  await chargeBack(info)
  await app.runDueJobsUntil(async () => (await app.orderRow(info.order_reference)).state === 'delivered')
  expect([await bola.walletKobo(), await ada.bonusKobo()]).toEqual([0n, 0n])
})

test('the bonus is reversed with the order that earned it, also after the referred user closed the account', async () => {
  const { app, chargeBack } = await startAppWithReversals()
  const ada = await createCustomer(app)
  const bola = await createCustomer(app, { referredBy: ada.id })
  const info = await buyByCard(bola)
  expect(await ada.bonusKobo()).toBe(10_000n)
  await close(app, bola)
  await chargeBack(info)
  expect(await ada.bonusKobo()).toBe(0n)
  expect(await sumOf(app, 'referral')).toBe(0n)
})

test('no referrer earns a bonus when it is set to 0', async () => {
  const app = await startTestApp()
  await app.features.orderProcessor.deps.settings.change('referral_bonus_kobo', 0)
  const ada = await createCustomer(app)
  await buyByCard(await createCustomer(app, { referredBy: ada.id }))
  expect(await ada.bonusKobo()).toBe(0n)
})

const addKnownDevice = (app: TestApp, customer: TestCustomer, device: string) =>
  app.db.q
    .insertInto('known_devices')
    .values({ user_id: customer.id, device_hash: Buffer.from(device) })
    .execute()
/** From the wallet: a card that two users share would count as well. */
const buy = async (customer: TestCustomer, lookup: Record<string, unknown>): Promise<void> => {
  const { data: info } = await customer.lookUpMeter(lookup)
  await customer.payFromWallet(info)
  await customer.processOrder(info)
}

test('a self-referral earns nothing: device, phone and meter must differ from the referrer’s and other referrals’', async () => {
  const app = await startTestApp()
  const walletKobo = 1_000_000n
  const ada = await createCustomer(app, { walletKobo })
  await addKnownDevice(app, ada, 'phone of Ada')
  await buy(ada, { meter_number: '11000000911', phone_number: '08031110001' })
  const newcomer = () => createCustomer(app, { referredBy: ada.id, walletKobo })
  /** For a minute, the vendor treats another order for the same meter as a duplicate. */
  const endDuplicateWindow = () => app.advanceClock(60)

  const sameDevice = await newcomer()
  await addKnownDevice(app, sameDevice, 'phone of Ada')
  await buy(sameDevice, { phone_number: '08031110002' })
  const sameMeter = await newcomer()
  await endDuplicateWindow()
  await buy(sameMeter, { meter_number: '11000000911', phone_number: '08031110003' })
  const samePhone = await newcomer()
  await buy(samePhone, { phone_number: '08031110001' })
  const sameAccountPhone = await newcomer()
  for (const { id } of [ada, sameAccountPhone])
    await app.db.q.updateTable('users').set({ phone: '+2348031110009' }).where('id', '=', id).execute()
  await buy(sameAccountPhone, { phone_number: '08031110004' })
  expect(await ada.bonusKobo()).toBe(0n)

  const bola = await newcomer()
  await addKnownDevice(app, bola, 'phone of Bola')
  await buy(bola, { meter_number: '11000000922', phone_number: '08031110005' })
  expect(await ada.bonusKobo()).toBe(10_000n)
  const likeBola = await newcomer()
  await addKnownDevice(app, likeBola, 'phone of Bola')
  await buy(likeBola, { phone_number: '08031110006' })
  const meterOfBola = await newcomer()
  await endDuplicateWindow()
  await buy(meterOfBola, { meter_number: '11000000922', phone_number: '08031110007' })
  expect(await ada.bonusKobo()).toBe(10_000n)
  // The next order of the same user may be independent.
  await buy(meterOfBola, { phone_number: '08031110007' })
  expect(await ada.bonusKobo()).toBe(20_000n)
})

test('users who refer each other, directly or through others, earn no bonus for each other', async () => {
  const app = await startTestApp()
  const walletKobo = 1_000_000n
  const ada = await createCustomer(app, { walletKobo })
  const bola = await createCustomer(app, { referredBy: ada.id, walletKobo })
  const chidi = await createCustomer(app, { referredBy: bola.id, walletKobo })
  // Ada registered again with the code of Chidi before she verified her e-mail.
  await app.db.q.updateTable('users').set({ referred_by: chidi.id }).where('id', '=', ada.id).execute()
  await buy(ada, { meter_number: '11000000931', phone_number: '08031110011' })
  expect(await chidi.bonusKobo()).toBe(0n)
  await buy(bola, { meter_number: '11000000941', phone_number: '08031110012' })
  expect(await ada.bonusKobo()).toBe(0n)

  const dayo = await createCustomer(app, { referredBy: ada.id, walletKobo })
  await buy(dayo, { meter_number: '11000000951', phone_number: '08031110013' })
  expect(await ada.bonusKobo()).toBe(10_000n)
})

test('a newcomer who saved the same card as the referrer earns no bonus, also after the card was deleted', async () => {
  const app = await startTestApp()
  const ada = await createCustomer(app)
  const buyAndSaveCard = async (customer: TestCustomer, phone_number: string, card?: string) => {
    const { data: info } = await customer.lookUpMeter({ phone_number })
    const { data } = await customer.initiatePayment(info, { save_card: true })
    await customer.payAtCheckout(data.checkoutUrl, card ? { card } : {})
    await customer.processOrder(info)
  }
  await buyAndSaveCard(ada, '08031120001')
  const [card] = (await ada.listCards()).data
  await ada.deleteCard(card?.uniqueid ?? '')
  const newcomer = () => createCustomer(app, { referredBy: ada.id })
  await buyAndSaveCard(await newcomer(), '08031120002')
  expect(await ada.bonusKobo()).toBe(0n)
  await buyAndSaveCard(await newcomer(), '08031120003', '507850785078507812')
  expect(await ada.bonusKobo()).toBe(10_000n)
})

const close = (app: TestApp, { id }: TestCustomer) =>
  app.db.inTransaction(async (tx) =>
    erasePersonalData(
      tx,
      await tx.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    ),
  )

test('a newcomer who paid with a card of the referrer that neither saved earns no bonus', async () => {
  const app = await startTestApp()
  const ada = await createCustomer(app)
  const topUpByCard = async (customer: TestCustomer, card: string) => {
    const { data } = await customer.topUp(5_000)
    await customer.payAtCheckout(data.checkoutUrl, { card })
    await eventually(async () => (await customer.walletKobo()) > 0n)
  }
  const adaCard = '4084084084084081'
  await topUpByCard(ada, adaCard)
  const newcomer = () => createCustomer(app, { referredBy: ada.id })
  const [sameCard, otherCard] = [await newcomer(), await newcomer()]
  await topUpByCard(sameCard, adaCard)
  await buy(sameCard, { phone_number: '08031130002' })
  expect(await ada.bonusKobo()).toBe(0n)
  await topUpByCard(otherCard, '507850785078507812')
  await buy(otherCard, { phone_number: '08031130003' })
  expect(await ada.bonusKobo()).toBe(10_000n)
  // Only a keyed hash of a card is stored with its payments, and none after the account is closed.
  const storedHashes = async () => {
    const payments = await app.db.q.selectFrom('payments').select(['user_id', 'card_signature']).execute()
    return payments.filter(({ user_id: id }) => id === ada.id).map(({ card_signature: hash }) => hash)
  }
  expect(await storedHashes()).toEqual([expect.stringMatching(/^[\w-]{43}$/)])
  await close(app, ada)
  await purgeExpired(app.db)
  expect(await storedHashes()).toEqual([null])
})

test('data that a newcomer buys for the phone of the referrer, or for one the referrer used, earns no bonus', async () => {
  const app = await startTestApp()
  await app.features.orderProcessor.deps.settings.change('referral_order_min_kobo', 10_000)
  const ada = await createUser(app, { walletKobo: 5_000_000n })
  const bonusKobo = () => sumOf(app, `bonus:${ada.id}`)
  await app.db.q.updateTable('users').set({ phone: '+2348010000041' }).where('id', '=', ada.id).execute()
  await ada.buy('power', { phone_number: '08010000042' })
  const newcomer = await createUser(app, { referredBy: ada.id, walletKobo: 5_000_000n })
  const buyData = (device_id: string) =>
    newcomer.buy('data', { device_id, phone_number_to_notify: '08031110044' })
  await buyData('08010000041')
  await buyData('08010000042')
  expect(await bonusKobo()).toBe(0n)
  await buyData('08010000043')
  expect(await bonusKobo()).not.toBe(0n)
})

test('a referrer earns at most ten bonuses in thirty days', async () => {
  const app = await startTestApp()
  const ada = await createCustomer(app)
  for (let friends = 0; friends < 11; friends++) {
    const friend = await createCustomer(app, { referredBy: ada.id, walletKobo: 1_000_000n })
    const { data: info } = await friend.lookUpMeter({ phone_number: `0803222${1_000 + friends}` })
    await friend.payFromWallet(info)
    await friend.processOrder(info)
  }
  expect(await ada.bonusKobo()).toBe(100_000n)
  await app.advanceClock(31 * 24 * 60 * 60)
  const late = await createCustomer(app, { referredBy: ada.id, walletKobo: 1_000_000n })
  const { data: info } = await late.lookUpMeter({ phone_number: '08033330000' })
  await late.payFromWallet(info)
  await late.processOrder(info)
  expect(await ada.bonusKobo()).toBe(110_000n)
})
