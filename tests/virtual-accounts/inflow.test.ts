import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectBooksTrue } from '../support/audit.ts'
import { eventually, openShop, type Shop } from '../support/shop.ts'
import { holderOf, transfers } from './house.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop({ shared: true })
})
afterAll(() => shop.close())

const inflowOf = (reference: string) =>
  shop.db.q.selectFrom('inflows').selectAll().where('gateway_reference', '=', reference).executeTakeFirst()

async function posts(eventData: object, key = 'simulated-monnify-secret'): Promise<number> {
  const raw = JSON.stringify({ eventType: 'SUCCESSFUL_TRANSACTION', eventData })
  const answer = await fetch(`${shop.origin}/api/v1/webhooks/monnify`, {
    method: 'POST',
    body: raw,
    headers: { 'monnify-signature': createHmac('sha512', key).update(raw).digest('hex') },
  })
  await answer.text()
  return answer.status
}

const hint = (transactionReference: string, more: object = {}) => ({
  transactionReference,
  paymentReference: transactionReference,
  product: { type: 'RESERVED_ACCOUNT', reference: 'VA-X' },
  amountPaid: 1_000_000,
  paymentStatus: 'PAID',
  currency: 'NGN',
  ...more,
})

test('a transfer to an account goes into its owner’s wallet, and the owner is told', async () => {
  const ada = await holderOf(shop)
  const { account } = await ada.holdsAccount()
  const reference = await transfers(shop, account.account_number, '1500.50')
  await eventually(async () => (await ada.walletKobo()) === 150_050n)
  expect(await inflowOf(reference)).toMatchObject({
    state: 'credited',
    paid_kobo: 150_050n,
    currency: 'NGN',
    funding_fee_kobo: 0n,
    payer_name: expect.any(String),
  })
  expect(await ada.notices()).toEqual([
    {
      subject: 'Money received',
      body: `₦1,500.50 arrived on account ${account.account_number}. ₦1,500.50 was added to your wallet.`,
    },
  ])
  const { data } = await ada.ask<{ list: object[] }>('/account/wallet/movements/all')
  expect(data.list).toMatchObject([
    { kind: 'top_up', amount: 1500.5, description: `Transfer to account ${account.account_number}` },
  ])
  await expectBooksTrue(shop)
})

test('the funding fee that was shown at the reservation is kept from each transfer, and never more than came', async () => {
  await shop.parts.settings.change('funding_fee_kobo', 5_000)
  const ada = await holderOf(shop)
  const { account } = await ada.holdsAccount()
  await shop.parts.settings.change('funding_fee_kobo', 99_000)
  await transfers(shop, account.account_number, 1000)
  await eventually(async () => (await ada.walletKobo()) === 95_000n)
  const small = await transfers(shop, account.account_number, 30)
  await eventually(async () => (await inflowOf(small))?.state === 'credited')
  expect(await ada.walletKobo()).toBe(95_000n)
  expect((await ada.notices()).map((it) => it.body)).toContain(
    `₦1,000.00 arrived on account ${account.account_number}. ₦950.00 was added to your wallet. A funding fee of ₦50.00 was taken.`,
  )
  await shop.parts.settings.change('funding_fee_kobo', 0)
  await expectBooksTrue(shop)
})

test.each(['webhook_duplicate', 'webhook_forged', 'webhook_delayed'])(
  '%s: the transfer is credited once',
  async (behaviour) => {
    const ada = await holderOf(shop)
    const { account } = await ada.holdsAccount()
    await shop.fault('monnify', behaviour)
    await transfers(shop, account.account_number, 2000)
    await eventually(async () => (await ada.walletKobo()) === 200_000n)
    await shop.sweep()
    expect(await ada.walletKobo()).toBe(200_000n)
    expect(await ada.notices()).toHaveLength(1)
    await expectBooksTrue(shop)
  },
)

test('a message that never came is made up for: the gateway is asked what arrived', async () => {
  const ada = await holderOf(shop)
  const { account } = await ada.holdsAccount()
  await shop.fault('monnify', 'webhook_lost', 3)
  for (const amount of [1000, 2000, 3000]) await transfers(shop, account.account_number, amount)
  await shop.sweepUntil(async () => (await ada.walletKobo()) === 600_000n, { stepSeconds: 600 })
  expect(await ada.notices()).toHaveLength(3)
  await expectBooksTrue(shop)
})

