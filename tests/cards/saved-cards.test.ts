import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test, vi } from 'vitest'
import { paystack } from '../../server/payments/gateways/paystack/index.ts'
import { chargeCard, findCard } from '../../server/payments/index.ts'
import { createSecrets } from '../../server/secrets/index.ts'
import { seedDemoCard } from '../../server/wallet/index.ts'
import { createCustomer, topUpReferenceOf } from '../support/customer.ts'
import { noGateways } from '../support/providers.ts'
import { eventually, startTestApp, type TestApp } from '../support/test-app.ts'

const stepUpCard = '5192602720584796'

const chargesOf = async (app: TestApp) => (await app.providerRecords()).captures

test('a succeeded payment with "save card" saves the card once and shows it without its token', async () => {
  const app = await startTestApp()
  const ada = await createCustomer(app)
  const card = await ada.saveCard()
  expect(card).toEqual({
    uniqueid: expect.stringMatching(/^[\w-]{16,}$/),
    first_digits: '408408',
    last_digits: '4081',
    expiry: '12/30',
    issuer: 'TEST BANK',
    type: 'visa',
  })
  await ada.saveCard()
  expect((await ada.listCards()).data).toEqual([card])

  const rows = await app.db.q.selectFrom('payment_cards').selectAll().execute()
  expect(rows).toHaveLength(1)
  expect(rows[0]?.token).toMatch(/^v1\./)
  expect(JSON.stringify(rows)).not.toContain('AUTH_')
})

test('no card is saved without consent, for a guest, when declined or when not reusable', async () => {
  const app = await startTestApp()
  const ada = await createCustomer(app)
  const { data: info } = await ada.lookUpMeter()
  const plain = await ada.initiatePayment(info)
  await ada.payAtCheckout(plain.data.checkoutUrl)
  await ada.processOrder(info)

  const guest = app.createGuest()
  const { data: guestOrder } = await guest.lookUpMeter()
  const ticked = await guest.initiatePayment(guestOrder, { save_card: true })
  await guest.payAtCheckout(ticked.data.checkoutUrl)
  await guest.processOrder(guestOrder)

  for (const card of ['4084080000005408', '507850785078507853']) {
    const { data: secondOrder } = await ada.lookUpMeter({ amount: 3_000 + Number(card.slice(-2)) })
    const opened = await ada.initiatePayment(secondOrder, { save_card: true })
    await ada.payAtCheckout(opened.data.checkoutUrl, { card })
    await ada.processOrder(secondOrder)
  }
  expect((await ada.listCards()).data).toEqual([])
  expect(await app.db.q.selectFrom('payment_cards').select('id').execute()).toEqual([])
})

test('a saved card pays for an order immediately, and the order is delivered', async () => {
  const app = await startTestApp()
  const ada = await createCustomer(app)
  const card = await ada.saveCard()
  const { data: info } = await ada.lookUpMeter({ amount: 3_000 })
  const paid = await ada.payWithSavedCard(info, card.uniqueid)
  expect(paid.httpStatus).toBe(200)
  expect(paid.data.checkoutUrl).toContain(
    `/electricity/transactions/process?reference=${info.order_reference}`,
  )
  expect((await ada.processOrder(info)).httpStatus).toBe(200)
  expect((await ada.getOrder(info)).data).toMatchObject({ paid_with: 'Card ending 4081' })
  expect((await chargesOf(app)).filter((item) => item.orderReference === info.order_reference)).toHaveLength(
    1,
  )
  expect(await app.ledgerSum()).toBe(0n)
})

test('a card that requires a second step redirects to the gateway, and the order is delivered after it', async () => {
  const app = await startTestApp()
  const ada = await createCustomer(app)
  const card = await ada.saveCard(stepUpCard)
  const { data: info } = await ada.lookUpMeter({ amount: 3_000 })
  const charge = await ada.payWithSavedCard(info, card.uniqueid)
  expect(new URL(charge.data.checkoutUrl).origin).toBe(new URL(app.simulators.url).origin)
  expect((await ada.payWithSavedCard(info, card.uniqueid)).data).toEqual(charge.data)
  const { callbackUrl } = await ada.payAtCheckout(charge.data.checkoutUrl, { card: stepUpCard })
  expect(callbackUrl).toContain('/payments/callback/paystack?n=')
  expect((await ada.processOrder(info)).httpStatus).toBe(200)
})

test('a declined card is not charged, and the order can be paid with it again', async () => {
  const app = await startTestApp()
  const ada = await createCustomer(app)
  const card = await ada.saveCard()
  const { data: info } = await ada.lookUpMeter({ amount: 3_000 })
  await app.injectFault('paystack', 'token_declined')
  expect(await ada.payWithSavedCard(info, card.uniqueid)).toMatchObject({
    httpStatus: 409,
    message: "Your payment didn't go through. You were not charged. Try again.",
  })
  expect((await ada.getOrderStatus(info)).data).toMatchObject({
    can_pay: true,
    money: { status: 'not_taken' },
  })
  expect((await ada.payWithSavedCard(info, card.uniqueid)).httpStatus).toBe(200)
  expect((await ada.processOrder(info)).httpStatus).toBe(200)
})

