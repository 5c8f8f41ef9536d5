import { expect, test } from 'vitest'
import { createCustomer, topUpReferenceOf } from '../support/customer.ts'
import { eventually, startTestApp } from '../support/test-app.ts'

test('a top-up is credited once, however many concurrent calls process it', async () => {
  const app = await startTestApp()
  const ada = await createCustomer(app)
  const started = await ada.topUp(5_000)
  expect(started.httpStatus).toBe(200)
  const { callbackUrl } = await ada.payAtCheckout(started.data.checkoutUrl)
  const reference = topUpReferenceOf(callbackUrl)
  const claims = await Promise.all(Array.from({ length: 20 }, () => ada.processTopUp(reference)))
  for (const claim of claims) {
    expect(claim).toMatchObject({
      httpStatus: 200,
      status: 'success',
      data: { reference, amount: 5_000, type: 'wallet_topup' },
    })
  }
  expect(await ada.walletKobo()).toBe(500_000n)
  const balances = await app.accountBalances()
  expect(balances.get(`wallet:${ada.id}`)).toBe(-500_000n)
  expect((balances.get('gateway:paystack') ?? 0n) + (balances.get('gateway_fee') ?? 0n)).toBe(500_000n)
  expect((await ada.getBalance()).data).toMatchObject({
    balance: 5_000,
    held: 0,
    bonus: 0,
    currency: 'NGN',
    top_up: { min: 1_000, max: 500_000 },
  })
})

test('a top-up cancelled at the checkout returns to the wallet with its amount', async () => {
  const app = await startTestApp()
  const ada = await createCustomer(app)
  const { data } = await ada.topUp('1500.50')
  const { callbackUrl } = await ada.payAtCheckout(data.checkoutUrl, { cancel: true })
  const { pathname, search } = new URL(callbackUrl)
  expect(pathname + search).toMatch(/^\/account\/wallet\?note=topup_cancelled&amount=1500\.5\b/)
})

test('a top-up whose tab was closed is credited by the webhook', async () => {
  const app = await startTestApp()
  const ada = await createCustomer(app)
  const { data } = await ada.topUp('1500.50', { payment_method: 'ACCOUNT_TRANSFER' })
  await ada.payAtCheckout(data.checkoutUrl)
  await eventually(async () => (await ada.walletKobo()) === 150_050n)
})

test('only the paid amount is credited, whether underpaid or overpaid', async () => {
  const app = await startTestApp()
  const ada = await createCustomer(app)
  for (const [fault, kobo] of [
    ['underpaid', 200_000n],
    ['overpaid', 450_000n],
  ] as const) {
    const before = await ada.walletKobo()
    const { data } = await ada.topUp(4_000)
    await app.injectFault('paystack', fault)
    const { callbackUrl } = await ada.payAtCheckout(data.checkoutUrl)
    const claim = await ada.processTopUp(topUpReferenceOf(callbackUrl))
    expect(claim).toMatchObject({ httpStatus: 200, data: { amount: Number(kobo) / 100 } })
    expect((await ada.walletKobo()) - before).toBe(kobo)
  }
})

test.each([
  ['is not naira', 'wrong_currency'],
  ['came in another unit', 'wrong_unit'],
])('money that %s is not credited and is refunded', async (_, behaviour) => {
  const app = await startTestApp()
  const ada = await createCustomer(app)
  const { data } = await ada.topUp(4_000)
  await app.injectFault('paystack', behaviour)
  const { callbackUrl } = await ada.payAtCheckout(data.checkoutUrl)
  expect((await ada.processTopUp(topUpReferenceOf(callbackUrl))).httpStatus).toBe(409)
  expect(await ada.walletKobo()).toBe(0n)
  await app.runDueJobsUntil(async () => {
    const rows = await app.db.q.selectFrom('refunds').select('state').execute()
    return rows.length === 1 && rows[0]?.state === 'processed'
  })
  expect((await app.providerRecords()).refunds).toHaveLength(1)
  const {
    gateway_fee = 0n,
    'gateway:paystack': held = 0n,
    ...others
  } = Object.fromEntries(await app.accountBalances())
  expect([gateway_fee + held, others]).toEqual([0n, {}])
})

test('two payments are two top-ups, each credited with its own amount', async () => {
  const app = await startTestApp()
  const ada = await createCustomer(app)
  const [one, two] = await Promise.all([ada.topUp(1_000), ada.topUp(1_000)])
  for (const { data } of [one, two]) {
    const { callbackUrl } = await ada.payAtCheckout(data.checkoutUrl)
    expect((await ada.processTopUp(topUpReferenceOf(callbackUrl))).httpStatus).toBe(200)
  }
  expect(await ada.walletKobo()).toBe(200_000n)
})

test('a submit retried under one idempotency key is one top-up', async () => {
  const app = await startTestApp()
  const ada = await createCustomer(app)
  const key = { 'idempotency-key': 'a-key-of-the-browser' }
  const [one, two] = await Promise.all([ada.topUp(1_000, {}, key), ada.topUp(1_000, {}, key)])
  expect(two.data).toEqual(one.data)
  expect((await ada.topUp(2_000, {}, key)).httpStatus).toBe(409)
})

test('a top-up of another user, or an unknown one, is not found; guests must sign in', async () => {
  const app = await startTestApp()
  const ada = await createCustomer(app)
  const bola = await createCustomer(app)
  const { data } = await ada.topUp(2_000)
  const { callbackUrl } = await ada.payAtCheckout(data.checkoutUrl)
  expect((await bola.processTopUp(topUpReferenceOf(callbackUrl))).httpStatus).toBe(404)
  expect((await bola.processTopUp('SW-0000')).httpStatus).toBe(404)
  expect(await bola.walletKobo()).toBe(0n)
  const guest = app.createGuest()
  expect(
    await guest.postJson('/account/wallet/process-transactions', { reference: 'SW-0000' }),
  ).toMatchObject({
    httpStatus: 403,
    message: 'Please sign in to continue.',
  })
})

