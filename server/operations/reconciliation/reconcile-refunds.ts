import {
  findRefundSource,
  type GatewayRefund,
  isAtGateway,
  type Refund,
  refundsOfSource,
  returnedByBank,
} from '../../payments/index.ts'
import type { OperationsDeps } from '../deps.ts'
import { openUnexplainedBreak } from './breaks.ts'
import type { ReconciliationResult } from './due.ts'
import { breakTexts } from './texts.ts'

export const finalRefundStates = ['processed', 'failed'] as const

/**
 * Reconciles a refund in a final state with its gateway, and opens breaks for refunds of its payment that we did not
 * make.
 */
export async function reconcileRefund(deps: OperationsDeps, id: string): Promise<ReconciliationResult> {
  const refund = await deps.db.q
    .selectFrom('refunds')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const payment = await findRefundSource(deps.db.q, refund)
  if (!isAtGateway(payment.gateway)) return { type: 'matched' }
  const gatewayRefunds = await deps.payments.gateways[payment.gateway]?.listRefunds({
    paymentReference: payment.reference,
    gatewayReference: payment.gateway_reference ?? '',
    refundReference: refund.id,
  })
  if (!gatewayRefunds) return { type: 'unknown' }
  await listForeignRefunds(deps, payment, await refundsOfSource(deps.db.q, refund), gatewayRefunds)
  const match = gatewayRefunds.find((gatewayRefund) => isSameRefund(refund, gatewayRefund))
  if (match?.state === 'pending') return { type: 'unknown' }
  const internalKobo = isPaidByGateway(refund) ? refund.amount_kobo : 0n
  const externalKobo = match?.state === 'processed' ? match.amountKobo : 0n
  if (internalKobo === externalKobo) return { type: 'matched' }
  const note = breakTexts.refund({
    reference: payment.reference,
    gateway: payment.gateway,
    report: match?.state ?? breakTexts.noRefund(),
  })
  return { type: 'mismatched', internalKobo, externalKobo, note }
}

const isSameRefund = (row: Refund, { refundId, merchantReference }: GatewayRefund): boolean =>
  refundId === row.gateway_refund_id || merchantReference === row.id

/** Opens a break for each refund of a payment that the gateway has made and we have not. */
async function listForeignRefunds(
  deps: OperationsDeps,
  { gateway, reference }: Awaited<ReturnType<typeof findRefundSource>>,
  ownRefunds: readonly Refund[],
  gatewayRefunds: readonly GatewayRefund[],
): Promise<void> {
  for (const gatewayRefund of gatewayRefunds) {
    if (gatewayRefund.state !== 'processed' || ownRefunds.some((row) => isSameRefund(row, gatewayRefund)))
      continue
    await openUnexplainedBreak(deps.db.q, {
      kind: 'refund',
      subject: `${reference}:${gatewayRefund.refundId}`,
      internalKobo: 0n,
      externalKobo: gatewayRefund.amountKobo,
      note: breakTexts.foreignRefund({ gateway, reference }),
    })
  }
}

/** False for a processed refund that the gateway did not pay, because the payer's bank had returned the money. */
const isPaidByGateway = (refund: Refund): boolean =>
  refund.state === 'processed' && refund.failure_reason !== returnedByBank
