import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { account, post } from '../../server/ledger/index.ts'
import type { Referral } from '../../shared/referral.ts'
import type { WalletTransaction } from '../../shared/wallet.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { createUser, type TestUser } from '../support/user.ts'

const path = '/account/referral/redeem-bonus'
const redeem = (user: TestUser, amount: unknown, key?: string) =>
  user.post<{ redeemed: number; bonus: number; balance: number }>(
    path,
    { amount },
    key ? { 'Idempotency-Key': key } : {},
  )

/** A customer with a bonus, posted as an adjustment. */
async function withBonus(app: TestApp, bonusKobo: bigint): Promise<TestUser> {
  const user = await createUser(app)
  await app.db.inTransaction((tx) =>
    post(tx, {
      event: `test:${randomUUID()}`,
      orderId: null,
      postings: [
        [account.adjustment, bonusKobo],
        [account.bonus(user.id), -bonusKobo],
      ],
    }),
  )
  return user
}

test('bonus is transferred to the wallet, one UTW for one naira, in one ledger entry', async () => {
  const app = await startTestApp()
  const ada = await withBonus(app, 150_000n)
  expect(await redeem(ada, 1000.5)).toMatchObject({
    httpStatus: 200,
    status: 'success',
    data: { redeemed: 1000.5, bonus: 499.5, balance: 1000.5 },
  })
  expect(await ada.bonusKobo()).toBe(49_950n)
  expect(await ada.walletKobo()).toBe(100_050n)
  const { data } = await ada.get<{ list: WalletTransaction[] }>('/account/wallet/movements/all?kind=bonus')
  expect(data.list).toMatchObject([{ kind: 'bonus', amount: 1000.5, description: 'Referral bonus' }])
  expect(await app.ledgerSum()).toBe(0n)
})

test('the minimum redemption is the current setting wallet_minimum_deposit', async () => {
  const app = await startTestApp()
  const ada = await withBonus(app, 1_000_000n)
  const minimum = async () => (await ada.get<Referral>('/account/referral/all')).data.wallet_minimum_deposit
  expect(await minimum()).toBe(500)
  expect(await redeem(ada, 499.99)).toMatchObject({
    httpStatus: 422,
    errors: { amount: ['Please redeem at least 500 UTW.'] },
  })
  expect(await redeem(ada, 500)).toMatchObject({ httpStatus: 200 })
  await app.context.settings.change('wallet_minimum_deposit', 1000)
  expect(await minimum()).toBe(1000)
  expect(await redeem(ada, 999)).toMatchObject({ httpStatus: 422 })
  expect(await redeem(ada, 1000)).toMatchObject({ httpStatus: 200 })
})

test('excessive, zero, negative and invalid redemption amounts are rejected, and no money moves', async () => {
  const app = await startTestApp()
  const ada = await withBonus(app, 100_000n)
  expect(await redeem(ada, 1000.01)).toMatchObject({
    httpStatus: 422,
    message: 'Insufficient bonus balance. Nothing was redeemed.',
  })
  for (const amount of [0, -500, '1e3', 500.001, 'all', null, [500], { naira: 500 }, 1e30])
    expect((await redeem(ada, amount)).httpStatus, String(amount)).toBe(422)
  expect(await ada.bonusKobo()).toBe(100_000n)
  expect(await ada.walletKobo()).toBe(0n)
})

test('an idempotency key redeems once and replays the first response', async () => {
  const app = await startTestApp()
  const ada = await withBonus(app, 200_000n)
  const key = randomUUID()
  const responses = await Promise.all(Array.from({ length: 5 }, () => redeem(ada, 600, key)))
  for (const entry of responses) expect(entry).toEqual(responses[0])
  expect(await ada.bonusKobo()).toBe(140_000n)
  expect(await redeem(ada, 700, key)).toMatchObject({ httpStatus: 409 })
})

test('ten concurrent redemptions never exceed the bonus balance', { timeout: 60_000 }, async () => {
  const app = await startTestApp()
  for (let round = 0; round < Number(process.env.ROUNDS ?? 3); round++) {
    const ada = await withBonus(app, 100_000n)
    const responses = await Promise.all(Array.from({ length: 10 }, () => redeem(ada, 500)))
    expect(responses.filter((entry) => entry.httpStatus === 200)).toHaveLength(2)
    expect(responses.filter((entry) => entry.httpStatus === 422)).toHaveLength(8)
    expect(await ada.bonusKobo()).toBe(0n)
    expect(await ada.walletKobo()).toBe(100_000n)
  }
  expect(await app.ledgerSum()).toBe(0n)
})

test('a user sees code, bonus and referred users, with shortened names', async () => {
  const app = await startTestApp()
  const ada = await createUser(app)
  await app.db.q.updateTable('users').set({ referral_code: 'ADAADA22' }).where('id', '=', ada.id).execute()
  const bola = await createUser(app, { walletKobo: 5_000_000n, referredBy: ada.id })
  await createUser(app, { referredBy: ada.id })
  await bola.buy('power')
  const { data } = await ada.get<Referral>('/account/referral/all')
  expect(data).toMatchObject({
    code: 'ADAADA22',
    share_url: expect.stringMatching(/\/register\?referrer=ADAADA22$/),
    balance: 100,
    earned: 100,
    bonus: 100,
    bonus_min_amount: 500,
  })
  expect(data.list.map((entry) => entry.name)).toEqual(['Ada O.', 'Ada O.'])
  expect(new Set(data.list.map((entry) => entry.bonus))).toEqual(new Set([100, null]))
  expect(JSON.stringify(data.list)).not.toContain('@')
  const { data: hers } = await bola.get<Referral>('/account/referral/all')
  expect(hers).toMatchObject({ balance: 0, list: [] })
})

test('a bonus requires a verified e-mail; guests have none', async () => {
  const app = await startTestApp()
  const ada = await createUser(app, { verified: false })
  expect(await redeem(ada, 500)).toMatchObject({ httpStatus: 403, message: 'Verify your e-mail first.' })
  const response = await fetch(`${app.origin}/api/v1/account/referral/all`)
  expect(response.status).toBe(403)
})
