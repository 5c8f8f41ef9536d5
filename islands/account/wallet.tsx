import type { SavedCard } from '../../shared/cards.ts'
import { formatMoney } from '../lib/index.ts'
import type { Movements, WalletPage } from '../pages.ts'
import { CardFace } from '../purchase/saved-cards.tsx'
import { Button, cardBrand, Overlay } from '../ui/index.ts'
import { AccountHead } from './account-head.tsx'
import { MovementList } from './movement-list.tsx'
import { TopUp } from './top-up.tsx'
import { useCards } from './use-cards.ts'
import { useMovements } from './use-movements.ts'

/** One's wallet: what it holds, a top-up, the saved cards, and what moved it. */
export default function Wallet(page: WalletPage) {
  const { balance, movements, cards, options, signedIn, simulated } = page
  return (
    <div className="stack">
      <AccountHead {...page} />
      <h1>Wallet</h1>
      {balance && (
        <>
          <section className="card stack" aria-labelledby="balance">
            <h2 id="balance">Balance</h2>
            <p className="amount">{formatMoney(balance.balance)}</p>
            {balance.held > 0 && <p>{formatMoney(balance.held)} is set aside for orders on their way.</p>}
          </section>
          <TopUp bounds={balance.top_up} options={options} signedIn={signedIn} simulated={simulated} />
          <Cards first={cards} />
        </>
      )}
      {movements && <Moved first={movements} />}
    </div>
  )
}

function Cards({ first }: { first: SavedCard[] }) {
  const { cards, deleting, remove } = useCards(first)
  return (
    <section className="card stack" aria-labelledby="cards">
      <h2 id="cards">Saved cards</h2>
      {cards.length === 0 ? (
        <p className="empty">No data...</p>
      ) : (
        <ul className="stack">
          {cards.map((card) => (
            <li key={card.uniqueid} className="option">
              <CardFace card={card} />
              <Button
                kind="plain"
                busy={deleting === card.uniqueid}
                aria-label={`Delete ${cardBrand(card.type)} ending in ${card.last_digits}`}
                onClick={() => remove(card)}
              >
                Delete
              </Button>
            </li>
          ))}
        </ul>
      )}
      <p className="field-hint">Tick “Save card for later” when you pay by card, and it stands here.</p>
      {deleting && <Overlay text="Deleting your card, please wait..." />}
    </section>
  )
}

function Moved({ first }: { first: Movements }) {
  const { list, hasMore, isAsking, more } = useMovements(first)
  return (
    <section className="card stack" aria-labelledby="movements">
      <h2 id="movements">Movements</h2>
      <MovementList list={list} />
      {hasMore && (
        <Button kind="plain" className="btn-wide" busy={isAsking} onClick={more}>
          Show more
        </Button>
      )}
    </section>
  )
}
