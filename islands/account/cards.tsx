import type { SavedCard } from '../../shared/cards.ts'
import { deleteCardPath, homePath } from '../../shared/pages.ts'
import type { CardsPage } from '../pages.ts'
import { CardSummary } from '../purchase/saved-cards.tsx'
import { Form } from '../ui/form.tsx'
import { Button, cardBrand, commonTexts, EmptyState, Overlay } from '../ui/index.ts'
import { AccountHead } from './account-head.tsx'
import { cardsTexts } from './cards-texts.ts'
import { accountTexts } from './texts.ts'
import { useCards } from './use-cards.ts'

/** Page of the user's saved cards. */
export default function CardPage(page: CardsPage) {
  return (
    <div className="stack">
      <AccountHead {...page} />
      <h1>{cardsTexts.title()}</h1>
      <section className="card stack" aria-labelledby="cards">
        <h2 id="cards">{cardsTexts.savedCards()}</h2>
        <Cards initial={page.cards} csrf={page.csrf} />
      </section>
    </div>
  )
}

/** The user's saved cards with a delete button, which also works without JavaScript. */
export function Cards({ initial, csrf }: { initial: SavedCard[]; csrf: string }) {
  const { cards, deletingId, remove } = useCards(initial)
  return (
    <>
      {cards.length === 0 ? (
        <EmptyState drawing="card" text={commonTexts.noData()} hint={cardsTexts.savedCardsHint()}>
          <a className="btn btn-plain" href={homePath}>
            {accountTexts.payBill()}
          </a>
        </EmptyState>
      ) : (
        <ul className="stack">
          {cards.map((card) => (
            <li key={card.uniqueid} className="option">
              <CardSummary card={card} />
              <Form method="post" action={deleteCardPath} onSubmit={() => remove(card)}>
                <input type="hidden" name="_csrf" defaultValue={csrf} />
                <input type="hidden" name="uniqueid" defaultValue={card.uniqueid} />
                <Button
                  type="submit"
                  kind="plain"
                  busy={deletingId === card.uniqueid}
                  aria-label={cardsTexts.deleteCard({
                    brand: cardBrand(card.type),
                    digits: card.last_digits,
                  })}
                >
                  {commonTexts.delete()}
                </Button>
              </Form>
            </li>
          ))}
        </ul>
      )}
      {cards.length > 0 && <p className="field-hint">{cardsTexts.savedCardsHint()}</p>}
      {deletingId && <Overlay text={cardsTexts.deletingCard()} />}
    </>
  )
}
