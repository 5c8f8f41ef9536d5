import type { SavedCard } from '../../shared/cards.ts'
import { deleteCard } from '../../shared/pages.ts'
import type { CardsPage } from '../pages.ts'
import { CardFace } from '../purchase/saved-cards.tsx'
import { Button, cardBrand, Overlay } from '../ui/index.ts'
import { AccountHead } from './account-head.tsx'
import { useCards } from './use-cards.ts'

/** The saved cards, on a page of their own. */
export default function CardPage(page: CardsPage) {
  return (
    <div className="stack">
      <AccountHead {...page} />
      <h1>Cards</h1>
      <Cards first={page.cards} csrf={page.csrf} />
    </div>
  )
}

/** The saved cards; each can be deleted, without script too. */
export function Cards({ first, csrf }: { first: SavedCard[]; csrf: string }) {
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
      <p className="field-hint">Tick “Save card for later” when you pay by card, and it stands here.</p>
      {deleting && <Overlay text="Deleting your card, please wait..." />}
    </section>
  )
}
