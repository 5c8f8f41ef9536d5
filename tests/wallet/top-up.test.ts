import { expect, test } from 'vitest'
import { customerOf, referenceIn } from '../support/customer.ts'
import { eventually, openShop } from '../support/shop.ts'

test('a top-up is credited once, however often and by however many it is claimed', async () => {
  const shop = await openShop()
  const ada = await customerOf(shop)
  const started = await ada.topsUp(5_000)
  expect(started.http).toBe(200)
  const { callbackUrl } = await ada.paysAt(started.data.checkoutUrl)
  const reference = referenceIn(callbackUrl)
  const claims = await Promise.all(Array.from({ length: 20 }, () => ada.claims(reference)))
  for (const claim of claims) {
    expect(claim).toMatchObject({
      http: 200,
      status: 'success',
      data: { reference, amount: 5_000, type: 'wallet_topup' },
    })
  }
  expect(await ada.walletKobo()).toBe(500_000n)
  const books = await shop.books()
  expect(books.get(`wallet:${ada.id}`)).toBe(-500_000n)
  expect((books.get('gateway:paystack') ?? 0n) + (books.get('gateway_fee') ?? 0n)).toBe(500_000n)
  expect((await ada.balance()).data).toMatchObject({
    balance: 5_000,
    held: 0,
    bonus: 0,
    currency: 'NGN',
    top_up: { min: 1_000, max: 500_000 },
  })
})

test('a tab that closes changes nothing: the webhook credits', async () => {
  const shop = await openShop()
  const ada = await customerOf(shop)
  const { data } = await ada.topsUp('1500.50', { payment_method: 'ACCOUNT_TRANSFER' })
  await ada.paysAt(data.checkoutUrl)
  await eventually(async () => (await ada.walletKobo()) === 150_050n)
})

test('only what was paid is credited: half when it is underpaid, all when it is overpaid', async () => {
  const shop = await openShop()
  const ada = await customerOf(shop)
  for (const [lie, kobo] of [
    ['underpaid', 200_000n],
    ['overpaid', 450_000n],
  ] as const) {
    const before = await ada.walletKobo()
    const { data } = await ada.topsUp(4_000)
    await shop.fault('paystack', lie)
    const { callbackUrl } = await ada.paysAt(data.checkoutUrl)
    const claim = await ada.claims(referenceIn(callbackUrl))
    expect(claim).toMatchObject({ http: 200, data: { amount: Number(kobo) / 100 } })
    expect((await ada.walletKobo()) - before).toBe(kobo)
  }
})

test.each([
  ['is not naira', 'wrong_currency'],
  ['came in another unit', 'wrong_unit'],
])('money that %s is not credited, and goes back', async (_, behaviour) => {
  const shop = await openShop()
  const ada = await customerOf(shop)
  const { data } = await ada.topsUp(4_000)
  await shop.fault('paystack', behaviour)
  const { callbackUrl } = await ada.paysAt(data.checkoutUrl)
  expect((await ada.claims(referenceIn(callbackUrl))).http).toBe(409)
  expect(await ada.walletKobo()).toBe(0n)
  await shop.sweepUntil(async () => {
    const rows = await shop.db.q.selectFrom('refunds').select('state').execute()
    return rows.length === 1 && rows[0]?.state === 'processed'
  })
  expect((await shop.truth()).refunds).toHaveLength(1)
  const {
    gateway_fee = 0n,
    'gateway:paystack': held = 0n,
    ...others
  } = Object.fromEntries(await shop.books())
  expect([gateway_fee + held, others]).toEqual([0n, {}])
})

test('paid twice is two top-ups, each credited with its own', async () => {
  const shop = await openShop()
  const ada = await customerOf(shop)
  const [one, two] = await Promise.all([ada.topsUp(1_000), ada.topsUp(1_000)])
  for (const { data } of [one, two]) {
    const { callbackUrl } = await ada.paysAt(data.checkoutUrl)
    expect((await ada.claims(referenceIn(callbackUrl))).http).toBe(200)
  }
  expect(await ada.walletKobo()).toBe(200_000n)
})

test('one press that is sent twice under one key is one top-up', async () => {
  const shop = await openShop()
  const ada = await customerOf(shop)
  const key = { 'idempotency-key': 'a-key-of-the-browser' }
  const [one, two] = await Promise.all([ada.topsUp(1_000, {}, key), ada.topsUp(1_000, {}, key)])
  expect(two.data).toEqual(one.data)
  expect((await ada.topsUp(2_000, {}, key)).http).toBe(409)
})

