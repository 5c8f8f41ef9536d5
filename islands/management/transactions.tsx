import { useState } from 'react'
import { services, vendors } from '../../shared/constants.ts'
import { managedOrders, payers } from '../../shared/management/orders.ts'
import { orderStates } from '../../shared/orders.ts'
import { login } from '../../shared/pages.ts'
import { orderStatuses } from '../../shared/statuses.ts'
import { useInfiniteQuery } from '../account/use-infinite-query.ts'
import { downloadFile, formatMoney, toast } from '../lib/index.ts'
import { saveFile } from '../lib/save-file.ts'
import type { ManagementPage } from '../pages.ts'
import { DateTime } from '../purchase/date-time.tsx'
import { navigate } from '../purchase/navigate.ts'
import { Button, TextField } from '../ui/index.ts'
import { capitalise, displayName } from './labels.ts'
import { LoadMore } from './load-more.tsx'
import { OrderStatusBadges } from './order-status.tsx'
import { PageLayout, QueryContent } from './page-layout.tsx'
import { Select } from './select.tsx'
import { Table } from './table.tsx'
import { useFilters } from './use-filters.ts'

const optionsOf = (values: readonly string[]) =>
  [['', 'All'], ...values.map((value) => [value, capitalise(displayName(value))])] as [string, string][]

/** Both `paid` and `vending` are shown as Processing; here the state is named too. */
const statusOptions = [
  ['', 'All'],
  ...orderStates
    .filter((state) => state !== 'quoted')
    .map((state) => {
      const { label } = orderStatuses[state]
      return [state, label === orderStatuses.paid.label ? `${label} (${state})` : label]
    }),
] as [string, string][]

/** Order search for managers. */
export default function Transactions(page: ManagementPage) {
  const { filters, set, query: filterQuery } = useFilters(managedOrders)
  const orders = useInfiniteQuery(managedOrders, { query: filterQuery })

  return (
    <PageLayout
      {...page}
      path="/management/transactions"
      title="Transactions"
      action={
        <Button kind="plain" onClick={() => download(filterQuery)}>
          Export CSV
        </Button>
      }
    >
      <search>
        <form
          className="card form filters"
          onSubmit={(event) => {
            event.preventDefault()
            const typed = new FormData(event.currentTarget).get('search')
            set({ search: typeof typed === 'string' ? typed.trim() : '' })
          }}
        >
          <SearchField key={filters.search} initial={filters.search} />
          <div className="columns four">
            <Select
              label="Service"
              name="service"
              value={filters.service}
              choices={optionsOf(services)}
              onValue={(service) => set({ service })}
            />
            <Select
              label="Status"
              name="state"
              value={filters.state}
              choices={statusOptions}
              onValue={(state) => set({ state })}
            />
            <Select
              label="Paid with"
              name="gateway"
              value={filters.gateway}
              choices={optionsOf(payers)}
              onValue={(gateway) => set({ gateway })}
            />
            <Select
              label="Vendor"
              name="vendor"
              value={filters.vendor}
              choices={optionsOf(vendors)}
              onValue={(vendor) => set({ vendor })}
            />
            <TextField
              type="date"
              name="from"
              label="From"
              value={filters.from}
              onValue={(from) => set({ from })}
            />
            <TextField type="date" name="to" label="To" value={filters.to} onValue={(to) => set({ to })} />
          </div>
          <Button type="submit">Search</Button>
        </form>
      </search>
      <section className="card stack" aria-label="Orders">
        <QueryContent query={orders} loadingText="Loading…">
          {({ list, next }) => (
            <>
              <Table
                caption="Orders"
                rows={list}
                keyOf={(order) => order.reference}
                empty="No transaction records."
                columns={[
                  {
                    head: 'Reference',
                    cell: (order) => (
                      <a href={`/management/transactions/${order.reference}`}>{order.reference}</a>
                    ),
                  },
                  { head: 'Date', cell: (order) => <DateTime value={order.created_at} /> },
                  { head: 'Product', cell: (order) => order.title },
                  { head: 'Meter / phone / card no.', cell: (order) => order.number },
                  {
                    head: 'Customer',
                    isLong: true,
                    cell: (order) => order.user?.name ?? order.email ?? order.phone_number,
                  },
                  { head: 'Paid with', cell: (order) => order.payer && capitalise(displayName(order.payer)) },
                  {
                    head: 'Status',
                    cell: (order) => (
                      <OrderStatusBadges
                        state={order.state}
                        review={order.review}
                        recorded={order.recorded}
                      />
                    ),
                  },
                  { head: 'Total', isNumber: true, cell: (order) => formatMoney(order.total_amount) },
                ]}
              />
              <LoadMore next={next} isLoading={orders.isLoading} loadMore={orders.loadMore} />
            </>
          )}
        </QueryContent>
      </section>
    </PageLayout>
  )
}

async function download(query: object): Promise<void> {
  try {
    const file = await downloadFile(managedOrders, { query: { ...query, format: 'csv' } })
    if (file) saveFile(file, 'orders.csv')
    else navigate.to(login)
  } catch {
    toast.error('Export failed. Please try again.')
  }
}

function SearchField({ initial }: { initial: string }) {
  const [typed, setTyped] = useState(initial)
  return (
    <TextField
      name="search"
      type="search"
      label="Search"
      hint="Phone, meter or smartcard, its last four digits, e-mail, or an order or payment reference."
      autoComplete="off"
      value={typed}
      onValue={setTyped}
    />
  )
}
