import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectLedgerMatchesProviders } from '../support/consistency.ts'
import { eventually, startTestApp, type TestApp } from '../support/test-app.ts'
import { createAccountHolder, transferTo } from './setup.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ shared: true })
})
afterAll(() => app.close())

const depositByReference = (reference: string) =>
  app.db.q.selectFrom('deposits').selectAll().where('gateway_reference', '=', reference).executeTakeFirst()

async function postWebhook(eventData: object, key = 'simulated-monnify-secret'): Promise<number> {
  const raw = JSON.stringify({ eventType: 'SUCCESSFUL_TRANSACTION', eventData })
  const response = await fetch(`${app.origin}/api/v1/webhooks/monnify`, {
    method: 'POST',
    body: raw,
    headers: { 'monnify-signature': createHmac('sha512', key).update(raw).digest('hex') },
  })
  await response.text()
  return response.status
}

const webhookBody = (transactionReference: string, overrides: object = {}) => ({
  transactionReference,
  paymentReference: transactionReference,
  product: { type: 'RESERVED_ACCOUNT', reference: 'VA-X' },
  amountPaid: 1_000_000,
  paymentStatus: 'PAID',
  currency: 'NGN',
  ...overrides,
})

test('a deposit to a virtual account is credited to its owner’s wallet, and the owner is notified', async () => {
  const ada = await createAccountHolder(app)
  const { account } = await ada.reserveAccountForNewMeter()
  const reference = await transferTo(app, account.account_number, '1500.50')
  await eventually(async () => (await ada.walletKobo()) === 150_050n)
  expect(await depositByReference(reference)).toMatchObject({
    state: 'credited',
    paid_kobo: 150_050n,
    currency: 'NGN',
    funding_fee_kobo: 0n,
    payer_name: expect.any(String),
  })
  expect(await ada.notifications()).toEqual([
    {
      subject: 'Money received',
      body: `You received ₦1,500.50 in account ${account.account_number}. ₦1,500.50 was added to your wallet.`,
    },
  ])
  const { data } = await ada.fetchJson<{ list: object[] }>('/account/wallet/movements/all')
  expect(data.list).toMatchObject([
    { kind: 'top_up', amount: 1500.5, description: `Transfer to account ${account.account_number}` },
  ])
  await expectLedgerMatchesProviders(app)
})

test('the funding fee shown at reservation is deducted from each deposit, up to its amount', async () => {
  await app.context.settings.change('funding_fee_kobo', 5_000)
  const ada = await createAccountHolder(app)
  const { account } = await ada.reserveAccountForNewMeter()
  await app.context.settings.change('funding_fee_kobo', 99_000)
  await transferTo(app, account.account_number, 1000)
  await eventually(async () => (await ada.walletKobo()) === 95_000n)
  const small = await transferTo(app, account.account_number, 30)
  await eventually(async () => (await depositByReference(small))?.state === 'credited')
  expect(await ada.walletKobo()).toBe(95_000n)
  expect((await ada.notifications()).map((entry) => entry.body)).toContain(
    `You received ₦1,000.00 in account ${account.account_number}. ₦950.00 was added to your wallet after a funding fee of ₦50.00.`,
  )
  await app.context.settings.change('funding_fee_kobo', 0)
  await expectLedgerMatchesProviders(app)
})

test.each(['webhook_duplicate', 'webhook_forged', 'webhook_delayed'])(
  '%s: the deposit is credited once',
  async (behaviour) => {
    const ada = await createAccountHolder(app)
    const { account } = await ada.reserveAccountForNewMeter()
    await app.injectFault('monnify', behaviour)
    await transferTo(app, account.account_number, 2000)
    await eventually(async () => (await ada.walletKobo()) === 200_000n)
    await app.runDueJobs()
    expect(await ada.walletKobo()).toBe(200_000n)
    expect(await ada.notifications()).toHaveLength(1)
    await expectLedgerMatchesProviders(app)
  },
)

test('a deposit with a lost webhook is found by scanning the gateway', async () => {
  const ada = await createAccountHolder(app)
  const { account } = await ada.reserveAccountForNewMeter()
  await app.injectFault('monnify', 'webhook_lost', 3)
  for (const amount of [1000, 2000, 3000]) await transferTo(app, account.account_number, amount)
  await app.runDueJobsUntil(async () => (await ada.walletKobo()) === 600_000n, { stepSeconds: 600 })
  expect(await ada.notifications()).toHaveLength(3)
  await expectLedgerMatchesProviders(app)
})

