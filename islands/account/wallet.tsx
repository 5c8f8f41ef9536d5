import { walletPath } from '../../shared/pages.ts'
import { walletTransactionKinds, walletTransactionLabels } from '../../shared/wallet.ts'
import { formatMoney } from '../lib/index.ts'
import type { WalletPage, WalletTransactionFilters, WalletTransactions } from '../pages.ts'
import { Button, commonTexts, EmptyState } from '../ui/index.ts'
import { AccountHead } from './account-head.tsx'
import { AccountNumbers } from './account-numbers.tsx'
import { Balance } from './balance.tsx'
import { Cards } from './cards.tsx'
import { cardsTexts } from './cards-texts.ts'
import { DateFilter, SelectFilter } from './filter-fields.tsx'
import { StatementForm } from './statement.tsx'
import { accountTexts } from './texts.ts'
import { TopUpForm, topUpFieldId } from './top-up.tsx'
import { useWalletTransactions } from './use-wallet-transactions.ts'
import { walletTexts } from './wallet-texts.ts'
import { WalletTransactionList } from './wallet-transaction-list.tsx'

/** Wallet page: balance, top-up, saved cards and wallet history. */
export default function Wallet(page: WalletPage) {
  const { balance, walletTransactions, filters, virtualAccounts, cards, options, signedIn, simulated, csrf } =
    page
  return (
    <div className="stack">
      <AccountHead {...page} />
      <h1>{walletTexts.title()}</h1>
      <div className="halves">
        {balance && (
          <div className="stack">
            <section className="card stack" aria-labelledby="balance">
              <Balance id="balance" title={walletTexts.balance()} naira={balance.balance} />
              {balance.held > 0 && <p>{walletTexts.amountOnHold({ amount: formatMoney(balance.held) })}</p>}
            </section>
            <TopUpForm
              amountLimits={balance.top_up}
              topUpAmount={page.topUpAmount}
              options={options}
              signedIn={signedIn}
              simulated={simulated}
            />
            <div className="card disclosures">
              <AccountNumbers virtualAccounts={virtualAccounts} />
              <details className="disclosure">
                <summary>
                  <h2>{cardsTexts.savedCards()}</h2>
                </summary>
                <section className="stack" aria-label={cardsTexts.savedCards()}>
                  <Cards initial={cards} csrf={csrf} />
                </section>
              </details>
            </div>
          </div>
        )}
        {walletTransactions && (
          <WalletHistory initial={walletTransactions} filters={filters} canTopUp={balance !== null} />
        )}
      </div>
    </div>
  )
}

/** Wallet history. The filters are in the URL. */
function WalletHistory({
  initial,
  filters,
  canTopUp,
}: {
  initial: WalletTransactions
  filters: WalletTransactionFilters
  canTopUp: boolean
}) {
  const { list, hasMore, isLoading, loadMore, isSaving, save } = useWalletTransactions(initial, filters)
  const isFiltered = Object.values(filters).some((value) => value !== '')
  return (
    <section className="card stack" aria-labelledby="walletTransactions">
      <h2 id="walletTransactions">{walletTexts.historyTitle()}</h2>
      <div className="disclosure-forms">
        <details open={isFiltered}>
          <summary className="link">{walletTexts.filter()}</summary>
          <form className="form" method="get" action={walletPath}>
            <div className="field-columns field-columns-3">
              <SelectFilter
                name="kind"
                label={commonTexts.type()}
                allLabel={walletTexts.allTypes()}
                value={filters.kind}
                choices={walletTransactionKinds.map((value) => ({
                  value,
                  text: walletTransactionLabels[value](),
                }))}
              />
              <DateFilter name="from" label={commonTexts.from()} value={filters.from} />
              <DateFilter name="to" label={commonTexts.to()} value={filters.to} />
            </div>
            <div className="row">
              <Button type="submit">{accountTexts.applyFilters()}</Button>
              <a className="btn btn-plain" href={walletPath}>
                {accountTexts.clearFilters()}
              </a>
            </div>
          </form>
        </details>
        <StatementForm />
      </div>
      {list.length > 0 ? (
        <WalletTransactionList list={list} />
      ) : (
        <EmptyHistory isFiltered={isFiltered} canTopUp={canTopUp} />
      )}
      {hasMore && (
        <Button kind="plain" className="btn-wide script-only" busy={isLoading} onClick={loadMore}>
          {commonTexts.showMore()}
        </Button>
      )}
      {list.length > 0 && (
        <Button kind="plain" className="script-only" busy={isSaving} onClick={save}>
          {walletTexts.downloadCsv()}
        </Button>
      )}
    </section>
  )
}

const EmptyHistory = ({ isFiltered, canTopUp }: { isFiltered: boolean; canTopUp: boolean }) => (
  <EmptyState drawing="receipt" text={accountTexts.noTransactions()}>
    {isFiltered && (
      <a className="btn btn-primary" href={walletPath}>
        {walletTexts.showAll()}
      </a>
    )}
    {!isFiltered && canTopUp && (
      <a className="btn btn-primary" href={`#${topUpFieldId}`}>
        {walletTexts.topUpTitle()}
      </a>
    )}
  </EmptyState>
)
