import { z } from 'zod'
import type { Reply } from '../../../http/outbound.ts'
import type { FoundRefund, RefundTruth } from '../../gateway.ts'
import { NairaAmount } from '../answers.ts'
import { Id, saidBy } from './envelope.ts'

/** Names that their answers and their webhook give to the same thing. */
const Refund = z
  .object({
    id: Id,
    tx_id: Id.nullish(),
    TransactionId: Id.nullish(),
    amount_refunded: NairaAmount.nullish(),
    AmountRefunded: NairaAmount.nullish(),
    status: z.string(),
  })
  .transform((it) => ({
    id: it.id,
    transactionId: it.tx_id ?? it.TransactionId ?? null,
    amountKobo: it.amount_refunded ?? it.AmountRefunded ?? null,
    status: it.status,
  }))

/**
 * Their pages disagree whether `completed` says that the money is with the customer or that it was begun
 * and waits to be paid out: the money that is not yet there is believed. Source: Flutterwave, "Refunds".
 */
const states: ReadonlyMap<string, FoundRefund['state']> = new Map([
  ['pending', 'pending'],
  ['processing', 'pending'],
  ['completed', 'pending'],
  ['completed-bank-transfer', 'processed'],
  ['completed-mpgs', 'processed'],
  ['completed-preauth', 'processed'],
  ['completed-offline', 'processed'],
  ['successful', 'processed'],
  ['failed', 'failed'],
])

/**
 * Reads the answer to a refund. They take no name of ours for it, so whatever is not a clear refusal is
 * `unknown` until the list of refunds was read.
 */
export function readRefund(reply: Reply, amountKobo: bigint): RefundTruth {
  const said = saidBy(reply)
  if (said.is === 'nothing') return { is: 'unknown', because: said.because }
  if (said.is === 'no') {
    // It may tell of a refund that was made before.
    if (/already|refunded/i.test(said.message)) return { is: 'unknown', because: said.message }
    return { is: 'failed', because: said.message || `status ${said.status}`, refundId: null }
  }
  const refund = Refund.safeParse(said.data).data
  const state = refund && states.get(refund.status)
  if (!refund || !state || refund.amountKobo !== amountKobo) return { is: 'unknown', because: 'unreadable' }
  if (state === 'failed') return { is: 'failed', because: 'failed', refundId: refund.id }
  return { is: 'accepted', refundId: refund.id, state: state === 'processed' ? 'processed' : 'pending' }
}

const Pages = z.object({ page_info: z.object({ total_pages: z.number() }) })

/**
 * Reads one page of everybody's refunds for those of one transaction. An entry that cannot be read, or that
 * names no transaction, spoils the list (null), for a refund that was overlooked would be paid twice.
 */
export function readRefunds(
  reply: Reply,
  transactionId: string,
): { found: FoundRefund[]; pages: number } | null {
  const said = saidBy(reply)
  if (said.is !== 'yes') return null
  const list = z.array(Refund).safeParse(said.data).data
  const pages = Pages.safeParse(said.meta).data?.page_info.total_pages
  if (!list || pages === undefined) return null
  const found: FoundRefund[] = []
  for (const { id, transactionId: of, amountKobo, status } of list) {
    if (of === null) return null
    if (of !== transactionId) continue
    const state = states.get(status)
    if (!state || amountKobo === null) return null
    found.push({ refundId: id, amountKobo, state })
  }
  return { found, pages }
}
