import { expect } from 'vitest'
import { prepaid } from '../../support/meters.ts'
import { holderOf, transfers } from '../../virtual-accounts/house.ts'
import { type Flow, flow, type House, type Lie, type Story } from '../flow.ts'

interface Told {
  readonly lies?: readonly Lie[]
  /** What arrives buys for the meter at once. */
  readonly buys?: boolean
  /** The vendor proves that it cannot deliver. */
  readonly fails?: boolean
  /** Money that no wallet sees. */
  readonly apart?: boolean
}

const lie = (behaviour: string): Told => ({ lies: [['monnify', behaviour]] })

const columns: Record<string, Told> = {
  credited: {},
  webhook_lost: lie('webhook_lost'),
  webhook_duplicate: lie('webhook_duplicate'),
  webhook_forged: lie('webhook_forged'),
  verify_pending: lie('verify_pending'),
  verify_html: lie('verify_html'),
  wrong_currency: { ...lie('wrong_currency'), apart: true },
  reserve_pending: lie('reserve_pending'),
  bought: { buys: true },
  not_delivered: { buys: true, fails: true },
}

const sum = { naira: 2_000, kobo: 200_000n }
/** 1 % of what was bought for ₦1,900. */
const cashback = 1_900n

/**
 * Money on a bank account of somebody's own: reserved, received, credited once, and spent once when that was
 * wished. The reservation is pressed until the account is there.
 */
export const inflow: Flow = flow('inflow', columns, begin)

async function begin(house: House, told: Told): Promise<Story> {
  const { shop } = house
  const ada = await holderOf(shop)
  const meter = prepaid(told.fails ? 'failed' : 'good')
  const uniqueid = await ada.savesMeter(meter)
  let reference = ''
  const row = () =>
    shop.db.q.selectFrom('inflows').selectAll().where('gateway_reference', '=', reference).executeTakeFirst()
  // Another order may have been made and never paid, by a process that was slower than its lease.
  const paidOrders = () =>
    shop.db.q
      .selectFrom('orders')
      .selectAll()
      .where('user_id', '=', ada.id)
      .where('paid_at', 'is not', null)
      .execute()
  return {
    async acts() {
      house.arm()
      await house.press(() => ada.verifies())
      await house.press(async () => {
        const answer = await ada.reserves(uniqueid)
        return answer.data?.virtual_account ? answer : { ...answer, http: Math.max(answer.http, 300) }
      })
      if (told.buys) await house.press(() => ada.switches(uniqueid, true))
      const account = await shop.db.q
        .selectFrom('virtual_accounts')
        .select('account_number')
        .where('user_id', '=', ada.id)
        .executeTakeFirstOrThrow()
      reference = await transfers(shop, account.account_number ?? '', sum.naira)
    },
    async over() {
      const { state, buying } = (await row()) ?? {}
      if (told.apart) return state === 'unmatched'
      const wanted = told.fails ? 'refunded' : 'delivered'
      const isBought = buying === 'bought' && (await paidOrders()).every((it) => it.state === wanted)
      return state === 'credited' && (told.buys !== true || isBought)
    },
    async judge(where) {
      const { captures } = await shop.truth()
      expect(captures.filter((it) => it.reference === reference).length, where).toBe(1)
      const accounts = await shop.db.q
        .selectFrom('virtual_accounts')
        .select('state')
        .where('user_id', '=', ada.id)
        .execute()
      expect(accounts, where).toEqual([{ state: 'reserved' }])
      const asked = await shop.db.q
        .selectFrom('bvn_checks')
        .select('consent')
        .where('user_id', '=', ada.id)
        .where('outcome', 'in', ['match', 'mismatch'])
        .execute()
      expect(asked.length, where).toBe(1)
      const spent = told.buys && !told.fails
      expect(await ada.walletKobo(), where).toBe(told.apart ? 0n : spent ? cashback : sum.kobo)
      expect((await paidOrders()).length, where).toBe(told.buys ? 1 : 0)
    },
  }
}