test.each(['verify_500', 'verify_html', 'verify_pending', 'verify_refused'])(
  '%s: the transfer waits, and is credited when the gateway confirms it',
  async (behaviour) => {
    const ada = await holderOf(shop)
    const { account } = await ada.holdsAccount()
    await shop.fault('monnify', behaviour)
    const reference = await transfers(shop, account.account_number, 2000)
    await eventually(async () => (await inflowOf(reference))?.asks === 1)
    expect(await ada.walletKobo()).toBe(0n)
    await shop.sweepUntil(async () => (await ada.walletKobo()) === 200_000n)
    expect(await inflowOf(reference)).toMatchObject({ state: 'credited' })
    await expectBooksTrue(shop)
  },
)

test('a signed message about a transfer that never happened credits nothing, whatever it says', async () => {
  const ada = await holderOf(shop)
  await ada.holdsAccount()
  expect(await posts(hint('MNFY|never'))).toBe(200)
  await eventually(async () => ((await inflowOf('MNFY|never'))?.asks ?? 0) > 0)
  expect(await inflowOf('MNFY|never')).toMatchObject({ state: 'noted', paid_kobo: null })
  expect(await ada.walletKobo()).toBe(0n)
  expect(await posts(hint('MNFY|forged'), 'somebody-elses-secret')).toBe(401)
  expect(await inflowOf('MNFY|forged')).toBeUndefined()
  await expectBooksTrue(shop)
})

test('a checkout’s payment, told as a transfer, is not credited to a wallet', async () => {
  await shop.parts.settings.change('payment_gateway', 'monnify')
  const ada = await holderOf(shop)
  await ada.holdsAccount()
  const { data: info } = await ada.looksUp()
  const { data } = await ada.initiates(info)
  await ada.paysAt(data.checkoutUrl)
  await ada.processes(info)
  const payment = await shop.db.q
    .selectFrom('payments')
    .select('gateway_reference')
    .where('user_id', '=', ada.id)
    .executeTakeFirstOrThrow()
  const before = await ada.walletKobo()
  const reference = payment.gateway_reference ?? ''
  // Another event of theirs than the one that was kept, so that it is looked at.
  expect(await posts(hint(reference, { refundReference: 'another-event' }))).toBe(200)
  await eventually(async () => ((await inflowOf(reference))?.asks ?? 0) > 0)
  expect(await inflowOf(reference)).toMatchObject({ state: 'noted', paid_kobo: null })
  expect(await ada.walletKobo()).toBe(before)
  await shop.parts.settings.change('payment_gateway', 'paystack')
  await expectBooksTrue(shop)
})

test('money in another currency is set apart, and no wallet sees it', async () => {
  const ada = await holderOf(shop)
  const { account } = await ada.holdsAccount()
  await shop.fault('monnify', 'wrong_currency')
  const reference = await transfers(shop, account.account_number, 2000)
  await eventually(async () => (await inflowOf(reference))?.state === 'unmatched')
  expect(await inflowOf(reference)).toMatchObject({ currency: 'USD', because: 'currency' })
  expect(await ada.walletKobo()).toBe(0n)
  await expectBooksTrue(shop)
})

test('money on an account that is nobody’s here waits apart for a person, once', async () => {
  const own = await openShop()
  const ada = await holderOf(own)
  const { account } = await ada.holdsAccount()
  await own.db.q.updateTable('virtual_accounts').set({ reference: 'VA-ELSEWHERE' }).execute()
  await transfers(own, account.account_number, 2000)
  await eventually(async () => (await own.books()).get('unapplied') === -200_000n)
  await own.clockAhead(7_200)
  await own.sweep()
  expect((await own.books()).get('unapplied')).toBe(-200_000n)
  expect(await ada.walletKobo()).toBe(0n)
  expect(await own.ledgerSum()).toBe(0n)
})

test('an owner sees their own transfers alone', async () => {
  const [ada, bola] = [await holderOf(shop), await holderOf(shop)]
  const { account } = await ada.holdsAccount()
  await bola.holdsAccount()
  await transfers(shop, account.account_number, 700)
  await eventually(async () => (await ada.walletKobo()) === 70_000n)
  expect(await bola.walletKobo()).toBe(0n)
  expect(await bola.notices()).toEqual([])
})
