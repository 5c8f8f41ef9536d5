import { expect, test } from 'vitest'
import { paystack } from '../../server/payments/gateways/paystack/index.ts'
import { openSecrets } from '../../server/secrets/index.ts'
import { seedDemoCard } from '../../server/wallet/index.ts'
import { customerOf, referenceIn } from '../support/customer.ts'
import { eventually, openShop, type Shop } from '../support/shop.ts'

const stepUpCard = '5192602720584796'

const chargesOf = async (shop: Shop) => (await shop.truth()).captures

test('a card is saved by the tick on a payment that succeeds, once, and shown without its secret', async () => {
  const shop = await openShop()
  const ada = await customerOf(shop)
  const card = await ada.savesCard()
  expect(card).toEqual({
    uniqueid: expect.stringMatching(/^[\w-]{16,}$/),
    first_digits: '408408',
    last_digits: '4081',
    expiry: '12/30',
    issuer: 'TEST BANK',
    type: 'visa',
  })
  await ada.savesCard()
  expect((await ada.cards()).data).toEqual([card])

  const rows = await shop.db.q.selectFrom('payment_cards').selectAll().execute()
  expect(rows).toHaveLength(1)
  expect(rows[0]?.token).toMatch(/^v1\./)
  expect(JSON.stringify(rows)).not.toContain('AUTH_')
})

test('no card is saved without the tick, for a guest, when declined, or when it may not be charged again', async () => {
  const shop = await openShop()
  const ada = await customerOf(shop)
  const { data: info } = await ada.looksUp()
  const plain = await ada.initiates(info)
  await ada.paysAt(plain.data.checkoutUrl)
  await ada.processes(info)

  const guest = shop.guest()
  const { data: theirs } = await guest.looksUp()
  const ticked = await guest.initiates(theirs, { save_card: true })
  await guest.paysAt(ticked.data.checkoutUrl)
  await guest.processes(theirs)

  for (const card of ['4084080000005408', '507850785078507853']) {
    const { data: again } = await ada.looksUp({ amount: 3_000 + Number(card.slice(-2)) })
    const opened = await ada.initiates(again, { save_card: true })
    await ada.paysAt(opened.data.checkoutUrl, { card })
    await ada.processes(again)
  }
  expect((await ada.cards()).data).toEqual([])
  expect(await shop.db.q.selectFrom('payment_cards').select('id').execute()).toEqual([])
})

test('a saved card pays for an order at once, and the order is delivered', async () => {
  const shop = await openShop()
  const ada = await customerOf(shop)
  const card = await ada.savesCard()
  const { data: info } = await ada.looksUp({ amount: 3_000 })
  const paid = await ada.paysByCard(info, card.uniqueid)
  expect(paid.http).toBe(200)
  expect(paid.data.checkoutUrl).toContain(
    `/electricity/transactions/process?reference=${info.order_reference}`,
  )
  expect((await ada.processes(info)).http).toBe(200)
  expect((await chargesOf(shop)).filter((it) => it.orderReference === info.order_reference)).toHaveLength(1)
  expect(await shop.ledgerSum()).toBe(0n)
})

test('a card that asks for a second step leads to the gateway, and the order is delivered after it', async () => {
  const shop = await openShop()
  const ada = await customerOf(shop)
  const card = await ada.savesCard(stepUpCard)
  const { data: info } = await ada.looksUp({ amount: 3_000 })
  const asked = await ada.paysByCard(info, card.uniqueid)
  expect(new URL(asked.data.checkoutUrl).origin).toBe(new URL(shop.simulators.url).origin)
  expect((await ada.paysByCard(info, card.uniqueid)).data).toEqual(asked.data)
  const { callbackUrl } = await ada.paysAt(asked.data.checkoutUrl, { card: stepUpCard })
  expect(callbackUrl).toContain('/payments/callback/paystack?n=')
  expect((await ada.processes(info)).http).toBe(200)
})

