import { useState } from 'react'
import { managedTopUps, topUpKinds } from '../../shared/management/top-ups.ts'
import { topUpStatuses } from '../../shared/statuses.ts'
import { useInfiniteQuery } from '../account/use-infinite-query.ts'
import { formatMoney } from '../lib/index.ts'
import type { ManagementPage } from '../pages.ts'
import { DateTime } from '../purchase/date-time.tsx'
import { Button, StatusBadge, TextField } from '../ui/index.ts'
import { capitalise, displayName } from './labels.ts'
import { LoadMore } from './load-more.tsx'
import { PageLayout, QueryContent } from './page-layout.tsx'
import { Select } from './select.tsx'
import { Table } from './table.tsx'
import { useFilters } from './use-filters.ts'

const kinds = [['', 'All'], ...topUpKinds.map((kind) => [kind, capitalise(kind)] as const)] as const

/** Wallet top-ups, searchable by reference or user. */
export default function TopUps(page: ManagementPage) {
  const { filters, set, query } = useFilters(managedTopUps)
  const [typed, setTyped] = useState<string | null>(null)
  const topUps = useInfiniteQuery(managedTopUps, { query })
  return (
    <PageLayout {...page} path="/management/top-ups" title="Wallet top-ups">
      <search>
        <form
          className="card form filters"
          onSubmit={(event) => {
            event.preventDefault()
            set({ search: (typed ?? filters.search).trim() })
          }}
        >
          <TextField
            name="search"
            type="search"
            label="Search"
            hint="A reference, or the user's name, e-mail, phone or account number."
            autoComplete="off"
            value={typed ?? filters.search}
            onValue={setTyped}
          />
          <Select
            label="Type"
            name="kind"
            value={filters.kind}
            choices={kinds}
            onValue={(kind) => set({ kind })}
          />
          <Button type="submit">Search</Button>
        </form>
      </search>
      <section className="card stack" aria-label="Wallet top-ups">
        <QueryContent query={topUps} loadingText="Loading…">
          {({ list, next }) => (
            <>
              <Table
                caption="Wallet top-ups"
                rows={list}
                keyOf={(topUp) => topUp.id}
                empty="No match found!"
                columns={[
                  { head: 'Reference', isLong: true, cell: (topUp) => topUp.reference },
                  { head: 'Date', cell: (topUp) => <DateTime value={topUp.created_at} /> },
                  {
                    head: 'User',
                    cell: (topUp) =>
                      topUp.user && (
                        <a href={`/management/users/${topUp.user.uniqueid}`}>{topUp.user.name}</a>
                      ),
                  },
                  {
                    head: 'How',
                    cell: (topUp) =>
                      `${capitalise(topUp.kind)}${topUp.gateway ? `, ${displayName(topUp.gateway)}` : ''}`,
                  },
                  {
                    head: 'Status',
                    cell: (topUp) => <StatusBadge status={topUpStatuses[topUp.state]} />,
                  },
                  {
                    head: 'Amount',
                    isNumber: true,
                    cell: (topUp) => topUp.amount !== null && formatMoney(topUp.amount),
                  },
                ]}
              />
              <LoadMore next={next} isLoading={topUps.isLoading} loadMore={topUps.loadMore} />
            </>
          )}
        </QueryContent>
      </section>
    </PageLayout>
  )
}
