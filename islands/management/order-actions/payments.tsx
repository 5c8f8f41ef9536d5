import type { ManagedPayment } from '../../../shared/management/orders.ts'
import { formatMoney } from '../../lib/index.ts'
import { DateTime } from '../../purchase/date-time.tsx'
import { commonTexts, StatusBadge } from '../../ui/index.ts'
import { payerName } from '../labels.ts'
import { Table } from '../table.tsx'
import { paymentRefundStatuses, paymentStatuses, paysOrderStatus } from './payment-statuses.ts'
import { orderActionsTexts } from './texts.ts'

/** Naira with its sign; another currency by its code. */
const amountIn = (amount: number, currency: string): string =>
  currency === 'NGN' ? formatMoney(amount) : formatMoney(amount).replace('₦', `${currency} `)

/** Every payment of an order: the one that paid for it is marked, and the others show their refunds. */
export const OrderPayments = ({ payments }: { payments: readonly ManagedPayment[] }) => (
  <section className="card stack" aria-labelledby="payments">
    <h2 id="payments">{orderActionsTexts.payments()}</h2>
    <Table
      caption={orderActionsTexts.payments()}
      rows={payments}
      keyOf={(payment) => payment.reference}
      empty={orderActionsTexts.noPayments()}
      columns={[
        { head: commonTexts.reference(), isLong: true, cell: (payment) => payment.reference },
        { head: commonTexts.date(), cell: (payment) => <DateTime value={payment.created_at} /> },
        { head: orderActionsTexts.paidWith(), cell: (payment) => payerName(payment.gateway) },
        {
          head: orderActionsTexts.amount(),
          isNumber: true,
          cell: (payment) => amountIn(payment.amount, payment.currency),
        },
        { head: commonTexts.status(), cell: (payment) => <PaymentStatus payment={payment} /> },
      ]}
    />
  </section>
)

const PaymentStatus = ({ payment: { status, pays_order, refund } }: { payment: ManagedPayment }) => (
  <span className="row">
    <StatusBadge status={pays_order ? paysOrderStatus : paymentStatuses[status]} />
    {refund && (
      <>
        <StatusBadge status={paymentRefundStatuses[refund.status]} />
        {amountIn(refund.amount, refund.currency)}
      </>
    )}
  </span>
)
