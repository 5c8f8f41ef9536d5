import { getManagedTransactions, getTransactionTotals } from '../../shared/management/transactions.ts'
import { loginPath } from '../../shared/pages.ts'
import { useInfiniteQuery } from '../account/use-infinite-query.ts'
import { useQuery } from '../account/use-query.ts'
import { downloadFile, formatMoney, toast } from '../lib/index.ts'
import { saveFile } from '../lib/save-file.ts'
import type { ManagementPage } from '../pages.ts'
import { navigate } from '../purchase/navigate.ts'
import { Button } from '../ui/index.ts'
import { LoadMore } from './load-more.tsx'
import { menuTexts } from './menu-texts.ts'
import { PageLayout, QueryContent } from './page-layout.tsx'
import { managementTexts } from './texts.ts'
import { FilterChips, ManagedTransactionFilterForm } from './transactions-filters.tsx'
import { TransactionsTable } from './transactions-table.tsx'
import { transactionsTexts } from './transactions-texts.ts'
import { SavedViews } from './transactions-views.tsx'
import { useFilters } from './use-filters.ts'
import { useSavedViews } from './use-saved-views.ts'

/** Orders, manual records and wallet top-ups: filters, saved views, totals, table and file. */
export default function Transactions(page: ManagementPage) {
  const { filters, set, query } = useFilters(getManagedTransactions)
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
      <ManagedTransactionFilterForm filters={filters} set={set} />
      <section className="card stack" aria-label={menuTexts.transactions()}>
        <SavedViews filters={filters} set={set} saved={saved} />
        <FilterChips filters={filters} set={set} />
        <Totals query={query} />
        <QueryContent query={transactions} loadingText={managementTexts.loading()}>
          {({ list, next }) => (
            <>
              <TransactionsTable rows={list} hidden={saved.hidden} />
              <LoadMore
                nextCursor={next}
                isLoading={transactions.isLoading}
                loadMore={transactions.loadMore}
              />
            </>
          )}
        </QueryContent>
      </section>
    </PageLayout>
  )
}

type Query = ReturnType<typeof useFilters<typeof getManagedTransactions>>['query']

/** Totals of everything that the filter finds, also of rows that are not loaded. */
function Totals({ query }: { query: Query }) {
  const { data } = useQuery(getTransactionTotals, { query }, { quiet: true })
  if (!data) return null
  const values = [
    [transactionsTexts.count(), data.count.toLocaleString('en')],
    [transactionsTexts.paid(), formatMoney(data.paid)],
    [transactionsTexts.refunded(), formatMoney(data.refunded)],
    [transactionsTexts.serviceCharges(), formatMoney(data.service_charges)],
  ] as const
  return (
    <section aria-label={transactionsTexts.totals()}>
      <dl className="list-totals">
        {values.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
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
