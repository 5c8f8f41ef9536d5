import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod/mini'
import type { Service, VendorName } from '../../shared/constants.ts'
import type { OrderId } from '../../shared/ids.ts'
import { nairaOf } from '../../shared/money.ts'
import type { getReviews, OrderOperations, Review } from '../../shared/operations.ts'
import { recordAuditEvent } from '../audit/index.ts'
import type { AccountReview, Database } from '../database/index.ts'
import { type Actor, decodeCursor, encodeCursor, pageOf } from '../http/index.ts'
import { isRefundPaidManuallySql } from '../ledger/index.ts'
import { hasStoredAccount } from '../payments/index.ts'
import { toLocalPhone } from '../purchase/index.ts'
import type { OperationsDeps } from './deps.ts'
import { actionsOutsideReview, type RefundPreviewInput, refundPreview } from './refund-preview.ts'
import { allowedActions, orderActionColumns, orderActionJoin } from './review-options.ts'
import { reviewReasonTexts } from './review-texts.ts'
import { unavailableActions } from './unavailable-actions.ts'

type ReviewQuery = z.infer<typeof getReviews.query>

const pageSize = 50

interface Row extends RefundPreviewInput {
  id: string
  reference: string
  service: Service
  in_review: boolean
  /** This and the other columns of the review are set while the order is in review. */
  review_reason: string
  review_since: Date
  review_due: Date
  /** True when the review's deadline has passed. */
  late: boolean
  at: string
  beneficiary: string
  amount_kobo: bigint
  vendor: VendorName
  attempt_vendor: VendorName | null
  request_id: string | null
  attempt_state: string | null
  reason: string | null
  code: string | null
  requery_count: number | null
  sent_at: Date | null
  payment_reference: string | null
  gateway: string | null
  refund_state: string | null
  refund_failure_reason: string | null
  account_review: AccountReview | null
  account_bank: string | null
  account_last4: string | null
  account_name: string | null
  payer_name: string | null
}

/** Orders in review, oldest first. Reading them is recorded in the audit log. */
export async function listReviews(
  deps: OperationsDeps,
  filters: ReviewQuery,
  reader: { actor: Actor; requestId: string },
): Promise<{ list: Review[]; next: string | null; count: number }> {
  const rows = await fetchReviews(
    deps.db,
    sql`${filterCondition(filters)} ${cursorCondition(filters)}`,
    pageSize + 1,
  )
  const total = await sql<{ count: number }>`
    select count(*)::int as count from orders where ${filterCondition(filters)}`.execute(deps.db.q)
  const { page, next } = pageOf(rows, pageSize, encodeCursor)
  await recordAuditEvent(deps.db.q, {
    actor: reader.actor,
    action: 'review.read',
    detail: { orders: page.map((row) => row.reference).join(' ') },
    requestId: reader.requestId,
  })
  return {
    list: page.map(toReview),
    next,
    count: total.rows[0]?.count ?? 0,
  }
}

/** The review of one order; null when the order is not in review. */
export async function reviewOf(db: Database, orderId: OrderId): Promise<Review | null> {
  const [row] = await fetchReviews(db, sql`review_since is not null and orders.id = ${orderId}::uuid`, 1)
  return row ? toReview(row) : null
}

/** The actions on one order, whether or not it is in review. */
export async function orderOperationsOf(db: Database, orderId: OrderId): Promise<OrderOperations | null> {
  const [row] = await fetchReviews(db, sql`orders.id = ${orderId}::uuid`, 1)
  if (!row) return null
  const allowedActionNames = row.in_review ? allowedActions(row) : actionsOutsideReview(row)
  return {
    reference: row.reference,
    service: row.service,
    refund: refundOf(row),
    refund_risk: riskOf(row),
    refund_preview: refundPreview(row),
    allowed_actions: allowedActionNames,
    unavailable_actions: unavailableActions(row, allowedActionNames),
  }
}

