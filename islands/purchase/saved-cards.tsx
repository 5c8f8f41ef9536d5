import { useEffect, useState } from 'react'
import type { SavedCard } from '../../shared/cards.ts'
import { CardMark, cardBrand } from '../ui/index.ts'
import { listSavedCards } from './own.ts'

/** The saved cards of whoever is signed in; none for a guest, and while they are asked for. */
export function useSavedCards(signedIn: boolean): SavedCard[] {
  const [cards, setCards] = useState<SavedCard[]>([])
  useEffect(() => {
    let wanted = signedIn
    if (signedIn) listSavedCards().then((list) => wanted && setCards(list))
    return () => {
      wanted = false
    }
  }, [signedIn])
  return cards
}

/** A card as its owner knows it: brand, first and last digits, expiry, bank. */
export const CardFace = ({ card }: { card: SavedCard }) => (
  <>
    <CardMark type={card.type} />
    <span>
      {cardBrand(card.type)} {card.first_digits} •••• {card.last_digits}
      <small>
        Expires {card.expiry}
        {card.issuer && `, ${card.issuer}`}
      </small>
    </span>
  </>
)

interface CardListProps {
  cards: SavedCard[]
  chosen: string | null
  onChoose: (uniqueid: string) => void
}

/** Which saved card to pay with. */
export const CardList = ({ cards, chosen, onChoose }: CardListProps) => (
  <fieldset className="options">
    <legend className="sr-only">Saved card</legend>
    {cards.map((card) => (
      <label key={card.uniqueid} className="option">
        <CardFace card={card} />
        <input
          type="radio"
          name="payment_card_id"
          value={card.uniqueid}
          checked={chosen === card.uniqueid}
          onChange={() => onChoose(card.uniqueid)}
        />
      </label>
    ))}
  </fieldset>
)
