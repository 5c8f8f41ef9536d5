import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { account, post } from '../../server/ledger/index.ts'
import type { Referral } from '../../shared/referral.ts'
import type { Movement } from '../../shared/wallet.ts'
import { type Person, personOf } from '../support/account.ts'
import { openShop, type Shop } from '../support/shop.ts'

const path = '/account/referral/redeem-bonus'
const redeem = (person: Person, amount: unknown, key?: string) =>
  person.post<{ redeemed: number; bonus: number; balance: number }>(
    path,
    { amount },
    key ? { 'Idempotency-Key': key } : {},
  )

/** Somebody with a bonus, as an adjustment of ours. */
async function withBonus(shop: Shop, bonusKobo: bigint): Promise<Person> {
  const person = await personOf(shop)
  await shop.db.inTransaction((tx) =>
    post(tx, {
      event: `test:${randomUUID()}`,
      orderId: null,
      lines: [
        [account.adjustment, bonusKobo],
        [account.bonus(person.id), -bonusKobo],
      ],
    }),
  )
  return person
}

test('bonus becomes wallet money, one UTW for one naira, in one entry', async () => {
  const shop = await openShop()
  const ada = await withBonus(shop, 150_000n)
  expect(await redeem(ada, 1000.5)).toMatchObject({
    http: 200,
    status: 'success',
    data: { redeemed: 1000.5, bonus: 499.5, balance: 1000.5 },
  })
  expect(await ada.bonusKobo()).toBe(49_950n)
  expect(await ada.walletKobo()).toBe(100_050n)
  const { data } = await ada.get<{ list: Movement[] }>('/account/wallet/movements/all?kind=bonus')
  expect(data.list).toMatchObject([{ kind: 'bonus', amount: 1000.5, description: 'Referral bonus' }])
  expect(await shop.ledgerSum()).toBe(0n)
})

test('the least that may be redeemed is the setting wallet_minimum_deposit, as it is now', async () => {
  const shop = await openShop()
  const ada = await withBonus(shop, 1_000_000n)
  const least = async () => (await ada.get<Referral>('/account/referral/all')).data.wallet_minimum_deposit
  expect(await least()).toBe(500)
  expect(await redeem(ada, 499.99)).toMatchObject({
    http: 422,
    errors: { amount: ['Please redeem at least 500 UTW.'] },
  })
  expect(await redeem(ada, 500)).toMatchObject({ http: 200 })
  await shop.parts.settings.change('wallet_minimum_deposit', 1000)
  expect(await least()).toBe(1000)
  expect(await redeem(ada, 999)).toMatchObject({ http: 422 })
  expect(await redeem(ada, 1000)).toMatchObject({ http: 200 })
})

test('more than the bonus holds, nothing, less than nothing and what is no money are refused, and nothing moves', async () => {
  const shop = await openShop()
  const ada = await withBonus(shop, 100_000n)
  expect(await redeem(ada, 1000.01)).toMatchObject({
    http: 422,
    message: 'Your bonus does not hold that much. Nothing was redeemed.',
  })
  for (const amount of [0, -500, '1e3', 500.001, 'all', null, [500], { naira: 500 }, 1e30])
    expect((await redeem(ada, amount)).http, String(amount)).toBe(422)
  expect(await ada.bonusKobo()).toBe(100_000n)
  expect(await ada.walletKobo()).toBe(0n)
})

test('the same key redeems once, and gets the first answer again', async () => {
  const shop = await openShop()
  const ada = await withBonus(shop, 200_000n)
  const key = randomUUID()
  const answers = await Promise.all(Array.from({ length: 5 }, () => redeem(ada, 600, key)))
  for (const it of answers) expect(it).toEqual(answers[0])
  expect(await ada.bonusKobo()).toBe(140_000n)
  expect(await redeem(ada, 700, key)).toMatchObject({ http: 409 })
})

test('ten presses at once redeem what is there, and not a kobo more', { timeout: 60_000 }, async () => {
  const shop = await openShop()
  for (let round = 0; round < Number(process.env.ROUNDS ?? 3); round++) {
    const ada = await withBonus(shop, 100_000n)
    const answers = await Promise.all(Array.from({ length: 10 }, () => redeem(ada, 500)))
    expect(answers.filter((it) => it.http === 200)).toHaveLength(2)
    expect(answers.filter((it) => it.http === 422)).toHaveLength(8)
    expect(await ada.bonusKobo()).toBe(0n)
    expect(await ada.walletKobo()).toBe(100_000n)
  }
  expect(await shop.ledgerSum()).toBe(0n)
})

test('a person sees code, bonus and friends, and of a friend only as much as friends know', async () => {
  const shop = await openShop()
  const ada = await personOf(shop)
  await shop.db.q.updateTable('users').set({ referral_code: 'ADAADA22' }).where('id', '=', ada.id).execute()
  const bola = await personOf(shop, { walletKobo: 5_000_000n, referredBy: ada.id })
  await personOf(shop, { referredBy: ada.id })
  await bola.buys('power')
  const { data } = await ada.get<Referral>('/account/referral/all')
  expect(data).toMatchObject({
    code: 'ADAADA22',
    share_url: expect.stringMatching(/\/register\?referrer=ADAADA22$/),
    balance: 100,
    earned: 100,
    bonus: 100,
    bonus_from: 500,
  })
  expect(data.list.map((it) => it.name)).toEqual(['Ada O.', 'Ada O.'])
  expect(new Set(data.list.map((it) => it.bonus))).toEqual(new Set([100, null]))
  expect(JSON.stringify(data.list)).not.toContain('@')
  const { data: hers } = await bola.get<Referral>('/account/referral/all')
  expect(hers).toMatchObject({ balance: 0, list: [] })
})

test('a bonus needs a proved e-mail, and a guest has none', async () => {
  const shop = await openShop()
  const ada = await personOf(shop, { verified: false })
  expect(await redeem(ada, 500)).toMatchObject({ http: 403, message: 'Verify your e-mail first.' })
  const response = await fetch(`${shop.origin}/api/v1/account/referral/all`)
  expect(response.status).toBe(403)
})