test('a declined card takes nothing, and the same order is paid with it again', async () => {
  const shop = await openShop()
  const ada = await customerOf(shop)
  const card = await ada.savesCard()
  const { data: info } = await ada.looksUp({ amount: 3_000 })
  await shop.fault('paystack', 'token_declined')
  expect(await ada.paysByCard(info, card.uniqueid)).toMatchObject({
    http: 409,
    message: 'The payment did not go through. You can try again.',
  })
  expect((await ada.seesState(info)).data).toMatchObject({ may_pay: true, money: { is: 'not_taken' } })
  expect((await ada.paysByCard(info, card.uniqueid)).http).toBe(200)
  expect((await ada.processes(info)).http).toBe(200)
})

test('the same press twice at once charges the card once', async () => {
  const shop = await openShop()
  const ada = await customerOf(shop)
  const card = await ada.savesCard()
  const { data: info } = await ada.looksUp({ amount: 3_000 })
  const pressed = await Promise.all([1, 2, 3].map(() => ada.paysByCard(info, card.uniqueid)))
  expect(pressed.map((it) => it.http)).toEqual([200, 200, 200])
  await ada.processes(info)
  expect((await chargesOf(shop)).filter((it) => it.orderReference === info.order_reference)).toHaveLength(1)
})

test('a charge whose answer was lost is asked about, and the card is not charged again', async () => {
  const shop = await openShop({
    counterparties: (config) => ({ gateways: { paystack: paystack(config.paystack!, { openMs: 400 }) } }),
  })
  const ada = await customerOf(shop)
  const card = await ada.savesCard()
  const { data: info } = await ada.looksUp({ amount: 3_000 })
  await shop.fault('paystack', 'token_timeout')
  // Nobody tells us: it is ours to ask.
  await shop.fault('paystack', 'webhook_lost')
  const paid = await ada.paysByCard(info, card.uniqueid)
  expect(paid.http).toBe(200)
  expect((await ada.processes(info)).http).toBe(200)
  expect((await chargesOf(shop)).filter((it) => it.orderReference === info.order_reference)).toHaveLength(1)
})

test('a charge that may be on its way keeps every other way closed, until it is known never to have arrived', async () => {
  const shop = await openShop({
    counterparties: (config) => ({ gateways: { paystack: paystack(config.paystack!, { openMs: 400 }) } }),
  })
  const ada = await customerOf(shop, { walletKobo: 1_000_000n })
  const card = await ada.savesCard()
  const before = await ada.walletKobo()
  const { data: info } = await ada.looksUp({ amount: 3_000 })
  await shop.fault('paystack', 'token_lost')
  expect((await ada.paysByCard(info, card.uniqueid)).http).toBe(200)
  expect((await ada.seesState(info)).data).toMatchObject({ may_pay: false, money: { is: 'checking' } })
  expect((await ada.paysFromWallet(info)).http).toBe(409)
  expect(await ada.walletKobo()).toBe(before)

  await shop.sweepUntil(async () => (await ada.seesState(info)).data.may_pay, { stepSeconds: 60 })
  expect((await ada.paysFromWallet(info)).http).toBe(200)
  expect((await chargesOf(shop)).filter((it) => it.orderReference === info.order_reference)).toHaveLength(0)
})

test('somebody else’s card is not found: to pay with, to top up with, or to delete', async () => {
  const shop = await openShop()
  const ada = await customerOf(shop)
  const bola = await customerOf(shop)
  const card = await ada.savesCard()
  const { data: info } = await bola.looksUp()
  const charged = (await chargesOf(shop)).length
  expect((await bola.paysByCard(info, card.uniqueid)).http).toBe(404)
  const topUp = { payment_for: 'wallet_topup', order_reference: null, service_id: null, amount: 5_000 }
  expect((await bola.paysByCard(info, card.uniqueid, topUp)).http).toBe(404)
  expect((await bola.deletesCard(card.uniqueid)).http).toBe(404)
  expect((await bola.cards()).data).toEqual([])
  expect(await chargesOf(shop)).toHaveLength(charged)

  const { data: hers } = await ada.looksUp({ amount: 4_000 })
  const bolas = await bola.savesCard()
  expect((await bola.paysByCard(hers, bolas.uniqueid)).http).toBe(404)
  const guest = shop.guest()
  expect((await guest.send('/account/payments/payment-card/initiate', {})).http).toBe(403)
})