test('an order’s payment is not a top-up', async () => {
  const app = await startTestApp()
  const ada = await createCustomer(app)
  const { data: info } = await ada.lookUpMeter()
  const { data } = await ada.initiatePayment(info)
  const { callbackUrl } = await ada.payAtCheckout(data.checkoutUrl)
  expect((await ada.processTopUp(topUpReferenceOf(callbackUrl))).httpStatus).toBe(404)
})

test('amounts outside the limits and unsupported payment methods are rejected', async () => {
  const app = await startTestApp()
  const ada = await createCustomer(app)
  for (const amount of [999.99, 0, -5_000, 500_000.01, '1e6', 'plenty', 1000.555, null]) {
    const rejected = await ada.topUp(amount)
    expect(rejected.httpStatus, String(amount)).toBe(422)
    expect(rejected.errors).toHaveProperty('amount')
  }
  for (const payment_method of ['WALLET', 'SAVED_CARD', 'CASH']) {
    expect((await ada.topUp(2_000, { payment_method })).httpStatus).toBe(422)
  }
})

test('a declined and an abandoned top-up state that no money was taken', async () => {
  const app = await startTestApp()
  const ada = await createCustomer(app)
  const declined = await ada.topUp(2_000)
  await ada.payAtCheckout(declined.data.checkoutUrl, { decline: true })
  const abandoned = await ada.topUp(2_000)
  expect(abandoned.httpStatus).toBe(200)
  const rows = await app.db.q.selectFrom('payments').select('reference').orderBy('created_at').execute()
  expect(await ada.processTopUp(rows[0]!.reference)).toMatchObject({
    httpStatus: 409,
    message: "Your payment didn't go through. You were not charged. Try again.",
  })
  expect(await ada.processTopUp(rows[1]!.reference)).toMatchObject({
    httpStatus: 409,
    message: 'This top-up has not been paid. No money was taken.',
  })
})

test('a top-up paid with another amount states both amounts and the refund destination', async () => {
  const app = await startTestApp()
  const ada = await createCustomer(app)
  await app.injectFault('paystack', 'wrong_currency')
  const { data } = await ada.topUp(2_000)
  const { callbackUrl } = await ada.payAtCheckout(data.checkoutUrl)
  const { httpStatus, message } = await ada.processTopUp(topUpReferenceOf(callbackUrl))
  expect(httpStatus).toBe(409)
  expect(message).toContain('You paid $2,000.00 instead of ₦2,000.00, so this payment was not used.')
  expect(message).toMatch(/refund(ing|ed) \$2,000\.00 to the card you paid with\./)
  expect(await ada.walletKobo()).toBe(0n)
})

test('the return from the checkout redirects to the wallet’s result page', async () => {
  const app = await startTestApp()
  const ada = await createCustomer(app)
  const { data } = await ada.topUp(2_000)
  const { callbackUrl } = await ada.payAtCheckout(data.checkoutUrl)
  const reference = topUpReferenceOf(callbackUrl)
  expect(await ada.postJson('/payments/return', { gateway: 'paystack', reference })).toMatchObject({
    httpStatus: 200,
    data: { service: 'wallet_topup', reference },
  })
})

test('wallet history is visible only to its owner, newest first, by kind, by date and as a file', async () => {
  const app = await startTestApp()
  const ada = await createCustomer(app)
  const { data } = await ada.topUp(5_000)
  const { callbackUrl } = await ada.payAtCheckout(data.checkoutUrl)
  await ada.processTopUp(topUpReferenceOf(callbackUrl))
  const { data: info } = await ada.lookUpMeter()
  await ada.payFromWallet(info)
  await ada.processOrder(info)

  type Page = { list: { id: string; kind: string; amount: number; reference: string }[]; next: string | null }
  const all = await ada.fetchJson<Page>('/account/wallet/movements/all')
  expect(all.data.list.map((transaction) => [transaction.kind, transaction.amount])).toEqual([
    ['cashback', 20],
    ['payment', -2_100],
    ['top_up', 5_000],
  ])
  expect(all.data.list[1]?.reference).toBe(info.order_reference)
  expect(all.data.list[2]?.reference).toBe(topUpReferenceOf(callbackUrl))
  expect(all.data.next).toBeNull()
  const older = await ada.fetchJson<Page>(`/account/wallet/movements/all?cursor=${all.data.list[1]?.id}`)
  expect(older.data.list.map((transaction) => transaction.kind)).toEqual(['top_up'])
  const some = await ada.fetchJson<Page>('/account/wallet/movements/all?kind=cashback')
  expect(some.data.list).toHaveLength(1)
  const none = await ada.fetchJson<Page>('/account/wallet/movements/all?to=2020-01-31')
  expect(none.data.list).toEqual([])
  expect((await ada.fetchJson('/account/wallet/movements/all?from=2026-02-31')).httpStatus).toBe(422)

  const file = await fetch(`${app.origin}/api/v1/account/wallet/movements/all?format=csv`, {
    headers: ada.headers,
  })
  expect(file.headers.get('content-type')).toContain('text/csv')
  expect((await file.text()).split('\r\n')[2]).toContain('"Payments"')

  const bola = await createCustomer(app)
  expect((await bola.fetchJson<Page>('/account/wallet/movements/all')).data.list).toEqual([])
})
