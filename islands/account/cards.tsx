import type { SavedCard } from '../../shared/cards.ts'
import { deleteCard } from '../../shared/pages.ts'
import type { CardsPage } from '../pages.ts'
import { CardSummary } from '../purchase/saved-cards.tsx'
import { Button, cardBrand, Overlay } from '../ui/index.ts'
import { AccountHead } from './account-head.tsx'
import { useCards } from './use-cards.ts'

/** Page of the user's saved cards. */
export default function CardPage(page: CardsPage) {
  return (
    <div className="stack">
      <AccountHead {...page} />
      <h1>Cards</h1>
      <Cards initial={page.cards} csrf={page.csrf} />
    </div>
  )
}

/** The user's saved cards with a delete button, which also works without JavaScript. */
export function Cards({ initial, csrf }: { initial: SavedCard[]; csrf: string }) {
  const { cards, deleting, remove } = useCards(initial)
  return (
    <section className="card stack" aria-labelledby="cards">
      <h2 id="cards">Saved cards</h2>
      {cards.length === 0 ? (
        <p className="empty">No data...</p>
      ) : (
        <ul className="stack">
          {cards.map((card) => (
            <li key={card.uniqueid} className="option">
              <CardSummary card={card} />
              <form
                method="post"
                action={deleteCard}
                onSubmit={(event) => {
                  event.preventDefault()
                  void remove(card)
                }}
              >
                <input type="hidden" name="_csrf" defaultValue={csrf} />
                <input type="hidden" name="uniqueid" defaultValue={card.uniqueid} />
                <Button
                  type="submit"
                  kind="plain"
                  busy={deleting === card.uniqueid}
                  aria-label={`Delete ${cardBrand(card.type)} ending in ${card.last_digits}`}
                >
                  Delete
                </Button>
              </form>
            </li>
          ))}
        </ul>
      )}
      <p className="field-hint">Tick “Save card for later” when you pay by card, and it will appear here.</p>
      {deleting && <Overlay text="Deleting your card, please wait..." />}
    </section>
  )
}
