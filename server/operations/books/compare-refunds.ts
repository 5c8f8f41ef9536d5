import { isAtGateway, type Refund, refundsBeside, sourceOf } from '../../payments/index.ts'
import type { OperationsParts } from '../parts.ts'
import { listDifference } from './differences.ts'
import type { Compared } from './due.ts'

export const endedRefunds = ['processed', 'failed'] as const

/** Asks the gateway about one refund that is over here, and lists those of its payment that are none of ours. */
export async function compareRefund(parts: OperationsParts, id: string): Promise<Compared> {
  const refund = await parts.db.q
    .selectFrom('refunds')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const payment = await sourceOf(parts.db.q, refund)
  if (!isAtGateway(payment.gateway)) return { is: 'agreed' }
  const found = await parts.payments.gateways[payment.gateway]?.findRefunds({
    paymentReference: payment.reference,
    gatewayReference: payment.gateway_reference ?? '',
    refundReference: refund.id,
  })
  if (!found) return { is: 'later' }
  const ours = await refundsBeside(parts.db.q, refund)
  const isOf = (row: Refund, it: (typeof found)[number]) =>
    it.refundId === row.refund_id || it.ourReference === row.id
  for (const it of found) {
    if (it.state !== 'processed' || ours.some((row) => isOf(row, it))) continue
    await listDifference(parts.db.q, {
      kind: 'refund',
      subject: `${payment.reference}:${it.refundId}`,
      ourKobo: 0n,
      theirKobo: it.amountKobo,
      note: `${payment.gateway} gave money of payment ${payment.reference} back that we did not send back.`,
    })
  }
  const theirs = found.find((it) => isOf(refund, it))
  if (theirs?.state === 'pending') return { is: 'later' }
  const ourKobo = refund.state === 'processed' ? refund.amount_kobo : 0n
  const theirKobo = theirs?.state === 'processed' ? theirs.amountKobo : 0n
  if (ourKobo === theirKobo) return { is: 'agreed' }
  const note = `Refund of payment ${payment.reference} at ${payment.gateway}: they say ${theirs?.state ?? 'nothing'}.`
  return { is: 'disagreed', ourKobo, theirKobo, note }
}
