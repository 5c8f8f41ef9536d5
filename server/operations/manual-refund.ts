import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { OrderId, RefundId, UserId } from '../../shared/ids.ts'
import type { RefundCause, Tables, Tx } from '../database/index.ts'
import { ApiError } from '../http/index.ts'
import { isRefundPaidManuallySql, isWalletOpen, post, refundPaidManually } from '../ledger/index.ts'
import {
  accountApproved,
  closeManuallyPaidRefund,
  isRefundInFlightSql,
  isRefundOutcomeUnknownSql,
  payingIntoAccount,
  reduceUnknownRefund,
  refundDestinationTexts,
  returnedByBank,
} from '../payments/index.ts'
import type { Order } from '../purchase/index.ts'
import type { OperationsDeps } from './deps.ts'
import { reviewServerTexts } from './review-texts.ts'

/** A naira refund that its gateway does not complete and whose money we still hold. */
export interface ManualRefund {
  readonly id: string
  readonly cause: RefundCause
  readonly amount_kobo: bigint
  readonly user_id: UserId | null
  /** `unknown`: the gateway may have the request and may still pay it. */
  readonly status: 'failed' | 'needs_attention' | 'unknown'
}

/**
 * Pays a refund that the gateway does not complete: into the payer's wallet, or by a completed bank transfer,
 * recorded with its reference. Once per refund, and never in addition to another refund of the same money.
 * @returns the payout method
 * @throws ApiError INVALID when the payer is a guest and no transfer is given; NOT_NOW when it was paid already
 */
export async function payManualRefund(
  deps: OperationsDeps,
  tx: Tx,
  order: Order,
  refund: ManualRefund,
  { bankReference, reason: note }: { bankReference: string | undefined; reason: string },
): Promise<'wallet' | 'bank'> {
  assertManualRefundPayable(refund, bankReference)
  const walletUserId = bankReference === undefined ? refund.user_id : null
  if (walletUserId !== null && !(await isWalletOpen(tx, walletUserId))) throw new ApiError('NOT_NOW')
  if (refund.status === 'unknown') {
    const leftKobo = await reduceUnknownRefund(deps.payments.paymentEvents, tx, refund.id)
    if (leftKobo !== refund.amount_kobo) throw new ApiError('NOT_NOW')
  }
  const payoutMethod = walletUserId === null ? 'bank' : 'wallet'
  const entry = {
    refundId: refund.id,
    orderId: order.id,
    amountKobo: refund.amount_kobo,
    walletUserId,
    reason: note,
  }
  if (!(await post(tx, refundPaidManually(entry)))) throw new ApiError('NOT_NOW')
  await closeManuallyPaidRefund(tx, refund.id, payoutMethod)
  await deps.payments.paymentEvents.onRefundStateChanged(tx, order.id, {
    refundId: refund.id,
    cause: refund.cause,
    state: 'processed',
    amountKobo: refund.amount_kobo,
    destination: walletUserId === null ? refundDestinationTexts.transfer : refundDestinationTexts.wallet,
  })
  return payoutMethod
}

/** A guest has no wallet, so a bank reference is required. @throws ApiError INVALID */
export function assertManualRefundPayable(refund: ManualRefund, bankReference: string | undefined): void {
  if (bankReference !== undefined || refund.user_id !== null) return
  throw new ApiError('INVALID', {
    field: 'evidence.bank_reference',
    message: reviewServerTexts.bankReferenceMissing(),
  })
}

/**
 * Selects the refund of an order that a manager may pay instead of its gateway: one that failed, needs the
 * customer's bank account, or has had an unknown outcome for an hour; not paid manually yet, and not covered by another
 * refund. What a lost dispute has returned of a refund with an unknown outcome is not paid again. Of a
 * retried refund, only the retry is paid.
 * @param refundId the only refund to consider; the oldest one without it
 */
export const manualRefundQuery = (orderId: RawBuilder<unknown>, refundId?: RefundId) => sql<ManualRefund>`
  select refund.id, coalesce(first.cause, refund.cause) as cause,
    least(refund.amount_kobo, payable.kobo)::bigint as amount_kobo,
    (select id from users where closed_at is null
      and id = coalesce(payment.user_id,
        case when refunded_order.payment_request_id is null then refunded_order.user_id end)) as user_id,
    case when refund.state in ('failed', 'needs_attention') then refund.state else 'unknown' end as status
  from refunds as refund join payments as payment on payment.id = refund.payment_id
    join orders as refunded_order on refunded_order.id = refund.order_id
    left join refunds as first on first.id = refund.retry_of_refund_id
    cross join lateral (select payment.paid_kobo
      - coalesce((select sum(other.amount_kobo) from refunds as other
        where other.payment_id = payment.id and other.id <> refund.id
          and other.failure_reason is distinct from ${returnedByBank}
          and (other.state <> 'failed' or ${isRefundPaidManuallySql('other.id')})), 0)
      - case when refund.state in ('failed', 'needs_attention') then 0 else coalesce((select sum(amount_kobo)
        from disputes where disputes.payment_id = payment.id and disputes.state = 'lost'), 0) end as kobo) as payable
  where refund.order_id = ${orderId} and refund.currency = 'NGN'
    and coalesce(refund.failure_reason, '') not in (${payingIntoAccount}, ${accountApproved})
    and (refund.state in ('failed', 'needs_attention') or ${isRefundOutcomeUnknownSql('refund')})
    and not ${isRefundInFlightSql('refund')}
    and ${refundId === undefined ? sql`true` : sql`refund.id = ${refundId}::uuid`}
    and not ${isRefundPaidManuallySql('refund.id')}
    and not exists (select from refunds as retry where retry.retry_of_refund_id = refund.id)
    and not exists (select from refunds as other where other.id = refund.retry_of_refund_id
      and (other.state <> 'failed' or ${isRefundPaidManuallySql('other.id')}))
    and payable.kobo > 0 and (refund.state not in ('failed', 'needs_attention') or payable.kobo >= refund.amount_kobo)
  order by refund.created_at limit 1`

export async function findManualRefund(
  q: Kysely<Tables>,
  orderId: OrderId,
  refundId?: RefundId,
): Promise<ManualRefund | undefined> {
  return (await manualRefundQuery(sql`${orderId}::uuid`, refundId).execute(q)).rows[0]
}
