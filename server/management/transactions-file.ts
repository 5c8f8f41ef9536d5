import type { ManagedTransaction } from '../../shared/management/transactions.ts'

/** Lagos is one hour ahead of UTC all year. */
const lagosOffsetMs = 3_600_000

/** A time in Lagos with its offset: "2026-11-21T14:05:09+01:00". */
const lagosTime = (iso: string | null): string | null =>
  iso && `${new Date(Date.parse(iso) + lagosOffsetMs).toISOString().slice(0, 19)}+01:00`

/** Columns of the file in order. It has no tokens and no PINs. Money is naira. */
const columns = {
  reference: (row) => row.reference,
  type: (row) => row.type,
  created_at: (row) => lagosTime(row.created_at),
  paid_at: (row) => lagosTime(row.paid_at),
  delivered_at: (row) => lagosTime(row.delivered_at),
  service: (row) => row.service,
  title: (row) => row.title || row.top_up_kind,
  number: (row) => row.number,
  customer_name: (row) => row.customer_name ?? row.user?.name ?? null,
  phone_number: (row) => row.phone_number,
  email: (row) => row.email,
  state: (row) => row.state ?? row.top_up_state,
  review: (row) => row.review,
  amount: (row) => row.amount,
  service_charge: (row) => row.service_charge,
  total_amount: (row) => row.total_amount,
  paid: (row) => row.paid,
  refunded: (row) => row.refunded,
  payer: (row) => row.payer,
  payment_reference: (row) => row.payment_reference,
  vendor: (row) => row.vendor,
  vendor_reference: (row) => row.vendor_reference,
  units: (row) => row.units,
  recorded: (row) => (row.type === 'record' ? 'yes' : 'no'),
} as const satisfies Readonly<Record<string, (row: ManagedTransaction) => string | number | null>>

/** Transactions as CSV rows, with a header row. */
export const transactionRows = (transactions: readonly ManagedTransaction[]) => [
  Object.keys(columns),
  ...transactions.map((row) => Object.values(columns).map((cellOf) => cellOf(row))),
]
