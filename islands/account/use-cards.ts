import { useState } from 'react'
import { deletePaymentCard, type SavedCard } from '../../shared/cards.ts'
import { toast } from '../lib/index.ts'
import { clearSavedCards } from '../purchase/wallet-and-cards.ts'
import { cardsTexts } from './cards-texts.ts'
import { useMutation } from './use-mutation.ts'

/** The user's saved cards. Deleting a card also deletes it at the gateway. */
export function useCards(first: SavedCard[]) {
  const [cards, setCards] = useState(first)
  const [deleting, setDeleting] = useState<string | null>(null)
  const { send } = useMutation(deletePaymentCard)

  async function remove({ uniqueid }: SavedCard): Promise<void> {
    if (deleting) return
    setDeleting(uniqueid)
    const envelope = await send({ params: { uniqueid } })
    setDeleting(null)
    if (!envelope) return
    clearSavedCards()
    setCards((previous) => previous.filter((card) => card.uniqueid !== uniqueid))
    toast.success(envelope.message || cardsTexts.cardDeleted())
  }

  return { cards, deleting, remove }
}
