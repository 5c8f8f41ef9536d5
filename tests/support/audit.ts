import { expect } from 'vitest'
import { isPaid } from '../../server/payments/index.ts'
import type { Shop } from './shop.ts'

/** What VTpass keeps for us of a purchase: 1.5 %. */
const costOf = (amountKobo: number) => amountKobo - Math.round((amountKobo * 15) / 1_000)
const sum = (them: readonly { amountKobo: number }[]) => them.reduce((total, it) => total + it.amountKobo, 0)

/**
 * Compares the books with what really happened at the counterparties, to the kobo, once every order has
 * ended: nothing hangs in suspense, each customer paid for what was delivered and for nothing else.
 */
export async function expectBooksTrue(shop: Shop): Promise<void> {
  expect(await shop.ledgerSum()).toBe(0n)
  const [truth, books] = await Promise.all([shop.truth(), shop.books()])
  const naira = (them: typeof truth.captures) => them.filter((it) => it.currency === 'NGN')
  const at = (account: string) => books.get(account) ?? 0n
  expect([...books.keys()].filter((account) => account.startsWith('order:'))).toEqual([])
  expect({ unapplied: at('unapplied'), refundPayable: at('refund_payable') }).toEqual({
    unapplied: 0n,
    refundPayable: 0n,
  })
  expect(at('gateway:paystack') + at('gateway_fee')).toBe(
    BigInt(sum(naira(truth.captures)) - sum(naira(truth.refunds))),
  )
  expect(-at('vendor_float:vtpass')).toBe(
    BigInt(truth.deliveries.reduce((total, it) => total + costOf(it.amountKobo), 0)),
  )
}

/** What really happened for one order. */
export async function factsOf(shop: Shop, reference: string) {
  const order = await shop.orderRow(reference)
  const attempts = await shop.db.q
    .selectFrom('attempts')
    .selectAll()
    .where('order_id', '=', order.id)
    .execute()
  const payments = await shop.db.q
    .selectFrom('payments')
    .selectAll()
    .where('order_id', '=', order.id)
    .execute()
  const refunds = await shop.db.q.selectFrom('refunds').selectAll().where('order_id', '=', order.id).execute()
  const truth = await shop.truth()
  const ids = new Set(attempts.map((it) => it.request_id))
  return {
    order,
    attempts,
    payments,
    refunds,
    paid: payments.filter((it) => isPaid(it.state)),
    captures: truth.captures.filter((it) => it.orderReference === reference),
    refunded: truth.refunds.filter((it) => it.orderReference === reference),
    deliveries: truth.deliveries.filter((it) => ids.has(it.requestId ?? '')),
  }
}

/** One order ended as it must: delivered once and paid once, or nothing delivered and all of it back. */
export async function expectFair(shop: Shop, reference: string): Promise<void> {
  const { order, captures, refunded, deliveries } = await factsOf(shop, reference)
  const kept = sum(captures) - sum(refunded)
  if (order.state === 'delivered') {
    expect({ kept, deliveries: deliveries.length }).toEqual({
      kept: Number(order.total_kobo),
      deliveries: 1,
    })
    expect(deliveries[0]).toMatchObject({ to: order.beneficiary, amountKobo: Number(order.amount_kobo) })
  } else {
    expect({ kept, deliveries: deliveries.length }).toEqual({ kept: 0, deliveries: 0 })
  }
}

/** True once an order needs nothing more from anybody. */
export const isOver = (shop: Shop, reference: string) => async (): Promise<boolean> => {
  const { state } = await shop.orderRow(reference)
  return state === 'delivered' || state === 'refunded'
}
