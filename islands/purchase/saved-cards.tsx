import type { SavedCard } from '../../shared/cards.ts'
import { useLoaded } from '../lib/use-loaded.ts'
import { CardBrandLogo, cardBrand } from '../ui/index.ts'
import { paymentTexts } from './payment-texts.ts'
import { fetchSavedCards } from './wallet-and-cards.ts'

/** The signed-in user's saved cards; empty for a guest and while loading. */
export const useSavedCards = (signedIn: boolean): SavedCard[] =>
  useLoaded(signedIn ? fetchSavedCards : null) ?? []

/** A card's brand, first and last digits, expiry and bank. */
export const CardSummary = ({ card }: { card: SavedCard }) => (
  <>
    <CardBrandLogo type={card.type} />
    <span>
      {cardBrand(card.type)} {card.first_digits} •••• {card.last_digits}
      <small>{expiryText(card)}</small>
    </span>
  </>
)

const expiryText = ({ expiry, issuer }: SavedCard) =>
  issuer ? paymentTexts.cardExpiryAndIssuer({ expiry, issuer }) : paymentTexts.cardExpiry({ expiry })

interface CardListProps {
  cards: SavedCard[]
  selectedCardId: string | null
  onChoose: (uniqueid: string) => void
}

/** Selects the saved card to pay with. */
export const CardList = ({ cards, selectedCardId, onChoose }: CardListProps) => (
  <fieldset className="options">
    <legend className="sr-only">{paymentTexts.savedCards()}</legend>
    {cards.map((card) => (
      <label key={card.uniqueid} className="option">
        <CardSummary card={card} />
        <input
          type="radio"
          name="payment_card_id"
          value={card.uniqueid}
          checked={selectedCardId === card.uniqueid}
          onChange={() => onChoose(card.uniqueid)}
        />
      </label>
    ))}
  </fieldset>
)
