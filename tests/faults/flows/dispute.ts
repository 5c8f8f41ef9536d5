import { expect } from 'vitest'
import { initiate, type Looked } from '../../support/journey.ts'
import { sales } from '../../support/sales.ts'
import { type Flow, flow, type House, type Lie, type Story } from '../flow.ts'
import { isSettled } from '../settled.ts'

interface Told {
  readonly lies?: readonly Lie[]
  readonly decides: 'payer' | 'merchant'
  /** Of ₦2,100; all of it without. */
  readonly naira?: number
  readonly takenKobo: bigint
}

const part = { decides: 'payer', naira: 500, takenKobo: 50_000n } as const

const columns: Record<string, Told> = {
  all: { decides: 'payer', takenKobo: 210_000n },
  part,
  declined: { decides: 'merchant', takenKobo: 0n },
  dispute_500: { ...part, lies: [['paystack', 'dispute_500']] },
  webhook_duplicate: { ...part, lies: [['paystack', 'webhook_duplicate']] },
  webhook_reordered: { ...part, lies: [['paystack', 'webhook_reordered']] },
}

/** A payer's bank contests a payment that was delivered for: what it takes is booked once, and a person sees it. */
export const dispute: Flow = flow('dispute', columns, begin)

async function begin(house: House, told: Told): Promise<Story> {
  const { shop } = house
  const sale = sales.power
  const ada = shop.guest()
  const { data: info } = await house.press<Looked>(() => sale.looksUp(ada, 'good'))
  const opened = await house.press(() => initiate(ada, info, sale))
  await ada.paysAt(opened.data.checkoutUrl)
  await house.press(
    () => sale.processes(ada, info),
    () => isSettled(shop, info.order_reference, ['delivered']),
  )
  const order = await shop.orderRow(info.order_reference)
  const { id, reference } = await shop.db.q
    .selectFrom('payments')
    .select(['id', 'reference'])
    .where('order_id', '=', order.id)
    .executeTakeFirstOrThrow()
  const disputes = () =>
    shop.db.q.selectFrom('disputes').select('state').where('payment_id', '=', id).execute()
  return {
    async acts() {
      house.arm()
      await fetch(`${shop.simulators.url}/simulators/dispute`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          reference,
          decides: told.decides,
          ...(told.naira && { amount: told.naira }),
        }),
      })
    },
    over: async () => (await disputes()).some(({ state }) => state !== 'open'),
    async judge(where) {
      expect(await disputes(), where).toEqual([{ state: told.decides === 'payer' ? 'lost' : 'won' }])
      expect((await shop.books()).get(`receivable:${order.id}`) ?? 0n, where).toBe(told.takenKobo)
      const { review_reason } = await shop.orderRow(info.order_reference)
      expect(review_reason !== null, where).toBe(told.takenKobo > 0n)
    },
  }
}
