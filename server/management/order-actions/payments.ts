import { sql } from 'kysely'
import type { OrderId } from '../../../shared/ids.ts'
import type {
  ManagedPayment,
  managedPaymentStatuses,
  managedRefundStatuses,
} from '../../../shared/management/orders.ts'
import { nairaOf } from '../../../shared/money.ts'
import type { Database, PaymentState } from '../../database/index.ts'
import {
  effectivePayment,
  hasStoredAccount,
  isPaid,
  listPayments,
  listRefunds,
  type Payment,
  type Refund,
} from '../../payments/index.ts'

type RefundStatus = (typeof managedRefundStatuses)[number]

const paymentStatuses: Record<PaymentState, (typeof managedPaymentStatuses)[number]> = {
  created: 'pending',
  initialised: 'pending',
  pending: 'pending',
  succeeded: 'paid',
  succeeded_late: 'paid',
  failed: 'failed',
  expired: 'failed',
  mismatch: 'mismatch',
  reversed: 'reversed',
}

/** The payments of an order, oldest first, with the one that paid it, the refunds of the others and disputes. */
export async function managedPaymentsOf(db: Database, orderId: OrderId): Promise<ManagedPayment[]> {
  const payments = await listPayments(db.q, orderId)
  const refunds = await listRefunds(db.q, orderId)
  const disputes = await listOrderDisputes(db, orderId)
  const payingPayment = effectivePayment(payments, refunds)
  return [...payments]
    .sort((a, b) => a.created_at.getTime() - b.created_at.getTime())
    .map((payment) => ({
      reference: payment.reference,
      gateway: payment.gateway,
      status: paymentStatuses[payment.state],
      amount: nairaOf(payment.paid_kobo ?? payment.amount_kobo),
      currency: payment.paid_currency ?? payment.currency,
      created_at: payment.created_at.toISOString(),
      pays_order: payment.id === payingPayment?.id && isPaid(payment.state),
      refund: refundOf(payment, refunds),
      dispute: disputeOf(payment, disputes),
    }))
}

/** The latest refund of a payment; null when there is none. */
function refundOf(payment: Payment, refunds: readonly Refund[]): ManagedPayment['refund'] {
  const latest = refunds
    .filter((refund) => refund.payment_id === payment.id)
    .reduce<Refund | undefined>(
      (newest, refund) => (newest && newest.created_at >= refund.created_at ? newest : refund),
      undefined,
    )
  if (!latest) return null
  return { status: refundStatusOf(latest), amount: nairaOf(latest.amount_kobo), currency: latest.currency }
}

function refundStatusOf({ state, manual_payout, failure_reason }: Refund): RefundStatus {
  if (manual_payout !== null) return 'refunded'
  switch (state) {
    case 'processed':
      return 'refunded'
    case 'needs_attention':
      return hasStoredAccount({ failure_reason }) ? 'in_progress' : state
    case 'failed':
      return state
    default:
      return 'in_progress'
  }
}

/** The disputes of an order's payments, newest first. */
const listOrderDisputes = (db: Database, orderId: OrderId) =>
  db.q
    .selectFrom('disputes')
    .innerJoin('payments', 'payments.id', 'disputes.payment_id')
    .select(['disputes.payment_id', 'disputes.state', 'disputes.amount_kobo', 'evidence_due_at'])
    .select(sql<boolean>`coalesce(evidence_due_at < app_now(), false)`.as('overdue'))
    .where('payments.order_id', '=', orderId)
    .orderBy('disputes.created_at', 'desc')
    .execute()

function disputeOf(
  payment: Payment,
  disputes: Awaited<ReturnType<typeof listOrderDisputes>>,
): ManagedPayment['dispute'] {
  const newest = disputes.find(({ payment_id }) => payment_id === payment.id)
  if (!newest) return null
  const { state, amount_kobo, evidence_due_at, overdue } = newest
  return {
    state,
    amount: nairaOf(amount_kobo ?? payment.paid_kobo ?? payment.amount_kobo),
    evidence_due_at: evidence_due_at?.toISOString() ?? null,
    overdue,
  }
}