test('a deleted card is gone at once, here and at the gateway, even when the gateway first fails', async () => {
  const shop = await openShop()
  const ada = await customerOf(shop)
  const card = await ada.savesCard()
  await shop.fault('paystack', 'deactivate_500')
  expect((await ada.deletesCard(card.uniqueid)).http).toBe(200)
  expect((await ada.deletesCard(card.uniqueid)).http).toBe(404)
  expect((await ada.cards()).data).toEqual([])
  const { data: info } = await ada.looksUp({ amount: 3_000 })
  expect((await ada.paysByCard(info, card.uniqueid)).http).toBe(404)
  await shop.sweepUntil(async () => {
    const row = await shop.db.q.selectFrom('payment_cards').selectAll().executeTakeFirstOrThrow()
    return row.token === null && row.due_at === null
  })
})

test('a wallet is topped up by a saved card, once for a press that is sent twice', async () => {
  const shop = await openShop()
  const ada = await customerOf(shop)
  const card = await ada.savesCard()
  const before = await ada.walletKobo()
  const { data: info } = await ada.looksUp()
  const topUp = {
    payment_for: 'wallet_topup',
    order_reference: undefined,
    service_id: undefined,
    amount: 5_000,
  }
  const key = { 'idempotency-key': 'one-press-only' }
  const [one, two] = await Promise.all([
    ada.paysByCard(info, card.uniqueid, topUp, key),
    ada.paysByCard(info, card.uniqueid, topUp, key),
  ])
  expect(one.data.checkoutUrl).toContain('/account/wallet/transactions/successful?reference=SW-')
  expect(two.data).toEqual(one.data)
  expect((await ada.claims(referenceIn(one.data.checkoutUrl))).http).toBe(200)
  expect((await ada.walletKobo()) - before).toBe(500_000n)
})

test('the ways of somebody’s own are offered to people who are signed in', async () => {
  const shop = await openShop()
  const ada = await customerOf(shop)
  const ways = async (asker: { ask: typeof ada.ask }) =>
    (await asker.ask<{ identifier: string }[]>('/actions/get-payment-options')).data.map(
      (it) => it.identifier,
    )
  expect(await ways(ada)).toEqual(['ACCOUNT_TRANSFER', 'CARD', 'USSD', 'WALLET', 'SAVED_CARD'])
  expect(await ways(shop.guest())).toEqual(['ACCOUNT_TRANSFER', 'CARD', 'USSD'])
})

test('the tick on a checkout that is open already is taken over', async () => {
  const shop = await openShop()
  const ada = await customerOf(shop)
  const { data: info } = await ada.looksUp()
  const plain = await ada.initiates(info)
  const ticked = await ada.initiates(info, { save_card: true })
  expect(ticked.data).toEqual(plain.data)
  await ada.paysAt(ticked.data.checkoutUrl)
  await ada.processes(info)
  await eventually(async () => (await ada.cards()).data.length === 1)
})

test('the demo customer’s card is there once, and may be charged', async () => {
  const shop = await openShop()
  const ada = await customerOf(shop)
  const secrets = openSecrets(shop.config.dataKeys)
  await seedDemoCard(shop.db, secrets, ada.email)
  await seedDemoCard(shop.db, secrets, ada.email)
  const { data: cards } = await ada.cards()
  expect(cards).toHaveLength(1)
  const { data: info } = await ada.looksUp()
  expect((await ada.paysByCard(info, cards[0]!.uniqueid)).http).toBe(200)
  expect((await ada.processes(info)).http).toBe(200)
})
