import { useState } from 'react'
import { services, vendors } from '../../shared/constants.ts'
import { managedOrders, payers } from '../../shared/management/orders.ts'
import { orderStates } from '../../shared/orders.ts'
import { loginPath } from '../../shared/pages.ts'
import { orderStatuses } from '../../shared/statuses.ts'
import { useInfiniteQuery } from '../account/use-infinite-query.ts'
import { downloadFile, formatMoney, toast } from '../lib/index.ts'
import { saveFile } from '../lib/save-file.ts'
import type { ManagementPage } from '../pages.ts'
import { DateTime } from '../purchase/date-time.tsx'
import { navigate } from '../purchase/navigate.ts'
import { Button, commonTexts, TextField } from '../ui/index.ts'
import { capitalise, displayName, payerName } from './labels.ts'
import { LoadMore } from './load-more.tsx'
import { menuTexts } from './menu-texts.ts'
import { OrderStatusBadges } from './order-status.tsx'
import { PageLayout, QueryContent } from './page-layout.tsx'
import { Select } from './select.tsx'
import { Table } from './table.tsx'
import { managementTexts } from './texts.ts'
import { transactionsTexts } from './transactions-texts.ts'
import { useFilters } from './use-filters.ts'

const optionsOf = (values: readonly string[]) =>
  [['', managementTexts.all()], ...values.map((value) => [value, capitalise(displayName(value))])] as [
    string,
    string,
  ][]

/** Both `paid` and `vending` are shown as Processing; here the state is named too. */
const statusOptions = () =>
  [
    ['', managementTexts.all()],
    ...orderStates
      .filter((state) => state !== 'quoted')
      .map((state) => {
        const { label: status } = orderStatuses[state]
        return [
          state,
          status === orderStatuses.paid.label ? transactionsTexts.stateOption({ status, state }) : status,
        ]
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
      title={menuTexts.transactions()}
      action={
        <Button kind="plain" onClick={() => download(filterQuery)}>
          {transactionsTexts.exportCsv()}
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
              label={commonTexts.service()}
              name="service"
              value={filters.service}
              choices={optionsOf(services)}
              onValue={(service) => set({ service })}
            />
            <Select
              label={commonTexts.status()}
              name="state"
              value={filters.state}
              choices={statusOptions()}
              onValue={(state) => set({ state })}
            />
            <Select
              label={transactionsTexts.paidWith()}
              name="gateway"
              value={filters.gateway}
              choices={[
                ['', managementTexts.all()],
                ...payers.map((payer) => [payer, payerName(payer)] as const),
              ]}
              onValue={(gateway) => set({ gateway })}
            />
            <Select
              label={managementTexts.vendor()}
              name="vendor"
              value={filters.vendor}
              choices={optionsOf(vendors)}
              onValue={(vendor) => set({ vendor })}
            />
            <TextField
              type="date"
              name="from"
              label={commonTexts.from()}
              value={filters.from}
              onValue={(from) => set({ from })}
            />
            <TextField
              type="date"
              name="to"
              label={commonTexts.to()}
              value={filters.to}
              onValue={(to) => set({ to })}
            />
          </div>
          <Button type="submit">{commonTexts.search()}</Button>
        </form>
      </search>
      <section className="card stack" aria-label={managementTexts.orders()}>
        <QueryContent query={orders} loadingText={managementTexts.loading()}>
          {({ list, next }) => (
            <>
              <Table
                caption={managementTexts.orders()}
                rows={list}
                keyOf={(order) => order.reference}
                empty={commonTexts.noTransactionRecords()}
                columns={[
                  {
                    head: commonTexts.reference(),
                    cell: (order) => (
                      <a href={`/management/transactions/${order.reference}`}>{order.reference}</a>
                    ),
                  },
                  { head: commonTexts.date(), cell: (order) => <DateTime value={order.created_at} /> },
                  { head: managementTexts.product(), cell: (order) => order.title },
                  { head: managementTexts.meterPhoneOrCard(), cell: (order) => order.number },
                  {
                    head: managementTexts.customer(),
                    isLong: true,
                    cell: (order) => order.user?.name ?? order.email ?? order.phone_number,
                  },
                  {
                    head: transactionsTexts.paidWith(),
                    cell: (order) => order.payer && payerName(order.payer),
                  },
                  {
                    head: commonTexts.status(),
                    cell: (order) => (
                      <OrderStatusBadges
                        state={order.state}
                        review={order.review}
                        recorded={order.recorded}
                      />
                    ),
                  },
                  {
                    head: commonTexts.total(),
                    isNumber: true,
                    cell: (order) => formatMoney(order.total_amount),
                  },
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
    else navigate.to(loginPath)
  } catch {
    toast.error(transactionsTexts.exportFailed())
  }
}

function SearchField({ initial }: { initial: string }) {
  const [typed, setTyped] = useState(initial)
  return (
    <TextField
      name="search"
      type="search"
      label={commonTexts.search()}
      hint={transactionsTexts.searchHint()}
      autoComplete="off"
      value={typed}
      onValue={setTyped}
    />
  )
}
