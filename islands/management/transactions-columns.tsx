import { columnVisibilityFeature, createColumnHelper, tableFeatures } from '@tanstack/react-table'
import type { ManagedTransaction } from '../../shared/management/transactions.ts'
import { topUpStatuses } from '../../shared/statuses.ts'
import { numberText } from '../account/number-text.ts'
import { displayPhone, formatMoney } from '../lib/index.ts'
import { DateTime } from '../purchase/date-time.tsx'
import { commonTexts, StatusBadge } from '../ui/index.ts'
import { displayName, paymentSourceName } from './labels.ts'
import { OrderStatusBadges } from './order-status.tsx'
import { ShortReference } from './short-reference.tsx'
import type { NarrowPlace } from './table.tsx'
import { managementTexts } from './texts.ts'
import { topUpTexts } from './top-up-texts.ts'
import { transactionsTexts } from './transactions-texts.ts'

/** Features of the table that the list uses. */
export const features = tableFeatures({ columnVisibilityFeature })

const helper = createColumnHelper<typeof features, ManagedTransaction>()
type TransactionColumn =
  | 'reference'
  | 'created_at'
  | 'product'
  | 'number'
  | 'customer'
  | 'payer'
  | 'status'
  | 'total'
  | 'paid'
  | 'refunded'
  | 'fees'
  | 'vendor'
  | 'vendor_reference'
  | 'units'
  | 'delivered_at'

/**
 * Heading and layout of each column. `isNumber`: aligned right. `isLong`: may break within a word. `isWide`: has a minimum
 * width. `isExtra`: not shown at first. `narrow`: place in a row on a narrow screen.
 */
export const columnInfo = {
  reference: { header: commonTexts.reference, narrow: [2, 'start'] },
  created_at: { header: commonTexts.date, narrow: [3, 'end'] },
  product: { header: managementTexts.product, isWide: true, narrow: [1, 'start'] },
  number: { header: managementTexts.meterPhoneOrCard, narrow: [4, 'start'] },
  customer: { header: managementTexts.customer, isLong: true, narrow: [3, 'start'] },
  payer: { header: transactionsTexts.paidWith, isExtra: true },
  status: { header: commonTexts.status, narrow: [2, 'end'] },
  total: { header: commonTexts.total, isNumber: true, narrow: [1, 'end'] },
  paid: { header: transactionsTexts.paid, isNumber: true, isExtra: true },
  refunded: { header: transactionsTexts.refunded, isNumber: true },
  fees: { header: transactionsTexts.fees, isNumber: true, isExtra: true },
  vendor: { header: managementTexts.vendor, isExtra: true },
  vendor_reference: { header: transactionsTexts.vendorReference, isLong: true, isExtra: true },
  units: { header: transactionsTexts.units, isNumber: true, isExtra: true },
  delivered_at: { header: transactionsTexts.deliveredAt, isExtra: true },
} as const satisfies Readonly<
  Record<
    TransactionColumn,
    {
      header: () => string
      isNumber?: boolean
      isLong?: boolean
      isWide?: boolean
      isExtra?: boolean
      narrow?: NarrowPlace
    }
  >
>
export type ColumnId = keyof typeof columnInfo

export const columnIds = Object.keys(columnInfo) as readonly ColumnId[]
/** Columns that are hidden until a manager chooses them. */
export const extraColumns = columnIds.filter((id) => 'isExtra' in columnInfo[id])

/** URL of the page of an order, or of a record that a manager entered; null for a top-up. */
export const transactionPageUrl = ({ type, reference }: ManagedTransaction): string | null =>
  type === 'top_up' ? null : `/management/transactions/${reference}`

/** The product, or the kind of top-up. */
export const titleOf = ({ type, title, top_up_kind }: ManagedTransaction): string =>
  type === 'top_up'
    ? [transactionsTexts.top_up(), top_up_kind && topUpTexts[top_up_kind]()].filter(Boolean).join(', ')
    : title

export const customerOf = ({ user, customer_name, email, phone_number }: ManagedTransaction): string =>
  user?.name ??
  customer_name ??
  email ??
  (phone_number ? displayPhone(phone_number) : managementTexts.guest())

/** The number of the meter, smartcard or phone, or the JAMB profile ID; null for a top-up. */
export const transactionNumber = ({ service, number }: ManagedTransaction): string | null =>
  service && number && numberText({ service, number })

export const paymentSourceText = ({ payer: paymentSource }: ManagedTransaction): string =>
  paymentSource ? paymentSourceName(paymentSource) : ''

/** Badges for the state of an order, a record or a top-up. */
export function TransactionStatus({ transaction }: { transaction: ManagedTransaction }) {
  const { type, state, top_up_state, review } = transaction
  if (top_up_state) return <StatusBadge status={topUpStatuses[top_up_state]} />
  return state && <OrderStatusBadges state={state} review={review} recorded={type === 'record'} />
}

/** A text of at most two lines, so that all rows of the table have the same height. */
const TwoLines = ({ text }: { text: string }) => (
  <span className="two-lines" title={text}>
    {text}
  </span>
)

const cells: Readonly<Record<ColumnId, (row: ManagedTransaction) => React.ReactNode>> = {
  reference: (row) => {
    const pageUrl = transactionPageUrl(row)
    return pageUrl ? <a href={pageUrl}>{row.reference}</a> : <ShortReference value={row.reference} />
  },
  created_at: (row) => <DateTime value={row.created_at} />,
  product: (row) => <TwoLines text={titleOf(row)} />,
  number: transactionNumber,
  customer: (row) => <TwoLines text={customerOf(row)} />,
  payer: paymentSourceText,
  status: (row) => <TransactionStatus transaction={row} />,
  total: (row) => row.total_amount !== null && formatMoney(row.total_amount),
  paid: (row) => formatMoney(row.paid),
  refunded: (row) => row.refunded > 0 && formatMoney(row.refunded),
  fees: (row) => row.service_charge > 0 && formatMoney(row.service_charge),
  vendor: (row) => row.vendor && displayName(row.vendor),
  vendor_reference: (row) => row.vendor_reference && <ShortReference value={row.vendor_reference} />,
  units: (row) => row.units,
  delivered_at: (row) => row.delivered_at && <DateTime value={row.delivered_at} />,
}

export const columns = columnIds.map((id) =>
  helper.display({
    id,
    header: () => columnInfo[id].header(),
    cell: ({ row }) => cells[id](row.original),
  }),
)