test('concurrent duplicate submits charge the card once', async () => {
  const app = await startTestApp()
  const ada = await createCustomer(app)
  const card = await ada.saveCard()
  const { data: info } = await ada.lookUpMeter({ amount: 3_000 })
  const pressed = await Promise.all([1, 2, 3].map(() => ada.payWithSavedCard(info, card.uniqueid)))
  expect(pressed.map((item) => item.httpStatus)).toEqual([200, 200, 200])
  await ada.processOrder(info)
  expect((await chargesOf(app)).filter((item) => item.orderReference === info.order_reference)).toHaveLength(
    1,
  )
})

test('a charge whose response was lost is verified, and the card is not charged again', async () => {
  const app = await startTestApp({
    providerOverrides: ({ gateways }) => ({
      gateways: { ...noGateways, paystack: paystack(gateways.paystack!, { createTimeoutMs: 1_500 }) },
    }),
  })
  const ada = await createCustomer(app)
  const card = await ada.saveCard()
  const { data: info } = await ada.lookUpMeter({ amount: 3_000 })
  await app.injectFault('paystack', 'token_timeout')
  // No webhook arrives: the poll must verify the charge.
  await app.injectFault('paystack', 'webhook_lost')
  const paid = await ada.payWithSavedCard(info, card.uniqueid)
  expect(paid.httpStatus).toBe(200)
  expect((await ada.processOrder(info)).httpStatus).toBe(200)
  expect((await chargesOf(app)).filter((item) => item.orderReference === info.order_reference)).toHaveLength(
    1,
  )
})

test('a charge that may be in flight blocks other payment methods until it is known not to have arrived', async () => {
  const app = await startTestApp({
    providerOverrides: ({ gateways }) => ({
      gateways: { ...noGateways, paystack: paystack(gateways.paystack!, { createTimeoutMs: 1_500 }) },
    }),
  })
  const ada = await createCustomer(app, { walletKobo: 1_000_000n })
  const card = await ada.saveCard()
  const before = await ada.walletKobo()
  const { data: info } = await ada.lookUpMeter({ amount: 3_000 })
  await app.injectFault('paystack', 'token_lost')
  expect((await ada.payWithSavedCard(info, card.uniqueid)).httpStatus).toBe(200)
  expect((await ada.getOrderStatus(info)).data).toMatchObject({
    can_pay: false,
    money: { status: 'checking' },
  })
  expect((await ada.payFromWallet(info)).httpStatus).toBe(409)
  expect(await ada.walletKobo()).toBe(before)

  await app.runDueJobsUntil(async () => (await ada.getOrderStatus(info)).data.can_pay, { stepSeconds: 60 })
  expect((await ada.payFromWallet(info)).httpStatus).toBe(200)
  expect((await chargesOf(app)).filter((item) => item.orderReference === info.order_reference)).toHaveLength(
    0,
  )
})

test('a process that is suspended after it stored a charge does not charge the card when it continues', async () => {
  const app = await startTestApp()
  const ada = await createCustomer(app)
  const { uniqueid } = await ada.saveCard()
  const { user_id: userId } = await app.db.q
    .selectFrom('payment_cards')
    .select('user_id')
    .executeTakeFirstOrThrow()
  const card = await findCard(app.db.q, userId, uniqueid)
  if (!card) throw new Error('No card')
  const charges = await chargesOf(app)
  const now = performance.now.bind(performance)
  let suspendedMs = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + suspendedMs)
  onTestFinished(() => clock.mockRestore())
  const suspendedDb: typeof app.db = {
    ...app.db,
    async inTransaction(work) {
      const result = await app.db.inTransaction(work)
      suspendedMs = 20 * 60_000
      return result
    },
  }
  const { payments } = app.features.orderProcessor.deps
  const id = randomUUID()
  const charge = chargeCard(
    { ...payments, db: suspendedDb },
    {
      ...{ card, amountKobo: 300_000n, description: 'Top-up', for: { type: 'wallet_topup', id } },
      origin: { sessionHash: null, deviceIdHash: null, ip: '203.0.113.9' },
      ...{ returnUrl: `${app.origin}/return`, cancelUrl: `${app.origin}/cancel` },
    },
  )
  await expect(charge).rejects.toMatchObject({ code: 'PAYMENT_FAILED' })
  expect(await chargesOf(app)).toEqual(charges)
  const { state } = await app.db.q
    .selectFrom('payments')
    .select('state')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(state).toBe('failed')
})

