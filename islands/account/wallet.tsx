import { wallet } from '../../shared/pages.ts'
import { movementKinds, movementLabels } from '../../shared/wallet.ts'
import { formatMoney } from '../lib/index.ts'
import type { MovementFilters, Movements, WalletPage } from '../pages.ts'
import { Button } from '../ui/index.ts'
import { AccountHead } from './account-head.tsx'
import { Cards } from './cards.tsx'
import { DateFilter, SelectFilter } from './filter-fields.tsx'
import { MovementList } from './movement-list.tsx'
import { TopUp } from './top-up.tsx'
import { useMovements } from './use-movements.ts'

/** Wallet page: balance, top-up, saved cards and wallet history. */
export default function Wallet(page: WalletPage) {
  const { balance, movements, filters, cards, options, signedIn, simulated, csrf } = page
  return (
    <div className="stack">
      <AccountHead {...page} />
      <h1>Wallet</h1>
      <div className="halves">
        {balance && (
          <div className="stack">
            <section className="card stack" aria-labelledby="balance">
              <h2 id="balance">Balance</h2>
              <p className="amount">{formatMoney(balance.balance)}</p>
              {balance.held > 0 && <p>{formatMoney(balance.held)} is on hold for orders in progress.</p>}
            </section>
            <TopUp bounds={balance.top_up} options={options} signedIn={signedIn} simulated={simulated} />
            <Cards initial={cards} csrf={csrf} />
          </div>
        )}
        {movements && <WalletHistory initial={movements} filters={filters} />}
      </div>
    </div>
  )
}

/** Wallet history. The filters are in the URL. */
function WalletHistory({ initial, filters }: { initial: Movements; filters: MovementFilters }) {
  const { list, hasMore, isLoading, loadMore, isSaving, save } = useMovements(initial, filters)
  return (
    <section className="card stack" aria-labelledby="movements">
      <h2 id="movements">Wallet history</h2>
      <details open={Object.values(filters).some((value) => value !== '')}>
        <summary className="link py-3">Filter</summary>
        <form className="form" method="get" action={wallet}>
          <div className="grid gap-4 sm:grid-cols-3">
            <SelectFilter
              name="kind"
              label="Type"
              all="All types"
              value={filters.kind}
              choices={movementKinds.map((value) => ({ value, text: movementLabels[value] }))}
            />
            <DateFilter name="from" label="From" value={filters.from} />
            <DateFilter name="to" label="To" value={filters.to} />
          </div>
          <div className="row">
            <Button type="submit">Show</Button>
            <a className="btn btn-plain" href={wallet}>
              Clear
            </a>
          </div>
        </form>
      </details>
      <MovementList list={list} />
      {hasMore && (
        <Button kind="plain" className="btn-wide script-only" busy={isLoading} onClick={loadMore}>
          Show more
        </Button>
      )}
      {list.length > 0 && (
        <Button kind="plain" className="script-only" busy={isSaving} onClick={save}>
          Download as CSV
        </Button>
      )}
    </section>
  )
}