async function fetchReviews(db: Database, condition: RawBuilder<unknown>, limit: number): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select orders.id, orders.reference, orders.service, review_since is not null as in_review, review_reason, review_since,
      coalesce(review_due, review_since) as review_due, coalesce(review_due < app_now(), false) as late,
      review_since::text as at, orders.beneficiary, total_kobo, orders.amount_kobo, orders.vendor, ${orderActionColumns},
      latest_attempt.vendor as attempt_vendor, latest_attempt.request_id, latest_attempt.state as attempt_state, latest_attempt.failure_reason as reason, latest_attempt.vendor_code as code, latest_attempt.requery_count, latest_attempt.sent_at,
      latest_refund.reference as payment_reference, latest_refund.gateway, latest_refund.state as refund_state, latest_refund.failure_reason as refund_failure_reason,
      latest_refund.amount_kobo as refund_kobo, latest_refund.account_review, latest_refund.account_bank, latest_refund.account_last4, latest_refund.account_name,
      latest_refund.payer_name, manual_refund.amount_kobo as manual_refund_kobo, manual_refund.user_id as manual_refund_user_id, paid_payment.gateway as paid_with,
      coalesce((select name from users where users.id = orders.user_id), nullif(orders.customer_snapshot->>'name', ''), orders.phone) as customer
    from orders
      left join lateral (select * from attempts where order_id = orders.id order by created_at desc limit 1) as latest_attempt on true
      left join lateral (select payments.reference, payments.gateway, refunds.state, refunds.failure_reason, refunds.amount_kobo,
        payout_account_review as account_review, payout_account_bank as account_bank, payout_account_last4 as account_last4,
        payout_account_name as account_name, payer_name
        from refunds join payments on payments.id = refunds.payment_id
        where refunds.order_id = orders.id and refunds.state <> 'processed'
          and not ${isRefundPaidManuallySql('refunds.id')}
        order by refunds.created_at desc limit 1) as latest_refund on true
      left join lateral (select gateway from payments where payments.order_id = orders.id
        and payments.state in ('succeeded', 'succeeded_late') and not exists (select from refunds
          where refunds.payment_id = payments.id and refunds.cause in ('second_payment', 'too_late'))
        order by payments.created_at limit 1) as paid_payment on true
      ${orderActionJoin}
    where ${condition}
    order by review_since, orders.id limit ${limit}`.execute(db.q)
  return rows
}

function filterCondition({ service, reason, late }: ReviewQuery): RawBuilder<boolean> {
  const conditions = [
    sql`review_since is not null`,
    ...(service ? [sql`orders.service = ${service}`] : []),
    ...(reason ? [sql`review_reason = ${reason}`] : []),
    ...(late ? [sql`review_due < app_now()`] : []),
  ]
  return sql`${sql.join(conditions, sql` and `)}`
}

function cursorCondition({ cursor }: ReviewQuery): RawBuilder<unknown> {
  if (cursor === undefined) return sql``
  const { at, id } = decodeCursor(cursor)
  return sql`and (review_since, orders.id) > (${at}::timestamptz, ${id}::uuid)`
}

const toReview = (row: Row): Review => ({
  reference: row.reference,
  service: row.service,
  state: row.state,
  reason: row.review_reason,
  message: messageOf(row),
  since: row.review_since.toISOString(),
  due_at: row.review_due.toISOString(),
  late: row.late,
  number: toLocalPhone(row.beneficiary),
  total_amount: nairaOf(row.total_kobo),
  vendor: row.vendor,
  attempt:
    row.attempt_vendor && row.request_id && row.attempt_state && row.sent_at
      ? {
          vendor: row.attempt_vendor,
          request_id: row.request_id,
          state: row.attempt_state,
          reason: row.reason,
          code: row.code,
          requery_count: row.requery_count ?? 0,
          sent_at: row.sent_at.toISOString(),
        }
      : null,
  refund: refundOf(row),
  refund_risk: riskOf(row),
  refund_preview: refundPreview(row),
  allowed_actions: allowedActions(row),
})

/** A reason without a text is shown by its code. */
function messageOf({ review_reason: reason, refund_failure_reason: failureReason }: Row): string {
  if (reason === 'refund_needs_attention' && hasStoredAccount({ failure_reason: failureReason }))
    return reviewReasonTexts.refund_account_stored()
  return Object.entries(reviewReasonTexts).find(([code]) => code === reason)?.[1]() ?? reason
}

/** The order's refund that the gateway has not processed yet. */
const refundOf = (row: Row): Review['refund'] =>
  row.payment_reference && row.gateway && row.refund_state
    ? {
        payment_reference: row.payment_reference,
        gateway: row.gateway,
        state: row.refund_state,
        reason: row.refund_failure_reason,
        amount: nairaOf(row.refund_kobo ?? 0n),
        ...(row.account_review && {
          account: {
            reason: row.account_review,
            bank: row.account_bank,
            last4: row.account_last4,
            name: row.account_name,
            payer_name: row.payer_name,
          },
        }),
      }
    : null

/** Our loss if we refund the order and the vendor delivers it, or the gateway refunds it, later. */
function riskOf(row: Row): Review['refund_risk'] {
  if (row.is_outcome_unknown) return { type: 'vendor_may_deliver', amount: nairaOf(row.amount_kobo) }
  if (row.manual_refund_status === 'unknown')
    return { type: 'gateway_may_refund', amount: nairaOf(row.refund_kobo ?? 0n) }
  return null
}