test('another user’s card is not found for payment, top-up or deletion', async () => {
  const app = await startTestApp()
  const ada = await createCustomer(app)
  const bola = await createCustomer(app)
  const card = await ada.saveCard()
  const { data: info } = await bola.lookUpMeter()
  const charged = (await chargesOf(app)).length
  expect((await bola.payWithSavedCard(info, card.uniqueid)).httpStatus).toBe(404)
  const topUp = { payment_for: 'wallet_topup', order_reference: null, service_id: null, amount: 5_000 }
  expect((await bola.payWithSavedCard(info, card.uniqueid, topUp)).httpStatus).toBe(404)
  expect((await bola.deleteCard(card.uniqueid)).httpStatus).toBe(404)
  expect((await bola.listCards()).data).toEqual([])
  expect(await chargesOf(app)).toHaveLength(charged)

  const { data: hers } = await ada.lookUpMeter({ amount: 4_000 })
  const bolas = await bola.saveCard()
  expect((await bola.payWithSavedCard(hers, bolas.uniqueid)).httpStatus).toBe(404)
  const guest = app.createGuest()
  expect((await guest.postJson('/account/payments/payment-card/initiate', {})).httpStatus).toBe(403)
})

test('a deleted card is unusable immediately and revoked at the gateway, even if the gateway first fails', async () => {
  const app = await startTestApp()
  const ada = await createCustomer(app)
  const card = await ada.saveCard()
  await app.injectFault('paystack', 'deactivate_500')
  expect((await ada.deleteCard(card.uniqueid)).httpStatus).toBe(200)
  expect((await ada.deleteCard(card.uniqueid)).httpStatus).toBe(404)
  expect((await ada.listCards()).data).toEqual([])
  const { data: info } = await ada.lookUpMeter({ amount: 3_000 })
  expect((await ada.payWithSavedCard(info, card.uniqueid)).httpStatus).toBe(404)
  await app.runDueJobsUntil(async () => {
    const row = await app.db.q.selectFrom('payment_cards').selectAll().executeTakeFirstOrThrow()
    return row.token === null && row.due_at === null
  })
})

test('a retried submit tops up a wallet by saved card once', async () => {
  const app = await startTestApp()
  const ada = await createCustomer(app)
  const card = await ada.saveCard()
  const before = await ada.walletKobo()
  const { data: info } = await ada.lookUpMeter()
  const topUp = {
    payment_for: 'wallet_topup',
    order_reference: undefined,
    service_id: undefined,
    amount: 5_000,
  }
  const key = { 'idempotency-key': 'one-press-only' }
  const [one, two] = await Promise.all([
    ada.payWithSavedCard(info, card.uniqueid, topUp, key),
    ada.payWithSavedCard(info, card.uniqueid, topUp, key),
  ])
  expect(one.data.checkoutUrl).toContain('/account/wallet/transactions/successful?reference=SW-')
  expect(two.data).toEqual(one.data)
  expect((await ada.processTopUp(topUpReferenceOf(one.data.checkoutUrl))).httpStatus).toBe(200)
  expect((await ada.walletKobo()) - before).toBe(500_000n)
})

test('wallet and saved cards are offered only to signed-in users', async () => {
  const app = await startTestApp()
  const ada = await createCustomer(app)
  const listMethods = async (client: { fetchJson: typeof ada.fetchJson }) =>
    (await client.fetchJson<{ identifier: string }[]>('/actions/get-payment-options')).data.map(
      (item) => item.identifier,
    )
  expect(await listMethods(ada)).toEqual(['ACCOUNT_TRANSFER', 'CARD', 'USSD', 'WALLET', 'SAVED_CARD'])
  expect(await listMethods(app.createGuest())).toEqual(['ACCOUNT_TRANSFER', 'CARD', 'USSD'])
})

test('the "save card" choice is applied to an open checkout', async () => {
  const app = await startTestApp()
  const ada = await createCustomer(app)
  const { data: info } = await ada.lookUpMeter()
  const plain = await ada.initiatePayment(info)
  const ticked = await ada.initiatePayment(info, { save_card: true })
  expect(ticked.data).toEqual(plain.data)
  await ada.payAtCheckout(ticked.data.checkoutUrl)
  await ada.processOrder(info)
  await eventually(async () => (await ada.listCards()).data.length === 1)
})

test('the demo customer’s card exists once and can be charged', async () => {
  const app = await startTestApp()
  const ada = await createCustomer(app)
  const secrets = createSecrets(app.config.dataKeys)
  await seedDemoCard(app.db, secrets, ada.email)
  await seedDemoCard(app.db, secrets, ada.email)
  const { data: cards } = await ada.listCards()
  expect(cards).toHaveLength(1)
  const { data: info } = await ada.lookUpMeter()
  expect((await ada.payWithSavedCard(info, cards[0]!.uniqueid)).httpStatus).toBe(200)
  expect((await ada.processOrder(info)).httpStatus).toBe(200)
})
