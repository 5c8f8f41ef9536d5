import {
  hasLostDispute,
  isAtGateway,
  isPaid,
  type Payment,
  type PaymentStatusResult,
  type TopUp,
  verifyPayment,
} from '../../payments/index.ts'
import type { OperationsDeps } from '../deps.ts'
import type { ReconciliationResult } from './due.ts'
import { breakTexts } from './texts.ts'

/** Final states of a payment. */
export const finalPaymentStates = [
  'succeeded',
  'succeeded_late',
  'mismatch',
  'reversed',
  'failed',
  'expired',
] as const
/** Final states that a bank may still reverse. */
export const paidStates = ['succeeded', 'succeeded_late'] as const

/** Reconciles a payment in a final state with its gateway. Money that was not recorded yet is posted as usual. */
export async function reconcilePayment(deps: OperationsDeps, id: string): Promise<ReconciliationResult> {
  const payment = await paymentOf(deps, id)
  const gateway = isAtGateway(payment.gateway) ? deps.payments.gateways[payment.gateway] : undefined
  // Wallet payments have no counterparty.
  if (!isAtGateway(payment.gateway)) return { type: 'matched' }
  if (!gateway) return { type: 'unknown' }
  const status = await gateway.verify(payment.reference)
  // Some gateways report a partly or fully refunded payment as reversed.
  if (status.type === 'reversed' && (await isRefundedOrDisputed(deps, payment))) return { type: 'matched' }
  const result = comparePaymentStatus(payment, status)
  if (result.type !== 'mismatched' || (status.type !== 'succeeded' && status.type !== 'reversed'))
    return result
  await verifyPayment(deps.payments, payment)
  return comparePaymentStatus(await paymentOf(deps, id), status)
}

const paymentOf = (deps: OperationsDeps, id: string): Promise<Payment | TopUp> =>
  deps.db.q
    .selectFrom('payments')
    .selectAll()
    .where('id', '=', id)
    .$castTo<Payment | TopUp>()
    .executeTakeFirstOrThrow()

/** Our refunds are reconciled one by one, and a partial chargeback is recorded as a lost dispute. */
async function isRefundedOrDisputed(deps: OperationsDeps, payment: Payment | TopUp): Promise<boolean> {
  const refund = await deps.db.q
    .selectFrom('refunds')
    .select('id')
    .where('payment_id', '=', payment.id)
    .where('state', '!=', 'failed')
    .executeTakeFirst()
  return refund !== undefined || hasLostDispute(deps.db.q, payment.id)
}

function comparePaymentStatus(payment: Payment | TopUp, status: PaymentStatusResult): ReconciliationResult {
  const isFunded = isPaid(payment.state) || payment.state === 'mismatch'
  const internalKobo = isFunded ? (payment.paid_kobo ?? 0n) : 0n
  const mismatch = (externalKobo: bigint, difference: string): ReconciliationResult => ({
    type: 'mismatched',
    internalKobo,
    externalKobo,
    note: breakTexts.payment({ reference: payment.reference, gateway: payment.gateway, difference }),
  })
  const resultOfUnpaid = (difference: string): ReconciliationResult =>
    isFunded ? mismatch(0n, difference) : { type: 'matched' }
  switch (status.type) {
    case 'succeeded': {
      if (status.reference !== payment.reference) return { type: 'unknown' }
      const mismatchNote = mismatchNoteOf(payment, status, internalKobo)
      return mismatchNote === null ? { type: 'matched' } : mismatch(status.paidKobo, mismatchNote)
    }
    case 'reversed':
      return resultOfUnpaid(breakTexts.paymentReversed())
    case 'failed':
    case 'not_found':
      return resultOfUnpaid(breakTexts.reportedByGateway({ report: status.type }))
    case 'pending':
      // The gateway reports an abandoned checkout as pending forever; any other pending payment is checked again.
      return !isFunded && status.reason === 'abandoned' ? { type: 'matched' } : { type: 'unknown' }
  }
}

/** How a successful payment at the gateway differs from our record; null when they agree. */
function mismatchNoteOf(
  payment: Payment | TopUp,
  status: Extract<PaymentStatusResult, { type: 'succeeded' }>,
  internalKobo: bigint,
): string | null {
  if (status.currency !== (payment.paid_currency ?? payment.currency))
    return breakTexts.reportedByGateway({ report: status.currency })
  if (status.paidKobo === internalKobo) return null
  // A gateway that lists chargebacks separately still reports a charged-back payment as successful.
  if (payment.state === 'reversed') return null
  return breakTexts.amountDiffers()
}
