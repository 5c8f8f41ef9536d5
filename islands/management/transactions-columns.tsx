import { columnVisibilityFeature, createColumnHelper, tableFeatures } from '@tanstack/react-table'
import type { ManagedTransaction } from '../../shared/management/transactions.ts'
import { topUpStatuses } from '../../shared/statuses.ts'
import { formatMoney } from '../lib/index.ts'
import { DateTime } from '../purchase/date-time.tsx'
import { commonTexts, StatusBadge } from '../ui/index.ts'
import { displayName, payerName } from './labels.ts'
import { OrderStatusBadges } from './order-status.tsx'
import { managementTexts } from './texts.ts'
import { topUpTexts } from './top-up-texts.ts'
import { transactionsTexts } from './transactions-texts.ts'

/** Features of the table that the list uses. */
export const features = tableFeatures({ columnVisibilityFeature })

const helper = createColumnHelper<typeof features, ManagedTransaction>()
type Id =
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

/** Heading and alignment of each column. Columns that are not shown at first are `isExtra`. */
export const columnInfo = {
  reference: { head: commonTexts.reference },
  created_at: { head: commonTexts.date },
  product: { head: managementTexts.product, isWide: true },
  number: { head: managementTexts.meterPhoneOrCard },
  customer: { head: managementTexts.customer, isLong: true },
  payer: { head: transactionsTexts.paidWith },
  status: { head: commonTexts.status },
  total: { head: commonTexts.total, isNumber: true },
  paid: { head: transactionsTexts.paid, isNumber: true, isExtra: true },
  refunded: { head: transactionsTexts.refunded, isNumber: true },
  fees: { head: transactionsTexts.fees, isNumber: true, isExtra: true },
  vendor: { head: managementTexts.vendor, isExtra: true },
  vendor_reference: { head: transactionsTexts.vendorReference, isLong: true, isExtra: true },
  units: { head: transactionsTexts.units, isNumber: true, isExtra: true },
  delivered_at: { head: transactionsTexts.deliveredAt, isExtra: true },
} as const satisfies Readonly<
  Record<
    Id,
    { head: () => string; isNumber?: boolean; isLong?: boolean; isWide?: boolean; isExtra?: boolean }
  >
>
export type ColumnId = keyof typeof columnInfo

export const columnIds = Object.keys(columnInfo) as readonly ColumnId[]
/** Columns that are hidden until a manager chooses them. */
export const extraColumns = columnIds.filter((id) => 'isExtra' in columnInfo[id])

/** The page of an order or a record; null for a top-up. */
export const transactionPage = ({ type, reference }: ManagedTransaction): string | null =>
  type === 'top_up' ? null : `/management/transactions/${reference}`

/** The product, or the kind of top-up. */
export const titleOf = ({ type, title, top_up_kind }: ManagedTransaction): string =>
  type === 'top_up'
    ? [transactionsTexts.top_up(), top_up_kind && topUpTexts[top_up_kind]()].filter(Boolean).join(', ')
    : title

export const customerOf = ({ user, customer_name, email, phone_number }: ManagedTransaction): string =>
  user?.name ?? customer_name ?? email ?? phone_number ?? managementTexts.guest()

export const payerText = ({ payer }: ManagedTransaction): string => (payer ? payerName(payer) : '')

/** Badges for the state of an order, a record or a top-up. */
export function TransactionStatus({ transaction }: { transaction: ManagedTransaction }) {
  const { type, state, top_up_state, review } = transaction
  if (top_up_state) return <StatusBadge status={topUpStatuses[top_up_state]} />
  return state && <OrderStatusBadges state={state} review={review} recorded={type === 'record'} />
}

const cells: Readonly<Record<ColumnId, (row: ManagedTransaction) => React.ReactNode>> = {
  reference: (row) => {
    const page = transactionPage(row)
    return page ? <a href={page}>{row.reference}</a> : row.reference
  },
  created_at: (row) => <DateTime value={row.created_at} />,
  product: titleOf,
  number: (row) => row.number,
  customer: customerOf,
  payer: payerText,
  status: (row) => <TransactionStatus transaction={row} />,
  total: (row) => row.total_amount !== null && formatMoney(row.total_amount),
  paid: (row) => formatMoney(row.paid),
  refunded: (row) => row.refunded > 0 && formatMoney(row.refunded),
  fees: (row) => row.service_charge > 0 && formatMoney(row.service_charge),
  vendor: (row) => row.vendor && displayName(row.vendor),
  vendor_reference: (row) => row.vendor_reference,
  units: (row) => row.units,
  delivered_at: (row) => row.delivered_at && <DateTime value={row.delivered_at} />,
}

export const columns = columnIds.map((id) =>
  helper.display({
    id,
    header: () => columnInfo[id].head(),
    cell: ({ row }) => cells[id](row.original),
  }),
)
