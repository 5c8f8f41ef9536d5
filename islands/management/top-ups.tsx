import { getManagedTopUps, topUpKinds } from '../../shared/management/top-ups.ts'
import { topUpStatuses } from '../../shared/statuses.ts'
import { useInfiniteQuery } from '../account/use-infinite-query.ts'
import type { ManagementPage } from '../pages.ts'
import { commonTexts } from '../ui/index.ts'
import { ClearFilters } from './clear-filters.tsx'
import { displayName } from './labels.ts'
import { menuTexts } from './menu-texts.ts'
import { PageLayout } from './page-layout.tsx'
import { PagedTable } from './query-table.tsx'
import { SearchForm } from './search-form.tsx'
import { Select } from './select.tsx'
import { ShortReference } from './short-reference.tsx'
import { managementTexts } from './texts.ts'
import { topUpTexts } from './top-up-texts.ts'
import { useFilters } from './use-filters.ts'

const kindOptions = () =>
  [['', managementTexts.all()], ...topUpKinds.map((kind) => [kind, topUpTexts[kind]()] as const)] as const

/** Wallet top-ups, searchable by reference or user. */
export default function TopUps(page: ManagementPage) {
  const { filters, set, query } = useFilters(getManagedTopUps)
  const topUps = useInfiniteQuery(getManagedTopUps, { query })
  return (
    <PageLayout {...page} path="/management/top-ups" title={menuTexts.topUps()}>
      <SearchForm filters={filters} hint={topUpTexts.searchHint()} onSearch={(search) => set({ search })}>
        <Select
          label={managementTexts.type()}
          name="kind"
          value={filters.kind}
          choices={kindOptions()}
          onValueChange={(kind) => set({ kind })}
        />
      </SearchForm>
      <section className="card stack" aria-label={menuTexts.topUps()}>
        <PagedTable
          query={topUps}
          caption={menuTexts.topUps()}
          keyOf={(topUp) => topUp.id}
          emptyText={filters.search || filters.kind ? commonTexts.noMatch() : topUpTexts.none()}
          emptyAction={<ClearFilters filters={filters} set={set} />}
          columns={[
            {
              header: commonTexts.reference(),
              narrow: [4, 'line'],
              renderCell: (topUp) => <ShortReference value={topUp.reference} />,
            },
            { header: commonTexts.date(), narrow: [3, 'line'], timeOf: (topUp) => topUp.created_at },
            {
              header: managementTexts.user(),
              narrow: [1, 'start'],
              renderCell: (topUp) =>
                topUp.user && <a href={`/management/users/${topUp.user.uniqueid}`}>{topUp.user.name}</a>,
            },
            {
              header: topUpTexts.howHeading(),
              narrow: [2, 'start'],
              renderCell: (topUp) =>
                [topUpTexts[topUp.kind](), ...(topUp.gateway ? [displayName(topUp.gateway)] : [])].join(', '),
            },
            {
              header: commonTexts.status(),
              narrow: [2, 'end'],
              statusOf: (topUp) => topUpStatuses[topUp.state],
            },
            { header: commonTexts.amount(), narrow: [1, 'end'], amountOf: (topUp) => topUp.amount },
          ]}
        />
      </section>
    </PageLayout>
  )
}
