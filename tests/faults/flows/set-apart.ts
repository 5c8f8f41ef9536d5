import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { listSetApart } from '../../../server/operations/books/set-apart.ts'
import { customerOf } from '../../support/customer.ts'
import { eventually } from '../../support/shop.ts'
import { holderOf, transfers } from '../../virtual-accounts/house.ts'
import { type Flow, flow, type House, type Lie, type Story } from '../flow.ts'
import { managerOf, pin, uniqueidOf } from './manager.ts'

interface Told {
  readonly lies?: readonly Lie[]
  readonly act: 'credit' | 'transfer' | 'gateway'
  /** The refund at which our own work ends. */
  readonly refund?: 'processed' | 'failed'
}

const back = (behaviour?: string, refund: Told['refund'] = 'processed'): Told => ({
  act: 'gateway',
  refund,
  ...(behaviour && { lies: [['monnify', behaviour]] }),
})

const columns: Record<string, Told> = {
  credit: { act: 'credit' },
  transfer: { act: 'transfer' },
  refund: back(),
  refund_500: back('refund_500'),
  refund_timeout_accepted: back('refund_timeout_accepted'),
  refund_fails: back('refund_fails', 'failed'),
  webhook_lost: back('webhook_lost'),
}

const sum = { naira: 2_000, kobo: 200_000n }

/** Money that came to nobody's account: a manager gives it to somebody, whole and once. */
export const setApart: Flow = flow('set apart', columns, begin)

async function begin(house: House, told: Told): Promise<Story> {
  const { shop } = house
  const musa = await managerOf(shop)
  const ada = await customerOf(shop)
  const holder = await holderOf(shop)
  const { account } = await holder.holdsAccount()
  await shop.db.q
    .updateTable('virtual_accounts')
    .set({ reference: `VA-${randomUUID()}` })
    .where('user_id', '=', holder.id)
    .execute()
  const reference = await transfers(shop, account.account_number, sum.naira)
  const inflow = await eventually(() =>
    shop.db.q
      .selectFrom('inflows')
      .select('id')
      .where('gateway_reference', '=', reference)
      .where('state', '=', 'unmatched')
      .executeTakeFirst(),
  )
  await listSetApart(shop)
  const item = () =>
    shop.db.q
      .selectFrom('differences')
      .select(['id', 'resolved_at'])
      .where('subject', '=', inflow.id)
      .executeTakeFirstOrThrow()
  const { id } = await item()
  const refunds = () =>
    shop.db.q.selectFrom('refunds').select('state').where('inflow_id', '=', inflow.id).execute()
  const user_id = await uniqueidOf(shop, ada.id)
  const key = { 'idempotency-key': randomUUID() }
  return {
    async acts() {
      house.arm()
      const body = {
        auth_pin: pin,
        reason: 'The payer telephoned',
        ...(told.act === 'credit' && { user_id }),
        ...(told.act === 'transfer' && { bank_reference: 'NIP-1' }),
      }
      const path = `/management/reconciliation/${id}/${told.act === 'credit' ? 'credit' : 'return'}`
      await house.press(
        () => musa.send(path, body, key),
        async () => (await item()).resolved_at !== null,
      )
    },
    over: async () =>
      (await refunds()).every(({ state }) => state === told.refund) && (await item()).resolved_at !== null,
    async judge(where) {
      expect((await refunds()).length, where).toBe(told.act === 'gateway' ? 1 : 0)
      expect(await ada.walletKobo(), where).toBe(told.act === 'credit' ? sum.kobo : 0n)
      const given = (await shop.truth()).refunds.filter((it) => it.reference === reference)
      expect(given.length, where).toBe(told.refund === 'processed' ? 1 : 0)
      const left = await shop.db.q
        .selectFrom('ledger_entries')
        .select('id')
        .where('event', '=', `inflow:${inflow.id}:left`)
        .execute()
      expect(left.length, where).toBe(told.act === 'gateway' ? 0 : 1)
    },
  }
}
