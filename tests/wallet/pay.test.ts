import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createCustomer } from '../support/customer.ts'
import { eventually, startTestApp } from '../support/test-app.ts'

test('a wallet order is paid immediately and delivered, and the ledger is correct to the kobo', async () => {
  const app = await startTestApp()
  const ada = await createCustomer(app, { walletKobo: 500_000n })
  const { data: info } = await ada.lookUpMeter()

  const started = await ada.payFromWallet(info)
  expect(started.httpStatus).toBe(200)
  expect(started.data.checkoutUrl).toBe(
    `${app.config.appUrl}/electricity/transactions/process?reference=${info.order_reference}&order=${info.access_token}`,
  )
  expect((await ada.processOrder(info)).httpStatus).toBe(200)

  const balances = await app.accountBalances()
  expect(await app.ledgerSum()).toBe(0n)
  // ₦5,000 less ₦2,100, plus 1 % cashback on ₦2,000.
  expect(await ada.walletKobo()).toBe(500_000n - 210_000n + 2_000n)
  expect(balances.get(`hold:${ada.id}`)).toBeUndefined()
  expect(balances.get('cashback')).toBe(2_000n)
  expect(balances.get('vendor_float:vtpass')).toBe(-197_000n)
  expect((await app.providerRecords()).captures).toHaveLength(0)
})

test('a vend that is proven failed refunds the wallet in the same transaction', async () => {
  const app = await startTestApp()
  const ada = await createCustomer(app, { walletKobo: 300_000n })
  const { data: info } = await ada.lookUpMeter({ meter_number: '11000000003' })
  await ada.payFromWallet(info)

  const order = await eventually(async () => {
    const row = await app.orderRow(info.order_reference)
    return row.state === 'refunded' && row
  })
  expect(await ada.walletKobo()).toBe(300_000n)
  expect(await ada.holdKobo()).toBe(0n)
  expect((await app.accountBalances()).get(`order:${order.id}`)).toBeUndefined()
  expect((await app.accountBalances()).get('cashback')).toBeUndefined()
  const status = await ada.getOrderStatus(info)
  expect(status.data).toMatchObject({ state: 'refunded', money: { status: 'returned' } })
  expect(status.data.money.message).toContain('We refunded ₦2,100.00 to your wallet.')
  expect((await app.providerRecords()).refunds).toHaveLength(0)
})

test('an order that no vendor can deliver releases its hold', async () => {
  const app = await startTestApp()
  const ada = await createCustomer(app, { walletKobo: 300_000n })
  const { data: info } = await ada.lookUpMeter()
  await app.db.q.deleteFrom('vendor_products').where('code', '=', 'ikeja').execute()
  // The row was deleted past the application, which reads the vendors' codes again after at most 250 ms.
  await pause(300)
  await ada.payFromWallet(info)
  await eventually(async () => (await app.orderRow(info.order_reference)).state === 'refunded')
  expect(await ada.walletKobo()).toBe(300_000n)
  expect(await ada.holdKobo()).toBe(0n)
  expect(await app.ledgerSum()).toBe(0n)
  await eventually(async () =>
    (await app.emails()).some((mail) => mail.to.includes(ada.email) && mail.text.includes('your wallet')),
  )
})

test('while a delivery is unknown the money stays on the order, neither spent nor refunded', async () => {
  const app = await startTestApp()
  const ada = await createCustomer(app, { walletKobo: 300_000n })
  const { data: info } = await ada.lookUpMeter({ meter_number: '11000000001' })
  await ada.payFromWallet(info)
  const order = await eventually(async () => {
    const row = await app.orderRow(info.order_reference)
    return row.state === 'vending' && row
  })
  expect(await ada.walletKobo()).toBe(90_000n)
  expect(await ada.holdKobo()).toBe(0n)
  expect((await app.accountBalances()).get(`order:${order.id}`)).toBe(-210_000n)
})

