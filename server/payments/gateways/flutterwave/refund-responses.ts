import { z } from 'zod'
import type { HttpResult } from '../../../http/http-client.ts'
import type { GatewayRefund, RefundStatusResult } from '../../gateway.ts'
import { NairaAmount } from '../http-status.ts'
import { Id, parseResponse } from './envelope.ts'

/** Field names differ between Flutterwave's responses and webhooks. */
const RefundSchema = z
  .object({
    id: Id,
    tx_id: Id.nullish(),
    TransactionId: Id.nullish(),
    amount_refunded: NairaAmount.nullish(),
    AmountRefunded: NairaAmount.nullish(),
    status: z.string(),
  })
  .transform((refund) => ({
    id: refund.id,
    transactionId: refund.tx_id ?? refund.TransactionId ?? null,
    amountKobo: refund.amount_refunded ?? refund.AmountRefunded ?? null,
    status: refund.status,
  }))

/**
 * The documentation is inconsistent whether `completed` means paid out or only initiated: it is treated as not yet
 * paid out. Source: Flutterwave, "Refunds".
 */
const refundStates: ReadonlyMap<string, GatewayRefund['state']> = new Map([
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
 * Parses the response to a refund. Flutterwave does not store our refund reference, so everything but a clear
 * rejection is `unknown` until the list of refunds is read.
 */
export function parseRefund(httpResult: HttpResult, amountKobo: bigint): RefundStatusResult {
  const result = parseResponse(httpResult)
  if (result.type === 'unknown') return { type: 'unknown', reason: result.reason }
  if (result.type === 'rejected') {
    // The message may refer to an earlier refund.
    if (/already|refunded/i.test(result.message)) return { type: 'unknown', reason: result.message }
    return { type: 'failed', reason: result.message || `status ${result.status}`, refundId: null }
  }
  const refund = RefundSchema.safeParse(result.data).data
  const state = refund && refundStates.get(refund.status)
  if (!refund || !state || refund.amountKobo !== amountKobo) return { type: 'unknown', reason: 'unreadable' }
  if (state === 'failed') return { type: 'failed', reason: 'failed', refundId: refund.id }
  return { type: 'accepted', refundId: refund.id, state: state === 'processed' ? 'processed' : 'pending' }
}

const PagesSchema = z.object({ page_info: z.object({ total_pages: z.number() }) })

/**
 * Parses one page of all refunds and keeps those of one transaction. An entry that cannot be read or names no
 * transaction invalidates the list (null), because an overlooked refund would be paid twice.
 */
export function parseRefunds(
  httpResult: HttpResult,
  transactionId: string,
): { refunds: GatewayRefund[]; pages: number } | null {
  const result = parseResponse(httpResult)
  if (result.type !== 'succeeded') return null
  const list = z.array(RefundSchema).safeParse(result.data).data
  const pages = PagesSchema.safeParse(result.meta).data?.page_info.total_pages
  if (!list || pages === undefined) return null
  const refunds: GatewayRefund[] = []
  for (const { id, transactionId: refundedTransactionId, amountKobo, status } of list) {
    if (refundedTransactionId === null) return null
    if (refundedTransactionId !== transactionId) continue
    const state = refundStates.get(status)
    if (!state || amountKobo === null) return null
    refunds.push({ refundId: id, amountKobo, state })
  }
  return { refunds, pages }
}
