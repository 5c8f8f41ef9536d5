import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { BulkPurchase } from '../../../shared/bulk.ts'
import { expectFair } from '../../support/audit.ts'
import { type Customer, customerOf } from '../../support/customer.ts'
import { prepaid } from '../../support/meters.ts'
import { mobile } from '../../support/sales.ts'
import type { Reply, Till } from '../../support/shop.ts'
import { type Flow, flow, type House, type Lie, type Story } from '../flow.ts'

interface Told {
  readonly lies?: readonly Lie[]
  /** Whatever it meets: the purchase that would have failed is then delivered. */
  readonly all?: boolean
}

const purseKobo = 5_000_000n
export const bulkPath = '/account/bulk-purchases'

const columns: Record<string, Told> = {
  bought: {},
  error_500: { lies: [['vtpass', 'error_500', 2]], all: true },
}

/** A company buys by the file: each row is bought once or paid back, whichever process does it. */
export const bulk: Flow = flow('bulk', columns, begin)

/** A company with money in its wallet. */
export async function companyIn(shop: Till, walletKobo: bigint): Promise<Customer> {
  const mills = await customerOf(shop, { walletKobo })
  await shop.db.q
    .updateTable('users')
    .set({ is_company: true, company_name: 'Okafor Mills Ltd' })
    .where('id', '=', mills.id)
    .execute()
  return mills
}

/** It uploads a file of these rows. */
export async function checks(
  shop: Till,
  mills: Customer,
  rows: readonly string[],
): Promise<Reply<BulkPurchase>> {
  const form = new FormData()
  const csv = ['service,number,provider,type,plan,amount,phone', ...rows, ''].join('\n')
  form.set('file', new Blob([csv]), 'staff.csv')
  const answer = await fetch(`${shop.origin}/api/v1${bulkPath}/check`, {
    method: 'POST',
    headers: mills.headers,
    body: form,
  })
  return { http: answer.status, ...((await answer.json()) as Omit<Reply<BulkPurchase>, 'http'>) }
}

async function begin(house: House, told: Told): Promise<Story> {
  const { shop } = house
  const mills = await companyIn(shop, purseKobo)
  const rows = [
    `power,${prepaid()},ikeja,prepaid,,2000,08031234567`,
    `power,${prepaid('failed')},ikeja,prepaid,,2000,08031234567`,
    `airtime,${mobile('good')},mtn,,,500,`,
    `airtime,${mobile('good')},glo,,,700,`,
  ]
  const { data: file } = await house.press(() => checks(shop, mills, rows))
  const key = { 'idempotency-key': randomUUID() }
  const orders = () => shop.db.q.selectFrom('orders').selectAll().where('user_id', '=', mills.id).execute()
  const stateNow = () =>
    shop.db.q.selectFrom('bulk_purchases').select('state').where('id', '=', file.id).executeTakeFirstOrThrow()
  return {
    async acts() {
      house.arm()
      await house.press(() => mills.send(`${bulkPath}/${file.id}/start`, {}, key))
    },
    over: async () => (await stateNow()).state === 'done',
    async judge(where) {
      const bought = (await orders()).filter((it) => it.state !== 'quoted')
      const states = bought.map((it) => it.state).sort()
      expect(states.slice(0, 3), where).toEqual(['delivered', 'delivered', 'delivered'])
      expect(states.slice(3), where).toEqual([
        told.all ? expect.stringMatching(/^(deliver|refund)ed$/) : 'refunded',
      ])
      for (const it of bought) await expectFair(shop, it.reference, where)
      const spentKobo = bought
        .filter((it) => it.state === 'delivered')
        .reduce((sum, it) => sum + it.total_kobo - it.amount_kobo / 100n, 0n)
      expect({ wallet: await mills.walletKobo(), hold: await mills.holdKobo() }, where).toEqual({
        wallet: purseKobo - spentKobo,
        hold: 0n,
      })
    },
  }
}
