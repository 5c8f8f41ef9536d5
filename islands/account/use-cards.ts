import { useState } from 'react'
import { deletePaymentCard, type SavedCard } from '../../shared/cards.ts'
import { toast } from '../lib/index.ts'
import { clearSavedCards } from '../purchase/wallet-and-cards.ts'
import { cardsTexts } from './cards-texts.ts'
import { useMutation } from './use-mutation.ts'

/** The user's saved cards. Deleting a card also deletes it at the gateway. */
export function useCards(initial: SavedCard[]) {
  const [cards, setCards] = useState(initial)
  const [deletingId, setDeletingId] = useState<string | null>(null)
  const { send } = useMutation(deletePaymentCard)

  async function remove({ uniqueid }: SavedCard): Promise<void> {
    if (deletingId) return
    setDeletingId(uniqueid)
    const envelope = await send({ params: { uniqueid } })
    setDeletingId(null)
    if (!envelope) return
    clearSavedCards()
    setCards((previous) => previous.filter((card) => card.uniqueid !== uniqueid))
    toast.success(envelope.message || cardsTexts.cardDeleted())
  }

  return { cards, deletingId, remove }
}
