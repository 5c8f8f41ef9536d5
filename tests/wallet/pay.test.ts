import { expect, test } from 'vitest'
import { customerOf } from '../support/customer.ts'
import { eventually, openShop } from '../support/shop.ts'

test('a wallet order is paid at once, delivered, and the books are right to the kobo', async () => {
  const shop = await openShop()
  const ada = await customerOf(shop, { walletKobo: 500_000n })
  const { data: info } = await ada.looksUp()

  const started = await ada.paysFromWallet(info)
  expect(started.http).toBe(200)
  expect(started.data.checkoutUrl).toBe(
    `${shop.config.appUrl}/electricity/transactions/process?reference=${info.order_reference}&order=${info.access_token}`,
  )
  expect((await ada.processes(info)).http).toBe(200)

  const books = await shop.books()
  expect(await shop.ledgerSum()).toBe(0n)
  // ₦5,000 less ₦2,100, and 1% of ₦2,000 back.
  expect(await ada.walletKobo()).toBe(500_000n - 210_000n + 2_000n)
  expect(books.get(`hold:${ada.id}`)).toBeUndefined()
  expect(books.get('cashback')).toBe(2_000n)
  expect(books.get('vendor_float:vtpass')).toBe(-197_000n)
  expect((await shop.truth()).captures).toHaveLength(0)
})

test('a vend that is proven failed puts the money back into the wallet, in the same breath', async () => {
  const shop = await openShop()
  const ada = await customerOf(shop, { walletKobo: 300_000n })
  const { data: info } = await ada.looksUp({ meter_number: '11000000003' })
  await ada.paysFromWallet(info)

  const order = await eventually(async () => {
    const row = await shop.orderRow(info.order_reference)
    return row.state === 'refunded' && row
  })
  expect(await ada.walletKobo()).toBe(300_000n)
  expect(await ada.holdKobo()).toBe(0n)
  expect((await shop.books()).get(`order:${order.id}`)).toBeUndefined()
  expect((await shop.books()).get('cashback')).toBeUndefined()
  const seen = await ada.seesState(info)
  expect(seen.data).toMatchObject({ state: 'refunded', money: { is: 'returned' } })
  expect(seen.data.money.says).toContain('was returned to your wallet')
  expect((await shop.truth()).refunds).toHaveLength(0)
})

test('an order that no vendor can be asked for gives back what was only set aside', async () => {
  const shop = await openShop()
  const ada = await customerOf(shop, { walletKobo: 300_000n })
  const { data: info } = await ada.looksUp()
  await shop.db.q.deleteFrom('vendor_products').where('code', '=', 'ikeja').execute()
  await ada.paysFromWallet(info)
  await eventually(async () => (await shop.orderRow(info.order_reference)).state === 'refunded')
  expect(await ada.walletKobo()).toBe(300_000n)
  expect(await ada.holdKobo()).toBe(0n)
  expect(await shop.ledgerSum()).toBe(0n)
  await eventually(async () =>
    (await shop.mails()).some((mail) => mail.to.includes(ada.email) && mail.text.includes('your wallet')),
  )
})

test('while a delivery is unclear the money is the order’s, neither spent nor back', async () => {
  const shop = await openShop()
  const ada = await customerOf(shop, { walletKobo: 300_000n })
  const { data: info } = await ada.looksUp({ meter_number: '11000000001' })
  await ada.paysFromWallet(info)
  const order = await eventually(async () => {
    const row = await shop.orderRow(info.order_reference)
    return row.state === 'vending' && row
  })
  expect(await ada.walletKobo()).toBe(90_000n)
  expect(await ada.holdKobo()).toBe(0n)
  expect((await shop.books()).get(`order:${order.id}`)).toBe(-210_000n)
})

test('a wallet that holds too little pays nothing, and the order can still be paid otherwise', async () => {
  const shop = await openShop()
  const ada = await customerOf(shop, { walletKobo: 209_999n })
  const { data: info } = await ada.looksUp()
  const refused = await ada.paysFromWallet(info)
  expect(refused).toMatchObject({
    http: 422,
    message: 'Your wallet does not hold enough for this. No money was taken.',
  })
  expect(await ada.walletKobo()).toBe(209_999n)
  expect(await shop.orderRow(info.order_reference)).toMatchObject({ state: 'quoted' })

  const { data } = await ada.initiates(info)
  await ada.paysAt(data.checkoutUrl)
  expect((await ada.processes(info)).http).toBe(200)
})

test('the same press twice at once takes the money once, and both are led to the order', async () => {
  const shop = await openShop()
  const ada = await customerOf(shop, { walletKobo: 1_000_000n })
  const { data: info } = await ada.looksUp()
  const pressed = await Promise.all([1, 2, 3].map(() => ada.paysFromWallet(info)))
  expect(pressed.map((it) => it.http)).toEqual([200, 200, 200])
  await ada.processes(info)
  expect(await ada.walletKobo()).toBe(1_000_000n - 210_000n + 2_000n)
})

test('guests, unverified people and strangers do not pay from a wallet', async () => {
  const shop = await openShop()
  const ada = await customerOf(shop, { walletKobo: 1_000_000n })
  const { data: hers } = await ada.looksUp()

  const guest = shop.guest()
  const { data: theirs } = await guest.looksUp()
  expect(await guest.initiates(theirs, { payment_method: 'WALLET' })).toMatchObject({
    http: 403,
    message: 'Please sign in to continue.',
  })
  const musa = await customerOf(shop, { verified: false, walletKobo: 1_000_000n })
  const { data: his } = await musa.looksUp()
  expect(await musa.paysFromWallet(his)).toMatchObject({ http: 403, message: 'Verify your e-mail first.' })
  expect(await musa.balance()).toMatchObject({ http: 403, message: 'Verify your e-mail first.' })

  const bola = await customerOf(shop, { walletKobo: 1_000_000n })
  expect((await bola.paysFromWallet(hers)).http).toBe(404)
  expect(await bola.walletKobo()).toBe(1_000_000n)
})

test('figures, owners and states in the body change nothing', async () => {
  const shop = await openShop()
  const ada = await customerOf(shop, { walletKobo: 1_000_000n })
  const { data: info } = await ada.looksUp()
  expect((await ada.paysFromWallet(info, { amount: 1 })).http).toBe(409)
  expect((await ada.paysFromWallet(info, { service_charge: 0 })).http).toBe(409)
  const bola = await customerOf(shop, { walletKobo: 5_000_000n })
  await ada.paysFromWallet(info, { user_id: bola.id, state: 'delivered', balance: 9_999_999 })
  expect(await bola.walletKobo()).toBe(5_000_000n)
  expect(await ada.walletKobo()).toBeLessThan(1_000_000n)
})

test('a card payment that arrives after the wallet paid goes back to the card', async () => {
  const shop = await openShop()
  const ada = await customerOf(shop, { walletKobo: 1_000_000n })
  const { data: info } = await ada.looksUp()
  const { data: card } = await ada.initiates(info)
  expect((await ada.paysFromWallet(info)).http).toBe(200)
  await ada.paysAt(card.checkoutUrl)
  await ada.processes(info)
  await shop.sweepUntil(async () => (await shop.truth()).refunds.length === 1)
  const truth = await shop.truth()
  expect(truth.refunds[0]?.amountKobo).toBe(210_000)
  expect(truth.deliveries).toHaveLength(1)
})