test('a top-up claimed by another user, or never made, is not found; guests must sign in', async () => {
  const shop = await openShop()
  const ada = await customerOf(shop)
  const bola = await customerOf(shop)
  const { data } = await ada.topsUp(2_000)
  const { callbackUrl } = await ada.paysAt(data.checkoutUrl)
  expect((await bola.claims(referenceIn(callbackUrl))).http).toBe(404)
  expect((await bola.claims('SW-0000')).http).toBe(404)
  expect(await bola.walletKobo()).toBe(0n)
  const guest = shop.guest()
  expect(await guest.send('/account/wallet/process-transactions', { reference: 'SW-0000' })).toMatchObject({
    http: 403,
    message: 'Please sign in to continue.',
  })
})

test('an order’s payment is no top-up', async () => {
  const shop = await openShop()
  const ada = await customerOf(shop)
  const { data: info } = await ada.looksUp()
  const { data } = await ada.initiates(info)
  const { callbackUrl } = await ada.paysAt(data.checkoutUrl)
  expect((await ada.claims(referenceIn(callbackUrl))).http).toBe(404)
})

test('amounts outside the bounds, and ways that a wallet cannot be filled by, are refused', async () => {
  const shop = await openShop()
  const ada = await customerOf(shop)
  for (const amount of [999.99, 0, -5_000, 500_000.01, '1e6', 'plenty', 1000.555, null]) {
    const refused = await ada.topsUp(amount)
    expect(refused.http, String(amount)).toBe(422)
    expect(refused.errors).toHaveProperty('amount')
  }
  for (const payment_method of ['WALLET', 'SAVED_CARD', 'CASH']) {
    expect((await ada.topsUp(2_000, { payment_method })).http).toBe(422)
  }
})

test('a declined top-up and one that was left say that no money was taken', async () => {
  const shop = await openShop()
  const ada = await customerOf(shop)
  const declined = await ada.topsUp(2_000)
  await ada.paysAt(declined.data.checkoutUrl, { decline: true })
  const left = await ada.topsUp(2_000)
  expect(left.http).toBe(200)
  const rows = await shop.db.q.selectFrom('payments').select('reference').orderBy('created_at').execute()
  expect(await ada.claims(rows[0]!.reference)).toMatchObject({
    http: 409,
    message: 'The payment did not go through. You can try again.',
  })
  expect(await ada.claims(rows[1]!.reference)).toMatchObject({
    http: 409,
    message: 'This top-up has not been paid. No money was taken.',
  })
})

test('the way back from the checkout leads to the wallet’s result page', async () => {
  const shop = await openShop()
  const ada = await customerOf(shop)
  const { data } = await ada.topsUp(2_000)
  const { callbackUrl } = await ada.paysAt(data.checkoutUrl)
  const reference = referenceIn(callbackUrl)
  expect(await ada.send('/payments/return', { gateway: 'paystack', reference })).toMatchObject({
    http: 200,
    data: { service: 'wallet_topup', reference },
  })
})

test('the movements of a wallet are its owner’s, newest first, by kind, by day, and as a file', async () => {
  const shop = await openShop()
  const ada = await customerOf(shop)
  const { data } = await ada.topsUp(5_000)
  const { callbackUrl } = await ada.paysAt(data.checkoutUrl)
  await ada.claims(referenceIn(callbackUrl))
  const { data: info } = await ada.looksUp()
  await ada.paysFromWallet(info)
  await ada.processes(info)

  type Page = { list: { id: string; kind: string; amount: number; reference: string }[]; next: string | null }
  const all = await ada.ask<Page>('/account/wallet/movements/all')
  expect(all.data.list.map((it) => [it.kind, it.amount])).toEqual([
    ['cashback', 20],
    ['payment', -2_100],
    ['top_up', 5_000],
  ])
  expect(all.data.list[1]?.reference).toBe(info.order_reference)
  expect(all.data.list[2]?.reference).toBe(referenceIn(callbackUrl))
  expect(all.data.next).toBeNull()
  const older = await ada.ask<Page>(`/account/wallet/movements/all?cursor=${all.data.list[1]?.id}`)
  expect(older.data.list.map((it) => it.kind)).toEqual(['top_up'])
  const some = await ada.ask<Page>('/account/wallet/movements/all?kind=cashback')
  expect(some.data.list).toHaveLength(1)
  const none = await ada.ask<Page>('/account/wallet/movements/all?to=2020-01-31')
  expect(none.data.list).toEqual([])
  expect((await ada.ask('/account/wallet/movements/all?from=2026-02-31')).http).toBe(422)

  const file = await fetch(`${shop.origin}/api/v1/account/wallet/movements/all?format=csv`, {
    headers: ada.headers,
  })
  expect(file.headers.get('content-type')).toContain('text/csv')
  expect((await file.text()).split('\r\n')[2]).toContain('"payment"')

  const bola = await customerOf(shop)
  expect((await bola.ask<Page>('/account/wallet/movements/all')).data.list).toEqual([])
})
