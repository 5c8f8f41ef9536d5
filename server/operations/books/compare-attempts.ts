import { deliveredAfterFailure, post, postedEntry, vendorReversed } from '../../ledger/index.ts'
import { flagForReview, lockOrder, type Order, orderById, vendorSays } from '../../purchase/index.ts'
import type { Attempt } from '../../vending/index.ts'
import type { OperationsParts } from '../parts.ts'
import type { Compared } from './due.ts'

export const endedAttempts = ['delivered', 'failed'] as const

/** Asks the vendor about one try that is over here. An end that is another one there is booked and shown to a person. */
export async function compareAttempt(parts: OperationsParts, id: string): Promise<Compared> {
  const attempt = await parts.db.q
    .selectFrom('attempts')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const order = await orderById(parts.db.q, attempt.order_id)
  const said = await vendorSays(parts, order, attempt)
  if (!said) return { is: 'later' }
  const ourKobo = attempt.state === 'delivered' ? (attempt.cost_kobo ?? 0n) : 0n
  const note = `Order ${order.reference} at ${attempt.vendor}, request ${attempt.request_id}: `
  switch (said.is) {
    case 'delivered':
      if (attempt.state === 'failed') await bookLoss(parts, order, attempt, said.costKobo)
      if (said.costKobo === ourKobo) return { is: 'agreed' }
      return {
        is: 'disagreed',
        ourKobo,
        theirKobo: said.costKobo,
        note: `${note}${attempt.state === 'failed' ? 'it had failed, and was delivered after all.' : 'it cost another sum.'}`,
      }
    case 'failed':
      if (attempt.state === 'failed') return { is: 'agreed' }
      if (said.because !== 'reversed')
        return disputed(ourKobo, `${note}they say that it failed (${said.code}).`)
      await bookReversal(parts, order)
      return disputed(ourKobo, `${note}they took it back.`)
    case 'unknown':
      return attempt.state === 'failed' && said.because === 'never_received'
        ? { is: 'agreed' }
        : { is: 'later' }
  }
}

const disputed = (ourKobo: bigint, note: string): Compared => ({
  is: 'disagreed',
  ourKobo,
  theirKobo: 0n,
  note,
})

/** The vendor took from our float for what it had said to have failed. */
const bookLoss = (parts: OperationsParts, order: Order, attempt: Attempt, costKobo: bigint): Promise<void> =>
  parts.db.inTransaction(async (tx) => {
    await lockOrder(tx, order.id)
    const it = { attemptId: attempt.id, orderId: order.id, vendor: attempt.vendor, costKobo }
    if (!(await post(tx, deliveredAfterFailure(it)))) return
    await tx.updateTable('orders').set({ late_delivered: true }).where('id', '=', order.id).execute()
    await flagForReview(tx, order.id, 'delivered_after_failure')
  })

/** The vendor gave our float back, and the customer has nothing: their money stands on the order until a person decides. */
const bookReversal = (parts: OperationsParts, order: Order): Promise<void> =>
  parts.db.inTransaction(async (tx) => {
    const fresh = await lockOrder(tx, order.id)
    const delivered = await postedEntry(tx, `order:${order.id}:delivered`)
    if (fresh.state !== 'delivered' || !delivered) return
    if (!(await post(tx, vendorReversed({ orderId: order.id, delivered })))) return
    await tx.updateTable('orders').set({ vendor_reversed: true }).where('id', '=', order.id).execute()
    await flagForReview(tx, order.id, 'vendor_reversed')
  })
