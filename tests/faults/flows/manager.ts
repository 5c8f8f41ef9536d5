import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { hashSecret } from '../../../server/accounts/password.ts'
import { expectFair, factsOf } from '../../support/audit.ts'
import { customerOf } from '../../support/customer.ts'
import { prepaid } from '../../support/meters.ts'
import type { Ending } from '../../support/sales.ts'
import type { Till } from '../../support/shop.ts'
import { type Flow, flow, type House, type Lie, type Story } from '../flow.ts'
import { isSettled } from '../settled.ts'

export const pin = '246810'
/** Made once, since that is slow by design. */
let pinHash: Promise<string> | undefined

export async function managerOf(shop: Till) {
  const musa = await customerOf(shop)
  pinHash ??= hashSecret(pin)
  await shop.db.q
    .updateTable('users')
    .set({ role: 'manager', pin_hash: await pinHash })
    .where('id', '=', musa.id)
    .execute()
  return musa
}

export const uniqueidOf = async (shop: Till, id: string): Promise<string> =>
  (await shop.db.q.selectFrom('users').select('uniqueid').where('id', '=', id).executeTakeFirstOrThrow())
    .uniqueid

/** A manager puts money into a wallet: once for each press, and nobody's but the named user's. */
export const managerTopUp: Flow = flow('manager top-up', { 'at once': {} }, async (house) => {
  const { shop } = house
  const musa = await managerOf(shop)
  const ada = await customerOf(shop)
  const wish = { amount: 2_500, subject: 'Goodwill', auth_pin: pin, user_id: await uniqueidOf(shop, ada.id) }
  const key = { 'idempotency-key': randomUUID() }
  return {
    async acts() {
      house.arm()
      await house.press(() => musa.send('/management/wallet/top-up', wish, key))
    },
    over: async () => true,
    async judge(where) {
      expect(await ada.walletKobo(), where).toBe(250_000n)
      const asked = await shop.db.q
        .selectFrom('approvals')
        .select('id')
        .where('user_id', '=', ada.id)
        .execute()
      expect(asked.length, where).toBe(1)
    },
  }
})

interface Told {
  readonly lies?: readonly Lie[]
  readonly ending?: Ending
  readonly ends: readonly string[]
}

const columns: Record<string, Told> = {
  delivered: { ends: ['delivered'] },
  failed: { ending: 'failed', ends: ['refunded'] },
  error_500: { lies: [['vtpass', 'error_500']], ends: ['delivered'] },
}

/** What an order earned anybody. The books of the house are those of other stories, too. */
const earned = (shop: Till, orderId: string) =>
  shop.db.q
    .selectFrom('ledger_entries')
    .innerJoin('ledger_postings', 'ledger_postings.entry_id', 'ledger_entries.id')
    .select(['event', 'amount_kobo'])
    .where('order_id', '=', orderId)
    .where('account', 'in', ['cashback', 'referral'])
    .execute()

/** A manager buys for a user at our cost: delivered once, or taken back; the user's wallet is not touched. */
export const managerPurchase: Flow = flow('manager purchase', columns, buys)

async function buys(house: House, told: Told): Promise<Story> {
  const { shop } = house
  const musa = await managerOf(shop)
  const ada = await customerOf(shop, { walletKobo: 500_000n })
  const user_id = await uniqueidOf(shop, ada.id)
  const form = {
    meter_number: prepaid(told.ending),
    meter_type: 'prepaid',
    phone_number: '08031234567',
    amount: 2_000,
    meter_disco: 'ikeja',
  }
  const { data: info } = await house.press(() => musa.looksUp(form))
  const key = { 'idempotency-key': randomUUID() }
  const over = () => isSettled(shop, info.order_reference, told.ends)
  return {
    async acts() {
      house.arm()
      const { order_reference, access_token } = info
      const wish = { ...form, order_reference, access_token, auth_pin: pin, user_id }
      await house.press(() => musa.send('/management/power/subscribe', wish, key), over)
    },
    over,
    async judge(where) {
      const { order, attempts, captures } = await factsOf(shop, info.order_reference)
      expect(told.ends, where).toContain(order.state)
      expect([attempts.length, captures.length, order.user_id], where).toEqual([1, 0, ada.id])
      expect(await ada.walletKobo(), where).toBe(500_000n)
      expect(await earned(shop, order.id), where).toEqual([])
      await expectFair(shop, info.order_reference, where)
    },
  }
}
