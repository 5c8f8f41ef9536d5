import pLimit from 'p-limit'
import { formatMoney } from '../../shared/money.ts'
import { type GatewayName, gateways } from '../../shared/providers.ts'
import { openBreak } from '../operations/index.ts'
import {
  findPaymentByReference,
  type Gateway,
  type GatewayTransaction,
  inspectMissingPayment,
  isOpen,
  isPaid,
  type Payment,
  paymentReferenceIn,
  recoverPayment,
  type TopUp,
  verifyPayment,
} from '../payments/index.ts'
import { findVendOfMissingOrder } from '../purchase/index.ts'
import type { RecoveryOptions } from './arguments.ts'
import type { RecoveryDeps } from './recover.ts'
import type { RecoveryReport } from './report.ts'

/** Clocks may differ by this much. */
const clockToleranceMs = 60_000
/** Calls to one gateway at a time. */
const concurrency = 6

/** Compares every transaction that took money since the restore point with the payments of this database. */
export async function recoverPayments(
  deps: RecoveryDeps,
  options: RecoveryOptions,
  report: RecoveryReport,
): Promise<void> {
  for (const name of gateways) {
    const gateway = deps.payments.gateways[name]
    if (!gateway) continue
    const transactions = await gateway.listTransactions({
      from: new Date(options.since.getTime() - clockToleranceMs),
      to: new Date(Date.now() + clockToleranceMs),
    })
    if (!transactions)
      report.addUnread(`The transactions of ${name} could not be read. Run the command again.`)
    // A list that changes while it is read repeats rows.
    const unique = new Map(transactions?.map((transaction) => [transaction.reference, transaction]))
    const limit = pLimit(concurrency)
    await Promise.all(
      [...unique.values()].map((transaction) =>
        limit(() => recoverTransaction(deps, options, report, gateway, transaction)),
      ),
    )
  }
}

async function recoverTransaction(
  deps: RecoveryDeps,
  options: RecoveryOptions,
  report: RecoveryReport,
  gateway: Gateway,
  transaction: GatewayTransaction,
): Promise<void> {
  if (transaction.type === 'deposit') return recoverDeposit(deps, options, report, gateway.name, transaction)
  const { reference, amountKobo } = transaction
  // Another program uses the same account.
  if (paymentReferenceIn(reference) !== reference) return
  const payment = await findPaymentByReference(deps.db.q, reference)
  if (payment && !isOpen(payment.state) && payment.state !== 'failed' && payment.state !== 'expired')
    return report.add('payment_matched', amountKobo)
  if (transaction.status === 'reversed') return recordReversed(deps, options, report, gateway, transaction)
  if (payment) return updatePayment(deps, options, report, payment, amountKobo)
  return recoverLost(deps, options, report, gateway.name, transaction)
}

async function updatePayment(
  deps: RecoveryDeps,
  { dryRun }: RecoveryOptions,
  report: RecoveryReport,
  payment: Payment | TopUp,
  amountKobo: bigint,
): Promise<void> {
  if (dryRun) return report.add('payment_updated', amountKobo)
  const { state } = await verifyPayment(deps.payments, payment)
  if (isPaid(state) || state === 'mismatch') return report.add('payment_updated', amountKobo)
  report.add('payment_unknown', amountKobo)
  report.addUnread(
    `Payment ${payment.reference} at ${payment.gateway} could not be verified. Run the command again.`,
  )
}

/**
 * Verifies the payments that were open at the restore point: a checkout that was opened before it may have been paid
 * since.
 */
export async function verifyOpenPayments(
  deps: RecoveryDeps,
  { dryRun }: RecoveryOptions,
  report: RecoveryReport,
): Promise<void> {
  const openPayments = await deps.db.q
    .selectFrom('payments')
    .selectAll()
    .where('state', 'in', ['created', 'initialised', 'pending', 'failed', 'expired'])
    .where('gateway', 'in', gateways)
    .where('due_at', 'is not', null)
    .$castTo<Payment | TopUp>()
    .execute()
  const limit = pLimit(concurrency)
  await Promise.all(
    openPayments.map((payment) =>
      limit(async () => {
        const isApplied = dryRun
          ? await isPaidAtGateway(deps, payment)
          : isPaid((await verifyPayment(deps.payments, payment)).state)
        if (isApplied) report.add('payment_updated', payment.amount_kobo)
      }),
    ),
  )
}

