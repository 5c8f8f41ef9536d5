import { expect, test } from 'vitest'
import { expectBooksTrue } from '../support/audit.ts'
import { eventually, openShop } from '../support/shop.ts'
import { holderOf, transfers } from './house.ts'

const dozen = Array.from({ length: 12 }, (_, at) => at)

test('a dozen checks at once ask one question, and guesses at once do not get past the limit', async () => {
  const shop = await openShop()
  const ada = await holderOf(shop)
  const answers = await Promise.all(dozen.map(() => ada.verifies()))
  expect(answers.filter(({ http }) => http !== 200 && http !== 409)).toEqual([])
  expect(answers.some(({ http }) => http === 200)).toBe(true)
  const checks = () => shop.db.q.selectFrom('bvn_checks').select('outcome').execute()
  expect(await checks()).toEqual([{ outcome: 'match' }])

  const bola = await holderOf(shop)
  for (let round = 0; round < 12; round += 1) {
    await Promise.all([0, 1].map((at) => bola.verifies({ customer_bvn: `222${round + 10}${at}10003` })))
  }
  expect((await checks()).filter((it) => it.outcome === 'mismatch')).toHaveLength(10)
})

test('a dozen tabs that reserve at once hold one account', async () => {
  const shop = await openShop()
  const ada = await holderOf(shop)
  await ada.verifies()
  const uniqueid = await ada.savesMeter()
  const answers = await Promise.all(dozen.map(() => ada.reserves(uniqueid)))
  expect(answers.map(({ http }) => http)).toEqual(dozen.map(() => 200))
  expect(new Set(answers.map(({ data }) => data.virtual_account?.account_number)).size).toBe(1)
  expect(await shop.db.q.selectFrom('virtual_accounts').select('state').execute()).toEqual([
    { state: 'reserved' },
  ])
})

test('a transfer that several processes hear of, look for and sweep at once is credited once', async () => {
  const shop = await openShop()
  const ada = await holderOf(shop)
  const { account } = await ada.holdsAccount()
  const others = await Promise.all([shop.another(), shop.another(), shop.another()])
  for (let round = 1; round <= 5; round += 1) {
    await shop.fault('monnify', 'webhook_duplicate')
    await transfers(shop, account.account_number, 1000)
    await shop.clockAhead(3_700)
    await Promise.all([shop.sweep(), ...others.map((it) => it.sweep())])
    await eventually(async () => (await ada.walletKobo()) === BigInt(round) * 100_000n)
  }
  await Promise.all(others.map((it) => it.stop()))
  expect(await ada.walletKobo()).toBe(500_000n)
  expect(await ada.notices()).toHaveLength(5)
  await expectBooksTrue(shop)
})

test('a process that dies between the message and the credit leaves it to the next', async () => {
  const shop = await openShop()
  const ada = await holderOf(shop)
  const { account } = await ada.holdsAccount()
  await shop.fault('monnify', 'verify_timeout')
  await transfers(shop, account.account_number, 1000)
  await eventually(async () => (await shop.db.q.selectFrom('inflows').select('id').execute()).length === 1)
  await shop.restart()
  await shop.sweepUntil(async () => (await ada.walletKobo()) === 100_000n)
  expect(await ada.notices()).toHaveLength(1)
  await expectBooksTrue(shop)
})
