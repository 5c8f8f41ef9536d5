import type { ManagedTransaction } from '../../shared/management/transactions.ts'
import { displayPhone, formatMoney } from '../lib/index.ts'
import { DateTime } from '../purchase/date-time.tsx'
import { commonTexts, type Detail, DetailsList, Dialog } from '../ui/index.ts'
import { displayName } from './labels.ts'
import { managementTexts } from './texts.ts'
import {
  customerOf,
  paymentSourceText,
  TransactionStatus,
  titleOf,
  transactionNumber,
  transactionPageUrl,
} from './transactions-columns.tsx'
import { transactionsTexts } from './transactions-texts.ts'

/** Side panel with the summary of a transaction and links to its pages. */
export function TransactionPanel({
  transaction,
  onClose,
}: {
  transaction: ManagedTransaction
  onClose: () => void
}) {
  const { reference, type, user } = transaction
  const pageUrl = transactionPageUrl(transaction)
  return (
    <Dialog title={transactionsTexts.panelTitle({ reference })} className="side-panel" onClose={onClose}>
      <p>
        <TransactionStatus transaction={transaction} />
      </p>
      <DetailsList items={detailsOf(transaction)} />
      <p className="row">
        {pageUrl && (
          <a className="btn btn-primary" href={pageUrl}>
            {type === 'record' ? transactionsTexts.openRecord() : transactionsTexts.openOrder()}
          </a>
        )}
        {type === 'top_up' && (
          <a className="btn btn-primary" href={`/management/top-ups?search=${encodeURIComponent(reference)}`}>
            {transactionsTexts.openTopUps()}
          </a>
        )}
        {user && (
          <a className="btn btn-plain" href={`/management/users/${user.uniqueid}`}>
            {transactionsTexts.openUser()}
          </a>
        )}
      </p>
    </Dialog>
  )
}

const money = (label: string, value: number | null): Detail => ({
  label,
  value: value === null ? '' : formatMoney(value),
})
const time = (label: string, value: string | null): Detail => ({
  label,
  value: value === null ? '' : <DateTime value={value} />,
})

/** The details that the transaction has. */
const detailsOf = (transaction: ManagedTransaction): Detail[] =>
  [
    { label: managementTexts.product(), value: titleOf(transaction) },
    { label: managementTexts.meterPhoneOrCard(), value: transactionNumber(transaction) },
    { label: managementTexts.customer(), value: customerOf(transaction) },
    { label: commonTexts.phone(), value: transaction.phone_number && displayPhone(transaction.phone_number) },
    { label: commonTexts.email(), value: transaction.email },
    money(commonTexts.amount(), transaction.amount),
    money(commonTexts.serviceCharge(), transaction.service_charge),
    { ...money(commonTexts.total(), transaction.total_amount), strong: true },
    money(transactionsTexts.paid(), transaction.paid),
    money(transactionsTexts.refunded(), transaction.refunded),
    { label: transactionsTexts.paidWith(), value: paymentSourceText(transaction) },
    { label: transactionsTexts.paymentReference(), value: transaction.payment_reference },
    { label: managementTexts.vendor(), value: transaction.vendor && displayName(transaction.vendor) },
    { label: transactionsTexts.vendorReference(), value: transaction.vendor_reference },
    { label: transactionsTexts.units(), value: transaction.units },
    time(commonTexts.date(), transaction.created_at),
    time(transactionsTexts.paidAt(), transaction.paid_at),
    time(transactionsTexts.deliveredAt(), transaction.delivered_at),
    { label: transactionsTexts.whyInReview(), value: transaction.review },
  ].filter(({ value }) => value !== null && value !== '')