async function isPaidAtGateway({ payments }: RecoveryDeps, payment: Payment | TopUp): Promise<boolean> {
  const status = await payments.gateways[payment.gateway as GatewayName]?.verify(payment.reference)
  return status?.type === 'succeeded'
}

/** A refunded payment without a row here: a manager decides about the part that was not refunded. */
async function recordReversed(
  deps: RecoveryDeps,
  { dryRun }: RecoveryOptions,
  report: RecoveryReport,
  gateway: Gateway,
  { reference, gatewayReference, amountKobo }: GatewayTransaction,
): Promise<void> {
  const refunds = await gateway.listRefunds({ paymentReference: reference, gatewayReference })
  const refundedKobo = (refunds ?? [])
    .filter(({ state }) => state !== 'failed')
    .reduce((sum, refund) => sum + refund.amountKobo, 0n)
  if (refunds && refundedKobo >= amountKobo) return report.add('payment_refunded', amountKobo)
  report.add('payment_unknown', amountKobo)
  const note = `Payment ${reference} at ${gateway.name}: refunded or charged back after the restore point, ${formatMoney(refundedKobo)} of ${formatMoney(amountKobo)}.`
  report.addDecision(`${note} Compare it with the gateway's dashboard.`)
  if (!dryRun)
    await openBreak(deps.db.q, {
      kind: 'payment',
      subject: reference,
      internalKobo: 0n,
      externalKobo: amountKobo - refundedKobo,
      note,
    })
}

async function recoverLost(
  deps: RecoveryDeps,
  { dryRun, since }: RecoveryOptions,
  report: RecoveryReport,
  gateway: GatewayName,
  { reference, amountKobo }: GatewayTransaction,
): Promise<void> {
  const payment = await inspectMissingPayment(deps.payments, gateway, reference)
  switch (payment.type) {
    case 'none':
      return report.add('payment_matched', amountKobo)
    case 'unavailable':
      report.add('payment_unknown', amountKobo)
      return report.addUnread(
        `Payment ${reference} at ${gateway} could not be verified. Run the command again.`,
      )
    case 'order':
    case 'wallet_topup':
      if (!dryRun) await recoverPayment(deps.payments, gateway, reference)
      return report.add(payment.type === 'order' ? 'payment_order' : 'payment_top_up', payment.amountKobo)
    case 'unallocated': {
      const { orderReference } = payment
      const vend =
        orderReference === null ? 'unknown' : await findVendOfMissingOrder(deps, orderReference, since)
      if (!dryRun) await recoverPayment(deps.payments, gateway, reference, vend)
      report.add('payment_unallocated', payment.amountKobo)
      report.addDecision(
        `Payment ${reference} at ${gateway}, ${formatMoney(payment.amountKobo)}, of the missing order ${orderReference ?? '(unknown)'}: ${vendSentences[vend]}`,
      )
    }
  }
}

const vendSentences = {
  delivered: 'a vendor delivered it. Leave it on the list, or credit it to the payer’s wallet.',
  not_received: 'no vendor received it. Return it.',
  unknown: 'the vendors gave no clear answer. Ask the payer; return it if nothing arrived.',
} as const satisfies Record<Awaited<ReturnType<typeof findVendOfMissingOrder>>, string>

async function recoverDeposit(
  deps: RecoveryDeps,
  { dryRun }: RecoveryOptions,
  report: RecoveryReport,
  gateway: GatewayName,
  { reference, amountKobo }: GatewayTransaction,
): Promise<void> {
  const getDepositState = async () =>
    (
      await deps.db.q
        .selectFrom('deposits')
        .select('state')
        .where('gateway', '=', gateway)
        .where('gateway_reference', '=', reference)
        .executeTakeFirst()
    )?.state
  const before = await getDepositState()
  if (before === 'credited' || before === 'unmatched') return report.add('deposit_matched', amountKobo)
  report.add('deposit_recorded', amountKobo)
  if (dryRun) return
  await deps.payments.onDeposit(gateway, reference)
  const after = await getDepositState()
  if (after === 'unmatched')
    report.addDecision(
      `Transfer ${reference} at ${gateway}, ${formatMoney(amountKobo)}, to an account that this database does not know.`,
    )
  if (after === 'received' || after === 'unconfirmed')
    report.addUnread(`Transfer ${reference} at ${gateway} could not be verified. It is checked again.`)
}