test.each(['verify_500', 'verify_html', 'verify_pending', 'verify_refused'])(
  '%s: the deposit stays pending and is credited when the gateway confirms it',
  async (behaviour) => {
    const ada = await createAccountHolder(app)
    const { account } = await ada.reserveAccountForNewMeter()
    await app.injectFault('monnify', behaviour)
    const reference = await transferTo(app, account.account_number, 2000)
    await eventually(async () => (await depositByReference(reference))?.poll_count === 1)
    expect(await ada.walletKobo()).toBe(0n)
    await app.runDueJobsUntil(async () => (await ada.walletKobo()) === 200_000n)
    expect(await depositByReference(reference)).toMatchObject({ state: 'credited' })
    await expectLedgerMatchesProviders(app)
  },
)

test('a signed webhook about a nonexistent transfer credits nothing', async () => {
  const ada = await createAccountHolder(app)
  await ada.reserveAccountForNewMeter()
  expect(await postWebhook(webhookBody('MNFY|never'))).toBe(200)
  await eventually(async () => ((await depositByReference('MNFY|never'))?.poll_count ?? 0) > 0)
  expect(await depositByReference('MNFY|never')).toMatchObject({ state: 'received', paid_kobo: null })
  expect(await ada.walletKobo()).toBe(0n)
  expect(await postWebhook(webhookBody('MNFY|forged'), 'somebody-elses-secret')).toBe(401)
  expect(await depositByReference('MNFY|forged')).toBeUndefined()
  await expectLedgerMatchesProviders(app)
})

test('a checkout payment reported as a deposit is not credited to a wallet', async () => {
  await app.context.settings.change('payment_gateway', 'monnify')
  const ada = await createAccountHolder(app)
  await ada.reserveAccountForNewMeter()
  const { data: info } = await ada.lookUpMeter()
  const { data } = await ada.initiatePayment(info)
  await ada.payAtCheckout(data.checkoutUrl)
  await ada.processOrder(info)
  const payment = await app.db.q
    .selectFrom('payments')
    .select('gateway_reference')
    .where('user_id', '=', ada.id)
    .executeTakeFirstOrThrow()
  const before = await ada.walletKobo()
  const reference = payment.gateway_reference ?? ''
  // A different gateway event than the stored one, so that it is processed.
  expect(await postWebhook(webhookBody(reference, { refundReference: 'another-event' }))).toBe(200)
  await eventually(async () => ((await depositByReference(reference))?.poll_count ?? 0) > 0)
  expect(await depositByReference(reference)).toMatchObject({ state: 'received', paid_kobo: null })
  expect(await ada.walletKobo()).toBe(before)
  await app.context.settings.change('payment_gateway', 'paystack')
  await expectLedgerMatchesProviders(app)
})

test('a deposit in a foreign currency is unallocated and credits no wallet', async () => {
  const ada = await createAccountHolder(app)
  const { account } = await ada.reserveAccountForNewMeter()
  await app.injectFault('monnify', 'wrong_currency')
  const reference = await transferTo(app, account.account_number, 2000)
  await eventually(async () => (await depositByReference(reference))?.state === 'unmatched')
  expect(await depositByReference(reference)).toMatchObject({ currency: 'USD', failure_reason: 'currency' })
  expect(await ada.walletKobo()).toBe(0n)
  await expectLedgerMatchesProviders(app)
})

test('a deposit to an unknown account is recorded once as unallocated funds for a manager', async () => {
  const ownApp = await startTestApp()
  const ada = await createAccountHolder(ownApp)
  const { account } = await ada.reserveAccountForNewMeter()
  await ownApp.db.q.updateTable('virtual_accounts').set({ reference: 'VA-ELSEWHERE' }).execute()
  await transferTo(ownApp, account.account_number, 2000)
  await eventually(async () => (await ownApp.accountBalances()).get('unapplied') === -200_000n)
  await ownApp.advanceClock(7_200)
  await ownApp.runDueJobs()
  expect((await ownApp.accountBalances()).get('unapplied')).toBe(-200_000n)
  expect(await ada.walletKobo()).toBe(0n)
  expect(await ownApp.ledgerSum()).toBe(0n)
})

test('an owner sees only their own deposits', async () => {
  const [ada, bola] = [await createAccountHolder(app), await createAccountHolder(app)]
  const { account } = await ada.reserveAccountForNewMeter()
  await bola.reserveAccountForNewMeter()
  await transferTo(app, account.account_number, 700)
  await eventually(async () => (await ada.walletKobo()) === 70_000n)
  expect(await bola.walletKobo()).toBe(0n)
  expect(await bola.notifications()).toEqual([])
})
