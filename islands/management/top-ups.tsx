import { useState } from 'react'
import { getManagedTopUps, topUpKinds } from '../../shared/management/top-ups.ts'
import { topUpStatuses } from '../../shared/statuses.ts'
import { useInfiniteQuery } from '../account/use-infinite-query.ts'
import { formatMoney } from '../lib/index.ts'
import type { ManagementPage } from '../pages.ts'
import { DateTime } from '../purchase/date-time.tsx'
import { Button, commonTexts, StatusBadge, TextField } from '../ui/index.ts'
import { ManagedFilterPanel } from './filter-panel.tsx'
import { displayName } from './labels.ts'
import { LoadMore } from './load-more.tsx'
import { menuTexts } from './menu-texts.ts'
import { PageLayout, QueryContent } from './page-layout.tsx'
import { Select } from './select.tsx'
import { ShortReference } from './short-reference.tsx'
import { Table } from './table.tsx'
import { managementTexts } from './texts.ts'
import { topUpTexts } from './top-up-texts.ts'
import { useFilters } from './use-filters.ts'

const kindOptions = () =>
  [['', managementTexts.all()], ...topUpKinds.map((kind) => [kind, topUpTexts[kind]()] as const)] as const

/** Wallet top-ups, searchable by reference or user. */
export default function TopUps(page: ManagementPage) {
  const { filters, set, query } = useFilters(getManagedTopUps)
  const [searchInput, setSearchInput] = useState<string | null>(null)
  const topUps = useInfiniteQuery(getManagedTopUps, { query })
  return (
    <PageLayout {...page} path="/management/top-ups" title={menuTexts.topUps()}>
      <ManagedFilterPanel filters={filters}>
        <form
          className="card form filters"
          onSubmit={(event) => {
            event.preventDefault()
            set({ search: (searchInput ?? filters.search).trim() })
          }}
        >
          <TextField
            name="search"
            type="search"
            label={commonTexts.search()}
            hint={topUpTexts.searchHint()}
            autoComplete="off"
            value={searchInput ?? filters.search}
            onValueChange={setSearchInput}
          />
          <Select
            label={managementTexts.type()}
            name="kind"
            value={filters.kind}
            choices={kindOptions()}
            onValueChange={(kind) => set({ kind })}
          />
          <Button type="submit">{commonTexts.search()}</Button>
        </form>
      </ManagedFilterPanel>
      <section className="card stack" aria-label={menuTexts.topUps()}>
        <QueryContent query={topUps} loadingText={managementTexts.loading()}>
          {({ list }) => (
            <>
              <Table
                caption={menuTexts.topUps()}
                rows={list}
                keyOf={(topUp) => topUp.id}
                emptyText={commonTexts.noMatch()}
                columns={[
                  {
                    header: commonTexts.reference(),
                    narrow: [4, 'line'],
                    renderCell: (topUp) => <ShortReference value={topUp.reference} />,
                  },
                  {
                    header: commonTexts.date(),
                    narrow: [3, 'line'],
                    renderCell: (topUp) => <DateTime value={topUp.created_at} />,
                  },
                  {
                    header: managementTexts.user(),
                    narrow: [1, 'start'],
                    renderCell: (topUp) =>
                      topUp.user && (
                        <a href={`/management/users/${topUp.user.uniqueid}`}>{topUp.user.name}</a>
                      ),
                  },
                  {
                    header: topUpTexts.howHeading(),
                    narrow: [2, 'start'],
                    renderCell: (topUp) =>
                      [topUpTexts[topUp.kind](), ...(topUp.gateway ? [displayName(topUp.gateway)] : [])].join(
                        ', ',
                      ),
                  },
                  {
                    header: commonTexts.status(),
                    narrow: [2, 'end'],
                    renderCell: (topUp) => <StatusBadge status={topUpStatuses[topUp.state]} />,
                  },
                  {
                    header: commonTexts.amount(),
                    narrow: [1, 'end'],
                    isNumber: true,
                    renderCell: (topUp) => topUp.amount !== null && formatMoney(topUp.amount),
                  },
                ]}
              />
              <LoadMore query={topUps} />
            </>
          )}
        </QueryContent>
      </section>
    </PageLayout>
  )
}
