import { wallet } from '../../shared/pages.ts'
import { type MovementKind, movementKinds } from '../../shared/wallet.ts'
import { formatMoney } from '../lib/index.ts'
import type { MovementFilters, Movements, WalletPage } from '../pages.ts'
import { Button } from '../ui/index.ts'
import { AccountHead } from './account-head.tsx'
import { Cards } from './cards.tsx'
import { Choice, DayField } from './filter-fields.tsx'
import { MovementList } from './movement-list.tsx'
import { TopUp } from './top-up.tsx'
import { useMovements } from './use-movements.ts'

/** One's wallet: what it holds, a top-up, the saved cards, and what moved it. */
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
              {balance.held > 0 && <p>{formatMoney(balance.held)} is set aside for orders on their way.</p>}
            </section>
            <TopUp bounds={balance.top_up} options={options} signedIn={signedIn} simulated={simulated} />
            <Cards first={cards} csrf={csrf} />
          </div>
        )}
        {movements && <Moved first={movements} filters={filters} />}
      </div>
    </div>
  )
}

const kindNames: Record<MovementKind, string> = {
  top_up: 'Top-ups',
  payment: 'Payments',
  returned: 'Money returned',
  cashback: 'Cashback',
  cashback_taken_back: 'Cashback taken back',
  bonus: 'Bonus',
  manager: 'By a manager',
  other: 'Other',
}

/** What moved the wallet. What was asked for stands in the address. */
function Moved({ first, filters }: { first: Movements; filters: MovementFilters }) {
  const { list, hasMore, isAsking, more, isSaving, save } = useMovements(first, filters)
  return (
    <section className="card stack" aria-labelledby="movements">
      <h2 id="movements">Movements</h2>
      <details open={Object.values(filters).some((value) => value !== '')}>
        <summary className="link py-3">Filter</summary>
        <form className="form" method="get" action={wallet}>
          <div className="grid gap-4 sm:grid-cols-3">
            <Choice
              name="kind"
              label="Kind"
              all="All kinds"
              value={filters.kind}
              choices={movementKinds.map((value) => ({ value, text: kindNames[value] }))}
            />
            <DayField name="from" label="From" value={filters.from} />
            <DayField name="to" label="To" value={filters.to} />
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
        <Button kind="plain" className="btn-wide script-only" busy={isAsking} onClick={more}>
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
