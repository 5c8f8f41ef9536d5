import type { ReactNode } from 'react'
import type { ManagedPayment } from '../../../shared/management/orders.ts'
import { formatMoney } from '../../lib/index.ts'
import { DateTime } from '../../purchase/date-time.tsx'
import { commonTexts, renderParts, StatusBadge } from '../../ui/index.ts'
import { paymentSourceName } from '../labels.ts'
import { MissedDeadline } from '../missed-deadline.tsx'
import { ShortReference } from '../short-reference.tsx'
import { Table } from '../table.tsx'
import {
  appliedPaymentStatus,
  paymentDisputeStatuses,
  paymentRefundStatuses,
  paymentStatuses,
} from './payment-statuses.ts'
import { orderActionsTexts } from './texts.ts'

/** Naira with its sign; another currency by its code. */
const amountIn = (amount: number, currency: string): string =>
  currency === 'NGN' ? formatMoney(amount) : formatMoney(amount).replace('₦', `${currency} `)

/** Every payment of an order: the one that paid for it is marked, and the others show their refunds. */
export const OrderPayments = ({ payments }: { payments: readonly ManagedPayment[] }) => (
  <section className="card stack" aria-labelledby="payments">
    <h2 id="payments">{orderActionsTexts.payments()}</h2>
    {payments.map(
      ({ reference, dispute, currency }) =>
        dispute?.state === 'open' && <OpenDispute key={reference} dispute={dispute} currency={currency} />,
    )}
    <Table
      caption={orderActionsTexts.payments()}
      rows={payments}
      keyOf={(payment) => payment.reference}
      emptyText={orderActionsTexts.noPayments()}
      columns={[
        {
          header: commonTexts.reference(),
          narrow: [3, 'line'],
          renderCell: (payment) => <ShortReference value={payment.reference} />,
        },
        { header: commonTexts.date(), narrow: [4, 'line'], timeOf: (payment) => payment.created_at },
        {
          header: orderActionsTexts.paidWith(),
          narrow: [1, 'start'],
          renderCell: (payment) => paymentSourceName(payment.gateway),
        },
        {
          header: orderActionsTexts.amount(),
          narrow: [1, 'end'],
          isNumber: true,
          renderCell: (payment) => amountIn(payment.amount, payment.currency),
        },
        {
          header: commonTexts.status(),
          narrow: [2, 'line'],
          renderCell: (payment) => <PaymentStatus payment={payment} />,
        },
      ]}
    />
  </section>
)

const PaymentStatus = ({ payment: { status, pays_order, refund, dispute } }: { payment: ManagedPayment }) => (
  <span className="row">
    <StatusBadge status={pays_order ? appliedPaymentStatus : paymentStatuses[status]} />
    {dispute && <StatusBadge status={paymentDisputeStatuses[dispute.state]} />}
    {refund && (
      // A row of its own, so that the amount of the refund stays next to its status.
      <span className="row">
        <StatusBadge status={paymentRefundStatuses[refund.status]} />
        {amountIn(refund.amount, refund.currency)}
      </span>
    )}
  </span>
)

interface OpenDisputeProps {
  dispute: NonNullable<ManagedPayment['dispute']>
  currency: string
}

/** An open dispute of a payment with its deadline, and where it is answered. */
function OpenDispute({ dispute, currency }: OpenDisputeProps) {
  const { amount, evidence_due_at: due, overdue } = dispute
  const values = {
    amount: amountIn(amount, currency),
    strong: (text: ReactNode) => <strong>{text}</strong>,
    link: (text: ReactNode) => <a href="/management/money?section=disputes">{text}</a>,
  }
  return (
    <div className="note stack">
      {due && overdue && <MissedDeadline dueAt={due} />}
      <p>
        {renderParts(
          due
            ? orderActionsTexts.openDispute({ ...values, due: () => <DateTime value={due} /> })
            : orderActionsTexts.openDisputeWithoutDeadline(values),
        )}
      </p>
    </div>
  )
}