test('a wallet with an insufficient balance pays nothing, and the order can be paid by another method', async () => {
  const app = await startTestApp()
  const ada = await createCustomer(app, { walletKobo: 209_999n })
  const { data: info } = await ada.lookUpMeter()
  const rejected = await ada.payFromWallet(info)
  expect(rejected).toMatchObject({
    httpStatus: 422,
    message: 'Insufficient wallet balance. No money was taken. Top up or choose another method.',
  })
  expect(await ada.walletKobo()).toBe(209_999n)
  expect(await app.orderRow(info.order_reference)).toMatchObject({ state: 'quoted' })

  const { data } = await ada.initiatePayment(info)
  await ada.payAtCheckout(data.checkoutUrl)
  expect((await ada.processOrder(info)).httpStatus).toBe(200)
})

test('concurrent duplicate submits debit the wallet once, and both return the order', async () => {
  const app = await startTestApp()
  const ada = await createCustomer(app, { walletKobo: 1_000_000n })
  const { data: info } = await ada.lookUpMeter()
  const pressed = await Promise.all([1, 2, 3].map(() => ada.payFromWallet(info)))
  expect(pressed.map((response) => response.httpStatus)).toEqual([200, 200, 200])
  await ada.processOrder(info)
  expect(await ada.walletKobo()).toBe(1_000_000n - 210_000n + 2_000n)
})

test('guests, unverified users and other users cannot pay from a wallet', async () => {
  const app = await startTestApp()
  const ada = await createCustomer(app, { walletKobo: 1_000_000n })
  const { data: hers } = await ada.lookUpMeter()

  const guest = app.createGuest()
  const { data: guestOrder } = await guest.lookUpMeter()
  expect(await guest.initiatePayment(guestOrder, { payment_method: 'WALLET' })).toMatchObject({
    httpStatus: 403,
    message: 'Please sign in to continue.',
  })
  const musa = await createCustomer(app, { verified: false, walletKobo: 1_000_000n })
  const { data: his } = await musa.lookUpMeter()
  expect(await musa.payFromWallet(his)).toMatchObject({
    httpStatus: 403,
    message: 'Verify your e-mail first.',
  })
  expect(await musa.getBalance()).toMatchObject({ httpStatus: 403, message: 'Verify your e-mail first.' })

  const bola = await createCustomer(app, { walletKobo: 1_000_000n })
  expect((await bola.payFromWallet(hers)).httpStatus).toBe(404)
  expect(await bola.walletKobo()).toBe(1_000_000n)
})

test('a wrong amount or charge is rejected; owner, state and balance in the request body are ignored', async () => {
  const app = await startTestApp()
  const ada = await createCustomer(app, { walletKobo: 1_000_000n })
  const { data: info } = await ada.lookUpMeter()
  expect((await ada.payFromWallet(info, { amount: 1 })).httpStatus).toBe(409)
  expect((await ada.payFromWallet(info, { service_charge: 0 })).httpStatus).toBe(409)
  const bola = await createCustomer(app, { walletKobo: 5_000_000n })
  await ada.payFromWallet(info, { user_id: bola.id, state: 'delivered', balance: 9_999_999 })
  expect(await bola.walletKobo()).toBe(5_000_000n)
  expect(await ada.walletKobo()).toBeLessThan(1_000_000n)
})

test('a card payment that arrives after the wallet paid is refunded to the card', async () => {
  const app = await startTestApp()
  const ada = await createCustomer(app, { walletKobo: 1_000_000n })
  const { data: info } = await ada.lookUpMeter()
  const { data: card } = await ada.initiatePayment(info)
  expect((await ada.payFromWallet(info)).httpStatus).toBe(200)
  await ada.payAtCheckout(card.checkoutUrl)
  await ada.processOrder(info)
  await app.runDueJobsUntil(async () => (await app.providerRecords()).refunds.length === 1)
  const recorded = await app.providerRecords()
  expect(recorded.refunds[0]?.amountKobo).toBe(210_000)
  expect(recorded.deliveries).toHaveLength(1)
})
