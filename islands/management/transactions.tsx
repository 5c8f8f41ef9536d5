import type { DataOf } from '../../shared/contract.ts'
import { formatDate } from '../../shared/dates.ts'
import { periodBefore } from '../../shared/management/period.ts'
import { getManagedTransactions, getTransactionTotals } from '../../shared/management/transactions.ts'
import { loginPath } from '../../shared/pages.ts'
import { useInfiniteQuery } from '../account/use-infinite-query.ts'
import { useQuery } from '../account/use-query.ts'
import { toQuery } from '../lib/filters.ts'
import { downloadFile, formatMoney, toast } from '../lib/index.ts'
import { saveFile } from '../lib/save-file.ts'
import type { ManagementPage } from '../pages.ts'
import { navigate } from '../purchase/navigate.ts'
import { Button } from '../ui/index.ts'
import { ManagedFilterPanel } from './filter-panel.tsx'
import { LoadMore } from './load-more.tsx'
import { menuTexts } from './menu-texts.ts'
import { overviewTexts } from './overview-texts.ts'
import { PageLayout, QueryContent } from './page-layout.tsx'
import { FilterChips, ManagedTransactionFilterForm } from './transactions-filters.tsx'
import { TransactionsTable } from './transactions-table.tsx'
import { transactionsTexts } from './transactions-texts.ts'
import { SavedViews } from './transactions-views.tsx'
import { useFilters } from './use-filters.ts'
import { useSavedViews } from './use-saved-views.ts'

/** Orders, manual records and wallet top-ups: filters, saved views, totals, table and CSV export. */
export default function Transactions(page: ManagementPage) {
  const { filters, set, query } = useFilters(getManagedTransactions)
  const unsortedFilters = { ...filters, sort: '' }
  const transactions = useInfiniteQuery(getManagedTransactions, { query })
  const saved = useSavedViews()
  return (
    <PageLayout
      {...page}
      path="/management/transactions"
      title={menuTexts.transactions()}
      action={
        <Button kind="plain" onClick={() => download(query)}>
          {transactionsTexts.exportCsv()}
        </Button>
      }
    >
      <ManagedFilterPanel filters={unsortedFilters}>
        <ManagedTransactionFilterForm filters={filters} set={set} />
        <SavedViews filters={filters} set={set} saved={saved} />
      </ManagedFilterPanel>
      <section className="card stack list-card" aria-label={menuTexts.transactions()}>
        <FilterChips filters={filters} set={set} />
        <Totals query={toQuery<typeof getManagedTransactions>(unsortedFilters)} />
        <QueryContent query={transactions}>
          {({ list }) => (
            <>
              <TransactionsTable
                rows={list}
                hidden={saved.hidden}
                isOldestFirst={filters.sort === 'oldest'}
                onSort={(sort) => set({ sort })}
              />
              <LoadMore query={transactions} />
            </>
          )}
        </QueryContent>
      </section>
    </PageLayout>
  )
}

type TransactionTotals = DataOf<typeof getTransactionTotals>
type Query = ReturnType<typeof useFilters<typeof getManagedTransactions>>['query']

/** Totals of the newest 50,000 transactions that the filter finds, loaded or not. */
function Totals({ query }: { query: Query }) {
  const { data } = useQuery(getTransactionTotals, { query }, { quiet: true })
  const previousPeriod = periodBefore(query)
  const previousTotals = useQuery(
    getTransactionTotals,
    previousPeriod && { query: { ...query, ...previousPeriod } },
    {
      quiet: true,
    },
  ).data
  if (!data) return <div className="list-totals-space" />
  const values = [
    [transactionsTexts.count(), ({ count }) => count.toLocaleString('en')],
    [transactionsTexts.paid(), ({ paid }) => formatMoney(paid)],
    [transactionsTexts.refunded(), ({ refunded }) => formatMoney(refunded)],
    [transactionsTexts.serviceCharges(), ({ service_charges }) => formatMoney(service_charges)],
  ] as const satisfies readonly (readonly [string, (totals: TransactionTotals) => string])[]
  return (
    <section aria-label={transactionsTexts.totals()}>
      <dl className="list-totals">
        {values.map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {text(data)}
              {previousTotals && <small>{overviewTexts.before({ value: text(previousTotals) })}</small>}
            </dd>
          </div>
        ))}
      </dl>
      {previousPeriod && (
        <p className="field-hint">
          {overviewTexts.comparedWith({
            from: formatDate(previousPeriod.from, 'day'),
            to: formatDate(previousPeriod.to, 'day'),
          })}
        </p>
      )}
      {!data.is_complete && (
        <p className="field-hint">{transactionsTexts.newestOnly({ count: data.count })}</p>
      )}
    </section>
  )
}

async function download(query: Query): Promise<void> {
  try {
    const file = await downloadFile(getManagedTransactions, { query: { ...query, format: 'csv' } })
    if (file) saveFile(file, 'transactions.csv')
    else navigate.to(loginPath)
  } catch {
    toast.error(transactionsTexts.exportFailed())
  }
}
