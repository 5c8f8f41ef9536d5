import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { account, post } from '../../../server/ledger/index.ts'
import { customerOf } from '../../support/customer.ts'
import { type Flow, flow, type House, type Story } from '../flow.ts'

const bonusKobo = 300_000n
const redeemedKobo = 100_000n

/** Bonus becomes wallet money: one press, one entry, however often its answer is lost. */
export const redeem: Flow = flow('redeem', { bonus: {} }, begin)

async function begin(house: House): Promise<Story> {
  const { shop } = house
  const ada = await customerOf(shop)
  await shop.db.inTransaction((tx) =>
    post(tx, {
      event: `test:${randomUUID()}`,
      orderId: null,
      lines: [
        [account.adjustment, bonusKobo],
        [account.bonus(ada.id), -bonusKobo],
      ],
    }),
  )
  const key = { 'idempotency-key': randomUUID() }
  return {
    async acts() {
      house.arm()
      await house.press(() => ada.send('/account/referral/redeem-bonus', { amount: 1_000 }, key))
    },
    over: async () => true,
    async judge(where) {
      expect({ wallet: await ada.walletKobo(), bonus: await ada.bonusKobo() }, where).toEqual({
        wallet: redeemedKobo,
        bonus: bonusKobo - redeemedKobo,
      })
    },
  }
}
