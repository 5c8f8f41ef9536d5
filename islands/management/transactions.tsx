import { useState } from 'react'
import { services, vendors } from '../../shared/constants.ts'
import { type ManagedOrder, managedOrders, payers } from '../../shared/management/orders.ts'
import { orderStates } from '../../shared/orders.ts'
import { login } from '../../shared/pages.ts'
import { askFile, formatMoney, toast } from '../lib/index.ts'
import { saveFile } from '../lib/save-file.ts'
import type { ManagementPage } from '../pages.ts'
import { go } from '../purchase/go.ts'
import { Moment } from '../purchase/moment.tsx'
import { Button, TextField } from '../ui/index.ts'
import { More } from './more.tsx'
import { Loaded, Screen } from './screen.tsx'
import { Select } from './select.tsx'
import { State } from './state.tsx'
import { Table } from './table.tsx'
import { useFilters } from './use-filters.ts'
import { useParts } from './use-parts.ts'
import { capital, nameOf } from './words.ts'

const names = ['search', 'service', 'state', 'gateway', 'vendor', 'from', 'to', 'user_id'] as const
const all = (some: readonly string[]) =>
  [['', 'All'], ...some.filter((it) => it !== 'quoted').map((it) => [it, capital(nameOf(it))])] as [
    string,
    string,
  ][]

/** Any order by what the caller knows. */
export default function Transactions(page: ManagementPage) {
  const { filters, set, asked } = useFilters(names)
  const orders = useParts<ManagedOrder>(managedOrders, asked)

  return (
    <Screen
      {...page}
      path="/management/transactions"
      title="Transactions"
      action={
        <Button kind="plain" onClick={() => download(asked)}>
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
          <SearchField key={filters.search} first={filters.search} />
          <div className="columns four">
            <Select
              label="Service"
              name="service"
              value={filters.service}
              choices={all(services)}
              onValue={(service) => set({ service })}
            />
            <Select
              label="State"
              name="state"
              value={filters.state}
              choices={all(orderStates)}
              onValue={(state) => set({ state })}
            />
            <Select
              label="Paid by"
              name="gateway"
              value={filters.gateway}
              choices={all(payers)}
              onValue={(gateway) => set({ gateway })}
            />
            <Select
              label="Vendor"
              name="vendor"
              value={filters.vendor}
              choices={all(vendors)}
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
        <Loaded asked={orders} wait="Looking for orders...">
          {({ list, next }) => (
            <>
              <Table
                caption="Orders"
                rows={list}
                keyOf={(it) => it.reference}
                empty="No transaction records."
                columns={[
                  {
                    head: 'Reference',
                    cell: (it) => <a href={`/management/transactions/${it.reference}`}>{it.reference}</a>,
                  },
                  { head: 'When', cell: (it) => <Moment at={it.created_at} /> },
                  { head: 'What', cell: (it) => it.title },
                  { head: 'For', cell: (it) => it.number },
                  { head: 'Who', isLong: true, cell: (it) => it.user?.name ?? it.email ?? it.phone_number },
                  { head: 'Paid by', cell: (it) => it.payer && capital(nameOf(it.payer)) },
                  {
                    head: 'State',
                    cell: (it) => <State state={it.state} review={it.review} />,
                  },
                  { head: 'Total', isNumber: true, cell: (it) => formatMoney(it.total_amount) },
                ]}
              />
              <More next={next} isAsking={orders.isAsking} more={orders.more} />
            </>
          )}
        </Loaded>
      </section>
    </Screen>
  )
}

async function download(query: object): Promise<void> {
  try {
    const file = await askFile(managedOrders, { query: { ...query, format: 'csv' } })
    if (file) saveFile(file, 'orders.csv')
    else go.to(login)
  } catch {
    toast.error('The file could not be made. Please try again.')
  }
}

function SearchField({ first }: { first: string }) {
  const [typed, setTyped] = useState(first)
  return (
    <TextField
      name="search"
      type="search"
      label="Search"
      hint="Phone, meter or smartcard, its last four digits, e-mail, or either reference."
      autoComplete="off"
      value={typed}
      onValue={setTyped}
    />
  )
}
